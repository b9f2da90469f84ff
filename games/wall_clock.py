"""Conversion from wall-clock times of time zones to instants, across changes of the clock.

Compare instants, never wall-clock times: two datetimes with the same `tzinfo` are compared without
their `fold`. Every day has each time of day exactly once, as in calendars (RFC 5545, 3.3.5):

- A repeated time means its first occurrence.
- A skipped time is read with the offset before the gap. So it lies as long after the change as the
  clock was set forward. Only `shown_from` reads it as the moment of the change.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

ONE_DAY = timedelta(days=1)
ONE_SECOND = timedelta(seconds=1)
MIDNIGHT = time()


def instant_at(day: date, clock: time, zone: str | ZoneInfo) -> datetime:
    """Return the instant, in UTC, at which the wall clock of a zone shows this time on this day.

    >>> instant_at(date(2026, 10, 25), time(2, 30), "Europe/Berlin").isoformat()  # comes twice
    '2026-10-25T00:30:00+00:00'
    >>> instant_at(date(2026, 3, 29), time(2, 30), "Europe/Berlin").isoformat()  # is skipped
    '2026-03-29T01:30:00+00:00'
    """
    wall = datetime.combine(day, clock.replace(fold=0), _zone(zone))
    return wall.astimezone(UTC)


def next_instant(after: datetime, clock: time, zone: str | ZoneInfo) -> datetime:
    """Return the first instant after `after`, in UTC, that is this time of day in a zone.

    >>> second_time = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)  # 2:10 in Berlin, again
    >>> next_instant(second_time, time(2, 30), "Europe/Berlin").isoformat()
    '2026-10-26T01:30:00+00:00'
    """
    found = _days_around(after, zone, days_after=2)
    return min(one for day in found if (one := instant_at(day, clock, zone)) > after)


def shown_from(day: date, clock: time, zone: str | ZoneInfo) -> datetime:
    """Return `instant_at`, but for a skipped time the instant right after the gap.

    >>> shown_from(date(2026, 3, 29), time(2, 30), "Europe/Berlin").isoformat()
    '2026-03-29T01:00:00+00:00'
    """
    late = instant_at(day, clock, zone)
    if not is_skipped(day, clock, zone):
        return late
    wall = datetime.combine(day, clock.replace(fold=1), _zone(zone))
    early, offset = wall.astimezone(UTC), offset_at(late, zone)
    while late - early > ONE_SECOND:  # the change lies between them
        middle = early + (late - early) // 2
        early, late = (early, middle) if offset_at(middle, zone) == offset else (middle, late)
    return late.replace(microsecond=0)


def next_shown(after: datetime, clock: time, zone: str | ZoneInfo) -> datetime:
    """Return the first `shown_from` that is not before `after`."""
    found = _days_around(after, zone, days_after=2)
    return min(one for day in found if (one := shown_from(day, clock, zone)) >= after)


def span_around(
    moment: datetime, begin: time, end: time, zone: str | ZoneInfo
) -> tuple[datetime, datetime] | None:
    """Return (start, end) of the daily span between two times that contains a moment, or None.

    An `end` that is not after `begin` lies on the next day. Equal times are no span.
    """
    if begin == end:
        return None
    for day in _days_around(moment, zone, days_after=0):
        opens = instant_at(day, begin, zone)
        closes = instant_at(day if begin < end else day + ONE_DAY, end, zone)
        if opens <= moment < closes:
            return opens, closes
    return None


def start_of_day(day: date, zone: str | ZoneInfo) -> datetime:
    """Return the instant, in UTC, at which a day begins in a zone."""
    return instant_at(day, MIDNIGHT, zone)


def day_of(moment: datetime, zone: str | ZoneInfo) -> date:
    """Return the date in a zone at this moment."""
    return moment.astimezone(_zone(zone)).date()


def offset_at(moment: datetime, zone: str | ZoneInfo) -> timedelta:
    """Return how far the wall clock of a zone is ahead of UTC at this moment."""
    offset = moment.astimezone(_zone(zone)).utcoffset()
    assert offset is not None
    return offset


def is_skipped(day: date, clock: time, zone: str | ZoneInfo) -> bool:
    """Whether the wall clock of a zone never shows this time on this day."""
    there = instant_at(day, clock, zone).astimezone(_zone(zone))
    return there.replace(tzinfo=None) != datetime.combine(day, clock.replace(fold=0))


def is_repeated(day: date, clock: time, zone: str | ZoneInfo) -> bool:
    """Whether the wall clock of a zone shows this time twice on this day."""
    wall = datetime.combine(day, clock.replace(fold=0), _zone(zone))
    return wall.utcoffset() != wall.replace(fold=1).utcoffset() and not is_skipped(day, clock, zone)


def _days_around(moment: datetime, zone: str | ZoneInfo, *, days_after: int) -> list[date]:
    """Return dates in a zone, from the day before a moment to `days_after` days after it.

    The day before counts because a skipped time may lie on the next day.
    """
    today = day_of(moment, zone)
    return [today + n * ONE_DAY for n in range(-1, days_after + 1)]


def _zone(zone: str | ZoneInfo) -> ZoneInfo:
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo(zone)
