"""The search policy of Clans of Caledonia: it plays on to the end of the round.

There all seats have passed, so positions are comparable; in the middle of a round the evaluation
misleads. Each seat plays on by a plan of its own moves, made as if no other seat moved. It plans
again when others make the next move of the plan illegal. Chance matters little within a round,
so worlds differ in which of several good plans each seat follows. Without that variation the
search would take the result of one single continuation for certain.
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

MARGIN = 6.0  # points; moves further behind the best are no candidates
SHORT_WIDTHS = (4, 3, 2, 2)  # beam widths of the plans by which seats play on
RANDOM_DEVIATION = (
    1.0  # points; standard deviation of the noise on the value of plans with 2 to 4 seats
)


class CaledoniaSearchPolicy(SearchPolicy):
    """Candidates are the first moves of the steady bot's best plans, as deep as in a solo game.

    The steady bot alone decides clans and bids.
    """

    default_bot = HeuristicBot
    width = 5
    horizons = (1,)  # rounds

    def __init__(self) -> None:
        super().__init__()
        self.bot = self.planner = HeuristicBot(widths=SOLO_WIDTHS)
        self.brief = HeuristicBot(widths=SHORT_WIDTHS)
        self.plans: dict[int, list[str]] = {}  # by seat, for the match being played on
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
