"""Calendars as pure values: when they are open, across daylight-saving changes.

A calendar consists of layers (a person's hours, a table's play window), each in its own time zone,
and of absences. It is open while every layer is open and no absence applies. From three years after
the start of a wait, it is always open, so that every wait ends.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from . import wall_clock
from .wall_clock import ONE_DAY

DAY_MINUTES = 24 * 60
WHOLE_DAY = (0, DAY_MINUTES)
ALWAYS = (WHOLE_DAY,) * 7
ALWAYS_OPEN_AFTER = timedelta(days=3 * 366)
END_OF_TIME = datetime.max.replace(tzinfo=UTC) - timedelta(days=2)
MAX_SPAN = timedelta(days=7)  # longest span of one layer, so that it yields spans week by week

DayHours = tuple[int, int] | None
Week = tuple[DayHours, ...]


class Span(NamedTuple):
    """A span of time, including its start and excluding its end."""

    start: datetime
    end: datetime


@dataclass(frozen=True)
class WeeklyHours:
    """Weekly opening hours in a time zone, from Monday on.

    Attributes:
        zone: the name of the time zone.
        week: for each day (from, until) in minutes from its midnight, or None for a day off.
            `until` may lie on the next day (up to 2 × 1440).
        off: single days off.
    """

    zone: str
    week: Week
    off: frozenset[date] = frozenset()

    def spans(self, start: datetime, horizon: datetime) -> Iterator[Span]:
        """Yield the open spans from a little before `start`; always open from `horizon` on."""
        zone = ZoneInfo(self.zone)
        day = wall_clock.day_of(start, zone) - 2 * ONE_DAY
        begin = end = datetime.min.replace(tzinfo=UTC)
        while end < horizon:
            hours = None if day in self.off else self.week[day.weekday()]
            opens = _moment(day, 0 if hours is None else hours[0], zone)
            if opens >= horizon:
                break
            closes = opens if hours is None else _moment(day, hours[1], zone)
            day += ONE_DAY
            if closes <= opens or closes <= end:
                continue
            if opens > end or end - begin > MAX_SPAN:
                if end > start:
                    yield Span(begin, end)
                begin = max(opens, end)
            end = closes
        if end > start:
            yield Span(begin, min(end, horizon))
        yield Span(horizon, END_OF_TIME)


def _moment(day: date, minutes: int, zone: ZoneInfo) -> datetime:
    """Return the instant at so many minutes of the wall clock after the midnight of a day."""
    days, minutes = divmod(minutes, DAY_MINUTES)
    wall = time(minutes // 60, minutes % 60)
    return wall_clock.instant_at(day + days * ONE_DAY, wall, zone)


@dataclass(frozen=True)
class Calendar:
    """When a seat's clock runs.

    Attributes:
        own: the hours of the person; None means always.
        window: the play window of the table; None means always.
        away: the person's absences, earliest first, without overlap.
        site: the planned downtimes of the site, in the same form.
        paused: the pauses that the players agreed on, in the same form.
    """

    own: WeeklyHours | None = None
    window: WeeklyHours | None = None
    away: tuple[Span, ...] = ()
    site: tuple[Span, ...] = ()
    paused: tuple[Span, ...] = ()

    @staticmethod
    def of(kept: Mapping[str, Any]) -> Calendar | None:
        """Return the calendar that a seat's row stores, or None if the clock always runs."""
        return _parse(json.dumps(kept)) if kept else None

    def to_data(self) -> dict[str, Any]:
        """Return the calendar as a row stores it; {} for one that is always open."""
        found: dict[str, Any] = {}
        for name, layer in (("own", self.own), ("window", self.window)):
            if layer is not None:
                found[name] = {"zone": layer.zone, "week": [h and list(h) for h in layer.week]}
                if layer.off:
                    found[name]["off"] = sorted(day.isoformat() for day in layer.off)
        for name, absences in (("away", self.away), ("site", self.site), ("paused", self.paused)):
            if absences:
                found[name] = [[span.start.isoformat(), span.end.isoformat()] for span in absences]
        return found

    def spans(self, start: datetime) -> Iterator[Span]:
        """Yield the open spans from `start` to `END_OF_TIME`; spans may touch."""
        start = start.astimezone(UTC)
        horizon = start + ALWAYS_OPEN_AFTER
        found: Iterator[Span] = iter([Span(start, END_OF_TIME)])
        for layer in (self.own, self.window):
            if layer is not None:
                found = _intersect(found, layer.spans(start, horizon))
        for absences in (self.away, self.site, self.paused):
            if absences:
                found = _subtract(found, absences)
        return found

    def without_players(self) -> Calendar:
        """Return the calendar of what stops every clock of a table: downtimes and pauses."""
        return Calendar(site=self.site, paused=self.paused)

    def opens(self, now: datetime) -> datetime:
        """Return `now` if the calendar is open, otherwise when it opens next."""
        return next(self.spans(now)).start


def _intersect(one: Iterator[Span], other: Iterator[Span]) -> Iterator[Span]:
    """Yield the spans in which both are open; both inputs end at `END_OF_TIME`."""
    a, b = next(one), next(other)
    while True:
        start, end = max(a.start, b.start), min(a.end, b.end)
        if start < end:
            yield Span(start, end)
        if end == END_OF_TIME:
            return
        if a.end <= b.end:
            a = next(one)
        else:
            b = next(other)


def _subtract(spans: Iterator[Span], away: tuple[Span, ...]) -> Iterator[Span]:
    for start, end in spans:
        for absence in away:
            if absence.end <= start or end <= absence.start:
                continue
            if start < absence.start:
                yield Span(start, absence.start)
            start = max(start, absence.end)
        if start < end:
            yield Span(start, end)


@functools.lru_cache(2000)
def _parse(text: str) -> Calendar:
    kept = json.loads(text)
    away, site, paused = (
        tuple(Span(*map(datetime.fromisoformat, span)) for span in kept.get(name, ()))
        for name in ("away", "site", "paused")
    )
    own, window = _parse_hours(kept.get("own")), _parse_hours(kept.get("window"))
    return Calendar(own, window, away, site, paused)


def _parse_hours(kept: Mapping[str, Any] | None) -> WeeklyHours | None:
    if kept is None:
        return None
    week = tuple(None if hours is None else (hours[0], hours[1]) for hours in kept["week"])
    off = frozenset(map(date.fromisoformat, kept.get("off", ())))
    return WeeklyHours(kept["zone"], week, off)


def open_seconds(calendar: Calendar, start: datetime, end: datetime) -> float:
    """Return for how many seconds a calendar is open between two moments."""
    total = timedelta()
    for span in calendar.spans(start):
        if span.start >= end:
            break
        total += min(span.end, end) - span.start
    return total.total_seconds()


def overlap_seconds(spans: tuple[Span, ...], start: datetime, end: datetime) -> float:
    """Return for how many seconds between two moments one of these spans lasts."""
    lengths = (min(span.end, end) - max(span.start, start) for span in spans)
    return sum(length.total_seconds() for length in lengths if length > timedelta())
