"""`{% form_key %}`: the field by which a form is known when it is sent twice.

Forms have it that create something, and those that would be refused after they were done.

What is done with it: accounts/idempotency.py.
"""

from __future__ import annotations

import uuid

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

FIELD_NAME = "idempotency_key"

register = template.Library()


@register.simple_tag
def form_key(key: str = "") -> SafeString:
    """A hidden field with a new key; a browser that restores a form must not restore it.

    Args:
        key: for a form that is drawn again while it asks for the same; another for every new thing.
    """
    return format_html(
        '<input type="hidden" name="{}" value="{}" autocomplete="off">',
        FIELD_NAME,
        key or uuid.uuid4(),
    )
