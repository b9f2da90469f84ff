"""A match that is over, looked at again by who looks ahead: chances along it, and costly decisions.

Worlds are dealt anew as the seat to move knew them, so a decision is held against what could be
known then, and not against what chance brought.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules import Match

from . import STRONG, levels
from .advice import play_out
from .budget import Budget
from .luck import Luck, deal
from .search import Search
from .tree import Node, look

PIECES = 16  # of a match, each looked at by itself
FIRST = Budget(seconds=4)  # for a piece
SUSPECTS = 16
SECOND = Budget(seconds=3)  # for each of them
MOST = 3  # turning points
GLIMPSES = 24  # worlds in which all candidates of a decision are tried
LOOKS, ENDS = 40, 120  # and in which a suspect is: some moves ahead, and played to the end
LEAST_ENDS = 6
OTHERS = 3  # of the moves that a suspect is held against, the best one is
LIKELY, SURE = 2.5, 5.0  # standard errors by which a better move must lead in the end
COSTLY, GRAVE = 0.1, 0.75  # by how much, in standard deviations of the lead in the end
TURNED = 0.1  # of the chance to win must have gone for certain


class Decision(NamedTuple):
    """What a seat chose in a position, behind so many moves."""

    number: int
    seat: int
    move: str
    match: Match


class Seen(NamedTuple):
    """A decision at first sight.

    Attributes:
        others: what looks best beside it, first the usual bot's choice where that is not played.
        before: the chances to win by seat, with the best move.
        after: those with the move that was played.
        loss: what it cost its seat, give or take `error` (standard); less than nothing where it
            was the best one.
        reveals: how often chance had spoken before it.
        is_odd: whether the usual bot would have played something else.
    """

    number: int
    seat: int
    move: str
    others: list[str]
    before: list[float]
    after: list[float]
    loss: float
    error: float
    reveals: int
    is_odd: bool = False


class Costly(NamedTuple):
    """A decision that cost its seat much.

    Attributes:
        loss: of the lead in the end, in its standard deviations: what makes decisions comparable
            where a match is all but decided.
        chance: which it lost, give or take `error` (standard).
        points: by which the seat would have been further ahead in the end, give or take
            `points_error`.
        is_sure: whether there is hardly a doubt of it.
    """

    number: int
    seat: int
    move: str
    better: str
    loss: float
    chance: float
    error: float
    points: float
    points_error: float
    is_sure: bool


def reviewer(game: str) -> Search | None:
    """Who looks at the matches of a game; None where nobody can."""
    strong = levels(game).get(STRONG)
    return strong() if isinstance(strong, type) and issubclass(strong, Search) else None


def turning_points(game: str, decisions: Sequence[Decision], seed: int) -> list[Costly]:
    """The decisions of a match that cost most, all steps at once."""
    reviewing = reviewer(game)
    assert reviewing is not None
    of_number = {decision.number: decision for decision in decisions}
    found = []
    for number in range(PIECES):
        start, end = (len(decisions) * at // PIECES for at in (number, number + 1))
        found += seen(reviewing, decisions[start:end], FIRST, seed)
    sure = [
        looked_at(reviewing, of_number[one.number], one.others, SECOND, seed)
        for one in suspects(found)
    ]
    return worst([one for one in sure if one])


def suspects(found: Iterable[Seen]) -> list[Seen]:
    """What to look at again: the worst first, three in four of them odd where there are so many."""
    worst_first = sorted(found, key=lambda one: one.error - one.loss)
    odd = [one for one in worst_first if one.is_odd]
    costly = [one for one in worst_first if one.loss > one.error and not one.is_odd]
    few = SUSPECTS // 4
    return [*odd[: max(SUSPECTS - few, SUSPECTS - len(costly))], *costly][:SUSPECTS]


def worst(found: Iterable[Costly]) -> list[Costly]:
    """The turning points, the worst first; those without a doubt before others."""
    return sorted(found, key=lambda one: (not one.is_sure, -one.loss))[:MOST]


def seen(reviewing: Search, decisions: Iterable[Decision], budget: Budget, seed: int) -> list[Seen]:
    """Decisions at first sight, but for those without a choice, all in as many worlds."""
    tried = []
    for decision in decisions:
        moves, usual = _moves(reviewing, decision, seed)
        if len(moves) > 1:
            tried.append((decision, moves, usual, [list[list[float]]() for _move in moves]))
    spent = budget.start()
    for number in range(GLIMPSES):
        if number > 1 and spent(0) * (number + 1) > number:  # another world would be too much
            break
        for decision, moves, _usual, found in tried:
            for move, values in zip(moves, found, strict=True):
                spent(1)
                values.append(_followed(reviewing, decision, move, seed + number))
    return [_seen(*one) for one in tried]


def _seen(decision: Decision, moves: list[str], usual: str, found: list[list[list[float]]]) -> Seen:
    """What was best in one half of the worlds is measured in the other half: no luck of the draw
    makes it look better than it is."""
    seat, best = decision.seat, list[list[float]]()
    played = [world for half in (1, 0) for world in found[0][half::2]]
    for half in (0, 1):
        means = [_mean(values[half::2])[seat] for values in found]
        best += found[means.index(max(means))][1 - half :: 2]
    before, after = _mean(best), _mean(played)
    loss, error = _measured([a[seat] - b[seat] for a, b in zip(best, played, strict=True)])
    others = range(1, len(moves))
    liked = sorted(others, key=lambda index: -_mean(found[index])[seat])
    ranked = dict.fromkeys([*filter(None, [usual]), *(moves[index] for index in liked)])
    own = decision.number, seat, decision.move, [*ranked][:OTHERS]
    return Seen(*own, before, after, loss, error, decision.match.reveals, bool(usual))


def looked_at(
    reviewing: Search, decision: Decision, others: Sequence[str], budget: Budget, seed: int
) -> Costly | None:
    """A decision beside the best of some others in many other worlds; None where there is doubt.

    Two ways of looking must agree: some moves ahead, and to the end, where everybody plays on as
    usual.
    """
    seat = decision.seat
    better = _best(reviewing, decision, others, seed) if len(others) > 1 else others[0]
    moves = (better, decision.move)
    spent, looks = budget.start(), list[float]()
    while len(looks) < LOOKS and (len(looks) < LEAST_ENDS or spent(2) < 0.25):
        world = seed - 1 - len(looks)
        good, bad = (_followed(reviewing, decision, move, world)[seat] for move in moves)
        looks.append(good - bad)
    looked, look_error = _measured(looks)
    if looked < -look_error:
        return None
    leads: tuple[list[int], list[int]] = [], []
    while len(leads[0]) < ENDS and (len(leads[0]) < LEAST_ENDS or spent(2) < 1):
        world = seed - 1 - len(leads[0])
        for move, of_move in zip(moves, leads, strict=True):
            of_move.append(_lead(_ended(reviewing, decision, move, world), seat))
    gap, gap_error = _measured([good - bad for good, bad in zip(*leads, strict=True)])
    spread = statistics.fmean(statistics.stdev(of_move) for of_move in leads) or 1.0
    chance, error = _in_chances(leads, gap_error, spread)
    if gap < max(LIKELY * gap_error, COSTLY * spread):
        return None
    is_sure = (
        gap >= max(SURE * gap_error, GRAVE * spread)
        and chance >= TURNED
        and looked >= LIKELY * look_error
    )
    own = decision.number, seat, decision.move, better
    return Costly(*own, gap / spread, chance, error, gap, gap_error, is_sure)


def _best(reviewing: Search, decision: Decision, others: Sequence[str], seed: int) -> str:
    """Of these moves the one that leads furthest in the end, in a few worlds of its own."""
    worlds = range(seed + 10_000, seed + 10_000 + LEAST_ENDS)

    def lead(move: str) -> int:
        ends = (_ended(reviewing, decision, move, world) for world in worlds)
        return sum(_lead(totals, decision.seat) for totals in ends)

    return max(others, key=lead)


def _in_chances(
    leads: tuple[list[int], list[int]], gap_error: float, spread: float
) -> tuple[float, float]:
    """By how much leads differ, as chances to win, and the error of that; they spread normally."""
    normal = statistics.NormalDist()
    good, bad = (statistics.fmean(of_move) / spread for of_move in leads)
    return normal.cdf(good) - normal.cdf(bad), normal.pdf((good + bad) / 2) * gap_error / spread


def _moves(reviewing: Search, decision: Decision, seed: int) -> tuple[list[str], str]:
    """What was played and the other candidates; and what the usual bot would have played, "" where
    it is the same."""
    match, seat = decision.match, decision.seat
    if len(match.legal_moves(seat)) < 2:
        return [], ""
    moves = [line.move for line in reviewing.lines(match, seat, seed)]
    usual = moves[0] if moves[0] != decision.move else ""
    return [decision.move, *[move for move in moves if move != decision.move]], usual


def _followed(reviewing: Search, decision: Decision, move: str, seed: int) -> list[float]:
    """What a move comes to by seat in a world; no tree grows, so that worlds are alike."""
    world = _began(decision, move, seed)
    return look(reviewing.guide, Node(world.seats), world, random.Random(seed))


def _ended(reviewing: Search, decision: Decision, move: str, seed: int) -> list[int]:
    """The points by seat at the end of a world in which everybody plays on as usual."""
    world = _began(decision, move, seed)
    play_out(reviewing.guide, world, seed)
    return [score.total for score in world.scores()]


def _began(decision: Decision, move: str, seed: int) -> Match:
    world = deal(decision.match, decision.seat, seed)
    world.chance = Luck(seed, world.reveals)
    world.play(decision.seat, move)
    return world


def _lead(totals: Sequence[int], seat: int) -> int:
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def _mean(vectors: Sequence[Sequence[float]]) -> list[float]:
    return [statistics.fmean(of_seat) for of_seat in zip(*vectors, strict=True)]


def _measured(gaps: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return statistics.fmean(gaps), statistics.stdev(gaps) / math.sqrt(len(gaps))
