"""Moments that a page counts down to, told by the server; `static/js/clock.js` lets them tick."""

from __future__ import annotations

import json
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString

from portal.dates import moment_text
from portal.translation_cache import cache_translations

from ..time_controls import duration_units, format_duration

register = template.Library()


@register.filter
def countdown(due: datetime) -> SafeString:
    """How long it is until then, "2 days 3 hours"; the moment itself is the element's title."""
    left = escape(format_duration((due - timezone.now()).total_seconds()))
    attributes = f'datetime="{due.isoformat()}" title="{moment_text(due)}"'
    return SafeString(f'<time class="time-left" {attributes}>{left}</time>')


@register.filter
def is_just_now(moment: datetime | None) -> bool:
    """Whether it was less than a minute ago, for "just now" instead of "0 minutes ago"."""
    return moment is not None and (timezone.now() - moment).total_seconds() < 60


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
