"""Validation of calendars and play windows, with translated reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, time, timedelta

from django.utils.translation import gettext as _

from accounts import time_zones

from ..clock_calendar import DAY_MINUTES, DayHours, Week, WeeklyHours
from ..time_controls import HOUR, TimeControl
from . import wait_limits

MIN_HOURS = 4  # per open day
MIN_OPEN_DAYS = 3  # per week
MAX_DAYS_OFF = 30  # within a year
MAX_DAYS_AHEAD = 366
MIN_WINDOW_MINUTES = 2 * 60  # per day
YEAR = timedelta(days=365)


class InvalidCalendarError(ValueError):
    """The calendar is not valid; `field` is the wrong part, the message is translated."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


def to_minutes(clock: time) -> int:
    """Return the minutes from midnight to this time."""
    return clock.hour * 60 + clock.minute


def to_time(minutes: int) -> time:
    """Return the local time this many minutes after midnight."""
    return time(minutes // 60 % 24, minutes % 60)


def to_hours(begin: int, end: int) -> tuple[int, int]:
    """Return (begin, end) in minutes; an end that is not after `begin` means the next day."""
    return (begin, end if end > begin else end + DAY_MINUTES)


def check_zone(zone: str) -> None:
    if zone not in time_zones.time_zone_names():
        raise InvalidCalendarError(
            _("There is no time zone %(zone)s; a valid one is Europe/Berlin.") % {"zone": zone},
            "zone",
        )


def check_week(week: Week) -> None:
    """Check that a person's week has enough open hours.

    Raises:
        InvalidCalendarError: an open day has less than 4 hours, fewer than 3 days are open, or
            the hours are malformed.
    """
    if len(week) != 7:
        raise InvalidCalendarError(_("A week has seven days, from Monday on."), "week")
    for span in week:
        _check_hours(span)
        if span is not None and span[1] - span[0] < MIN_HOURS * 60:
            raise InvalidCalendarError(
                _("A day must be open for at least %(n)d hours, or be a day off.")
                % {"n": MIN_HOURS},
                "week",
            )
    if sum(span is not None for span in week) < MIN_OPEN_DAYS:
        raise InvalidCalendarError(
            _("At least %(n)d days of the week must be open, because others wait for you.")
            % {"n": MIN_OPEN_DAYS},
            "week",
        )


def _check_hours(span: DayHours) -> None:
    if span is None:
        return
    begin, end = span
    if not (0 <= begin < DAY_MINUTES and begin < end <= begin + DAY_MINUTES):
        raise InvalidCalendarError(_("Hours must end after they begin, within 24 hours."), "week")


def check_days_off(off: Iterable[date], before: Iterable[date], today: date) -> frozenset[date]:
    """Return a person's single days off after a change.

    Args:
        off: the wanted days from today on; earlier ones are ignored.
        before: the days before the change. Those that have begun stay and count for a year.
        today: today in the person's zone.

    Raises:
        InvalidCalendarError: more than 30 days within a year, or a day more than a year ahead.
    """
    begun = {day for day in before if today - YEAR < day <= today}
    ahead = {day for day in off if day >= today}
    if any(day > today + timedelta(days=MAX_DAYS_AHEAD) for day in ahead):
        raise InvalidCalendarError(_("You can enter a day off up to a year ahead."), "days_off")
    days = sorted(begun | ahead)
    if any(later - day < YEAR for day, later in zip(days, days[MAX_DAYS_OFF:], strict=False)):
        raise InvalidCalendarError(
            _("You can take at most %(n)d single days off within a year, past ones included.")
            % {"n": MAX_DAYS_OFF},
            "days_off",
        )
    return frozenset(days)


def build_window(zone: str, days: Sequence[int], begin: int, end: int) -> WeeklyHours:
    """Return a table's play window.

    Args:
        zone: its time zone.
        days: the days of the week (0: Monday).
        begin: the start, in minutes from midnight.
        end: the end; one that is not after `begin` means the next day.

    Raises:
        InvalidCalendarError: there is no day, the zone does not exist, or it is shorter than two
            hours.
    """
    check_zone(zone)
    span = to_hours(begin, end)
    _check_hours(span)
    if not days or any(day not in range(7) for day in days):
        raise InvalidCalendarError(
            _("A play window needs at least one day of the week."), "window_days"
        )
    if span[1] - span[0] < MIN_WINDOW_MINUTES:
        raise InvalidCalendarError(
            _("A play window must be open for at least %(n)d hours a day.")
            % {"n": MIN_WINDOW_MINUTES // 60},
            "window_from",
        )
    return WeeklyHours(zone, tuple(span if day in days else None for day in range(7)))


def check_window_width(window: WeeklyHours, clock: TimeControl) -> None:
    """Check that a play window is wide enough for a clock.

    Raises:
        InvalidCalendarError: it would take more than four weeks to use up the bank.
    """
    least = wait_limits.min_window_seconds_per_week(clock)
    if wait_limits.window_seconds_per_week(window) < least:
        raise InvalidCalendarError(
            _("With this clock, a play window must be open for at least %(n)d hours a week.")
            % {"n": -(-least // HOUR)},
            "window_days",
        )
