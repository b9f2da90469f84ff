"""How chance and decisions changed each seat's chance to win in a finished match.

Chance is measured at the moves that met it. The value of the position after such a move is compared
with the mean value of all worlds that could have followed, as far as the mover could know. A
decision is compared with the best available move. Both sides of a comparison are estimates of the
same kind, from positions equally far on, so their common errors cancel out.

Worlds come in batches. Each batch measures the whole match, so the differences between batches show
the error of their mean, whatever measurements in the same world have in common.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules import Match

from .budget import SearchBudget
from .search import Search
from .search_chance import StreamChance, deal
from .tree import Node, simulate
from .turning_points import BATCHES, Decision

ROUNDS = 4  # worlds of each batch, if the budget lasts
CLEAR = 2.57  # errors by which a mean of so few batches is off at most, in 19 of 20 cases


class WinShare(NamedTuple):
    """A change of the chance to win, with its standard error."""

    change: float
    error: float

    @property
    def within(self) -> float:
        """The greatest error, in 19 of 20 cases."""
        return CLEAR * self.error

    @property
    def is_clear(self) -> bool:
        return abs(self.change) > self.within


def compute_win_shares(
    moved: Iterable[list[list[float]] | None],
    costs: Iterable[tuple[int, list[float]]],
    seats: int,
) -> list[tuple[WinShare | None, WinShare | None]]:
    """By seat, the effect of luck and of its own decisions; None where it cannot be measured.

    Args:
        moved: for each slice of a match, the result of `chance_shares`.
        costs: for each decision, its seat and its cost by batch.
        seats: the number of seats.
    """
    pieces, decided = list(moved), list(costs)
    found = []
    for seat in range(seats):
        of_pieces = [[batch[seat] for batch in piece] for piece in pieces if piece]
        own = [[-cost for cost in batches] for who, batches in decided if who == seat]
        luck = None if None in pieces or not of_pieces else _sum_shares(of_pieces)
        found.append((luck, _sum_shares(own) if own and all(own) else None))
    return found


def _sum_shares(parts: Sequence[Sequence[float]]) -> WinShare:
    """The sum of parts, each measured in the same batches."""
    batches = [sum(of_batch) for of_batch in zip(*parts, strict=True)]
    return WinShare(statistics.fmean(batches), statistics.stdev(batches) / math.sqrt(len(batches)))


def chance_shares(
    reviewing: Search,
    decisions: Sequence[Decision],
    afters: Sequence[Match],
    budget: SearchBudget,
    seed: int,
) -> list[list[float]] | None:
    """The total effect of chance on the seats (batches × seats) in some moves.

    Empty if no move met chance; None if this takes too long. `afters` are the positions after the
    decisions.
    """
    spoke = [
        (one, after)
        for one, after in zip(decisions, afters, strict=True)
        if after.reveals > one.match.reveals
    ]
    if not spoke:
        return []
    sums = [[0.0] * spoke[0][1].seats for _batch in range(BATCHES)]
    spent = budget.start()
    for number in range(ROUNDS):
        if number and spent(0) * (number + 1) > number:
            return [[change / number for change in batch] for batch in sums]
        for batch, changes in enumerate(sums):
            if not number and spent(2 * len(spoke)) > 1:
                return None
            for decision, after in spoke:
                moved = _chance_share(reviewing, decision, after, seed + BATCHES * number + batch)
                for seat, change in enumerate(moved):
                    changes[seat] += change
    return [[change / ROUNDS for change in batch] for batch in sums]


def _chance_share(reviewing: Search, decision: Decision, after: Match, seed: int) -> list[float]:
    """The effect of chance on the seats in one move, measured in one world."""
    seat, policy = decision.seat, reviewing.policy
    come, expected = deal(after, seat, seed), deal(decision.match, seat, seed)
    come.chance = StreamChance(seed, come.reveals)
    expected.chance = luck = StreamChance(seed, expected.reveals)
    expected.play(seat, decision.move)
    if policy.is_secretive and not luck.sources:
        return [0.0] * expected.seats
    values = [
        simulate(policy, Node(world.seats), world, random.Random(seed))
        for world in (come, expected)
    ]
    return [came - hoped for came, hoped in zip(*values, strict=True)]
