"""Moments that a page counts down to, told by the server; `static/js/clock.js` lets them tick."""

from __future__ import annotations

import json
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from portal.quick.kept import MIB, each, kept
from portal.quick.words import get_language

from ..clocks import span, units

register = template.Library()


@register.filter
def countdown(due: datetime) -> SafeString:
    """How long it is until then, "2 days 3 hours"; the moment itself is the element's title."""
    opening = _opening(due, timezone.get_current_timezone_name(), get_language())
    return SafeString(f"{opening}{escape(span((due - timezone.now()).total_seconds()))}</time>")


@kept(MIB, each(600))
def _opening(due: datetime, zone: str, language: str | None) -> str:
    """The start tag of a moment's element, for readers in this time zone and language."""
    title = date_format(timezone.localtime(due), "DATETIME_FORMAT")
    return format_html('<time class="time-left" datetime="{}" title="{}">', due.isoformat(), title)


@register.simple_tag
def countdown_units() -> str:
    """The words of `span` in the reader's language, as JSON for the script."""
    return json.dumps(units(), ensure_ascii=False)


@register.simple_tag
def server_now() -> str:
    """The server's time, by which the script counts: the reader's device may have another."""
    return timezone.now().isoformat()
