"""Calendars in words: the time rules of a table, and why a seat's clock does not run."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.dates import moment_text, time_text

from ..clock_calendar import DAY_MINUTES, Calendar, WeeklyHours
from ..time_controls import DAY, TimeControl, describe_time_control
from . import wait_limits
from .seat_calendars import MAX_VACATION_PER_MATCH, window_of

if TYPE_CHECKING:
    from ..models import Seat, Table


def time_rules_text(table: Table) -> str:
    """Return all time rules of a table: its clock, pauses, play window and longest wait."""
    window = window_of(table)
    hours = "" if window is None else window_text(window)
    said = (describe_time_control(table.clock), pauses_text(table), hours, longest_wait_text(table))
    return " ".join(filter(None, said))


def longest_wait_text(table: Table) -> str:
    """Return how long one wait may last including pauses, "" if the clock has none."""
    keeps = table.pauses != table.PausePolicy.NONE
    if table.clock.is_live or table.clock.is_unlimited or not (keeps or table.window):
        return ""
    n = wait_limits.longest_wait_days(table.clock, window_of(table))
    said = {"n": n, "away": MAX_VACATION_PER_MATCH.days}
    if not keeps:
        limit = ngettext(
            "Each wait for a player lasts at most %(n)d day. A longer wait needs the "
            "agreement of all the others.",
            "Each wait for a player lasts at most %(n)d days. A longer wait needs "
            "the agreement of all the others.",
            n,
        )
    else:
        limit = ngettext(
            "Including pauses, each wait for a player lasts at most %(n)d day. "
            "Anything longer uses up the player's %(away)d days of vacation in this "
            "match. More time needs the agreement of all the others.",
            "Including pauses, each wait for a player lasts at most %(n)d days. "
            "Anything longer uses up the player's %(away)d days of vacation in this "
            "match. More time needs the agreement of all the others.",
            n,
        )
    return limit % said


def pauses_text(table: Table) -> str:
    """Return what a clock in days does at night and on vacation, "" for other clocks."""
    if table.clock.is_live or table.clock.is_unlimited:
        return ""
    if table.pauses == table.PausePolicy.CALENDARS:
        return _("The clock rests outside a player's hours and on vacation.")
    if table.pauses == table.PausePolicy.DAYS:
        return _("The clock rests on a player's days off and vacation, but not at night.")
    return _("The clock runs day and night, even on vacation.")


def window_text(window: WeeklyHours) -> str:
    """Return a play window in words: "It runs only from 19:00 to 23:00 on Fri, Sat (…)."."""
    days = [day for day, hours in enumerate(window.week) if hours is not None]
    begin, end = next(hours for hours in window.week if hours is not None)
    listed = ", ".join(str(WEEKDAYS_ABBR[day]) for day in days)
    return _("It runs only from %(begin)s to %(end)s on %(days)s (%(zone)s).") % {
        "begin": format_minutes(begin),
        "end": format_minutes(end),
        "days": listed if len(days) < 7 else _("every day"),
        "zone": window.zone,
    }


def format_minutes(minutes: int) -> str:
    """Return minutes from midnight as a time; the end of a day is 24:00."""
    if minutes != DAY_MINUTES:
        minutes %= DAY_MINUTES
    return f"{minutes // 60:02}:{minutes % 60:02}"


def longest_round_text(table: Table) -> str:
    """Return how long a round in which everyone moves once may take; only for clocks in days."""
    clock: TimeControl = table.clock
    if clock.is_live or clock.is_unlimited:
        return ""
    days = -(-clock.longest_bank * table.seat_count // DAY)
    said = {"n": days}
    if table.pauses == table.PausePolicy.NONE and not table.window:
        return (
            ngettext("A round takes at most %(n)d day.", "A round takes at most %(n)d days.", days)
            % said
        )
    return (
        ngettext(
            "A round takes at most %(n)d day, not counting the pauses.",
            "A round takes at most %(n)d days, not counting the pauses.",
            days,
        )
        % said
    )


def seat_state_text(seat: Seat, now: datetime) -> str:
    """Return why the clock of a waiting seat does not run ("sleeping until 8:00"), or ""."""
    calendar = seat.calendar
    if calendar is None or seat.due_at is None or seat.bot:
        return ""
    opens = calendar.opens(now)
    if opens <= now:
        return ""
    until = {"when": format_near_time(opens, now)}
    if any(absence.start <= now < absence.end for absence in calendar.site):
        return _("the site is down until %(when)s") % until
    if any(pause.start <= now < pause.end for pause in calendar.paused):
        return _("paused until %(when)s") % until
    if any(absence.start <= now < absence.end for absence in calendar.away):
        return _("away until %(when)s") % until
    own = Calendar(calendar.own)
    if calendar.own is None or own.opens(now) <= now:
        return _("play resumes at %(when)s") % until
    if own.opens(now) - now > timedelta(hours=20):
        return _("off until %(when)s") % until
    return _("sleeping until %(when)s") % until


def format_near_time(when: datetime, now: datetime) -> str:
    """Return a future moment in the reader's zone; only the time if it is today or tonight."""
    ahead = (timezone.localdate(when) - timezone.localdate(now)).days
    is_clear = ahead == 0 or (ahead == 1 and when - now < timedelta(hours=18))
    return time_text(when) if is_clear else moment_text(when)


def deadline_text(due: datetime) -> str:
    """Return the deadline of a seat in words, in the reader's zone."""
    return _("by %(when)s") % {"when": moment_text(due)}
