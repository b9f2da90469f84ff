"""The search policy of Puerto Rico: the search covers picks of roles, habits do the rest."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from games.bots.search_policy import SearchPolicy, softmax
from games.rules import Match

from ..rules.match import PuertoRico
from . import habits
from .player import ENVY, HeuristicBot, play_phase
from .worth import Weights, relative_worth, value

LIKELY = 2.0  # points; a role that is worth this much more to its picker is e times as likely


class PuertoRicoSearchPolicy(SearchPolicy):
    """A tree of picks; its root may be any other decision except the placement of workers."""

    default_bot = HeuristicBot
    width = 8
    grows_tree = True
    horizons = (0,)

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        match = cast(PuertoRico, match)
        usual = self.bot.choose(match.copy(), seat, rng)
        if match.step in ("placement", "mayor_privilege"):
            return [usual]
        worths = worth_by_move(match, seat)
        ranked = sorted(worths, key=lambda move: -worths[move])
        return [usual, *[move for move in ranked if move != usual][: self.width - 1]]

    def is_branching(self, match: Match, seat: int) -> bool:
        return cast(PuertoRico, match).step == "pick"

    def branches(self, match: Match, seat: int, rng: random.Random) -> Sequence[tuple[str, float]]:
        worths = worth_by_move(cast(PuertoRico, match), seat)
        return list(zip(worths, softmax(list(worths.values()), LIKELY), strict=True))

    def reply(self, match: Match, seat: int, rng: random.Random) -> str:
        match = cast(PuertoRico, match)
        return habits.choose(match, seat, match.legal_moves(seat), Weights(match))

    def clock(self, match: Match) -> float:
        match = cast(PuertoRico, match)
        return 16 * match.round + match.picks

    def quiet(self, match: Match) -> bool:
        return cast(PuertoRico, match).step == "pick"

    def expected_points(self, match: Match) -> list[float]:
        match = cast(PuertoRico, match)
        weights = Weights(match)
        return [value(match, seat, weights) for seat in range(match.seats)]

    def lead_deviation(self, match: Match) -> float:
        return 2.0 + 8.0 * Weights(cast(PuertoRico, match)).left


def worth_by_move(match: PuertoRico, seat: int) -> dict[str, float]:
    """The value of the position for the seat after the phase, for each legal move."""
    found = {}
    for move in match.legal_moves(seat):
        trial = match.copy()
        trial.play(seat, move)
        play_phase(trial)
        found[move] = relative_worth(trial, seat, ENVY)
    return found
