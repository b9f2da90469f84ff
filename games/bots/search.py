"""A search for every game, in worlds that its seat cannot tell apart.

It examines the most promising moves (candidates) and what follows them, and takes the move with the
best result. All candidates meet the same worlds and the same luck, so only the moves differ. They
race: a candidate that falls clearly behind is dropped, and after each share of the budget the worse
half is dropped, too. For each candidate grows a tree of possible further decisions (`tree.py`). A
title describes itself in a `SearchPolicy`. The first candidate is the move of the title's usual
bot; another one must be better by more than chance would explain.

The positions are copies of the match as it was re-dealt for the seat. They are re-dealt again in an
order that does not depend on hidden things, so the search cannot tell two worlds apart.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from games.rules import Match

from .budget import BudgetGauge, SearchBudget
from .search_chance import StreamChance, deal
from .search_policy import SearchPolicy
from .tree import Node, simulate

CLEAR = 2.5  # standard errors behind the leader at which a candidate is dropped
LEAST = 6  # worlds before a candidate is dropped
MIN_TIME_SHARE = 0.1  # and this share of the budget
UNCERTAINTY = 1.0  # standard errors by which a candidate must be better than the usual move


class Candidate:
    """A candidate move, its tree, and its value in each world."""

    def __init__(self, move: str, seats: int) -> None:
        self.move = move
        self.node = Node(seats)
        self.values: list[float] = []


class Search:
    """Looks ahead further than the usual bot of a title, as far as its budget allows."""

    policy_class: type[SearchPolicy] = SearchPolicy
    budget = SearchBudget()

    def __init__(self) -> None:
        self.policy = self.policy_class()

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        listed = match.legal_moves(seat)
        if len(listed) == 1:
            return listed[0]
        seed = rng.getrandbits(40)
        return self.race(self.lines(match, seat, seed), match, seat, seed).move

    def lines(self, match: Match, seat: int, seed: int) -> list[Candidate]:
        """The candidates of a position, not yet examined."""
        moves = self.policy.candidates(deal(match, seat, seed), seat, random.Random(seed))
        return [Candidate(move, match.seats) for move in moves]

    def race(self, lines: list[Candidate], match: Match, seat: int, seed: int) -> Candidate:
        """Examine candidates until the budget is spent and return the best one."""
        spent = self.budget.start(self.policy.share(match))
        rounds = max(1, math.ceil(math.log2(len(lines))))
        halved, world = 0, 0
        while len(lines) > 1 and spent(0) < 1:
            world += 1
            if not self._sample_world(lines, match, seat, seed + world, spent):
                break
            if world >= LEAST and spent(0) > MIN_TIME_SHARE:
                lines = drop_hopeless(lines)
            if spent(0) * rounds >= halved + 1:
                halved += 1
                lines = better_half(lines)
        return best_candidate(lines)

    def _sample_world(
        self, lines: list[Candidate], match: Match, seat: int, seed: int, spent: BudgetGauge
    ) -> bool:
        """Follow every candidate in one more world; False if the budget ends first."""
        world = deal(match, seat, seed)
        found = []
        for line in lines:
            if spent(1) > 1:
                return False
            found.append(self.follow(line, world.copy(), seat, seed))
        for line, value in zip(lines, found, strict=True):
            line.values.append(value)
        return True

    def follow(self, line: Candidate, world: Match, seat: int, seed: int) -> float:
        """The value of a candidate for the seat in a world; `world` is played on."""
        world.chance = StreamChance(seed, world.reveals)
        world.play(seat, line.move)
        return simulate(self.policy, line.node, world, random.Random(seed))[seat]


def search_levels(
    policy: type[SearchPolicy], best: type[SearchPolicy] | None = None
) -> dict[str, type[Search]]:
    """The levels of a title that search, weakest first.

    Without trees, more lines of the same kind say little more after a second. So `best` may be
    another policy for the best level.
    """

    class Strong(Search):
        policy_class = policy
        budget = SearchBudget(seconds=1)

    class Best(Search):
        policy_class = best or policy
        budget = SearchBudget(seconds=10)

    return {"strong": Strong, "best": Best}


def mean_lead(line: Candidate, other: Candidate) -> tuple[float, float]:
    """How much better a candidate is than another on average, and the standard error of that.

    The first third of the worlds is left out, because the trees were small then.
    """
    count = len(line.values)
    skip = count // 3
    gaps = [a - b for a, b in zip(line.values[skip:], other.values[skip:], strict=True)]
    count -= skip
    mean = sum(gaps) / count
    if count < 2:
        return mean, math.inf
    return mean, math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / (count - 1) / count)


def best_candidate(lines: Sequence[Candidate]) -> Candidate:
    """The best candidate; the first (the usual move) unless another is better beyond doubt."""
    best, most = lines[0], 0.0
    if len(best.values) < 2:
        return best
    for line in lines[1:]:
        mean, error = mean_lead(line, lines[0])
        if mean - UNCERTAINTY * error > most:
            best, most = line, mean - UNCERTAINTY * error
    return best


def drop_hopeless(lines: list[Candidate]) -> list[Candidate]:
    """The candidates that are not clearly behind the leader."""
    leader = max(lines, key=lambda line: sum(line.values))
    gaps = [(line, *mean_lead(leader, line)) for line in lines]
    return [line for line, mean, error in gaps if line is leader or mean <= CLEAR * error]


def better_half(lines: list[Candidate]) -> list[Candidate]:
    """The better half of the candidates, in the same order."""
    ranked = sorted(lines, key=lambda line: -sum(line.values))
    kept = ranked[: (len(lines) + 1) // 2]
    return [line for line in lines if line in kept]
