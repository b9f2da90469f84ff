"""Scheduled starts of tables: entered as a local time, shown to each reader in their own zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.dates import moment_text, time_text

from .. import wall_clock
from .validation import InvalidCalendarError, check_zone

if TYPE_CHECKING:
    from ..models import Table

MIN_LEAD = timedelta(minutes=5)
MAX_LEAD = timedelta(days=90)
REMINDERS = (timedelta(days=1), timedelta(hours=1))  # how long before the start people are reminded
MISSED_START_GRACE = timedelta(hours=1)  # a table that the site could not start by then closes


@dataclass(frozen=True)
class StartDate:
    """When a table starts, the time zone of that date, and the minimum number of people."""

    at: datetime
    zone: str
    least: int


def resolve_wall_time(day: date, clock: time, zone: str) -> datetime:
    """Return the instant of a local time in a zone.

    Raises:
        InvalidCalendarError: the zone does not exist; the time is skipped or comes twice on that
            day, because clocks change; or the day is too far away.
    """
    check_zone(zone)
    if abs(day - wall_clock.day_of(timezone.now(), zone)) > MAX_LEAD + timedelta(days=1):
        raise _too_far_ahead_error()
    minute = clock.replace(second=0, microsecond=0, tzinfo=None)
    values = {"time": f"{clock:%H:%M}", "zone": zone}
    if wall_clock.is_skipped(day, minute, zone):
        raise InvalidCalendarError(
            _("%(time)s does not exist that day in %(zone)s: clocks go forward.") % values, "time"
        )
    if wall_clock.is_repeated(day, minute, zone):
        raise InvalidCalendarError(
            _("%(time)s occurs twice that day in %(zone)s: clocks go back.") % values,
            "time",
        )
    return wall_clock.instant_at(day, minute, zone)


def check_start_time(at: datetime, now: datetime) -> None:
    """Check that a table may start at this moment.

    Raises:
        InvalidCalendarError: it is past, too soon or too far away.
    """
    if at < now + MIN_LEAD:
        raise InvalidCalendarError(
            _("The date must be at least %(n)d minutes ahead.") % {"n": MIN_LEAD.seconds // 60},
            "time",
        )
    if at > now + MAX_LEAD:
        raise _too_far_ahead_error()


def _too_far_ahead_error() -> InvalidCalendarError:
    return InvalidCalendarError(
        _("The date can be at most %(n)d days ahead.") % {"n": MAX_LEAD.days}, "day"
    )


def next_action_at(at: datetime, now: datetime) -> datetime:
    """Return when the next reminder of a start is due, or the start itself."""
    return next((at - lead for lead in REMINDERS if at - lead > now), at)


def local_and_host_time(table: Table) -> str:
    """Return a table's start in the reader's zone, and in the host's if that shows another time."""
    assert table.starts_at is not None
    here = timezone.localtime(table.starts_at)
    host = ZoneInfo(table.starts_zone)
    there = table.starts_at.astimezone(host)
    zone = timezone.get_current_timezone_name()
    said = _("%(when)s (%(zone)s)") % {"when": moment_text(table.starts_at), "zone": zone}
    if here.replace(tzinfo=None) == there.replace(tzinfo=None):
        return said
    clock = (time_text if here.date() == there.date() else moment_text)(table.starts_at, host)
    return _("%(said)s; %(clock)s in %(zone)s") % {
        "said": said,
        "clock": clock,
        "zone": table.starts_zone,
    }


def min_players_text(table: Table) -> str:
    """Return in words with how many people a table starts at its date."""
    n = table.min_players_at_start or 0
    return ngettext(
        "if at least %(n)d player is there", "if at least %(n)d players are there", n
    ) % {"n": n}


def start_date_html(table: Table) -> SafeString:
    """Return a table's start and its condition as HTML with a machine-readable `<time>`."""
    assert table.starts_at is not None
    when = format_html(
        '<time datetime="{}">{}</time>', table.starts_at.isoformat(), local_and_host_time(table)
    )
    return format_html(_("{when}, {condition}"), when=when, condition=min_players_text(table))
