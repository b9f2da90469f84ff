"""How long one wait may last whatever calendars say, and how much of a week a window leaves.

A wait has a limit: three times the bank, or what the table's play window alone takes. Whatever goes
beyond it, be it for hours, days off or vacations, uses up the vacation that the match allows. When
that is gone the limit is hard. The time in which the site itself is away does not count.
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
MAX_WEEKS_FOR_BANK = 4  # in which a window leaves the whole bank
SAMPLE_MONDAY = date(2026, 6, 1)


def wait_limit(bank: float, clock: TimeControl) -> float:
    """For how many seconds a wait lasts at most that begins with this bank, vacation aside.

    What lies above the clock's cap was given, and counts once.
    """
    usual = min(bank, float(clock.cap))
    return BANK_MULTIPLE * usual + bank - usual


def latest_deadline(
    bank: float, start: datetime, calendar: Calendar, limit: float, vacation_used: float
) -> datetime:
    """The moment at which a wait ends that began at `start`, whatever its calendar says."""
    left = max(0.0, MAX_VACATION_PER_MATCH.total_seconds() - vacation_used)
    most = _limit_with_window(bank, start, calendar, limit) + left
    return deadline(most, start, Calendar(site=calendar.site))


def vacation_used_by(
    bank: float, start: datetime, end: datetime, calendar: Calendar, limit: float
) -> float:
    """How many seconds of vacation a wait has used that lasted from `start` to `end`."""
    lasted = elapsed_seconds(start, end, Calendar(site=calendar.site))
    beyond = lasted - _limit_with_window(bank, start, calendar, limit)
    return max(0.0, beyond, overlap_seconds(calendar.away, start, end))


def _limit_with_window(bank: float, start: datetime, calendar: Calendar, limit: float) -> float:
    """The limit of a wait, or the time that its play window alone takes."""
    if calendar.window is None:
        return limit
    alone = deadline(bank, start, Calendar(window=calendar.window)) - start
    return max(limit, alone.total_seconds())


@functools.lru_cache(500)
def longest_wait_days(clock: TimeControl, window: WeeklyHours | None) -> int:
    """How many days a wait of this clock lasts at most, vacation and gifts aside."""
    longest = float(wait_limit(clock.cap, clock))
    if window is not None:
        longest = max(longest, _longest_wait_in_window(clock.cap, window))
    return int(-(-longest // DAY))


def _longest_wait_in_window(bank: float, window: WeeklyHours) -> float:
    """The seconds that a bank takes at most by a window alone: it begins as the window closes.

    A change of the clocks may make it longer by as much as they are set back.
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
    """For how many seconds a week a play window is open."""
    return sum(60 * (hours[1] - hours[0]) for hours in window.week if hours is not None)


def min_window_seconds_per_week(clock: TimeControl) -> float:
    """For how many seconds a week a play window must be open for this clock."""
    return clock.cap / MAX_WEEKS_FOR_BANK
