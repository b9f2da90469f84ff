"""The page and the API of a person's time: what is right is kept, nonsense changes nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Seat, Table
from tests.clients import signed_in
from tests.games.conftest import GAME

pytestmark = pytest.mark.django_db
WEEK = {f"open_{day}": "on" for day in range(7)}
WEEK |= {f"from_{day}": "08:00" for day in range(7)} | {f"until_{day}": "23:00" for day in range(7)}


def reload_user(user: User) -> User:
    return User.objects.get(pk=user.pk)


@pytest.mark.same_everywhere
def test_a_week_is_set_by_hand(people: list[User]) -> None:
    answer = signed_in(people[0]).post(
        "/preferences/availability/", {**WEEK, "time_zone": "Asia/Tokyo"}
    )
    assert answer.status_code == 302
    assert reload_user(people[0]).time_zone == "Asia/Tokyo"
    assert reload_user(people[0]).availability.calendar["week"] == [[480, 1380]] * 7


@pytest.mark.same_everywhere
def test_a_preset_sets_every_day_and_the_whole_day_is_no_calendar(people: list[User]) -> None:
    client = signed_in(people[0])
    client.post("/preferences/availability/", {"preset": "evenings"})
    assert reload_user(people[0]).availability.calendar["week"] == [[1080, 1440]] * 7
    client.post("/preferences/availability/", {"preset": "whole"})
    assert reload_user(people[0]).availability.calendar == {}


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "wrong",
    [
        {"until_0": "11:00"},
        {"from_3": ""},
        {"from_3": "25:00"},
        {"time_zone": "Mars/Olympus"},
        {f"open_{day}": "" for day in range(5)},
    ],
)
def test_a_week_that_cannot_be_says_why(people: list[User], wrong: dict[str, str]) -> None:
    given = {**WEEK, "time_zone": "UTC", **wrong}
    answer = signed_in(people[0]).post(
        "/preferences/availability/", {k: v for k, v in given.items() if v}
    )
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert reload_user(people[0]).availability.calendar == {}


@pytest.mark.same_everywhere
def test_days_off_and_vacations_are_entered_and_removed(people: list[User]) -> None:
    client = signed_in(people[0])
    day = (timezone.now() + timedelta(days=9)).date().isoformat()
    client.post("/preferences/availability/day-off/", {"day": day})
    assert reload_user(people[0]).availability.calendar["off"] == [day]
    client.post("/preferences/availability/day-off/remove/", {"day": day})
    assert reload_user(people[0]).availability.calendar == {}
    client.post("/preferences/availability/vacation/", {"first": day, "last": day})
    [[start, _end, by_itself]] = reload_user(people[0]).availability.vacations
    assert by_itself is False
    client.post("/preferences/availability/vacation/end/", {"start": start})
    assert reload_user(people[0]).availability.vacations == []


@pytest.mark.same_everywhere
@pytest.mark.parametrize("start", ["", "yesterday", "2026-01-01T00:00:00+00:00", "2026-01-01"])
def test_a_vacation_that_is_not_there_is_not_ended(people: list[User], start: str) -> None:
    client = signed_in(people[0])
    assert (
        client.post("/preferences/availability/vacation/end/", {"start": start}).status_code == 302
    )


@pytest.mark.same_everywhere
def test_a_vacation_too_long_is_refused_on_the_page(people: list[User]) -> None:
    today = timezone.now().date()
    given = {"first": today.isoformat(), "last": (today + timedelta(days=50)).isoformat()}
    answer = signed_in(people[0]).post("/preferences/availability/vacation/", given)
    assert answer.status_code == 422
    assert "You have only" in answer.text
    assert reload_user(people[0]).availability.vacations == []


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("first", "last"), [("", "9999-12-31"), ("9999-12-31", "9999-12-31"), ("0001-01-01", "")]
)
def test_a_vacation_to_the_end_of_time_is_refused(
    people: list[User], first: str, last: str
) -> None:
    today = timezone.now().date().isoformat()
    given = {"first": first or today, "last": last or today}
    User.objects.filter(pk=people[0].pk).update(time_zone="Asia/Tokyo")
    assert (
        signed_in(people[0]).post("/preferences/availability/vacation/", given).status_code == 422
    )
    assert api(people[0], "post", "/api/availability/vacations/", given).status_code == 400
    assert reload_user(people[0]).availability.vacations == []


def test_a_stranger_sees_no_page_of_time(client: Client, people: list[User]) -> None:
    assert client.get("/preferences/availability/").status_code == 302
    assert client.get("/api/availability/").status_code in (401, 403)


def api(user: User, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
    return getattr(signed_in(user), method)(path, data, content_type="application/json")


@pytest.mark.same_everywhere
def test_the_api_sets_the_same(people: list[User]) -> None:
    week = [{"begin": "08:00", "until": "00:00"}] * 5 + [None, None]
    answer = api(
        people[0], "patch", "/api/availability/", {"week": week, "time_zone": "Asia/Tokyo"}
    )
    assert answer.status_code == 200
    assert answer.json()["week"] == week
    assert reload_user(people[0]).availability.calendar["week"] == [[480, 1440]] * 5 + [None, None]
    first = (timezone.now() + timedelta(days=3)).date().isoformat()
    answer = api(people[0], "post", "/api/availability/vacations/", {"first": first, "last": first})
    [vacation] = answer.json()["vacations"]
    assert answer.json()["vacation_days"] == pytest.approx(9.0, abs=0.05)
    answer = api(people[0], "delete", "/api/availability/vacations/", {"start": vacation["start"]})
    assert answer.json()["vacations"] == []


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "wrong",
    [
        {"week": [None] * 7},
        {"week": [{"begin": "08:00", "until": "09:00"}] * 7},
        {"week": [{"begin": "8", "until": "25:00"}] * 7},
        {"week": []},
        {"time_zone": "Nowhere"},
        {"days_off": [f"2027-{month:02}-{day:02}" for month in (1, 3) for day in range(1, 29)]},
    ],
)
def test_the_api_refuses_nonsense_with_the_reason(
    people: list[User], wrong: dict[str, Any]
) -> None:
    answer = api(people[0], "patch", "/api/availability/", wrong)
    assert answer.status_code == 400
    assert reload_user(people[0]).availability.calendar == {}


@pytest.mark.same_everywhere
def test_a_table_is_opened_with_pauses_and_a_window(people: list[User]) -> None:
    window = {"zone": "Europe/Berlin", "days": [4, 5], "begin": "19:00", "end": "23:00"}
    given = {"game": GAME, "seats": 2, "pauses": "days", "window": window}
    answer = api(people[0], "post", "/api/tables/", given)
    assert answer.status_code == 201
    assert answer.json()["pauses"] == "days"
    assert answer.json()["window"]["week"][4] == [1140, 1380]
    assert "19:00" in answer.json()["clock_rule"]
    wrong = {**given, "window": {**window, "days": []}}
    assert api(people[0], "post", "/api/tables/", wrong).status_code == 400


def test_the_lobby_filters_by_pauses(people: list[User]) -> None:
    api(people[0], "post", "/api/tables/", {"game": GAME, "seats": 2, "pauses": "none"})
    client = signed_in(people[1])
    assert "A round takes at most 2 days." in client.get("/tables/?pauses=none").text
    assert "A round takes" not in client.get("/tables/?pauses=days").text


def test_time_is_given_by_page_and_api(people: list[User]) -> None:
    made = api(people[0], "post", "/api/tables/", {"game": GAME, "seats": 2}).json()
    signed_in(people[1]).post(f"/tables/{made['key']}/join/")
    table = Table.objects.get(key=made["key"])
    seat = Seat.objects.get(table=table, waiting_since__isnull=False)
    other = next(user for user in people[:2] if user.pk != seat.user_id)
    page = signed_in(other).get(table.get_absolute_url())
    assert "More time" in page.text
    signed_in(other).post(f"/tables/{table.key}/give-time/", {"seat": seat.number})
    answer = api(other, "post", f"/api/tables/{table.key}/give-time/", {"seat": seat.number})
    assert answer.status_code == 200
    later = Seat.objects.get(pk=seat.pk)
    assert later.due_at is not None
    assert seat.due_at is not None
    assert later.due_at - seat.due_at == timedelta(days=2)
    stranger = api(people[3], "post", f"/api/tables/{table.key}/give-time/", {"seat": seat.number})
    assert stranger.status_code == 403


@pytest.mark.same_everywhere
def test_the_api_opens_a_friendly_table_without_a_limit(people: list[User]) -> None:
    given = {"game": GAME, "seats": 2, "clock": "unlimited"}
    made = api(people[0], "post", "/api/tables/", given).json()
    assert made["clock"] == {"bank": 0, "increment": 0, "cap": 0, "fixed_hour": None}
    assert made["rated"] is False
    wrong = {"game": GAME, "seats": 2, "custom_clock": {"bank": 5, "increment": 5, "cap": 5}}
    assert api(people[0], "post", "/api/tables/", wrong).status_code == 400
