"""The search policy of Carcassonne: candidates are the pairs that the steady bot values most."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, cast

from games.bots.search_policy import SearchPolicy
from games.rules import Match

from ..rules import Carcassonne
from .evaluation import WEIGHTS, Evaluation
from .heuristic import HeuristicBot, best_choice, choices

MARGIN = 6.0  # points; moves further behind the steady bot's best are no candidates
MAX_CACHED_POSITIONS = 20_000  # positions: some 40 MB

Position = tuple[object, ...]


class CarcassonneSearchPolicy(SearchPolicy):
    """All seats play on as the steady bot does.

    Worlds often agree on what follows, so results for a position are cached.
    """

    default_bot = HeuristicBot
    width = 8
    horizons: Sequence[float] = (2,)  # tiles per seat

    def __init__(self) -> None:
        super().__init__()
        self.cached_replies: dict[Position, str] = {}
        self.cached_points: dict[Position, list[float]] = {}

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
        known = self.cached_replies.get(position)
        if known is None:
            evict_cache(self.cached_replies)
            known = self.cached_replies[position] = best_choice(match, WEIGHTS).move
        return known

    def clock(self, match: Match) -> float:
        return len(cast(Carcassonne, match).board.cells) / match.seats

    def quiet(self, match: Match) -> bool:
        return cast(Carcassonne, match).phase == "place"

    def expected_points(self, match: Match) -> list[float]:
        match = cast(Carcassonne, match)
        position = position_of(match)
        known = self.cached_points.get(position)
        if known is None:
            evict_cache(self.cached_points)
            known = self.cached_points[position] = Evaluation(match).worth
        return known

    def lead_deviation(self, match: Match) -> float:
        match = cast(Carcassonne, match)
        left = len(match.pile) - match.drawn + sum(map(len, match.hands))
        spread = 1 + 2 * math.sqrt(left / match.seats)
        return spread if match.options["traders"] == "off" else 2 * spread


class DeepCarcassonneSearchPolicy(CarcassonneSearchPolicy):
    """Evaluates each continuation at three depths, because their mean says more than one."""

    horizons = (1, 2, 3)


def position_of(match: Carcassonne) -> Position:
    """Return everything that the steady bot's decision depends on, as a cache key."""
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


def evict_cache(known: dict[Position, Any]) -> None:
    if len(known) >= MAX_CACHED_POSITIONS:
        known.clear()
