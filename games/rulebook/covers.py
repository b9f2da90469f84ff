"""What a game's card shows: the title's cover, or pieces of no game; whether it has a guide."""

from __future__ import annotations

import functools

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString

from ..boards import Presenter
from .tutorial import guide

register = template.Library()


@register.filter
def cover(show: Presenter) -> SafeString:
    """The picture as HTML."""
    return _drawn(show.cover)


@register.filter
def has_guide(show: Presenter) -> bool:
    """Whether there is a guided first match of this game."""
    return guide(show.game.key) is not None


@functools.cache
def _drawn(name: str) -> SafeString:
    return SafeString(get_template(name).render())
