"""What the search is told of Clans of Caledonia: lines are played on to the end of the round.

There everybody has passed, so that positions compare; in the middle of a round the appraisal
misleads. What a seat plays on is a line of its own moves, found as if nobody came in between, and
found again where what others do has made the next move of it illegal. Chance hardly speaks within a
round, so what worlds differ by is which of several good lines everybody takes: without that the
search would take what one single continuation comes to for certain.
"""

from __future__ import annotations

import random
from typing import cast

from games.bots.search_policy import SearchPolicy
from games.rules import Match

from ..rules.components import ROUNDS
from ..rules.match import Caledonia
from .player import SOLO_WIDTHS, HeuristicBot
from .worth import PositionValue

MARGIN = 6.0  # points; moves so far behind the best are not looked at
SHORT_WIDTHS = (4, 3, 2, 2)  # the beam of lines that are played on
RANDOM_DEVIATION = (
    1.0  # points, the standard deviation: with others a line is taken for better or worse by it
)


class CaledoniaSearchPolicy(SearchPolicy):
    """The moves that begin the best lines of the steady bot, if it plans as far as it does alone;
    clans and bids are left to it."""

    default_bot = HeuristicBot
    width = 5
    ahead = (1,)  # round

    def __init__(self) -> None:
        super().__init__()
        self.bot = self.planner = HeuristicBot(widths=SOLO_WIDTHS)
        self.brief = HeuristicBot(widths=SHORT_WIDTHS)
        self.plans: dict[int, list[str]] = {}  # by seat, of the match that is played on
        self.planned: Match | None = None

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        match = cast(Caledonia, match)
        if match.phase == "clans":
            return [self.bot.choose(match, seat, rng)]
        values = self.planner.values(match, seat)
        ranked = sorted(values, key=lambda move: -values[move])
        least = values[ranked[0]] - MARGIN
        return [move for move in ranked[: self.width] if values[move] >= least]

    def reply(self, match: Match, seat: int, rng: random.Random) -> str:
        match = cast(Caledonia, match)
        if match.phase == "clans":
            return self.bot.choose(match, seat, rng)
        if match is not self.planned:
            self.planned, self.plans = match, {}
        listed, plan = match.legal_moves(seat), self.plans.get(seat)
        if not plan or plan[0] not in listed:
            if len(listed) == 1:
                return listed[0]
            plan = self.plans[seat] = self._plan(match, seat, rng)
        return plan.pop(0)

    def _plan(self, match: Caledonia, seat: int, rng: random.Random) -> list[str]:
        whim = RANDOM_DEVIATION if match.seats > 1 else 0.0
        lines = self.brief.lines(match, seat)
        _value, line = max(lines, key=lambda found: found[0] + rng.gauss(0, whim))
        return list(line)

    def clock(self, match: Match) -> int:
        return cast(Caledonia, match).round

    def expected_points(self, match: Match) -> list[float]:
        match = cast(Caledonia, match)
        return [PositionValue(match, seat)(match)[0] for seat in range(match.seats)]

    def lead_deviation(self, match: Match) -> float:
        return 4.0 + 3.0 * (ROUNDS - cast(Caledonia, match).round)
