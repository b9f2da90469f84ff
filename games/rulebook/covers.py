"""Template filters for the card of a game: its cover, and whether it has a tutorial."""

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
    """The cover as HTML; the generic one if the title has none."""
    return _render_template(show.cover)


@register.filter
def has_tutorial(show: Presenter) -> bool:
    """Whether the game has a tutorial."""
    return tutorial_of(show.game.key) is not None


@functools.cache
def _render_template(name: str) -> SafeString:
    return SafeString(get_template(name).render())
