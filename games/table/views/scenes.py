"""Builds scenes: what one viewer may know of a position, in the form that presenters need."""

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
    """Return the scene of a position for this seat (None: a spectator).

    Args:
        match: the position.
        seat: the number of the seat.
        names: the names of all seats.
        legal: the legal moves of the seat.
        news: events that are new to the viewer.
        in_words: whether the page shows the position in words.
        turn: what the viewer sees; adds the moves of their draft.
    """
    more: dict[str, Any] = {}
    if turn is not None:
        more = {
            "draft": turn.draft,
            "removable": turn.removable,
            "alternatives": turn.alternatives,
        }
    return Scene.from_match(match, seat, names, legal, news, is_in_words=in_words, **more)
