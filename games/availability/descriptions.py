"""Calendars in words: a table's rule, and why nothing happens at a seat."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from ..time_controls import DAY, Clock, sentence
from . import wait_limits
from .calendar import DAY_MINUTES, Calendar, Layer
from .seat_calendars import MOST_AWAY, window_of

if TYPE_CHECKING:
    from ..models import Seat, Table


def rule(table: Table) -> str:
    """The whole rule of a table's time: its clock, pauses, play window, and longest wait."""
    window = window_of(table)
    hours = "" if window is None else window_text(window)
    said = (sentence(table.clock), pauses(table), hours, longest_wait(table))
    return " ".join(filter(None, said))


def longest_wait(table: Table) -> str:
    """How long one wait may last with all its pauses; "" where a clock has none.

    `benchmarks/exploits/clocks.py` finds no longer one.
    """
    keeps = table.pauses != table.Pauses.NONE
    if table.clock.is_live or table.clock.is_unlimited or not (keeps or table.window):
        return ""
    n = wait_limits.days(table.clock, window_of(table))
    said = {"n": n, "away": MOST_AWAY.days}
    if not keeps:
        limit = ngettext(
            "Each wait for a player lasts at most %(n)d day; only all the others together can "
            "give more time.",
            "Each wait for a player lasts at most %(n)d days; only all the others together can "
            "give more time.",
            n,
        )
    else:
        limit = ngettext(
            "With all pauses, each wait for a player lasts at most %(n)d day; anything longer "
            "uses up the player's %(away)d days of vacation in this match, and only all the "
            "others together can give more time.",
            "With all pauses, each wait for a player lasts at most %(n)d days; anything longer "
            "uses up the player's %(away)d days of vacation in this match, and only all the "
            "others together can give more time.",
            n,
        )
    return limit % said


def pauses(table: Table) -> str:
    """What a clock of days does at night and on vacation; "" for other clocks."""
    if table.clock.is_live or table.clock.is_unlimited:
        return ""
    if table.pauses == table.Pauses.CALENDARS:
        return _("The clock rests outside a player's hours and on vacation.")
    if table.pauses == table.Pauses.DAYS:
        return _("The clock rests on a player's days off and vacation, but not at night.")
    return _("The clock runs day and night, even on vacation.")


def window_text(window: Layer) -> str:
    """The hours of a play window: "It runs only from 19:00 to 23:00 on Fri, Sat (…)."."""
    days = [day for day, hours in enumerate(window.week) if hours is not None]
    begin, end = next(hours for hours in window.week if hours is not None)
    listed = ", ".join(str(WEEKDAYS_ABBR[day]) for day in days)
    return _("It runs only from %(begin)s to %(end)s on %(days)s (%(zone)s).") % {
        "begin": wall(begin),
        "end": wall(end),
        "days": listed if len(days) < 7 else _("every day"),
        "zone": window.zone,
    }


def wall(minutes: int) -> str:
    """Minutes from midnight as a clock shows them; the end of a day is 24:00."""
    if minutes != DAY_MINUTES:
        minutes %= DAY_MINUTES
    return f"{minutes // 60:02}:{minutes % 60:02}"


def worst_round(table: Table) -> str:
    """How long a round in which everybody moves once may take; "" for clocks of minutes."""
    clock: Clock = table.clock
    if clock.is_live or clock.is_unlimited:
        return ""
    days = -(-clock.cap * table.seat_count // DAY)
    said = {"n": days}
    if table.pauses == table.Pauses.NONE and not table.window:
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


def state(seat: Seat, now: datetime) -> str:
    """Why nothing happens at a seat that is waited for: "sleeping until 8:00"; "" otherwise."""
    calendar = seat.calendar
    if calendar is None or seat.due_at is None or seat.bot:
        return ""
    opens = calendar.opens(now)
    if opens <= now:
        return ""
    until = {"when": soon(opens, now)}
    if any(absence.start <= now < absence.end for absence in calendar.site):
        return _("the site is down until %(when)s") % until
    if any(absence.start <= now < absence.end for absence in calendar.away):
        return _("away until %(when)s") % until
    own = Calendar(calendar.own)
    if calendar.own is None or own.opens(now) <= now:
        return _("play begins again at %(when)s") % until
    if own.opens(now) - now > timedelta(hours=20):
        return _("off until %(when)s") % until
    return _("sleeping until %(when)s") % until


def soon(when: datetime, now: datetime) -> str:
    """A moment of the next days as people say it, in the reader's zone: "8:00", "Monday 8:00"."""
    here, today = timezone.localtime(when), timezone.localtime(now).date()
    clock = date_format(here, "H:i")
    ahead = (here.date() - today).days
    if ahead == 0 or (ahead == 1 and when - now < timedelta(hours=18)):
        return clock
    if ahead < 7:
        return _("%(day)s %(time)s") % {"day": WEEKDAYS[here.weekday()], "time": clock}
    return date_format(here, pgettext("date format", "j M"))


def latest(due: datetime) -> str:
    """The moment at which a seat must have moved at the latest, in the reader's zone."""
    return _("by %(when)s") % {
        "when": date_format(timezone.localtime(due), pgettext("date format", "D j M H:i"))
    }
