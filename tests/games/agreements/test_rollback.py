"""What a rollback by staff does to pauses and clocks that players agreed on: they stay."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Seat, Table
from games.table.actions.rollback import roll_back_table
from games.table.agreements import actions as agreements
from games.time_controls import PRESETS_BY_KEY, FixedHour, TimeControl
from tests.games.conftest import fresh, play_on

pytestmark = pytest.mark.django_db
NewTable = Callable[..., Table]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
USUAL = PRESETS_BY_KEY["day"].clock


def agree(table: Table, people: list[User], kind: str, **given: Any) -> None:
    agreements.propose(table.key, people[0], kind, given)
    agreements.answer(table.key, people[1], table.proposals.get(outcome="open").pk, agrees=True)


def roll_back(table: Table, staff: User) -> Table:
    """Let the match continue from its start."""
    table = fresh(table)
    roll_back_table(table.key, 0, staff, "a bug", table.version)
    return fresh(table)


def waiting_seats(table: Table) -> list[Seat]:
    """The seats that must move, whose clocks are sane."""
    seats = [seat for seat in table.seat_set.all() if seat.waiting_since is not None]
    assert seats
    assert all(seat.bank > 0 for seat in seats)
    return seats


def deadlines(table: Table) -> list[timedelta]:
    """The time from now until those who must move are out of time."""
    now = timezone.now()
    return [seat.due_at - now for seat in waiting_seats(table) if seat.due_at is not None]


def test_pause_stays_and_everyone_has_their_time_after_it(table: Table, people: list[User]) -> None:
    until = timezone.now() + 3 * DAY
    play_on(table, 4)
    agree(table, people, "pause", until=until)
    now = roll_back(table, people[4])
    assert now.paused_until == until
    assert all(left > 3 * DAY + timedelta(seconds=USUAL.bank) - HOUR for left in deadlines(now))
    assert not agreements.settle(table.key)

    assert agreements.settle(table.key, until)
    now = fresh(table)
    assert now.paused_until is None
    assert all(left > 3 * DAY + timedelta(seconds=USUAL.bank) - HOUR for left in deadlines(now))
    play_on(now, 1)


def test_players_end_a_pause_after_a_rollback(table: Table, people: list[User]) -> None:
    play_on(table, 4)
    agree(table, people, "pause", until=timezone.now() + 3 * DAY)
    roll_back(table, people[4])
    agree(table, people, "continue")
    now = fresh(table)
    assert now.paused_until is None
    assert all(left < timedelta(seconds=USUAL.bank) + HOUR for left in deadlines(now))


def test_pause_that_passed_while_the_match_was_over_is_over(
    table: Table, people: list[User]
) -> None:
    agree(table, people, "pause", until=timezone.now() + 3 * DAY)
    play_on(fresh(table))
    Table.objects.filter(pk=table.pk).update(paused_until=timezone.now() - DAY)
    now = roll_back(table, people[4])
    assert all(
        timedelta(seconds=USUAL.bank) - HOUR < left < timedelta(seconds=USUAL.bank) + HOUR
        for left in deadlines(now)
    )
    assert agreements.due_tables(timezone.now()) == [table.key]
    assert agreements.settle(table.key)
    assert fresh(table).paused_until is None


@pytest.mark.parametrize("is_over", [False, True])
def test_another_clock_stays_and_deadlines_begin_again(
    table: Table, people: list[User], *, is_over: bool
) -> None:
    clock = PRESETS_BY_KEY["week"].clock
    play_on(table, 4)
    agree(table, people, "clock", clock=clock)
    if is_over:
        play_on(fresh(table))
    now = roll_back(table, people[4])
    assert now.clock == clock
    assert all(left > timedelta(seconds=clock.bank) - HOUR for left in deadlines(now))


def test_fixed_hour_stays_and_turns_are_due_at_it(table: Table, people: list[User]) -> None:
    hour = FixedHour("20:30", "Asia/Tokyo", 2)
    play_on(table, 4)
    agree(table, people, "clock", clock=TimeControl.at_hour(hour))
    now = roll_back(table, people[4])
    assert now.fixed_hour == hour
    for seat in waiting_seats(now):
        assert seat.due_at is not None
        assert seat.due_at - timezone.now() > timedelta(hours=35)
        assert f"{seat.due_at.astimezone(ZoneInfo('Asia/Tokyo')):%H:%M}" == "20:30"


def test_live_clock_for_an_evening_is_followed_by_the_usual_one(
    table: Table, people: list[User]
) -> None:
    live = PRESETS_BY_KEY["live-10"].clock
    play_on(table, 4)
    agree(table, people, "clock", clock=live, until=timezone.now() + HOUR)
    now = roll_back(table, people[4])
    assert (now.clock, now.usual_clock) == (live, USUAL)
    play_on(now)
    Table.objects.filter(pk=table.pk).update(clock_returns_at=timezone.now() - DAY)
    now = roll_back(table, people[4])
    assert agreements.due_tables(timezone.now()) == [table.key]
    assert agreements.settle(table.key)
    now = fresh(table)
    assert (now.clock, now.clock_returns_at) == (USUAL, None)
    assert all(left > timedelta(seconds=USUAL.bank) - HOUR for left in deadlines(now))
