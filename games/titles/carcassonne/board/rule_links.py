"""Where the rules tell of a component."""

from __future__ import annotations

import functools

from games.boards.cached_urls import paragraph

from ..rules import GAME


@functools.cache
def note(anchor: str) -> str:
    """The address of what the rules say of a component."""
    return paragraph(GAME.key, anchor)
