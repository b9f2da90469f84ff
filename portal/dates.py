"""Dates and times as text, in the language and time zone of the reader.

Every page, mail and notification uses these functions. `portal/formats/` has the formats.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, tzinfo

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from portal.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.translation_cache import cache_per_language

register = template.Library()

NEAR = 6  # days from today within which a weekday names one day only
MONTHS_NAME_THE_YEAR = 180  # days from today within which day and month name one day only


@register.filter("moment")
def moment_text(when: datetime, zone: tzinfo | None = None) -> str:
    """Return a moment as text: "28 Nov 2026, 12:14", near today "Sat 28 Nov, 12:14".

    Args:
        when: The moment, with a time zone.
        zone: The time zone to show it in, instead of the reader's.
    """
    here = timezone.localtime(when, zone).replace(second=0, microsecond=0, tzinfo=None)
    return _text(here, _form("DATETIME_FORMAT", here.date(), zone))


@register.filter("day")
def day_text(day: date) -> str:
    """Return the day of a date or moment: "28 Nov 2026", near today "Sat 28 Nov"."""
    here = timezone.localtime(day).date() if isinstance(day, datetime) else day
    return _text(here, _form("DATE_FORMAT", here))


def time_text(when: datetime, zone: tzinfo | None = None) -> str:
    """Return the time of day: "12:14"."""
    return date_format(timezone.localtime(when, zone), "TIME_FORMAT")


@register.filter("date_range")
def range_text(start: datetime, end: datetime) -> str:
    """Return a range of moments; a range of whole days shows days: "24 December – 2 January"."""
    first, last = timezone.localtime(start), timezone.localtime(end)
    if first < last and first.time() == last.time() == time():
        return _range_of_days(first.date(), last.date() - timedelta(days=1))
    is_one_day = first.date() == last.date()
    return _range(moment_text(start), time_text(end) if is_one_day else moment_text(end))


def _range_of_days(first: date, last: date) -> str:
    if first == last:
        return day_text(first)
    today = timezone.localdate()
    is_clear = all(abs((day - today).days) <= MONTHS_NAME_THE_YEAR for day in (first, last))
    form = "MONTH_DAY_FORMAT" if is_clear else "DATE_FORMAT"
    return _range(date_format(first, form), date_format(last, form))


def months_text(first: date, last: date) -> str:
    """Return a range of months: "January 2026 – March 2026"."""
    ends = [date_format(month, "YEAR_MONTH_FORMAT") for month in (first, last)]
    return ends[0] if ends[0] == ends[1] else _range(*ends)


def _range(start: str, end: str) -> str:
    return _("%(start)s – %(end)s") % {"start": start, "end": end}


def _form(form: str, day: date, zone: tzinfo | None = None) -> str:
    is_near = abs((day - timezone.localdate(timezone=zone)).days) <= NEAR
    return f"NEAR_{form}" if is_near else form


@cache_per_language(byte_lru_cache(MIB, fixed_bytes(400)))
def _text(value: date, form: str) -> str:
    return date_format(value, form)
