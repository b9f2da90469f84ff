"""A match that is over, looked at again by who looks ahead: chances along it, and costly decisions.

Worlds are dealt anew as the seat to move knew them, so a decision is held against what could be
known then, and not against what chance brought. In a world that is played to its end everybody
slips now and then: by one way of playing on alone, what a move brings would seem far surer than it
is.

Three rounds share the budget: all decisions in a few worlds, those that promise to have been costly
in more, and the few that still do in worlds that nobody has chosen them by.
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
from .budget import Budget, Spent
from .luck import Luck, deal
from .search import Search
from .tree import Node, look

PIECES = 32  # of a match, each looked at by itself
FIRST = Budget(seconds=3)  # for a piece
CHANCE = Budget(seconds=1)  # for what chance did in it
SUSPECTS = 24
SECOND = Budget(seconds=2)  # for each of them
FINALISTS = 8
THIRD = Budget(seconds=3)
MOST = 3  # turning points
GLIMPSES = 24  # worlds in which all candidates of a decision are tried, some moves ahead
BATCHES = 6  # of these worlds, which can be held against each other
SCANNED = 2  # worlds in which all decisions are played to the end, where time allows
OTHERS = 3  # of the moves that a decision is held against to the end
LOOKS, ENDS = 40, 120  # worlds of the last round, some moves ahead and to the end
LEAST_ENDS = 6
SLIP = 12  # one decision in so many
PRIOR = 6  # worlds that the guess of how far ends differ is worth
DISTRUST = 1.0  # by how many spreads of the guide what it hopes for at first sight may be wrong
DISAGREED = 0.5
LIKELY, SURE = 2.5, 4.0  # standard errors by which a better move must lead in the end
TURNED = 0.1  # of the chance to win must have gone for certain
EDGE = 0.02  # chances nearer to 0 and 1 say nothing about points
LOGISTIC = math.pi / math.sqrt(3)  # the standard deviation where the scale is 1


class Decision(NamedTuple):
    """What a seat chose in a position, behind so many moves."""

    number: int
    seat: int
    move: str
    match: Match


class Seen(NamedTuple):
    """A decision as it has been looked at so far.

    Attributes:
        others: moves to hold it against.
        hoped: points by which each of them is ahead of it at first sight.
        leads: with which its seat ended, world by world.
        gaps: by how much more each of them led then.
        spread: by how many points a lead may be wrong there, as the title guesses.
        before: the chances to win by seat, with the best move.
        costs: of the chance to win, by batch of worlds; none where there were too few.
    """

    number: int
    seat: int
    move: str
    others: list[str]
    hoped: list[float]
    leads: list[int]
    gaps: list[list[int]]
    spread: float
    before: list[float]
    costs: list[float]

    @property
    def promises(self) -> list[float]:
        """The chance to win that each of the others is expected to bring more.

        What was hoped for at first sight gives way to what was seen at the end, the more worlds
        the more. Where the two disagree, less is expected: both must speak for it in the end.
        """
        lead, normal = statistics.fmean(self.leads or [0]), statistics.NormalDist()
        error = math.sqrt(_variance(self.leads, (LOGISTIC * self.spread) ** 2))
        found = []
        for hoped, gaps in zip(self.hoped, self.gaps, strict=True):
            mean, variance = statistics.fmean(gaps or [0]), _variance(gaps, 2 * self.spread**2)
            weight = len(gaps) * (DISTRUST * self.spread) ** 2 / variance
            gap = (hoped + weight * mean) / (1 + weight)
            chance = normal.cdf((lead + gap) / error) - normal.cdf(lead / error)
            found.append(chance * (DISAGREED if hoped < 0 < chance else 1))
        return found


class Costly(NamedTuple):
    """A decision that cost its seat much.

    Attributes:
        points: by which the seat would have been further ahead in the end, give or take
            `points_error` (standard).
        chance: to win that it lost, give or take `error`.
        is_sure: whether there is hardly a doubt of it.
    """

    number: int
    seat: int
    move: str
    better: str
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
    found = list[Seen]()
    for number in range(PIECES):
        found += seen(reviewing, decisions[piece(number, len(decisions))], FIRST, seed)
    again = [
        seen_again(reviewing, of_number[one.number], one, SECOND, seed)
        for one in foremost(found, SUSPECTS)
    ]
    sure = [
        looked_at(reviewing, of_number[one.number], one, THIRD, seed)
        for one in foremost(again, FINALISTS)
    ]
    return worst(one for one in sure if one)


def piece(number: int, decisions: int) -> slice:
    """A piece of a match: the further from its end, the shorter, since worlds that are played on
    from there take longer."""
    start, end = (
        round(decisions * (1 - math.sqrt(1 - at / PIECES))) for at in (number, number + 1)
    )
    return slice(start, end)


def foremost(found: Iterable[Seen], most: int) -> list[Seen]:
    """What promises to have been costly, the worst first."""
    promising = [(max(one.promises), one) for one in found]
    promising.sort(key=lambda pair: -pair[0])
    return [one for promise, one in promising[:most] if promise > 0]


def worst(found: Iterable[Costly]) -> list[Costly]:
    """The turning points, the worst first; those without a doubt before others."""
    return sorted(found, key=lambda one: (not one.is_sure, one.error - one.chance))[:MOST]


def seen(reviewing: Search, decisions: Iterable[Decision], budget: Budget, seed: int) -> list[Seen]:
    """Decisions at first sight, but for those without a choice, all in as many worlds."""
    tried = []
    for decision in decisions:
        moves, usual = _moves(reviewing, decision, seed)
        if len(moves) > 1:
            tried.append((decision, moves, usual, [list[list[float]]() for _move in moves]))
    spent = budget.start()
    for number in range(GLIMPSES):
        if number > 1 and spent(0) * (number + 1) > number / 3:  # another would be too much
            break
        for decision, moves, _usual, found in tried:
            for move, values in zip(moves, found, strict=True):
                spent(1)
                values.append(_followed(reviewing, decision, move, seed + number))
    glimpsed = [_glimpsed(reviewing, *one) for one in tried]
    return _played_on(reviewing, [one[0] for one in tried], glimpsed, spent, seed)


def _played_on(
    reviewing: Search, decisions: Sequence[Decision], found: list[Seen], spent: Spent, seed: int
) -> list[Seen]:
    """What is seen at the end: all in the same few worlds, then half of them in twice as many, and
    so on, those that promise most, beside the two moves that do."""
    began, done, alive = spent(0), 0, list(range(len(found)))
    for number in range(ENDS if found else 0):
        if number >= SCANNED and number & (number - 1) == 0:  # twice as many as at the last time
            if number == SCANNED:
                found = [_narrowed(one) for one in found]
            alive = sorted(alive, key=lambda at: -max(found[at].promises))[: len(alive) // 2 + 1]
        if number and began + (spent(0) - began) * (done + len(alive)) / done > 1:
            break
        for at in alive:
            if spent(1 + len(found[at].others)) < 1 or number:
                _end_in(reviewing, decisions[at], found[at], seed + number)
            done += 1
    return found


def _glimpsed(
    reviewing: Search,
    decision: Decision,
    moves: list[str],
    usual: str,
    found: list[list[list[float]]],
) -> Seen:
    """The moves to hold a decision against: the usual bot's choice, and what looks best.

    What was best in all worlds but those of a batch is measured in that batch: no luck of the draw
    makes it look better than it is.
    """
    seat, spread = decision.seat, reviewing.guide.spread(decision.match)
    worlds = len(found[0])
    best, costs = list[list[float]](), list[float]()
    for batch in range(min(worlds, BATCHES)):
        others = [number for number in range(worlds) if number % BATCHES != batch]
        means = [statistics.fmean(values[number][seat] for number in others) for values in found]
        of_best, played = (of[batch::BATCHES] for of in (found[means.index(max(means))], found[0]))
        best += of_best
        costs.append(_mean(of_best)[seat] - _mean(played)[seat])
    leads = [spread * _logit(_mean(values)[seat]) for values in found]
    liked = sorted(range(1, len(moves)), key=lambda index: (moves[index] != usual, -leads[index]))
    kept = liked[:OTHERS]
    return Seen(
        decision.number,
        seat,
        decision.move,
        [moves[index] for index in kept],
        [leads[index] - leads[0] for index in kept],
        [],
        [[] for _other in kept],
        spread,
        _mean(best),
        costs if worlds >= BATCHES else [],
    )


def seen_again(reviewing: Search, decision: Decision, one: Seen, budget: Budget, seed: int) -> Seen:
    """A decision in more worlds, beside the two moves that promise most."""
    kept = _narrowed(one)
    spent = budget.start()
    for number in range(ENDS):
        if number and spent(1 + len(kept.others)) * (number + 1) > number:
            break
        _end_in(reviewing, decision, kept, seed + 1000 + number)
    return kept


def _narrowed(one: Seen) -> Seen:
    """The same, beside the two moves that promise most."""
    promises = one.promises
    best = sorted(range(len(promises)), key=lambda index: -promises[index])[:2]
    return one._replace(
        others=[one.others[index] for index in best],
        hoped=[one.hoped[index] for index in best],
        gaps=[one.gaps[index] for index in best],
    )


def _end_in(reviewing: Search, decision: Decision, one: Seen, world: int) -> None:
    """Play on to the end of a world with the decision and all that it is held against."""
    lead = _lead(_ended(reviewing, decision, one.move, world), one.seat)
    one.leads.append(lead)
    for move, gaps in zip(one.others, one.gaps, strict=True):
        gaps.append(_lead(_ended(reviewing, decision, move, world), one.seat) - lead)


def looked_at(
    reviewing: Search, decision: Decision, one: Seen, budget: Budget, seed: int
) -> Costly | None:
    """A decision beside its best other in worlds of their own; None where there is doubt.

    Two ways of looking must agree: some moves ahead, and to the end.
    """
    seat, promises = decision.seat, one.promises
    better = one.others[promises.index(max(promises))]
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
    if gap <= 0 or gap < LIKELY * gap_error:
        return None
    chance, error = _in_chances(leads, gap_error)
    is_sure = (
        gap >= SURE * gap_error
        and chance >= TURNED + error
        and looked > 0
        and looked >= LIKELY * look_error
    )
    own = decision.number, seat, decision.move, better
    return Costly(*own, chance, error, gap, gap_error, is_sure)


def _in_chances(leads: tuple[list[int], list[int]], gap_error: float) -> tuple[float, float]:
    """By how much leads differ, as chances to win, and the error of that; they spread normally."""
    spread = statistics.fmean(statistics.stdev(of_move) for of_move in leads) or 1.0
    good, bad = (statistics.fmean(of_move) / spread for of_move in leads)
    normal = statistics.NormalDist()
    steepest = normal.pdf(0.0 if bad < 0 < good else min(abs(good), abs(bad)))
    return normal.cdf(good) - normal.cdf(bad), steepest * gap_error / spread


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
    """The points by seat at the end of a world in which everybody plays on as usual, or nearly."""
    world = _began(decision, move, seed)
    play_out(reviewing.guide, world, seed, SLIP)
    return [score.total for score in world.scores()]


def _began(decision: Decision, move: str, seed: int) -> Match:
    world = deal(decision.match, decision.seat, seed)
    world.chance = Luck(seed, world.reveals)
    world.play(decision.seat, move)
    return world


def _lead(totals: Sequence[int], seat: int) -> int:
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def _logit(chance: float) -> float:
    kept = min(max(chance, EDGE), 1 - EDGE)
    return math.log(kept / (1 - kept))


def _mean(vectors: Sequence[Sequence[float]]) -> list[float]:
    return [statistics.fmean(of_seat) for of_seat in zip(*vectors, strict=True)]


def _variance(found: Sequence[int], guess: float) -> float:
    """The variance of what was found, as if a guess of it had been found in some worlds before."""
    mean = statistics.fmean(found or [0])
    squares = sum((one - mean) ** 2 for one in found)
    return (PRIOR * guess + squares) / (PRIOR + max(0, len(found) - 1))


def _measured(gaps: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return statistics.fmean(gaps), statistics.stdev(gaps) / math.sqrt(len(gaps))
