"""What the search is told of Clans of Caledonia.

Alone it looks a round ahead. With others it plays the last round out to the end of the match;
before, what the steady bot plans is the better guide than lines that are broken off.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from games.bots.guide import Guide
from games.rules import Match

from ..rules.components import ROUNDS
from ..rules.match import Caledonia
from .player import HeuristicBot
from .worth import Worth

MARGIN = 6.0  # points; moves so far behind the best are not looked at
BRIEF = (4, 3, 2, 2)  # the beam of lines that are played on, where they are searched
TURNS = 1  # of everybody, by which another line is played on


class CaledoniaGuide(Guide):
    """The moves that begin the best lines of the steady bot; clans and bids are left to it."""

    usually = HeuristicBot
    width = 5
    ahead = 1  # by the clock

    def __init__(self) -> None:
        super().__init__()
        self.steady = HeuristicBot()
        self.greedy = HeuristicBot(widths=(1,))
        self.brief = HeuristicBot(widths=BRIEF)

    def share(self, match: Match) -> float:
        return float(match.seats == 1 or _is_last(match))

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        match = cast(Caledonia, match)
        if match.phase == "clans":
            return [self.usual.choose(match, seat, rng)]
        values = self.steady.values(match, seat)
        ranked = sorted(values, key=lambda move: -values[move])
        least = values[ranked[0]] - MARGIN
        return [move for move in ranked[: self.width] if values[move] >= least]

    def reply(self, match: Match, seat: int, rng: random.Random) -> str:
        match = cast(Caledonia, match)
        if match.phase == "clans" or len(match.legal_moves(seat)) == 1:
            return self.usual.choose(match, seat, rng)
        values = (self.brief if _is_last(match) else self.greedy).values(match, seat)
        return max(values, key=lambda move: values[move])

    def replies(self, match: Match, seat: int, rng: random.Random) -> Sequence[str]:
        """Alone nobody comes in between: a line is played as it was found."""
        match = cast(Caledonia, match)
        if match.seats > 1 or match.phase != "action" or len(match.legal_moves(seat)) == 1:
            return (self.reply(match, seat, rng),)
        return max(self.brief.lines(match, seat), key=lambda found: found[0])[1]

    def clock(self, match: Match) -> float:
        """Alone rounds; with others turns, and time stands still in the last round."""
        if match.seats == 1:
            return cast(Caledonia, match).round
        return 0.0 if _is_last(match) else len(match.moves) / (TURNS * match.seats)

    def outlook(self, match: Match) -> list[float]:
        match = cast(Caledonia, match)
        return [Worth(match, seat)(match)[0] for seat in range(match.seats)]

    def spread(self, match: Match) -> float:
        return 4.0 + 3.0 * (ROUNDS - cast(Caledonia, match).round)


def _is_last(match: Match) -> bool:
    return cast(Caledonia, match).round == ROUNDS
