"""Scenes: what one person may know of a position, as presenters are given it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import games.rules as rules

from ...boards import Scene
from ..session.drafts import Pov


def build_scene(
    match: rules.Match,
    seat: int | None,
    names: Sequence[str],
    legal: Sequence[str] = (),
    news: Sequence[rules.Event] = (),
    *,
    in_words: bool = True,
    turn: Pov | None = None,
) -> Scene:
    """A position as this seat (None: a spectator) may see it; `turn`: with its own draft."""
    more: dict[str, Any] = {}
    if turn is not None:
        more = {
            "drafted": turn.draft,
            "removable": turn.removable,
            "alternatives": turn.alternatives,
        }
    return Scene.of(match, seat, names, legal, news, in_words=in_words, **more)
