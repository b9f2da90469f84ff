"""`{% draw template piece %}`: a piece of a board as HTML, kept for the next page that shows it."""

from __future__ import annotations

from collections.abc import Hashable

from django import template
from django.utils.safestring import SafeString

from ..boards.drawing import drawn

register = template.Library()


@register.simple_tag
def draw(name: str, piece: Hashable) -> SafeString:
    return drawn(name, piece)
