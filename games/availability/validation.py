"""What a calendar or a play window may say: nonsense is refused with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, time, timedelta

from django.utils.translation import gettext as _

from accounts import time_zones

from ..time_controls import HOUR, Clock
from . import wait_limits
from .calendar import DAY_MINUTES, Hours, Layer, Week

LEAST_HOURS = 4  # a day that is open at all
LEAST_DAYS = 3  # a week
MOST_DAYS_OFF = 30
DAYS_AHEAD = 366
LEAST_WINDOW = 2 * 60  # minutes
A_YEAR = timedelta(days=365)


class BadCalendar(ValueError):
    """A calendar that cannot be; `field` says which part, the message is for people."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


def minutes_of(clock: time) -> int:
    """Minutes from midnight."""
    return clock.hour * 60 + clock.minute


def time_of(minutes: int) -> time:
    """What a clock on the wall shows so many minutes from midnight."""
    return time(minutes // 60 % 24, minutes % 60)


def hours(begin: int, end: int) -> tuple[int, int]:
    """Hours from one time on the wall to another, in minutes; the second may be past midnight."""
    return (begin, end if end > begin else end + DAY_MINUTES)


def check_zone(zone: str) -> None:
    if zone not in time_zones.names():
        raise BadCalendar(
            _("There is no time zone %(zone)s; a valid one is Europe/Berlin.") % {"zone": zone},
            "zone",
        )


def check_week(week: Week) -> None:
    """Whether the week of a person is open enough.

    Raises:
        BadCalendar: less than 4 hours of an open day, or less than 3 open days.
    """
    if len(week) != 7:
        raise BadCalendar(_("A week has seven days, from Monday on."), "week")
    for span in week:
        _check_hours(span)
        if span is not None and span[1] - span[0] < LEAST_HOURS * 60:
            raise BadCalendar(
                _("A day must be open for at least %(n)d hours, or be a day off.")
                % {"n": LEAST_HOURS},
                "week",
            )
    if sum(span is not None for span in week) < LEAST_DAYS:
        raise BadCalendar(
            _("At least %(n)d days of the week must be open, because others wait for you.")
            % {"n": LEAST_DAYS},
            "week",
        )


def _check_hours(span: Hours) -> None:
    if span is None:
        return
    begin, end = span
    if not (0 <= begin < DAY_MINUTES and begin < end <= begin + DAY_MINUTES):
        raise BadCalendar(_("Hours must end after they begin, within 24 hours."), "week")


def check_days_off(off: Iterable[date], before: Iterable[date], today: date) -> frozenset[date]:
    """The single days off of a person who wants these from today on.

    Of what they had `before`, days that have begun stay for a year: they count.

    Raises:
        BadCalendar: too many within a year, or further away than a year.
    """
    begun = {day for day in before if today - A_YEAR < day <= today}
    ahead = {day for day in off if day >= today}
    if any(day > today + timedelta(days=DAYS_AHEAD) for day in ahead):
        raise BadCalendar(_("You can enter a day off up to a year ahead."), "days_off")
    days = sorted(begun | ahead)
    if any(later - day < A_YEAR for day, later in zip(days, days[MOST_DAYS_OFF:], strict=False)):
        raise BadCalendar(
            _("You can take at most %(n)d single days off within a year, past ones included.")
            % {"n": MOST_DAYS_OFF},
            "days_off",
        )
    return frozenset(days)


def window(zone: str, days: Sequence[int], begin: int, end: int) -> Layer:
    """A table's play window: these days of the week (0: Monday), these minutes of the day.

    Raises:
        BadCalendar: no day, no such zone, or shorter than two hours.
    """
    check_zone(zone)
    span = hours(begin, end)
    _check_hours(span)
    if not days or any(day not in range(7) for day in days):
        raise BadCalendar(_("A play window needs at least one day of the week."), "window_days")
    if span[1] - span[0] < LEAST_WINDOW:
        raise BadCalendar(
            _("A play window must be open for at least %(n)d hours a day.")
            % {"n": LEAST_WINDOW // 60},
            "window_from",
        )
    return Layer(zone, tuple(span if day in days else None for day in range(7)))


def check_width(window: Layer, clock: Clock) -> None:
    """Whether a play window leaves a clock time enough.

    Raises:
        BadCalendar: it would take more than four weeks to use up the bank.
    """
    least = wait_limits.least_week(clock)
    if wait_limits.week_seconds(window) < least:
        raise BadCalendar(
            _("With this clock, a play window must be open for at least %(n)d hours a week.")
            % {"n": -(-least // HOUR)},
            "window_days",
        )
