"""The picture on a game's card: the game's own cover, or pieces of no game in particular."""

from __future__ import annotations

from django import template

import games.rules as rules

register = template.Library()


@register.filter
def cover(game: rules.Game) -> list[str]:
    """Names for `{% include %}`, which takes the first that exists."""
    return [f"games/boards/{game.key}_cover.html", "components/pieces.html"]
