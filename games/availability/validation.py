"""What a calendar or a play window may say: nonsense is refused with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, time, timedelta

from django.utils.translation import gettext as _

from accounts import time_zones

from ..clock_calendar import DAY_MINUTES, DayHours, Week, WeeklyHours
from ..time_controls import HOUR, TimeControl
from . import wait_limits

MIN_HOURS = 4  # a day that is open at all
MIN_OPEN_DAYS = 3  # a week
MAX_DAYS_OFF = 30
MAX_DAYS_AHEAD = 366
MIN_WINDOW_MINUTES = 2 * 60  # minutes
YEAR = timedelta(days=365)


class InvalidCalendarError(ValueError):
    """A calendar that cannot be; `field` says which part, the message is for people."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


def to_minutes(clock: time) -> int:
    """Minutes from midnight."""
    return clock.hour * 60 + clock.minute


def to_time(minutes: int) -> time:
    """What a clock on the wall shows so many minutes from midnight."""
    return time(minutes // 60 % 24, minutes % 60)


def to_hours(begin: int, end: int) -> tuple[int, int]:
    """Hours from one time on the wall to another, in minutes; the second may be past midnight."""
    return (begin, end if end > begin else end + DAY_MINUTES)


def check_zone(zone: str) -> None:
    if zone not in time_zones.time_zone_names():
        raise InvalidCalendarError(
            _("There is no time zone %(zone)s; a valid one is Europe/Berlin.") % {"zone": zone},
            "zone",
        )


def check_week(week: Week) -> None:
    """Whether the week of a person is open enough.

    Raises:
        InvalidCalendarError: less than 4 hours of an open day, or less than 3 open days.
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
    """The single days off of a person who wants these from today on.

    Of what they had `before`, days that have begun stay for a year: they count.

    Raises:
        InvalidCalendarError: too many within a year, or further away than a year.
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
    """A table's play window: these days of the week (0: Monday), these minutes of the day.

    Raises:
        InvalidCalendarError: no day, no such zone, or shorter than two hours.
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
    """Whether a play window leaves a clock time enough.

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
