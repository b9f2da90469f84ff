"""Recurrence: the moments of a repeating plan, at the same local time in one time zone.

All moments are computed from the first one, never from the time at which a worker acts. So late
workers and daylight saving time do not shift them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from ..wall_clock import instant_at

SLACK = timedelta(hours=2)  # a moment may be this early: clocks change, and workers are slow


def days_later(at: datetime, days: int, zone: str) -> datetime:
    """Return the instant, in UTC, this many days later at the same local time in a zone.

    >>> days_later(datetime.fromisoformat("2026-03-26T19:00Z"), 7, "Europe/Berlin").isoformat()
    '2026-04-02T18:00:00+00:00'
    """
    wall = at.astimezone(ZoneInfo(zone))
    return instant_at(wall.date() + timedelta(days=days), wall.time(), zone)


def next_moment(first: datetime, every: int, zone: str, earliest: datetime) -> datetime:
    """Return the first moment of a plan that is at most `SLACK` before `earliest`.

    Args:
        first: the first moment of the plan.
        every: the days between two moments.
        zone: the time zone of the plan.
        earliest: the wanted moment.
    """
    times = max(0, (earliest - first) // timedelta(days=every) - 1)
    while (found := days_later(first, times * every, zone)) < earliest - SLACK:
        times += 1
    return found


def planned_end(planned: datetime, days: int, zone: str, began: datetime) -> datetime:
    """Return the end of something that lasts this many days and began at `planned` or later.

    It ends at the planned time of day. If it began up to `SLACK` late, it lasts that much shorter.
    If it began later than that, it lasts at least the full number of days.
    """
    return next_moment(days_later(planned, days, zone), 1, zone, began + timedelta(days=days))
