"""`{% form_key %}`: the field by which a form that creates something is known when sent twice."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from .idempotency import FIELD, new_key

register = template.Library()


@register.simple_tag
def form_key() -> SafeString:
    """A hidden field with a new key; a browser that restores a form must not restore it."""
    return format_html(
        '<input type="hidden" name="{}" value="{}" autocomplete="off">', FIELD, new_key()
    )
