"""Nobody is kept waiting without end, whatever calendars, vacations and windows say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.calendars import wording
from games.calendars.checks import BadCalendar, window
from games.calendars.pauses import MOST_AWAY
from games.clocks import (
    DAY,
    LONG_WAIT_DAYS,
    due,
)
from games.lobby import gathering
from games.models import Seat, Table
from games.my_time import setting
from games.outbox import writing
from games.table import play, vacations, waits
from tests.games.conftest import actor, fresh, player

pytestmark = pytest.mark.django_db(transaction=True)
DAYTIME = [(8 * 60, 23 * 60)] * 7
MakeTable = Callable[..., Table]


def stalling(user: User) -> None:
    """The least week, and all days off and vacation that one may have."""
    today = timezone.now().date()
    setting.set_week(user, "UTC", [None] * 4 + [(12 * 60, 16 * 60)] * 3)
    setting.set_days_off(user, [today + timedelta(days=n) for n in range(30)])
    User.objects.filter(pk=user.pk).update(vacation_days=30.0)
    user.refresh_from_db()


@pytest.mark.parametrize(("clock", "days"), [("day", 3), ("week", 21)])
def test_a_wait_ends_after_three_times_its_bank_and_the_vacation_left(
    people: list[User], new_table: MakeTable, clock: str, days: int
) -> None:
    for user in people[:2]:
        stalling(user)
    table = new_table(clock=clock)
    seat: Any = actor(table)
    longest = seat.waiting_since + timedelta(days=days) + MOST_AWAY
    assert seat.due_at == longest
    assert f"at most {days} days" in wording.rule(table)
    today = timezone.now().date()
    vacations.enter(player(seat), today, today + timedelta(days=25))
    assert actor(table).due_at == longest
    reminder = writing.remind_at(actor(table))
    assert reminder is not None
    assert reminder < longest


@pytest.mark.same_everywhere
def test_vacation_that_a_match_has_had_is_not_waited_for_again(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people[:2]:
        stalling(user)
    table = new_table()
    seat: Any = actor(table)
    seat.vacation_used = 21.0 * DAY
    waits.begin(seat, table, seat.waiting_since)
    assert seat.due_at == seat.waiting_since + timedelta(days=3)


@pytest.mark.same_everywhere
def test_a_wait_from_before_the_bound_keeps_its_moment(
    people: list[User], new_table: MakeTable
) -> None:
    for user in people[:2]:
        stalling(user)
    table = new_table()
    seat: Any = actor(table)
    old = seat.waiting_since + timedelta(days=80)
    Seat.objects.filter(pk=seat.pk).update(due_at=old)
    today = timezone.now().date()
    vacations.enter(player(seat), today, today + timedelta(days=10))
    now: Any = actor(table)
    assert now.due_at <= old
    assert now.due_at > seat.due_at


@pytest.mark.same_everywhere
def test_a_play_window_gives_a_wait_the_time_that_it_takes_alone(
    people: list[User], new_table: MakeTable
) -> None:
    table = new_table(window=window("UTC", [5], 12 * 60, 18 * 60), pauses="none")
    seat: Any = actor(table)
    assert seat.due_at == due(DAY, seat.waiting_since, seat.calendar)
    assert timedelta(days=21) < seat.due_at - seat.waiting_since <= timedelta(days=35)
    assert wording.rule(table).endswith("A turn takes at most 35 days.")


@pytest.mark.same_everywhere
def test_a_play_window_that_is_too_narrow_for_its_clock_is_refused(
    people: list[User], new_table: MakeTable
) -> None:
    with pytest.raises(gathering.BadTable, match="6 hours a week"):
        new_table(window=window("UTC", [5], 12 * 60, 14 * 60))
    with pytest.raises(gathering.BadTable, match="42 hours a week"):
        new_table(clock="week", window=window("UTC", range(7), 12 * 60, 16 * 60))


@pytest.mark.same_everywhere
def test_days_off_that_are_over_count_for_a_year(people: list[User]) -> None:
    user, today = people[0], timezone.now().date()
    over = [(today - timedelta(days=n)).isoformat() for n in (400, *range(1, 26))]
    user.calendar = {"off": over}
    user.save()
    ahead = [today + timedelta(days=n) for n in range(1, 7)]
    with pytest.raises(BadCalendar, match="within a year"):
        setting.set_days_off(user, ahead)
    setting.set_days_off(user, ahead[:5])
    assert setting.days_off(user) == ahead[:5]
    assert len(User.objects.get(pk=user.pk).calendar["off"]) == 30
    setting.set_days_off(user, [])
    assert len(User.objects.get(pk=user.pk).calendar["off"]) == 25


@pytest.mark.same_everywhere
def test_a_day_off_that_has_begun_stays(people: list[User]) -> None:
    user, today = people[0], timezone.now().date()
    setting.add_day_off(user, today)
    with pytest.raises(BadCalendar, match="has begun"):
        setting.remove_day_off(user, today)
    setting.set_days_off(user, [])
    assert setting.days_off(user) == [today]


@pytest.mark.same_everywhere
def test_without_a_limit_nobody_who_lets_others_wait_can_keep_the_match(
    people: list[User], new_table: MakeTable
) -> None:
    table = new_table(clock="unlimited")
    seat: Any = actor(table)
    other = next(user for user in people[:2] if user.pk != seat.user_id)
    since = timezone.now() - timedelta(days=LONG_WAIT_DAYS)
    Seat.objects.filter(pk=seat.pk).update(waiting_since=since + timedelta(minutes=5))
    play.agree_call_off(table.key, other)
    assert fresh(table).is_running
    play.agree_call_off(table.key, other, agrees=False)
    Seat.objects.filter(pk=seat.pk).update(waiting_since=since - timedelta(minutes=5))
    play.agree_call_off(table.key, other)
    assert fresh(table).status == Table.Status.CALLED_OFF
