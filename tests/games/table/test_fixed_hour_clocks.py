"""Tables whose turns are due at a fixed hour: waits, pauses, downtime, and who may choose it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.availability import seat_calendars, wait_limits
from games.clock_calendar import Span
from games.lobby.clock_filter import clock_filter
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Proposal, Seat, Table
from games.table.actions import player_actions
from games.table.agreements import actions as agreements
from games.table.session import seat_clock
from games.time_controls import PRESETS_BY_KEY, FixedHour, TimeControl
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, actor, fresh, play_on

pytestmark = pytest.mark.django_db
HOUR = FixedHour("21:00", "Europe/Berlin")
CLOCK = TimeControl.at_hour(HOUR)


class Time:
    """The clock of the tests, which stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 4, 8, tzinfo=UTC)  # Monday, 10:00 in Berlin

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr(timezone, "now", found)
    return found


@pytest.fixture
def hour_table(people: list[User]) -> Table:
    table = table_setup.open_table(people[0], GAME, TableSettings(2, {}, CLOCK))
    table_setup.join(table.key, people[1])
    return Table.objects.get(pk=table.pk)


def berlin(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 5, day, hour - 2, minute, tzinfo=UTC)


def due_at(table: Table) -> datetime:
    found = actor(table).due_at
    assert found is not None
    return found


def test_wait_ends_at_the_first_hour_after_the_least_time(hour_table: Table) -> None:
    assert due_at(hour_table) == berlin(5, 21)


def test_wait_that_begins_early_ends_the_same_day(people: list[User], time: Time) -> None:
    time.now = berlin(4, 8, 59)
    table = table_setup.open_table(people[0], GAME, TableSettings(2, {}, CLOCK))
    table_setup.join(table.key, people[1])
    assert due_at(table) == berlin(4, 21)


def test_every_new_turn_has_a_deadline_by_the_rule(hour_table: Table, time: Time) -> None:
    for _move in range(4):
        time.now += timedelta(hours=7)
        play_on(hour_table, 1)
        seat = actor(hour_table)
        assert seat.waiting_since is not None
        assert seat.due_at == HOUR.due_at(seat.waiting_since)


def test_downtime_moves_the_deadline_to_the_next_hour(hour_table: Table) -> None:
    seat_clock.compensate_downtime([actor(hour_table)], berlin(4, 12), berlin(4, 13))
    assert due_at(hour_table) == berlin(6, 21)


def test_vacation_moves_the_deadline_to_the_hour(hour_table: Table, time: Time) -> None:
    seat = actor(hour_table)
    seat.pauses = {"away": [[berlin(5, 8).isoformat(), berlin(9, 8).isoformat()]]}
    time.now = berlin(4, 11)
    seat_clock.apply_downtime([seat], [Span(berlin(4, 12), berlin(4, 12, 5))], time.now)
    assert due_at(hour_table) == berlin(10, 21)


def test_pause_moves_the_deadline_to_the_hour(
    hour_table: Table, people: list[User], time: Time
) -> None:
    time.now = berlin(5, 20)
    agreements.propose(hour_table.key, people[0], "pause", {"until": berlin(8, 10)})
    proposal = Proposal.objects.get(table=hour_table)
    agreements.answer(hour_table.key, people[1], proposal.pk, agrees=True)
    assert due_at(hour_table) == berlin(8, 21)


def test_reopened_decision_gains_no_day(hour_table: Table, time: Time) -> None:
    seat = actor(hour_table)
    time.now = berlin(5, 20, 50)
    seat_clock.stop_wait(seat, time.now)
    time.now = berlin(5, 20, 55)
    seat_clock.start_wait(seat, hour_table, time.now, reopens=True)
    assert seat.due_at == berlin(5, 21, 5)


@pytest.mark.parametrize(("start", "due"), [((3, 27, 9), (3, 28, 20)), ((10, 23, 9), (10, 24, 19))])
def test_day_from_opponents_is_one_day_across_changes_of_the_clock(
    people: list[User], time: Time, start: tuple[int, ...], due: tuple[int, ...]
) -> None:
    """The nights to 29 March and to 25 October change the clock in Berlin."""
    time.now = datetime(2026, *start, tzinfo=UTC)  # type: ignore[arg-type]
    table = table_setup.open_table(people[0], GAME, TableSettings(2, {}, CLOCK))
    table_setup.join(table.key, people[1])
    late = actor(table)
    giver = next(one for one in people[:2] if one.pk != late.user_id)
    assert due_at(table) == datetime(2026, *due, tzinfo=UTC)  # type: ignore[arg-type]
    local = [due_at(table).astimezone(ZoneInfo(HOUR.zone))]
    for _day in range(2):
        player_actions.give_time(table.key, giver, late.number)
        local.append(due_at(table).astimezone(ZoneInfo(HOUR.zone)))
    assert [one.day - local[0].day for one in local] == [0, 1, 2]
    assert {(one.hour, one.minute) for one in local} == {(21, 0)}


def test_day_from_opponents_gives_nothing_back_when_the_turn_is_made(
    hour_table: Table, people: list[User], time: Time
) -> None:
    late = actor(hour_table)
    giver = next(one for one in people[:2] if one.pk != late.user_id)
    player_actions.give_time(hour_table.key, giver, late.number)
    assert due_at(hour_table) == berlin(6, 21)
    play_on(hour_table, 1)
    assert due_at(hour_table) == HOUR.due_at(time.now)


