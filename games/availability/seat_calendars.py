"""Builds the calendar of a wait from the settings of its person and its table."""

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
)  # per week that a person's hours must leave open in a play window
MAX_VACATION_PER_MATCH = timedelta(days=21)


class Vacation(NamedTuple):
    """A vacation from `start` to `end`; `by_itself`: the site started it before a time-out."""

    start: datetime
    end: datetime
    by_itself: bool = False

    def to_json(self) -> list[Any]:
        return [self.start.isoformat(), self.end.isoformat(), self.by_itself]


def vacations_of(user: User) -> list[Vacation]:
    """Return the current and future vacations of a person; ended ones may be among them."""
    return [
        Vacation(datetime.fromisoformat(start), datetime.fromisoformat(end), by_itself)
        for start, end, by_itself in user.availability.vacations
    ]


def personal_layer(user: User, *, nights: bool = True) -> WeeklyHours | None:
    """Return a person's hours and days off; None if every hour is open.

    `nights`: whether the daily hours count too, not only days off.
    """
    kept = user.availability.calendar
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
    """Return the calendar for a wait of this seat that begins now, as `Seat.pauses` stores it."""
    user = seat.user
    counts = table.pauses != table.PausePolicy.NONE
    if seat.bot or user is None:
        return {}
    has_calendar = counts and (user.availability.calendar or user.availability.vacations)
    site, pause = planned_downtimes.upcoming_downtimes(now), current_pause(table, now)
    if not has_calendar and not (counts and table.window):
        return Calendar(window=window_of(table), site=site, paused=pause).to_data()
    away = allowed_absences(seat, vacations_of(user), now)
    nights = table.pauses == table.PausePolicy.CALENDARS
    found = _combine_layers(user, table, away, now, nights=nights)
    return replace(found, site=site, paused=pause).to_data()


def current_pause(table: Table, now: datetime) -> tuple[Span, ...]:
    """Return the rest of the pause that the players of a table agreed on."""
    until = table.paused_until
    return () if until is None or until <= now else (Span(now, until),)


def _combine_layers(
    user: User, table: Table, away: tuple[Span, ...], now: datetime, *, nights: bool
) -> Calendar:
    own, window = personal_layer(user, nights=nights), window_of(table)
    if own is not None and window is not None and _has_little_overlap(own, window, now.year):
        own = None
    return Calendar(own, window, away)


def answer_time_calendar(seat: Seat, table: Table, now: datetime) -> Calendar | None:
    """Return the calendar that measures the time of a person's answers; None: every hour counts.

    In matches in days it is the person's full calendar, even if the clock runs at night. In live
    matches, and where the clock follows calendars, it is the calendar with which the wait began.
    """
    user = seat.user
    if user is None or table.clock.is_live or table.pauses == table.PausePolicy.CALENDARS:
        return seat.calendar
    away = tuple(Span(one.start, one.end) for one in sorted(vacations_of(user)))
    wait = seat.calendar or Calendar()
    found = _combine_layers(user, table, away, now, nights=True)
    return replace(found, site=wait.site, paused=wait.paused)


def allowed_absences(seat: Seat, vacations: Iterable[Vacation], now: datetime) -> tuple[Span, ...]:
    """Return the spans of these vacations, from now on, that the match still allows this seat."""
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
    """Return whether a person's hours leave too little of a play window.

    Then the window alone counts.
    """
    calendar = Calendar(WeeklyHours(own.zone, own.week), window)
    weeks = (datetime(year, 1, 11, tzinfo=UTC), datetime(year, 7, 12, tzinfo=UTC))
    least = min(open_seconds(calendar, week, week + timedelta(days=7)) for week in weeks)
    return least < MIN_OPEN_SECONDS_IN_WINDOW
