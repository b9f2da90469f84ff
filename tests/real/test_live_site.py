"""The fixture `live_site` is what it says: real processes that can be ended and started."""

from __future__ import annotations

import httpx
import pytest
from django.db import connection

from accounts.models import User
from tests.browser_fixtures import make_user
from tests.live_site import LiveSite
from tests.polling import wait_for


def test_everything_is_healthy(live_site: LiveSite) -> None:
    healthy = {"database": "ok", "redis": "ok", "tasks": "ok", "status": "ok"}
    wait_for(lambda: httpx.get(f"{live_site.url}/healthz").json() == healthy, "a heartbeat")


def test_the_site_sees_rows_that_the_test_writes(live_site: LiveSite) -> None:
    make_user("Ada")
    assert httpx.get(f"{live_site.url}/people/Ada/").status_code == 200
    assert httpx.get(f"{live_site.url}/people/Bob/").status_code == 404


def test_each_test_begins_with_an_empty_site(live_site: LiveSite) -> None:
    assert not User.objects.exists()


def test_the_site_has_the_database_of_the_tests_and_no_other(live_site: LiveSite) -> None:
    """Also in a process none of whose tests asks for a database by itself."""
    name = connection.settings_dict["TEST"]["NAME"]
    assert connection.settings_dict["NAME"] == name
    assert live_site.environment["DATABASE_URL"].endswith(f"/{name}".replace("//", "/"))


@pytest.mark.same_everywhere
def test_a_killed_web_process_is_noticed_and_replaced(live_site: LiveSite) -> None:
    live_site.kill("web")
    assert not live_site.parts["web"].is_running
    live_site.start("web")
    assert httpx.get(f"{live_site.url}/healthz/web").status_code == 200


@pytest.mark.same_everywhere
def test_pages_answer_while_redis_is_away_and_health_says_so(live_site: LiveSite) -> None:
    live_site.kill("redis")
    assert httpx.get(f"{live_site.url}/").status_code == 200
    health = httpx.get(f"{live_site.url}/healthz")
    assert health.status_code == 503
    assert health.json()["redis"] == "does not answer"
    live_site.start("redis")
    assert httpx.get(f"{live_site.url}/healthz/web").status_code == 200


@pytest.mark.same_everywhere
def test_tasks_go_on_after_worker_and_redis_were_killed(live_site: LiveSite) -> None:
    live_site.kill("worker", "redis")
    live_site.start("redis", "worker")  # waits for a heartbeat through all of them
    wait_for(lambda: live_site.answers("/healthz"), "everything to be healthy")
