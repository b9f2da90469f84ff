"""The calendar by which a wait at a table counts, from what its person and its table say."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from ..clock_calendar import (
    ALWAYS,
    WHOLE_DAY,
    Calendar,
    Span,
    WeeklyHours,
    open_seconds,
)
from . import planned_downtimes

if TYPE_CHECKING:
    from accounts.models import User

    from ..models import Seat, Table

MIN_OPEN_SECONDS_IN_WINDOW = (
    4 * 3600.0
)  # seconds a week that a person's hours must leave of a play window
MAX_VACATION_PER_MATCH = timedelta(days=21)  # vacation in one match


class Vacation(NamedTuple):
    """From when until when; `by_itself`: it began before a time-out, without being entered."""

    start: datetime
    end: datetime
    by_itself: bool = False

    def to_json(self) -> list[Any]:
        return [self.start.isoformat(), self.end.isoformat(), self.by_itself]


def vacations_of(user: User) -> list[Vacation]:
    """The vacations of a person that run or are ahead (ended ones may be among them)."""
    return [
        Vacation(datetime.fromisoformat(start), datetime.fromisoformat(end), by_itself)
        for start, end, by_itself in user.vacations
    ]


def personal_layer(user: User, *, nights: bool = True) -> WeeklyHours | None:
    """A person's hours and days off; None where every hour is open.

    `nights`: whether the hours of the day count, and not the days off alone.
    """
    kept = user.calendar
    if not kept:
        return None
    week = tuple(
        None if hours is None else (hours[0], hours[1]) if nights else WHOLE_DAY
        for hours in kept.get("week", ALWAYS)
    )
    off = frozenset(map(date.fromisoformat, kept.get("off", ())))
    if week == ALWAYS and not off:
        return None
    return WeeklyHours(user.time_zone, week, off)


def window_of(table: Table) -> WeeklyHours | None:
    window = Calendar.of({"window": table.window}) if table.window else None
    return None if window is None else window.window


def build_wait_calendar(seat: Seat, table: Table, now: datetime) -> dict[str, Any]:
    """What `Seat.pauses` keeps for a wait of this seat that begins now."""
    user = seat.user
    counts = table.pauses != table.PausePolicy.NONE
    has_calendar = counts and user is not None and (user.calendar or user.vacations)
    if seat.bot or user is None:
        return {}
    site = planned_downtimes.upcoming_downtimes(now)
    if not has_calendar and not (counts and table.window):
        return Calendar(window=window_of(table), site=site).to_data()
    away = allowed_absences(seat, vacations_of(user), now)
    nights = table.pauses == table.PausePolicy.CALENDARS
    return replace(_combine_layers(user, table, away, now, nights=nights), site=site).to_data()


def _combine_layers(
    user: User, table: Table, away: tuple[Span, ...], now: datetime, *, nights: bool
) -> Calendar:
    own, window = personal_layer(user, nights=nights), window_of(table)
    if own is not None and window is not None and _has_little_overlap(own, window, now.year):
        own = None
    return Calendar(own, window, away)


def answer_time_calendar(seat: Seat, table: Table, now: datetime) -> Calendar | None:
    """By which the time of a person's answers is measured; None: by every hour.

    By all of their own calendar, also at a table whose clock runs at night; but not where people
    play in one sitting. Where the clock keeps it, it is the one that the wait began with.
    """
    user = seat.user
    if user is None or table.clock.is_live or table.pauses == table.PausePolicy.CALENDARS:
        return seat.calendar
    away = tuple(Span(one.start, one.end) for one in sorted(vacations_of(user)))
    site = () if seat.calendar is None else seat.calendar.site
    return replace(_combine_layers(user, table, away, now, nights=True), site=site)


def allowed_absences(seat: Seat, vacations: Iterable[Vacation], now: datetime) -> tuple[Span, ...]:
    """The absences from now on that a match still allows this seat."""
    left = MAX_VACATION_PER_MATCH - timedelta(seconds=seat.vacation_used)
    found = []
    for vacation in sorted(vacations):
        start = max(vacation.start, now)
        end = min(vacation.end, start + left)
        if end > start:
            found.append(Span(start, end))
            left -= end - start
    return tuple(found)


@functools.lru_cache(500)
def _has_little_overlap(own: WeeklyHours, window: WeeklyHours, year: int) -> bool:
    """Whether a person's hours leave so little of a play window that the window alone counts."""
    calendar = Calendar(WeeklyHours(own.zone, own.week), window)
    weeks = (datetime(year, 1, 11, tzinfo=UTC), datetime(year, 7, 12, tzinfo=UTC))
    least = min(open_seconds(calendar, week, week + timedelta(days=7)) for week in weeks)
    return least < MIN_OPEN_SECONDS_IN_WINDOW
