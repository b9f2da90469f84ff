"""The luck of the draw: monasteries drawn by each seat, compared with the expected number."""

from __future__ import annotations

from collections.abc import Sequence

import games.rules as rules
from games.boards.view_models import LuckMeasure

from ..rules.components import KINDS, MONASTERY
from ..rules.match import Carcassonne

WITH_MONASTERY = frozenset(
    id for id, kind in KINDS.items() if any(one.kind == MONASTERY for one in kind.segments)
)


def luck(match: rules.Match, move: str) -> LuckMeasure | None:
    """Return a measure in monasteries drawn; None if draws are hidden or the pile is empty."""
    assert isinstance(match, Carcassonne)
    if match.hand_size > 1 or match.drawn == len(match.pile):
        return None
    left = [kind.id in WITH_MONASTERY for kind in match.pile[match.drawn :]]
    seats = match.seats

    def weigh(events: Sequence[rules.Event]) -> Sequence[float]:
        found = [0.0] * seats
        tiles, monasteries = len(left), sum(left)
        for event in events:
            if event.kind == "draw" and event.seat is not None:
                is_one = event.data["tile"] in WITH_MONASTERY
                found[event.seat] += is_one - monasteries / tiles
                tiles, monasteries = tiles - 1, monasteries - is_one
        return found

    return weigh