def take_hour_off(seat: Seat, start: datetime) -> None:
    """Let the person of a seat have a vacation of an hour, as of now."""
    assert seat.user is not None
    span = [start.isoformat(), (start + timedelta(hours=1)).isoformat(), False]
    seat.user.availability.vacations = [*seat.user.availability.vacations, span]
    seat_clock.apply_vacations([seat], seat.user, start)


def test_repeated_short_vacations_gain_one_day_in_a_wait(hour_table: Table, time: Time) -> None:
    seat = actor(hour_table)
    for hour in range(8, 18, 2):
        time.now = berlin(5, hour)
        take_hour_off(seat, time.now)
        assert seat.due_at == berlin(6, 21)


def test_limit_of_a_wait_caps_vacations_between_reopened_decisions(
    hour_table: Table, time: Time
) -> None:
    seat = actor(hour_table)
    assert seat.waiting_since is not None
    most = timedelta(seconds=wait_limits.wait_limit(seat.bank, CLOCK))
    last = seat.waiting_since + most + seat_calendars.MAX_VACATION_PER_MATCH
    assert seat.due_at is not None
    dues = [seat.due_at]
    for _again in range(40):
        time.now = seat.due_at - timedelta(minutes=30)
        take_hour_off(seat, time.now)
        seat_clock.stop_wait(seat, time.now)
        seat_clock.start_wait(seat, hour_table, time.now, reopens=True)
        assert seat.due_at is not None
        dues.append(seat.due_at)
    assert dues[0] < dues[1]
    assert dues[-2] <= dues[-1] <= last


def test_players_agree_on_a_fixed_hour_and_leave_it(table: Table, people: list[User]) -> None:
    for clock in (CLOCK, PRESETS_BY_KEY["three-days"].clock):
        agreements.propose(table.key, people[0], "clock", {"clock": clock})
        proposal = Proposal.objects.get(table=table, outcome=Proposal.Outcome.OPEN)
        agreements.answer(table.key, people[1], proposal.pk, agrees=True)
        assert fresh(table).clock == clock
        if clock.fixed_hour:
            assert due_at(table) == HOUR.due_at(timezone.now())


def test_filter_separates_fixed_hours_from_days(hour_table: Table, table: Table) -> None:
    assert list(Table.objects.filter(clock_filter("fixed-hour"))) == [hour_table]
    assert list(Table.objects.filter(clock_filter("day"))) == [table]
    assert set(Table.objects.filter(clock_filter("days"))) == {hour_table, table}


def test_rematch_settings_keep_the_hour(hour_table: Table) -> None:
    settings = TableSettings.from_table(hour_table, [])
    assert settings.clock == CLOCK
    assert TimeControl.from_json(settings.to_json()["clock"]) == CLOCK


def test_form_opens_a_table_with_a_fixed_hour(people: list[User]) -> None:
    page = reverse("games:new_of", args=[GAME])
    client = signed_in(people[0])
    form = client.get(page).context["form"]
    options = {name: form[name].value() for name in form.fields if name.startswith("option_")}
    hour = {"hour_time": "20:30", "hour_zone": "Asia/Tokyo", "hour_days": "2"}
    about = {"seats": 2, "clock": "fixed-hour", "visibility": "public", "start_when": "full"}
    answer = client.post(page, {**options, **about, **hour})
    assert answer.status_code == 302, answer.context["form"].errors
    assert Table.objects.get().fixed_hour == FixedHour("20:30", "Asia/Tokyo", 2)
    again = client.get(page).context["form"]
    assert [again[name].value() for name in ("clock", "hour_zone")] == ["fixed-hour", "Asia/Tokyo"]


def test_form_asks_for_the_missing_time(people: list[User]) -> None:
    page = reverse("games:new_of", args=[GAME])
    answer = signed_in(people[0]).post(page, {"clock": "fixed-hour", "hour_zone": "UTC"})
    assert "hour_time" in answer.context["form"].errors


def test_api_opens_and_shows_a_fixed_hour(people: list[User]) -> None:
    hour = {"time": "21:00", "zone": "Europe/Berlin", "days": 1}
    data = {"game": GAME, "seats": 2, "fixed_hour": hour}
    answer = api_of(people[0]).post(reverse("api:tables"), data, format="json")
    assert answer.status_code in (200, 201), answer.data
    usual = {"bank": 86400, "increment": 86400, "cap": 86400}
    assert answer.data["clock"] == {**usual, "fixed_hour": hour}


def test_api_refuses_an_unknown_zone(people: list[User]) -> None:
    hour = {"time": "21:00", "zone": "Europe/Nowhere"}
    data = {"game": GAME, "seats": 2, "fixed_hour": hour}
    assert api_of(people[0]).post(reverse("api:tables"), data, format="json").status_code == 400


def test_api_proposes_a_fixed_hour(table: Table, people: list[User]) -> None:
    to = reverse("api:proposals", args=[table.key])
    hour = {"time": "21:00", "zone": "Europe/Berlin", "days": 3}
    answer = api_of(people[0]).post(to, {"kind": "clock", "fixed_hour": hour}, format="json")
    assert answer.status_code == 200
    shown = api_of(people[1]).get(to).data["open"]["clock"]
    assert shown["fixed_hour"] == hour


def test_move_reads_no_more_rows_than_with_another_clock(hour_table: Table, table: Table) -> None:
    counts = []
    for one in (table, hour_table):
        with CaptureQueriesContext(connection) as found:
            play_on(one, 1)
        counts.append(len(found))
    assert counts[1] <= counts[0]
