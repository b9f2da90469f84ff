"""How long one wait may last whatever calendars say, and how much of a week a window leaves.

Nobody is kept waiting by hours, days off and vacations together for longer than three times the
bank and the vacation left, not counting when the site itself is away. A play window is the table's
own: a wait has at least the time that the window alone takes.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from ..clocks import DAY, Clock, due
from ..hours import Calendar, Layer
from .pauses import MOST_AWAY

TIMES_THE_BANK = 3
WEEKS_OF_WINDOW = 4  # in which a window leaves the whole bank


def latest(bank: float, start: datetime, calendar: Calendar, vacation_used: float) -> datetime:
    """The moment at which a wait ends that began at `start`, whatever its calendar says."""
    window = due(bank, start, Calendar(window=calendar.window)) - start
    least = max(timedelta(seconds=TIMES_THE_BANK * bank), window)
    most = least + max(timedelta(), MOST_AWAY - timedelta(seconds=vacation_used))
    return due(most.total_seconds(), start, Calendar(site=calendar.site))


def days(clock: Clock, window: Layer | None) -> int:
    """How many days a wait of this clock lasts at most, vacation aside."""
    least = TIMES_THE_BANK * clock.cap / DAY
    if window is not None:  # it may begin just after the window has closed
        least = max(least, 7 * (clock.cap / week_seconds(window) + 1))
    return int(-(-least // 1))


def week_seconds(window: Layer) -> int:
    """For how many seconds a week a play window is open."""
    return sum(60 * (hours[1] - hours[0]) for hours in window.week if hours is not None)


def least_week(clock: Clock) -> float:
    """For how many seconds a week a play window must be open for this clock."""
    return clock.cap / WEEKS_OF_WINDOW
