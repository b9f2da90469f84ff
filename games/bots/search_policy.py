"""What a title tells the search of itself."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from games.rules import Match

from .base import Bot, BotFactory, RandomBot


class SearchPolicy:
    """As it stands it does for a game that says nothing.

    Attributes:
        usually: the bot whose choice has to be beaten, and which plays on.
        width: at most so many candidates.
        grows: whether trees grow behind the candidates, with branches where `is_branching` says so.
        ahead: behind the tree a line is played on, and appraised whenever `clock` has moved on by
            one of these, the least first; math.inf: at the end. It comes to their mean.
        is_secretive: whether what is revealed may have been decided in secret, and not drawn.
    """

    width = 8
    grows_tree = False
    ahead: Sequence[float] = (2,)
    is_secretive = False

    default_bot: BotFactory = RandomBot

    def __init__(self) -> None:
        self.bot: Bot = self.default_bot()

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        """Legal moves worth a look, the usual bot's choice first; `match` may be played on."""
        listed = match.legal_moves(seat)
        usual = self.bot.choose(match, seat, rng)
        listed.remove(usual)
        return [usual, *rng.sample(listed, min(len(listed), self.width - 1))]

    def share(self, match: Match) -> float:
        """How much of its budget the search may spend on the decision at hand."""
        return 1.0

    def is_branching(self, match: Match, seat: int) -> bool:
        """Whether what this actor decides now is worth branches of a tree."""
        return False

    def branches(self, match: Match, seat: int, rng: random.Random) -> Sequence[tuple[str, float]]:
        """Some moves of this actor, with weights that sum to 1."""
        raise NotImplementedError

    def reply(self, match: Match, seat: int, rng: random.Random) -> str:
        """How anybody plays on."""
        return self.bot.choose(match, seat, rng)

    def replies(self, match: Match, seat: int, rng: random.Random) -> Sequence[str]:
        """The same, where several moves in a row are thought out at once."""
        return (self.reply(match, seat, rng),)

    def clock(self, match: Match) -> float:
        """What tells how far a match has gone: its round, or a count of turns."""
        return len(match.moves) / (4 * match.seats)

    def quiet(self, match: Match) -> bool:
        """Whether `expected_points` can tell here what a position is worth."""
        return True

    def expected_points(self, match: Match) -> Sequence[float]:
        """The points that every seat may expect at the end."""
        return [score.total for score in match.scores()]

    def lead_deviation(self, match: Match) -> float:
        """By how many points a lead may still be wrong."""
        return 10.0

    def values(self, match: Match) -> list[float]:
        """By seat the chance to win; alone, points."""
        if match.over:
            scores = match.scores()
            if match.seats == 1:
                return [float(scores[0].total)]
            first = [score.seat for score in scores if score.rank == 1]
            return [(seat in first) / len(first) for seat in range(match.seats)]
        points = list(self.expected_points(match))
        if match.seats == 1:
            return points
        spread, best = self.lead_deviation(match), max(points)
        second = max((own for own in points if own < best), default=best)
        if points.count(best) > 1:
            second = best
        return [
            1 / (1 + math.exp(((second if own == best else best) - own) / spread)) for own in points
        ]


def softmax(worths: Sequence[float], scale: float) -> list[float]:
    """Worths as weights that sum to 1: `scale` more is e times as likely."""
    most = max(worths)
    raw = [math.exp((worth - most) / scale) for worth in worths]
    return [one / sum(raw) for one in raw]
