"""What a game's card shows: the title's cover, or pieces of no game; whether it has a guide."""

from __future__ import annotations

import functools

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString

from ..boards import Presenter
from .tutorial import tutorial_of

register = template.Library()


@register.filter
def render_cover(show: Presenter) -> SafeString:
    """The picture as HTML."""
    return _render_template(show.cover)


@register.filter
def has_tutorial(show: Presenter) -> bool:
    """Whether there is a guided first match of this game."""
    return tutorial_of(show.game.key) is not None


@functools.cache
def _render_template(name: str) -> SafeString:
    return SafeString(get_template(name).render())
