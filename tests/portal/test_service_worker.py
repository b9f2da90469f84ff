"""What a device keeps for when the site cannot be reached, and the script that does it."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]


def test_the_script_serves_all_of_the_site_and_may_ask_it_alone(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.headers["Cache-Control"] == "no-cache"
    policy = answer.headers["Content-Security-Policy"]
    assert set(policy.split("; ")) == {"default-src 'none'", "connect-src 'self'"}


def test_the_script_knows_the_addresses_of_the_site(client: Client) -> None:
    script = client.get("/service-worker.js").text
    names = ("games:mine", "games:offline_turns", "api:devices", "api:offline_turns")
    for name in ("offline", *names, "account_logout", "accounts:delete"):
        address = reverse(name)
        known = f'"{address}"' in script or address.startswith(
            ("/accounts/", "/preferences/delete")
        )
        assert known, name
    assert "EDITION" not in script
    assert finders.find("img/icon-192.png")
    assert '"/static/img/icon-192.png"' in script


def test_the_page_for_no_site_is_the_same_for_everybody(client: Client, people: list[User]) -> None:
    shown = client.get("/offline/", headers={"Accept-Language": "ja"})
    assert "Longtable cannot be reached" in shown.text
    for code, _name in settings.LANGUAGES:
        assert f'lang="{code}"' in shown.text
    client.force_login(people[0])
    again = client.get("/offline/")
    assert again.text == shown.text
    assert "csrf" not in again.text.lower()
    assert "public" in again.headers["Cache-Control"]


def test_pages_of_members_lead_to_the_script(client: Client, people: list[User]) -> None:
    assert "service-worker" not in client.get("/").text
    client.force_login(people[0])
    assert 'data-worker="/service-worker.js"' in client.get("/").text
