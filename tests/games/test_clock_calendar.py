"""Clocks that run only while a calendar is open: exact, and inverse to each other."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts import time_zones
from games.clock_calendar import ALWAYS, DAY_MINUTES, Calendar, Span, WeeklyHours
from games.time_controls import DAY, HOUR, deadline, elapsed_seconds, remaining_seconds

pytestmark = pytest.mark.same_everywhere
PATIENT = settings(deadline=None, database=None, derandomize=True, max_examples=300)

BERLIN = "Europe/Berlin"
WAKING = WeeklyHours(BERLIN, ((8 * 60, 23 * 60),) * 7)
WORKDAYS = WeeklyHours(BERLIN, ((8 * 60, 23 * 60),) * 5 + (None, None))
ZONES = sorted(time_zones.time_zone_names())
MOMENTS = 85 * 365 * 86_400 * 1_000_000  # microseconds: until 2080


def berlin(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(BERLIN)).astimezone(UTC)


def hours_of(rng: random.Random) -> tuple[int, int]:
    begin = rng.choice((0, rng.randrange(DAY_MINUTES)))
    return begin, begin + rng.choice((DAY_MINUTES, rng.randint(4 * 60, DAY_MINUTES)))


def layer_of(rng: random.Random, around: date) -> WeeklyHours:
    """Hours on three days of the week at least, in any zone, and some single days off."""
    week = [hours_of(rng) if n < 3 or rng.random() < 0.6 else None for n in range(7)]
    rng.shuffle(week)
    off = {around + timedelta(days=rng.randint(-3, 400)) for _ in range(rng.choice((0, 3, 30)))}
    return WeeklyHours(rng.choice(ZONES), tuple(week), frozenset(off))


def wait_of(seed: int) -> tuple[datetime, Calendar]:
    """When some wait begins, and the calendar it keeps. (Drawing each number of a calendar by
    itself took four times what it took to try them.)"""
    rng = random.Random(seed)
    start = datetime(1995, 1, 1, tzinfo=UTC) + timedelta(microseconds=rng.randrange(MOMENTS))
    away = []
    at = start - timedelta(days=3)
    for _ in range(rng.randint(0, 4)):
        at += timedelta(hours=rng.randint(1, 900))
        away.append(Span(at, at + timedelta(hours=rng.randint(1, 500))))
        at = away[-1].end
    own, window = (rng.choice((None, layer_of(rng, start.date()))) for _ in range(2))
    return start, Calendar(own, window, tuple(away))


waits = st.integers(0, 2**32).map(wait_of)
banks = st.integers(0, 400 * DAY * 1_000_000).map(lambda microseconds: microseconds / 1_000_000)


@PATIENT
@given(waits, banks)
def test_due_and_spent_are_exact_inverses(wait: tuple[datetime, Calendar], bank: float) -> None:
    start, calendar = wait
    end = deadline(bank, start, calendar)
    assert end >= start
    assert elapsed_seconds(start, end, calendar) == pytest.approx(bank, abs=1e-6)
    assert remaining_seconds(bank, start, end, calendar) == pytest.approx(0, abs=1e-6)


@PATIENT
@given(waits, st.integers(0, 500 * DAY * 1_000_000))
def test_a_moment_at_which_the_clock_runs_is_found_again(
    wait: tuple[datetime, Calendar], later: int
) -> None:
    start, calendar = wait
    now = calendar.opens(start + timedelta(microseconds=later)) + timedelta(microseconds=1)
    if calendar.opens(now) == now:
        assert deadline(elapsed_seconds(start, now, calendar), start, calendar) == now


@PATIENT
@given(waits, banks, banks)
def test_time_only_goes_forward(wait: tuple[datetime, Calendar], one: float, other: float) -> None:
    start, calendar = wait
    less, more = sorted((one, other))
    assert deadline(less, start, calendar) <= deadline(more, start, calendar)


@PATIENT
@given(waits)
def test_what_a_row_keeps_is_the_calendar(wait: tuple[datetime, Calendar]) -> None:
    _start, calendar = wait
    assert Calendar.of(calendar.to_data()) in (calendar, None)
    assert (Calendar.of(calendar.to_data()) is None) == (calendar == Calendar())


def test_the_clock_rests_at_night() -> None:
    start = berlin(2026, 11, 23, 22)
    assert deadline(2 * HOUR, start, Calendar(WAKING)) == berlin(2026, 11, 24, 9)
    assert elapsed_seconds(start, berlin(2026, 11, 24, 5), Calendar(WAKING)) == HOUR


def test_the_clock_rests_on_weekly_days_off() -> None:
    friday = berlin(2026, 11, 27, 22)
    assert deadline(2 * HOUR, friday, Calendar(WORKDAYS)) == berlin(2026, 11, 30, 9)


def test_the_clock_rests_on_single_days_off() -> None:
    off = WeeklyHours(BERLIN, ALWAYS, frozenset({date(2026, 12, 24)}))
    start = berlin(2026, 12, 23, 23)
    assert deadline(2 * HOUR, start, Calendar(off)) == berlin(2026, 12, 25, 1)


def test_hours_may_go_past_midnight() -> None:
    late = Calendar(WeeklyHours(BERLIN, ((18 * 60, 26 * 60),) * 7))
    assert deadline(9 * HOUR, berlin(2026, 11, 23, 18), late) == berlin(2026, 11, 24, 19)


def test_the_clock_rests_while_somebody_is_away() -> None:
    away = Span(berlin(2026, 11, 24), berlin(2026, 11, 27))
    start = berlin(2026, 11, 23, 22)
    assert deadline(4 * HOUR, start, Calendar(away=(away,))) == berlin(2026, 11, 27, 2)


def test_a_play_window_lets_nobodys_clock_run_outside_of_it() -> None:
    evenings = WeeklyHours(BERLIN, (None,) * 4 + ((19 * 60, 23 * 60),) * 2 + (None,))
    start = berlin(2026, 11, 23, 12)
    assert deadline(6 * HOUR, start, Calendar(window=evenings)) == berlin(2026, 11, 28, 21)
    assert deadline(6 * HOUR, start, Calendar(WAKING, evenings)) == berlin(2026, 11, 28, 21)


@pytest.mark.parametrize(
    ("night", "hours"), [(berlin(2026, 3, 29), 23), (berlin(2026, 10, 25), 25)]
)
def test_days_with_a_change_of_summer_time_have_their_real_length(
    night: datetime, hours: int
) -> None:
    whole = Calendar(WeeklyHours(BERLIN, ALWAYS, frozenset({date(1990, 1, 1)})))
    next_midnight = (night + timedelta(hours=hours)).astimezone(ZoneInfo(BERLIN))
    assert (next_midnight.hour, next_midnight.minute) == (0, 0)
    assert elapsed_seconds(night, next_midnight, whole) == hours * HOUR


def test_hours_that_summer_time_skips_are_not_counted() -> None:
    early = Calendar(WeeklyHours(BERLIN, ((60, 5 * 60),) * 7))
    assert elapsed_seconds(berlin(2026, 3, 29), berlin(2026, 3, 30), early) == 3 * HOUR
    assert elapsed_seconds(berlin(2026, 10, 25), berlin(2026, 10, 26), early) == 5 * HOUR


def test_a_leap_day_is_a_day_like_any_other() -> None:
    start = datetime(2028, 2, 28, 12, tzinfo=UTC)
    utc = Calendar(WeeklyHours("UTC", ((0, 12 * 60),) * 7))
    assert deadline(13 * HOUR, start, utc) == datetime(2028, 3, 1, 1, tzinfo=UTC)


def test_a_day_that_a_zone_left_out_does_not_count() -> None:
    # Samoa went from 29 to 31 December 2011 by changing the side of the date line.
    samoa = Calendar(WeeklyHours("Pacific/Apia", ((8 * 60, 20 * 60),) * 7))
    start = datetime(2011, 12, 29, 18, tzinfo=ZoneInfo("Pacific/Apia"))
    assert deadline(12 * HOUR, start, samoa) - start.astimezone(UTC) <= timedelta(hours=48)
    assert elapsed_seconds(start, deadline(12 * HOUR, start, samoa), samoa) == 12 * HOUR


def test_years_of_time_are_counted() -> None:
    start = berlin(2026, 1, 1)
    assert deadline(2 * 365 * DAY, start, Calendar(WAKING)) < start + timedelta(days=4 * 366)


def test_a_calendar_that_never_opens_opens_after_three_years() -> None:
    never = Calendar(WeeklyHours("UTC", (None,) * 7))
    start = berlin(2026, 1, 1)
    assert deadline(HOUR, start, never) == start + timedelta(days=3 * 366, hours=1)
