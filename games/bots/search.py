"""A search for every game: it looks at the lines that follow the most promising moves, in worlds
that its seat cannot tell apart, and takes the move that comes out best.

All candidates meet the same worlds and the same luck, so that they differ by the moves alone. They
race: who falls clearly behind is given up, and after each share of the budget so is the worse half.
Behind each of them grows a tree of what everybody may decide next (`tree.py`). What a title knows
of itself it says in a `SearchPolicy`. The first candidate is what the title's usual bot would play;
another one must be better than it by more than chance would explain.

Positions that are looked at are copies of what was re-dealt for the seat, and re-dealt once more in
an order that does not depend on what is hidden: the search cannot tell two worlds apart.
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

CLEAR = 2.5  # standard errors behind the leader: given up
LEAST = 6  # worlds before anything is given up
MIN_TIME_SHARE = 0.1  # and this share of the budget
UNCERTAINTY = 1.0  # standard errors by which a candidate must be better than the usual move


class Candidate:
    """A candidate, the tree behind it, and what it came to in each world."""

    def __init__(self, move: str, seats: int) -> None:
        self.move = move
        self.node = Node(seats)
        self.values: list[float] = []


class Search:
    """Looks further than the usual bot of a title, as far as its budget goes."""

    guided_by: type[SearchPolicy] = SearchPolicy
    budget = SearchBudget()

    def __init__(self) -> None:
        self.guide = self.guided_by()

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        listed = match.legal_moves(seat)
        if len(listed) == 1:
            return listed[0]
        seed = rng.getrandbits(40)
        return self.race(self.lines(match, seat, seed), match, seat, seed).move

    def lines(self, match: Match, seat: int, seed: int) -> list[Candidate]:
        """The candidates of a position, before anybody has looked at them."""
        moves = self.guide.candidates(deal(match, seat, seed), seat, random.Random(seed))
        return [Candidate(move, match.seats) for move in moves]

    def race(self, lines: list[Candidate], match: Match, seat: int, seed: int) -> Candidate:
        """Look at candidates as long as the budget lasts; the one that comes out best."""
        spent = self.budget.start(self.guide.share(match))
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
        """Follow every line in one more world, or none where the budget ends before."""
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
        """What a line comes to in a world, which is played on."""
        world.chance = StreamChance(seed, world.reveals)
        world.play(seat, line.move)
        return simulate(self.guide, line.node, world, random.Random(seed))[seat]


def search_levels(
    guide: type[SearchPolicy], best: type[SearchPolicy] | None = None
) -> dict[str, type[Search]]:
    """The levels of a title that search, weakest first.

    Where no trees grow, lines of one sort tell little more after a second, so `best` may have a
    guide of its own.
    """

    class Strong(Search):
        guided_by = guide
        budget = SearchBudget(seconds=1)

    class Best(Search):
        guided_by = best or guide
        budget = SearchBudget(seconds=10)

    return {"strong": Strong, "best": Best}


def mean_lead(line: Candidate, other: Candidate) -> tuple[float, float]:
    """By how much a line is better than another in the mean, and the standard error of that.

    The first third is left out: the trees were small then.
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
    """The best line; the usual one, which is the first, where none is better beyond doubt."""
    best, most = lines[0], 0.0
    if len(best.values) < 2:
        return best
    for line in lines[1:]:
        mean, error = mean_lead(line, lines[0])
        if mean - UNCERTAINTY * error > most:
            best, most = line, mean - UNCERTAINTY * error
    return best


def drop_hopeless(lines: list[Candidate]) -> list[Candidate]:
    """Those that are not clearly behind the leader."""
    leader = max(lines, key=lambda line: sum(line.values))
    gaps = [(line, *mean_lead(leader, line)) for line in lines]
    return [line for line, mean, error in gaps if line is leader or mean <= CLEAR * error]


def better_half(lines: list[Candidate]) -> list[Candidate]:
    """The half that has done best, in the same order."""
    ranked = sorted(lines, key=lambda line: -sum(line.values))
    kept = ranked[: (len(lines) + 1) // 2]
    return [line for line in lines if line in kept]
