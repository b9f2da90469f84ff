"""What a title tells the search about its game."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from games.rules import Match

from .base import Bot, BotFactory, RandomBot


class SearchPolicy:
    """A policy that works for any game; titles override parts of it.

    Attributes:
        default_bot: the bot whose choice has to be beaten, and which plays on.
        width: the greatest number of candidates.
        grows_tree: whether trees grow for the candidates, with branches where `is_branching` is
            true.
        horizons: how far a line is played on after the tree, in steps of `clock`, the least first;
            math.inf: to the end. The position is valued at each step; the line's value is the mean.
        is_secretive: whether a reveal may show a secret decision instead of a draw.
    """

    width = 8
    grows_tree = False
    horizons: Sequence[float] = (2,)
    is_secretive = False

    default_bot: BotFactory = RandomBot

    def __init__(self) -> None:
        self.bot: Bot = self.default_bot()

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        """Legal moves worth examining, the usual bot's choice first; `match` may be played on."""
        listed = match.legal_moves(seat)
        usual = self.bot.choose(match, seat, rng)
        listed.remove(usual)
        return [usual, *rng.sample(listed, min(len(listed), self.width - 1))]

    def share(self, match: Match) -> float:
        """The share of its budget that the search may spend on this decision."""
        return 1.0

    def is_branching(self, match: Match, seat: int) -> bool:
        """Whether this actor's decision is worth branches of a tree."""
        return False

    def branches(self, match: Match, seat: int, rng: random.Random) -> Sequence[tuple[str, float]]:
        """Some moves of this actor, with weights that sum to 1."""
        raise NotImplementedError

    def reply(self, match: Match, seat: int, rng: random.Random) -> str:
        """The move with which any seat plays on."""
        return self.bot.choose(match, seat, rng)

    def replies(self, match: Match, seat: int, rng: random.Random) -> Sequence[str]:
        """Moves with which a seat plays on, where the title plans several in a row."""
        return (self.reply(match, seat, rng),)

    def clock(self, match: Match) -> float:
        """How far the match has gone, for example its round or a count of turns."""
        return len(match.moves) / (4 * match.seats)

    def quiet(self, match: Match) -> bool:
        """Whether `expected_points` can value this position."""
        return True

    def expected_points(self, match: Match) -> Sequence[float]:
        """The points that each seat may expect at the end."""
        return [score.total for score in match.scores()]

    def lead_deviation(self, match: Match) -> float:
        """How far an expected lead may be off, in points: the scale of a logistic distribution."""
        return 10.0

    def values(self, match: Match) -> list[float]:
        """The chance of each seat to win; in a match for one seat, its points."""
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
    """Values as weights that sum to 1; `scale` more makes a value e times as likely."""
    most = max(worths)
    raw = [math.exp((worth - most) / scale) for worth in worths]
    return [one / sum(raw) for one in raw]
