"""/healthz and /metrics: what they say, and to whom."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client
from redis import ConnectionError as RedisAway

from portal import health
from portal.celery import HEARTBEAT_STALE_SECONDS

pytestmark = pytest.mark.django_db


class Redis:
    """As much of Redis as the health checks ask."""

    def __init__(self, heartbeat: float | None) -> None:
        self.heartbeat = heartbeat

    def ping(self) -> bool:
        return True

    def get(self, key: str) -> float | None:
        return self.heartbeat

    def llen(self, key: str) -> int:
        return 3


class NoRedis:
    def __getattr__(self, name: str) -> Any:
        def fail(*_: Any) -> None:
            raise RedisAway("away")

        return fail


def use(monkeypatch: pytest.MonkeyPatch, redis: Any) -> None:
    monkeypatch.setattr(health, "get_client", lambda: redis)


def test_all_is_well(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Redis(time.time() - 3))
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "redis": "ok", "tasks": "ok", "status": "ok"}
    assert "no-store" in answer["Cache-Control"]


def test_a_stale_heartbeat_is_bad_but_leaves_the_pages_in_service(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Redis(time.time() - HEARTBEAT_STALE_SECONDS - 5))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["tasks"].startswith("last heartbeat")
    assert client.get("/healthz/web").status_code == 200


def test_before_the_first_heartbeat(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Redis(None))
    assert client.get("/healthz").json()["tasks"] == "no heartbeat yet"


def test_redis_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, NoRedis())
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["redis"] == "does not answer"
    assert answer.json()["database"] == "ok"


def test_database_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise DatabaseError("gone")

    use(monkeypatch, Redis(time.time()))
    monkeypatch.setitem(health.ALL_CHECKS, "database", fail)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "does not answer"
    assert "gone" not in answer.content.decode()


def test_metrics_tell_queues_tables_and_requests(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Redis(time.time() - 3))
    client.get("/healthz")
    text = client.get("/metrics").content.decode()
    assert 'longtable_queue_length{queue="bots"} 3.0' in text
    assert "longtable_due_seats 0.0" in text
    assert 'longtable_request_seconds_count{method="GET",page="healthz",status="200"}' in text


def test_metrics_without_redis_still_tell_the_rest(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, NoRedis())
    text = client.get("/metrics").content.decode()
    assert "longtable_due_seats" in text
    assert "longtable_queue_length" not in text


def test_metrics_are_for_this_machine_only(client: Client) -> None:
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.1").status_code == 403
    forwarded = client.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"})
    assert forwarded.status_code == 403


def test_metrics_know_this_machine_by_an_ipv4_address_inside_ipv6(client: Client) -> None:
    assert client.get("/metrics", REMOTE_ADDR="::ffff:127.0.0.1").status_code == 200


def test_metrics_from_elsewhere_need_the_token(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = "open sesame"
    assert client.get("/metrics").status_code == 403
    wrong = client.get("/metrics", headers={"authorization": "Bearer open"})
    assert wrong.status_code == 403
    right = {"authorization": "Bearer open sesame"}
    assert client.get("/metrics", headers=right, REMOTE_ADDR="192.0.2.1").status_code == 200
