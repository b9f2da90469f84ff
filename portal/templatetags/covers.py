"""The picture on a game's card: the title's own cover, or pieces of no game in particular."""

from __future__ import annotations

import functools

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.boards import Presenter

register = template.Library()


@register.filter
def cover(show: Presenter) -> SafeString:
    """The picture as HTML."""
    return _drawn(show.cover)


@functools.cache
def _drawn(name: str) -> SafeString:
    return SafeString(get_template(name).render())
