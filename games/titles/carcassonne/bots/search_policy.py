"""What the search is told of Carcassonne: the pairs that the steady bot likes best."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, cast

from games.bots.search_policy import Guide
from games.rules import Match

from ..rules import Carcassonne
from .evaluation import WEIGHTS, Outlook
from .heuristic import HeuristicBot, best_choice, choices

MARGIN = 6.0  # points behind the best by the steady bot, and no longer looked at
MOST_KNOWN = 20_000  # positions: some 40 MB

Position = tuple[object, ...]


class CarcassonneGuide(Guide):
    """Everybody plays on as the steady bot does.

    Worlds often agree on what follows, so what has been worked out for a position is kept.
    """

    usually = HeuristicBot
    width = 8
    ahead: Sequence[float] = (2,)  # tiles of each seat

    def __init__(self) -> None:
        super().__init__()
        self.replies_known: dict[Position, str] = {}
        self.outlooks_known: dict[Position, list[float]] = {}

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        worths: dict[str, float] = {}
        for choice in choices(cast(Carcassonne, match), WEIGHTS):
            if choice.value > worths.get(choice.move, -math.inf):
                worths[choice.move] = choice.value
        ranked = sorted(worths, key=lambda move: -worths[move])
        least = worths[ranked[0]] - MARGIN
        return [move for move in ranked[: self.width] if worths[move] >= least]

    def reply(self, match: Match, seat: int, rng: random.Random) -> str:
        match = cast(Carcassonne, match)
        position = position_of(match)
        known = self.replies_known.get(position)
        if known is None:
            make_room(self.replies_known)
            known = self.replies_known[position] = best_choice(match, WEIGHTS).move
        return known

    def clock(self, match: Match) -> float:
        return len(cast(Carcassonne, match).board.cells) / match.seats

    def quiet(self, match: Match) -> bool:
        return cast(Carcassonne, match).phase == "place"

    def outlook(self, match: Match) -> list[float]:
        match = cast(Carcassonne, match)
        position = position_of(match)
        known = self.outlooks_known.get(position)
        if known is None:
            make_room(self.outlooks_known)
            known = self.outlooks_known[position] = Outlook(match).worth
        return known

    def spread(self, match: Match) -> float:
        match = cast(Carcassonne, match)
        left = len(match.pile) - match.drawn + sum(map(len, match.hands))
        spread = 1 + 2 * math.sqrt(left / match.seats)
        return spread if match.options["traders"] == "off" else 2 * spread


class FurtherGuide(CarcassonneGuide):
    """Appraised thrice on their way, lines say more than at any one end."""

    ahead = (1, 2, 3)


def position_of(match: Carcassonne) -> Position:
    """All that the steady bot goes by."""
    board, turn = match.board, match.turn
    return (
        *board.cells.items(),
        *board.held.values(),
        match.phase,
        turn,
        match.extra,
        match.hands[turn],
        match.discarded,
        *map(tuple, match.points),
        *map(tuple, match.goods),
        *match.options.values(),
    )


def make_room(known: dict[Position, Any]) -> None:
    if len(known) >= MOST_KNOWN:
        known.clear()
