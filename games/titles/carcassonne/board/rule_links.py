"""Where the rules tell of a component."""

from __future__ import annotations

import functools

from games.boards.cached_urls import rules_url

from ..rules import GAME


@functools.cache
def carcassonne_rules_url(anchor: str) -> str:
    """The address of what the rules say of a component."""
    return rules_url(GAME.key, anchor)
