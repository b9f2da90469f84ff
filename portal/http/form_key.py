"""`{% form_key %}`: the field by which the site recognises a form that is sent twice.

It is in forms that create something, and in forms that would fail if repeated after success.

accounts/idempotency.py uses the key.
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
    """Return a hidden field with a new key, which browsers must not restore with the form.

    Args:
        key: a fixed key, for a form that is rendered again for the same thing. Each new thing
            needs another key.
    """
    return format_html(
        '<input type="hidden" name="{}" value="{}" autocomplete="off">',
        FIELD_NAME,
        key or uuid.uuid4(),
    )
