"""Nobody is kept waiting without end, whatever calendars, vacations and windows say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.availability import descriptions
from games.availability.preferences import settings
from games.availability.seat_calendars import MAX_VACATION_PER_MATCH
from games.availability.validation import InvalidCalendarError, build_window
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Proposal, Seat, Table
from games.notifications.outbox import turns
from games.table import vacations
from games.table.actions import player_actions
from games.table.agreements import actions as agreements
from games.table.session import seat_clock
from games.time_controls import CALL_OFF_WAIT_DAYS, DAY, PRESETS_BY_KEY, deadline
from portal.errors import ActionError
from tests.clients import signed_in
from tests.exploits import clocks
from tests.games.conftest import GAME, actor, fresh, player

pytestmark = pytest.mark.django_db(transaction=True)
DAYTIME = [(8 * 60, 23 * 60)] * 7
MakeTable = Callable[..., Table]


def minimize_availability(user: User) -> None:
    """The least week, and all days off and vacation that one may have."""
    today = timezone.now().date()
    settings.set_week(user, "UTC", [None] * 4 + [(12 * 60, 16 * 60)] * 3)
    settings.set_days_off(user, [today + timedelta(days=n) for n in range(30)])
    user.availability.assign(vacation_days=30.0)
    user.refresh_from_db()


@pytest.mark.parametrize(("clock", "days"), [("day", 3), ("week", 21)])
def test_a_wait_ends_after_three_times_its_bank_and_the_vacation_left(
    people: list[User], new_table: MakeTable, clock: str, days: int
) -> None:
    for user in people[:2]:
        minimize_availability(user)
    table = new_table(clock=clock)
    seat: Any = actor(table)
    longest = seat.waiting_since + timedelta(days=days) + MAX_VACATION_PER_MATCH
    assert seat.due_at == longest
    assert f"at most {days} days" in descriptions.time_rules_text(table)
    today = timezone.now().date()
    vacations.add_vacation(player(seat), today, today + timedelta(days=25))
    assert actor(table).due_at == longest
    reminder = turns.reminder_due_at(actor(table))
    assert reminder is not None
    assert reminder < longest


@pytest.mark.same_everywhere
def test_vacation_that_a_match_has_had_is_not_waited_for_again(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people[:2]:
        minimize_availability(user)
    table = new_table()
    seat: Any = actor(table)
    seat.vacation_used = 21.0 * DAY
    seat_clock.start_wait(seat, table, seat.waiting_since)
    assert seat.due_at == seat.waiting_since + timedelta(days=3)


def test_time_beyond_the_limit_uses_up_the_vacation(
    people: list[User], new_table: MakeTable
) -> None:
    """Opening hours on three days in a row: no vacation, and every wait took 13.6 days."""
    for user in people[:2]:
        settings.set_week(user, "UTC", [None] * 4 + [(12 * 60, 16 * 60)] * 3)
    table = new_table()
    seat: Any = actor(table)
    lasted = (seat.due_at - seat.waiting_since).total_seconds()
    assert lasted > 10 * DAY
    seat_clock.stop_wait(seat, seat.due_at)
    assert seat.vacation_used == pytest.approx(lasted - 3 * DAY)


def test_the_longest_total_wait_is_what_the_table_says(db: None) -> None:
    """An adversary with the worst calendar reaches it; no random one goes beyond it."""
    clock = PRESETS_BY_KEY["day"].clock
    worst = clocks.longest_match(clock, clocks.worst_calendar(), count=12)
    assert worst == pytest.approx(12 * 3 * DAY + MAX_VACATION_PER_MATCH.total_seconds(), abs=1)
    for exploit in clocks.EXPLOITS:
        assert not exploit.measure(6, 1).pays, exploit.name


def test_a_gift_extends_a_wait_by_its_own_length(people: list[User], new_table: MakeTable) -> None:
    for user in people[:2]:
        minimize_availability(user)
    table = new_table()
    seat: Any = actor(table)
    other = next(user for user in people[:2] if user.pk != seat.user_id)
    for _day in range(seat_clock.MAX_EXTRA_DAYS):
        player_actions.give_time(table.key, other, seat.number)
    assert actor(table).due_at == seat.due_at + timedelta(days=seat_clock.MAX_EXTRA_DAYS)


def test_a_gift_needs_everyone_else(people: list[User]) -> None:
    opened = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:3]:
        table_setup.join(opened.key, user)
    table = fresh(opened)
    seat: Any = actor(table)
    one, other = (user for user in people[:3] if user.pk != seat.user_id)
    player_actions.give_time(table.key, one, seat.number)
    assert actor(table).due_at == seat.due_at
    with pytest.raises(ActionError, match="already agreed"):
        player_actions.give_time(table.key, one, seat.number)
    for user, has_agreed in ((one, True), (other, False)):
        page = signed_in(user).get(table.get_absolute_url()).text
        assert (f"You have agreed to give {seat.user.username} one more day" in page) == has_agreed
        assert (f"/tables/{table.key}/give-time/" in page) != has_agreed
    player_actions.give_time(table.key, other, seat.number)
    assert actor(table).due_at == seat.due_at + timedelta(days=1)
    noted = table.messages.filter(log_code__in=("offers_time", "more_time")).order_by("pk")
    assert [note.log_code for note in noted] == ["offers_time", "more_time"]


@pytest.mark.same_everywhere
def test_a_decision_opened_again_has_what_is_left_of_its_limit(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people[:2]:
        minimize_availability(user)
    table = new_table()
    seat: Any = actor(table)
    later = seat.waiting_since + timedelta(days=2)
    seat_clock.stop_wait(seat, later)
    seat_clock.start_wait(seat, table, later)
    assert seat.due_at == later + timedelta(days=1) + MAX_VACATION_PER_MATCH
    seat_clock.set_bank(seat, DAY)
    seat_clock.start_wait(seat, table, later)
    assert seat.due_at == later + timedelta(days=3) + MAX_VACATION_PER_MATCH


@pytest.mark.same_everywhere
def test_a_wait_from_before_the_bound_keeps_its_moment(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people[:2]:
        minimize_availability(user)
    table = new_table()
    seat: Any = actor(table)
    old = seat.waiting_since + timedelta(days=80)
    Seat.objects.filter(pk=seat.pk).update(due_at=old)
    today = timezone.now().date()
    vacations.add_vacation(player(seat), today, today + timedelta(days=10))
    now: Any = actor(table)
    assert now.due_at <= old
    assert now.due_at > seat.due_at


@pytest.mark.same_everywhere
def test_a_play_window_gives_a_wait_the_time_that_it_takes_alone(
    people: list[User], new_table: MakeTable
) -> None:
    table = new_table(window=build_window("UTC", [5], 12 * 60, 18 * 60), pauses="none")
    seat: Any = actor(table)
    assert seat.due_at == deadline(DAY, seat.waiting_since, seat.calendar)
    assert timedelta(days=21) <= seat.due_at - seat.waiting_since <= timedelta(days=28)
    assert "Each wait for a player lasts at most 28 days." in descriptions.time_rules_text(table)


@pytest.mark.same_everywhere
def test_a_play_window_that_is_too_narrow_for_its_clock_is_refused(
    people: list[User], new_table: MakeTable
) -> None:
    with pytest.raises(table_setup.InvalidTableError, match="6 hours a week"):
        new_table(window=build_window("UTC", [5], 12 * 60, 14 * 60))
    with pytest.raises(table_setup.InvalidTableError, match="42 hours a week"):
        new_table(clock="week", window=build_window("UTC", range(7), 12 * 60, 16 * 60))


@pytest.mark.same_everywhere
def test_days_off_that_are_over_count_for_a_year(people: list[User]) -> None:
    user, today = people[0], timezone.now().date()
    over = [(today - timedelta(days=n)).isoformat() for n in (400, *range(1, 26))]
    user.availability.assign(calendar={"off": over})
    ahead = [today + timedelta(days=n) for n in range(1, 7)]
    with pytest.raises(InvalidCalendarError, match="within a year"):
        settings.set_days_off(user, ahead)
    settings.set_days_off(user, ahead[:5])
    assert settings.days_off(user) == ahead[:5]
    assert len(User.objects.get(pk=user.pk).availability.calendar["off"]) == 30
    settings.set_days_off(user, [])
    assert len(User.objects.get(pk=user.pk).availability.calendar["off"]) == 25


@pytest.mark.same_everywhere
def test_a_day_off_that_has_begun_stays(people: list[User]) -> None:
    user, today = people[0], timezone.now().date()
    settings.add_day_off(user, today)
    with pytest.raises(InvalidCalendarError, match="has begun"):
        settings.remove_day_off(user, today)
    settings.set_days_off(user, [])
    assert settings.days_off(user) == [today]


@pytest.mark.same_everywhere
def test_without_a_limit_nobody_who_lets_others_wait_can_keep_the_match(
    people: list[User], new_table: MakeTable
) -> None:
    table = new_table(clock="unlimited")
    seat: Any = actor(table)
    other = next(user for user in people[:2] if user.pk != seat.user_id)
    since = timezone.now() - timedelta(days=CALL_OFF_WAIT_DAYS)
    Seat.objects.filter(pk=seat.pk).update(waiting_since=since + timedelta(minutes=5))
    agreements.agree_to_call_off(table.key, other)
    assert fresh(table).is_running
    agreements.agree_to_call_off(table.key, other, agrees=False)
    Proposal.objects.update(ended_at=since)
    Seat.objects.filter(pk=seat.pk).update(waiting_since=since - timedelta(minutes=5))
    agreements.agree_to_call_off(table.key, other)
    assert fresh(table).status == Table.Status.CALLED_OFF
