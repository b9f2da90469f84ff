"""Limits of waits: how long one wait may last, and how wide a play window must be.

The limit of a wait is three times the bank, or the time that the play window alone takes, if that
is longer. Time beyond it (for hours, days off or vacations) uses up the vacation that the match
allows. When that is used up, the limit is hard. Downtimes of the site do not count.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from .. import wall_clock
from ..clock_calendar import Calendar, WeeklyHours, overlap_seconds
from ..time_controls import DAY, TimeControl, deadline, elapsed_seconds
from .seat_calendars import MAX_VACATION_PER_MATCH

BANK_MULTIPLE = 3
MAX_WEEKS_FOR_BANK = 4  # a play window must leave time for the whole bank within these weeks
SAMPLE_MONDAY = date(2026, 6, 1)


def wait_limit(bank: float, clock: TimeControl) -> float:
    """Return the limit in seconds of a wait that begins with this bank, without vacation.

    Time above the clock's cap was a gift, and counts only once.
    """
    usual = min(bank, float(clock.cap))
    return BANK_MULTIPLE * usual + bank - usual


def latest_deadline(
    bank: float, start: datetime, calendar: Calendar, limit: float, vacation_used: float
) -> datetime:
    """Return the latest possible end of a wait that began at `start`, whatever its calendar says.

    Args:
        bank: the seconds in the bank at the start.
        start: the start of the wait.
        calendar: the calendar of the wait.
        limit: the limit of the wait in seconds.
        vacation_used: seconds of vacation that the seat has already used in the match.
    """
    left = max(0.0, MAX_VACATION_PER_MATCH.total_seconds() - vacation_used)
    most = _limit_with_window(bank, start, calendar, limit) + left
    return deadline(most, start, calendar.without_players())


def vacation_used_by(
    bank: float, start: datetime, end: datetime, calendar: Calendar, limit: float
) -> float:
    """Return how many seconds of vacation a wait from `start` to `end` has used."""
    lasted = elapsed_seconds(start, end, calendar.without_players())
    beyond = lasted - _limit_with_window(bank, start, calendar, limit)
    return max(0.0, beyond, overlap_seconds(calendar.away, start, end))


def _limit_with_window(bank: float, start: datetime, calendar: Calendar, limit: float) -> float:
    """Return the limit of a wait, or the time that its play window alone takes if longer."""
    if calendar.window is None:
        return limit
    alone = deadline(bank, start, Calendar(window=calendar.window)) - start
    return max(limit, alone.total_seconds())


@functools.lru_cache(500)
def longest_wait_days(clock: TimeControl, window: WeeklyHours | None) -> int:
    """Return how many days a wait of this clock lasts at most, without vacation and gifts."""
    longest = float(wait_limit(clock.longest_bank, clock))
    if window is not None:
        longest = max(longest, _longest_wait_in_window(clock.longest_bank, window))
    return int(-(-longest // DAY))


def _longest_wait_in_window(bank: float, window: WeeklyHours) -> float:
    """Return the most seconds that a bank takes in a window alone, if it starts as that closes.

    Daylight saving time can make it longer by the difference of the offsets.
    """
    on_one_clock = replace(window, zone="UTC")
    calendar = Calendar(window=on_one_clock)
    week = [
        wall_clock.start_of_day(SAMPLE_MONDAY, "UTC") + timedelta(days=day, minutes=hours[1])
        for day, hours in enumerate(window.week)
        if hours is not None
    ]
    longest = max(deadline(bank, closes, calendar) - closes for closes in week)
    offsets = [
        wall_clock.offset_at(datetime(SAMPLE_MONDAY.year, month, 1, tzinfo=UTC), window.zone)
        for month in (1, 7)
    ]
    return (longest + abs(offsets[0] - offsets[1])).total_seconds()


def window_seconds_per_week(window: WeeklyHours) -> int:
    """Return how many seconds a week a play window is open."""
    return sum(60 * (hours[1] - hours[0]) for hours in window.week if hours is not None)


def min_window_seconds_per_week(clock: TimeControl) -> float:
    """Return how many seconds a week a play window must be open for this clock."""
    return clock.longest_bank / MAX_WEEKS_FOR_BANK
