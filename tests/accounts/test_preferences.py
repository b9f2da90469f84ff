"""Preferences, and how pages follow them: language, time zone, theme."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import path
from django.utils.translation import get_language

from accounts import views
from accounts.models import User
from accounts.time_zones import time_zone_choices, time_zone_names

FORM = {
    "language": "ja",
    "time_zone": "Europe/Berlin",
    "theme": "dark",
    "motion": "brief",
    "tips": "always",
    "warn_reveal": "on",
}


def show_moment(request: HttpRequest) -> HttpResponse:
    moment = datetime(2026, 1, 2, 23, 30, tzinfo=UTC)
    text = Template("{{ moment|date:'d H:i' }}").render(Context({"moment": moment}))
    return HttpResponse(f"{get_language()} {text}")


urlpatterns = [path("moment/", show_moment)]


@pytest.mark.same_everywhere
def test_preferences_are_saved(as_ada: Client, ada: User) -> None:
    assert as_ada.post("/preferences/", FORM).status_code == 302
    ada.refresh_from_db()
    assert (ada.language, ada.time_zone, ada.theme) == ("ja", "Europe/Berlin", "dark")
    assert ada.motion == User.Motion.BRIEF
    assert (ada.confirm_turn, ada.warn_reveal) == (False, True)


def test_what_has_changed_since_the_request_began_stays(ada: User) -> None:
    request = RequestFactory().post("/preferences/", FORM)
    request.user = ada
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    ada.notification_settings.assign(has_push_device=True)
    ada.availability.assign(vacation_days=3)
    assert views.preferences(request).status_code == 302
    ada.refresh_from_db()
    assert (
        ada.theme,
        ada.notification_settings.has_push_device,
        ada.availability.vacation_days,
    ) == (
        "dark",
        True,
        3,
    )


@pytest.mark.same_everywhere
@pytest.mark.parametrize("wrong", [{"time_zone": "Middle/Earth"}, {"language": "tlh"}])
def test_nonsense_is_refused_and_changes_nothing(
    as_ada: Client, ada: User, wrong: dict[str, str]
) -> None:
    page = as_ada.post("/preferences/", FORM | wrong)
    assert page.status_code == 200
    assert 'aria-invalid="true"' in page.text
    assert 'data-theme="auto"' in page.text
    ada.refresh_from_db()
    assert ada.theme == "auto"


def test_preferences_are_for_members(client: Client, db: None) -> None:
    answer = client.get("/preferences/")
    assert answer.headers["Location"] == "/accounts/login/?next=/preferences/"


@pytest.mark.same_everywhere
@pytest.mark.urls("tests.accounts.test_preferences")
def test_a_page_follows_preference_then_cookie_then_browser(client: Client, ada: User) -> None:
    browser = {"Accept-Language": "ja,en;q=0.5"}
    assert client.get("/moment/", headers=browser).text == "ja 02 23:30"
    client.cookies["django_language"] = "en"
    client.cookies["time_zone"] = "America/New_York"
    assert client.get("/moment/", headers=browser).text == "en 02 18:30"
    ada.language, ada.time_zone = "ja", "Asia/Tokyo"
    ada.save()
    client.force_login(ada)
    answer = client.get("/moment/", headers={"Accept-Language": "en"})
    assert answer.text == "ja 03 08:30"
    assert answer.headers["Content-Language"] == "ja"
    client.logout()
    client.cookies["time_zone"] = "Middle/Earth"
    assert client.get("/moment/").text == "en 02 23:30"


@pytest.mark.same_everywhere
def test_the_language_switch_keeps_a_cookie_for_visitors(client: Client, db: None) -> None:
    answer = client.post("/language/", {"language": "ja", "next": "/tables/"})
    assert answer.headers["Location"] == "/tables/"
    assert '<html lang="ja"' in client.get("/").text


def test_the_language_switch_becomes_a_members_preference(as_ada: Client, ada: User) -> None:
    as_ada.post("/language/", {"language": "ja"})
    ada.refresh_from_db()
    assert ada.language == "ja"


def test_the_theme_is_drawn_by_the_server(client: Client, ada: User) -> None:
    assert 'data-theme="auto"' in client.get("/").text
    client.post("/theme/", {"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").text
    client.force_login(ada)
    assert 'data-theme="auto"' in client.get("/").text
    client.post("/theme/", {"theme": "light"})
    assert 'data-theme="light"' in client.get("/").text


@pytest.mark.same_everywhere
@pytest.mark.parametrize("switch", ["/language/", "/theme/"])
@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_a_switch_leads_nowhere_else(client: Client, db: None, switch: str, target: str) -> None:
    answer = client.post(switch, {"language": "ja", "theme": "dark", "next": target})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("switch", ["/language/", "/theme/"])
def test_a_switch_takes_no_nonsense(client: Client, db: None, switch: str) -> None:
    answer = client.post(switch, {"language": "<b>", "theme": "<b>"})
    assert not answer.cookies
    assert client.get(switch).status_code == 405


def test_every_time_zone_is_offered_once() -> None:
    offered = [name for _, group in time_zone_choices() for name, _ in group]
    assert sorted(offered) == sorted(time_zone_names())
    assert "Asia/Tokyo" in offered
    assert offered[0] == "UTC"


def test_a_page_knows_how_much_may_move(client: Client, ada: User) -> None:
    assert 'data-motion="full"' in client.get("/").text
    client.force_login(ada)
    User.objects.update(motion=User.Motion.BRIEF)
    assert 'data-motion="brief"' in client.get("/").text


def test_the_list_of_keys_is_a_page_and_comes_alone_to_a_script(client: Client, ada: User) -> None:
    assert client.get("/keys/").status_code == 302
    client.force_login(ada)
    page = client.get("/keys/").text
    part = client.get("/keys/", headers={"hx-request": "true"}).text
    assert "<kbd>Esc</kbd>" in page
    assert "<main" in page
    assert part.strip().startswith("<dl ")
    assert "<kbd>Esc</kbd>" in part
    assert "<kbd>" not in client.get("/").text
