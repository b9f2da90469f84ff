"""Scenes: what one person may know of a position, as presenters are given it."""

from __future__ import annotations

from collections.abc import Sequence

import games.rules as rules

from ..boards import Scene
from .drafts import Turn


def scene_of(
    match: rules.Match,
    seat: int | None,
    names: Sequence[str],
    legal: Sequence[str] = (),
    news: Sequence[rules.Event] = (),
    *,
    in_words: bool = True,
    turn: Turn | None = None,
) -> Scene:
    """A position as this seat (None: a spectator) may see it; `turn`: with its own draft."""
    return Scene(
        view=match.view(seat),
        legal=legal,
        seat=seat,
        names=names,
        actors=match.actors,
        options=dict(match.options),
        over=match.over,
        news=news,
        in_words=in_words,
        rules_version=match.rules_version,
        drafted=turn.draft if turn else (),
        removable=turn.removable if turn else frozenset(),
        alternatives=turn.alternatives if turn else (),
    )
