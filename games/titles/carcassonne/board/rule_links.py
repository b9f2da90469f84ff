"""Links from components to the rules page."""

from __future__ import annotations

import functools

from games.boards.cached_urls import rules_url

from ..rules import GAME


@functools.cache
def carcassonne_rules_url(anchor: str) -> str:
    """Return the URL of the section of the rules page on a component."""
    return rules_url(GAME.key, anchor)
