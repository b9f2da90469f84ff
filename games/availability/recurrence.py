"""What repeats: the moments of a plan, by the clock on the wall of one time zone.

A plan is counted from its first moment, never from the moment in which somebody gets round to it:
so a late worker and a change of the clocks move nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from ..wall_clock import instant_at

SLACK = timedelta(hours=2)  # a moment may come so much too early: clocks change, workers are slow


def days_later(at: datetime, days: int, zone: str) -> datetime:
    """The instant, in UTC, so many days later at the same time of day in a zone.

    >>> days_later(datetime.fromisoformat("2026-03-26T19:00Z"), 7, "Europe/Berlin").isoformat()
    '2026-04-02T18:00:00+00:00'
    """
    wall = at.astimezone(ZoneInfo(zone))
    return instant_at(wall.date() + timedelta(days=days), wall.time(), zone)


def next_moment(first: datetime, every: int, zone: str, earliest: datetime) -> datetime:
    """The first moment of a plan that begins then, and comes again every so many days, that is not
    more than `SLACK` before `earliest`."""
    times = max(0, (earliest - first) // timedelta(days=every) - 1)
    while (found := days_later(first, times * every, zone)) < earliest - SLACK:
        times += 1
    return found


def planned_end(planned: datetime, days: int, zone: str, began: datetime) -> datetime:
    """When something is over that lasts so many days, and has begun at its planned moment or later.

    It ends at the planned time of day: what has begun late by no more than `SLACK` lasts shorter by
    that, and what has begun later lasts no shorter.
    """
    return next_moment(days_later(planned, days, zone), 1, zone, began + timedelta(days=days))
