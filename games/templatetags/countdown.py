"""Moments that a page counts down to, told by the server; `static/js/clock.js` lets them tick."""

from __future__ import annotations

import json
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString

from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_translations, get_language

from ..time_controls import duration_units, format_duration

register = template.Library()


def minute(moment: datetime) -> datetime:
    """The minute of a moment: no page tells more of one, and pages of one minute tell it alike."""
    return moment.replace(second=0, microsecond=0)


@register.filter
def countdown(due: datetime) -> SafeString:
    """How long it is until then, "2 days 3 hours"; the moment itself is the element's title."""
    title = _title(minute(due), timezone.get_current_timezone_name(), get_language())
    left = escape(format_duration((due - timezone.now()).total_seconds()))
    return SafeString(
        f'<time class="time-left" datetime="{due.isoformat()}" title="{title}">{left}</time>'
    )


@byte_lru_cache(MIB, fixed_bytes(400))
def _title(due: datetime, zone: str, language: str | None) -> str:
    """A moment as text in an attribute, for readers in this time zone and language."""
    return escape(date_format(timezone.localtime(due), "DATETIME_FORMAT"))


@register.simple_tag
def countdown_units() -> str:
    """The words of `format_duration` in the reader's language, as JSON for the script."""
    return _units()


@cache_translations
def _units() -> str:
    return json.dumps(duration_units(), ensure_ascii=False)


@register.simple_tag
def server_now() -> str:
    """The server's time, by which the script counts: the reader's device may have another."""
    return timezone.now().isoformat()
