"""What chance did to everybody's chances to win in a match that is over, and what decisions did.

Chance is measured where it spoke: what the position that came of a move is worth, beside what it
was worth in the mean of the worlds that could have come of it, as far as whoever moved could know.
A decision is measured beside the best move that could be had. Both sides of such a gap are the
same kind of guess, made of positions equally far on, so that what the guess is wrong by falls out.

Worlds come in batches. Each batch measures the whole match by itself, so batches differ by as much
as their mean may be wrong, whatever measurements in the same world have in common.
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

ROUNDS = 4  # worlds of each batch, where the budget lasts
CLEAR = 2.57  # errors that a mean of so few batches is off once in twenty times


class WinShare(NamedTuple):
    """A change of the chance to win, give or take `error` (standard)."""

    change: float
    error: float

    @property
    def within(self) -> float:
        """By how much it is off at most, nineteen times in twenty."""
        return CLEAR * self.error

    @property
    def is_clear(self) -> bool:
        return abs(self.change) > self.within


def compute_win_shares(
    moved: Iterable[list[list[float]] | None],
    costs: Iterable[tuple[int, list[float]]],
    seats: int,
) -> list[tuple[WinShare | None, WinShare | None]]:
    """By seat what luck did and what its own decisions did; None where that cannot be told.

    Args:
        moved: of the pieces of a match, what `chance_shares` found.
        costs: of each decision its seat and what it cost, by batch.
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
    """What chance did to the seats in some moves, in all, by batch of worlds.

    Nothing where it did not speak, None where this takes too long. `afters` are the positions
    behind the decisions.
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
    """What chance did to the seats in one move, as one world shows it."""
    seat, guide = decision.seat, reviewing.guide
    come, expected = deal(after, seat, seed), deal(decision.match, seat, seed)
    come.chance = StreamChance(seed, come.reveals)
    expected.chance = luck = StreamChance(seed, expected.reveals)
    expected.play(seat, decision.move)
    if guide.is_secretive and not luck.sources:
        return [0.0] * expected.seats
    values = [
        simulate(guide, Node(world.seats), world, random.Random(seed)) for world in (come, expected)
    ]
    return [came - hoped for came, hoped in zip(*values, strict=True)]
