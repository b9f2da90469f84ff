"""A match that is over, looked at again by who looks ahead: chances along it, and costly decisions.

Worlds are dealt anew as the seat to move knew them, so a decision is held against what could be
known then, and not against what chance brought. In a world that is played to its end everybody
slips now and then: by one way of playing on alone, what a move brings would seem far surer than it
is.

All decisions are looked at some moves ahead. Those that may have been costly are played to the
end, each beside the one move that promises most: the best of many would owe it to its luck. What
still looks costly then is played in more worlds, round by round, and the few that are left once
more in worlds that nobody has chosen them by.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules import Match

from . import STRONG, levels
from .budget import SearchBudget
from .search import Search
from .search_chance import StreamChance, deal
from .suggestions import play_out
from .tree import Node, simulate

SLICES = 32  # of a match, each looked at by itself
FIRST = SearchBudget(seconds=1)  # for a piece
CHANCE_BUDGET = SearchBudget(seconds=0.5)  # for what chance did in it
SCOUTED_MOVES = 2  # worlds in which all candidates of a decision are tried, some moves ahead
MAX_OTHER_MOVES = 3  # of them, which are tried in other worlds beside what was played
BATCHES = 6  # of these worlds, which can be held against each other
GLIMPSES = 2  # worlds of each, where time allows
SUSPECTS = 24, 10, 5  # that are played to the end, round by round
SECOND = (
    SearchBudget(seconds=0.25),
    SearchBudget(seconds=0.5),
    SearchBudget(seconds=1),
)  # for each of them
LEAST, MAX_WORLDS = 2, 24  # worlds of each round, whatever they take
FINALISTS = 4
THIRD = SearchBudget(seconds=12)
MOST = 3  # turning points
LOOKS, ENDS = 40, 120  # worlds of the last round, some moves ahead and to the end
LEAST_ENDS = 6
SETTLED = 12  # worlds to the end after which what is clear, or hopeless, is left
HOPELESS, CLEAR = 0.5, 6.0  # standard errors
SLIP = 12  # one decision in so many
PRIOR = 6  # worlds that the guess of how far ends differ is worth
USUAL = 0.1  # spreads of the guide by which the usual bot's choice is thought to be better
DIFFERENCE = 0.05  # the standard deviation of what moves differ by in chances, as is assumed
DISTRUST = 0.4  # by how many spreads of the guide what it hopes for at first sight may be wrong
LIKELY, SURE = 2.0, 4.0  # standard errors by which a better move must lead in the end
TURNING_CHANCE = 0.1  # of the chance to win must have gone for certain
MIN_CHANCE = 0.03  # and as much for whatever is named
SCOUTING, ENDING = 500, 1000  # where worlds begin that nothing else is measured in
EDGE = 0.02  # chances nearer to 0 and 1 say nothing about points
LOGISTIC = math.pi / math.sqrt(3)  # the standard deviation where the scale is 1


class Decision(NamedTuple):
    """What a seat chose in a position, behind so many moves."""

    number: int
    seat: int
    move: str
    match: Match


class Suspect(NamedTuple):
    """A decision as it has been looked at so far, beside one other move.

    Attributes:
        better: the move that promises more than any other.
        lead: of its seat in points at the end, as it was expected at first sight.
        hoped: points by which the other move is ahead of it, at first sight.
        leads: with which its seat ended, world by world.
        gaps: by how much more the other move led then.
        spread: by how many points a lead may be wrong there, as the title guesses.
        before: the chances to win by seat, with the best move.
        costs: of the chance to win, by batch of worlds; none where there were too few.
    """

    number: int
    seat: int
    move: str
    better: str
    lead: float
    prior_gain: float
    leads: list[int]
    gaps: list[int]
    spread: float
    before: list[float]
    costs: list[float]

    @property
    def expected_cost(self) -> float:
        """The chance to win that the other move is expected to bring more.

        What was hoped for at first sight gives way to what was seen at the end, the more worlds
        the more.
        """
        square = self.spread**2
        own = LOGISTIC**2 * square
        lead = _posterior_mean(self.lead, own / 2, self.leads, own)
        gap = _posterior_mean(self.prior_gain, DISTRUST**2 * square, self.gaps, 2 * square)
        error, normal = math.sqrt(_variance(self.leads, own)), statistics.NormalDist()
        return normal.cdf((lead + gap) / error) - normal.cdf(lead / error)


class TurningPoint(NamedTuple):
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


def review_search(game: str) -> Search | None:
    """Who looks at the matches of a game; None where nobody can."""
    strong = levels(game).get(STRONG)
    return strong() if isinstance(strong, type) and issubclass(strong, Search) else None


def turning_points(game: str, decisions: Sequence[Decision], seed: int) -> list[TurningPoint]:
    """The decisions of a match that cost most, all steps at once."""
    reviewing = review_search(game)
    assert reviewing is not None
    of_number = {decision.number: decision for decision in decisions}
    found = list[Suspect]()
    for number in range(SLICES):
        found += scan_decisions(
            reviewing, decisions[review_slice(number, len(decisions))], FIRST, seed
        )
    for number, most in enumerate(SUSPECTS):
        found = [
            examine_suspect(reviewing, of_number[one.number], one, number, seed)
            for one in most_suspect(found, most)
        ]
    sure = [
        verify_suspect(reviewing, of_number[one.number], one, THIRD, seed)
        for one in most_suspect(found, FINALISTS)
    ]
    return sort_turning_points(one for one in sure if one)


def review_slice(number: int, decisions: int) -> slice:
    """A piece of a match."""
    return slice(decisions * number // SLICES, decisions * (number + 1) // SLICES)


def most_suspect(found: Iterable[Suspect], most: int) -> list[Suspect]:
    """What promises to have been costly, the worst first."""
    promising = [(one.expected_cost, one) for one in found]
    promising.sort(key=lambda pair: -pair[0])
    return [one for promise, one in promising[:most] if promise > 0]


def sort_turning_points(found: Iterable[TurningPoint]) -> list[TurningPoint]:
    """The turning points, the worst first; those without a doubt before others."""
    return sorted(found, key=lambda one: (not one.is_sure, one.error - one.chance))[:MOST]


def scan_decisions(
    reviewing: Search, decisions: Iterable[Decision], budget: SearchBudget, seed: int
) -> list[Suspect]:
    """Decisions at first sight, but for those without a choice, all in as many worlds."""
    spent = budget.start()
    tried = []
    for decision in decisions:
        moves, is_other = _scout_moves(reviewing, decision, seed)
        if len(moves) > 1:
            tried.append((decision, moves, is_other, [list[list[float]]() for _move in moves]))
    began = spent(0)
    for number in range(BATCHES * GLIMPSES):
        if number > 1 and began + (spent(0) - began) * (number + 1) / number > 1:
            break
        for decision, moves, _is_other, found in tried:
            for move, values in zip(moves, found, strict=True):
                spent(1)
                values.append(_simulated_values(reviewing, decision, move, seed + number))
    return [_first_impression(reviewing, *one) for one in tried]


def _scout_moves(reviewing: Search, decision: Decision, seed: int) -> tuple[list[str], bool]:
    """What was played, and beside it the moves that look best, first what the usual bot would have
    played; and whether that is another move."""
    match, seat = decision.match, decision.seat
    if len(match.legal_moves(seat)) < 2:
        return [], False
    usual, *rest = (line.move for line in reviewing.lines(match, seat, seed))
    is_other = usual != decision.move
    kept = [usual] * is_other
    rest = [move for move in rest if move != decision.move]
    if len(rest) > MAX_OTHER_MOVES - len(kept):
        sums = {
            move: sum(
                _simulated_values(reviewing, decision, move, seed + SCOUTING + number)[seat]
                for number in range(SCOUTED_MOVES)
            )
            for move in rest
        }
        rest = sorted(rest, key=lambda move: -sums[move])[: MAX_OTHER_MOVES - len(kept)]
    return [decision.move, *kept, *rest], is_other


def _first_impression(
    reviewing: Search,
    decision: Decision,
    moves: list[str],
    is_other: bool,
    found: list[list[list[float]]],
) -> Suspect:
    """A decision beside the move to hold it against.

    What was best in all worlds but those of a batch is measured in that batch: no luck of the draw
    makes it look better than it is.
    """
    seat, spread = decision.seat, reviewing.guide.lead_deviation(decision.match)
    worlds = len(found[0])
    best, costs = list[list[float]](), list[float]()
    for batch in range(min(worlds, BATCHES)):
        others = [number for number in range(worlds) if number % BATCHES != batch]
        means = [statistics.fmean(values[number][seat] for number in others) for values in found]
        of_best, played = (of[batch::BATCHES] for of in (found[means.index(max(means))], found[0]))
        best += of_best
        costs.append(_mean(of_best)[seat] - _mean(played)[seat])
    lead, *hopes = (spread * _logit(_mean(values)[seat]) for values in found)
    hopes = [
        _shrinkage([one[seat] - own[seat] for one, own in zip(values, found[0], strict=True)])
        * (hope - lead)
        for hope, values in zip(hopes, found[1:], strict=True)
    ]
    hopes[0] += USUAL * spread * is_other
    hoped = max(hopes)
    return Suspect(
        decision.number,
        seat,
        decision.move,
        moves[1 + hopes.index(hoped)],
        lead,
        hoped,
        [],
        [],
        spread,
        _mean(best),
        costs if worlds >= BATCHES else [],
    )


def _shrinkage(gaps: Sequence[float]) -> float:
    """The part of a mean gap between chances that is not the luck of the worlds."""
    if len(gaps) < 2:
        return 0.5
    return DIFFERENCE**2 / (DIFFERENCE**2 + statistics.variance(gaps) / len(gaps))


def examine_suspect(
    reviewing: Search, decision: Decision, one: Suspect, number: int, seed: int
) -> Suspect:
    """A decision and its other move at the end of the worlds of a round."""
    leads, gaps = [*one.leads], [*one.gaps]
    spent = SECOND[number].start()
    for done in range(MAX_WORLDS):
        if spent(2) * (done + 1) > done >= LEAST:
            break
        world = seed + ENDING + len(leads)
        lead, other = (
            _lead(_played_out_totals(reviewing, decision, move, world), one.seat)
            for move in (one.move, one.better)
        )
        leads.append(lead)
        gaps.append(other - lead)
    return one._replace(leads=leads, gaps=gaps)


def verify_suspect(
    reviewing: Search, decision: Decision, one: Suspect, budget: SearchBudget, seed: int
) -> TurningPoint | None:
    """A decision beside its best other in worlds of their own; None where there is doubt.

    Two ways of looking must agree: some moves ahead, and to the end.
    """
    seat, better = decision.seat, one.better
    moves = (better, decision.move)
    spent, looks = budget.start(), list[float]()
    while len(looks) < LOOKS and (len(looks) < LEAST_ENDS or spent(2) < 0.25):
        world = seed - 1 - len(looks)
        good, bad = (_simulated_values(reviewing, decision, move, world)[seat] for move in moves)
        looks.append(good - bad)
    looked, look_error = _mean_and_error(looks)
    if looked < -look_error:
        return None
    leads: tuple[list[int], list[int]] = [], []
    while len(leads[0]) < ENDS and (len(leads[0]) < LEAST_ENDS or spent(2) < 1):
        world = seed - 1 - len(leads[0])
        for move, of_move in zip(moves, leads, strict=True):
            of_move.append(_lead(_played_out_totals(reviewing, decision, move, world), seat))
        if len(leads[0]) % SETTLED == 0:
            gap, gap_error = _mean_and_error(_lead_gaps(leads))
            if not HOPELESS * gap_error < gap < CLEAR * gap_error:
                break
    gap, gap_error = _mean_and_error(_lead_gaps(leads))
    if gap <= 0 or gap < LIKELY * gap_error:
        return None
    chance, error = _as_win_chances(leads, gap_error)
    if chance < MIN_CHANCE:
        return None
    is_sure = (
        gap >= SURE * gap_error
        and chance >= TURNING_CHANCE + error
        and looked > 0
        and looked >= LIKELY * look_error
    )
    own = decision.number, seat, decision.move, better
    return TurningPoint(*own, chance, error, gap, gap_error, is_sure)


def _as_win_chances(leads: tuple[list[int], list[int]], gap_error: float) -> tuple[float, float]:
    """By how much leads differ, as chances to win, and the error of that; they spread normally."""
    spread = statistics.fmean(statistics.stdev(of_move) for of_move in leads) or 1.0
    good, bad = (statistics.fmean(of_move) / spread for of_move in leads)
    normal = statistics.NormalDist()
    steepest = normal.pdf(0.0 if bad < 0 < good else min(abs(good), abs(bad)))
    return normal.cdf(good) - normal.cdf(bad), steepest * gap_error / spread


def _simulated_values(reviewing: Search, decision: Decision, move: str, seed: int) -> list[float]:
    """What a move comes to by seat in a world; no tree grows, so that worlds are alike."""
    world = _start_world(decision, move, seed)
    return simulate(reviewing.guide, Node(world.seats), world, random.Random(seed))


def _played_out_totals(reviewing: Search, decision: Decision, move: str, seed: int) -> list[int]:
    """The points by seat at the end of a world in which everybody plays on as usual, or nearly."""
    world = _start_world(decision, move, seed)
    play_out(reviewing.guide, world, seed, SLIP)
    return [score.total for score in world.scores()]


def _start_world(decision: Decision, move: str, seed: int) -> Match:
    world = deal(decision.match, decision.seat, seed)
    world.chance = StreamChance(seed, world.reveals)
    world.play(decision.seat, move)
    return world


def _lead(totals: Sequence[int], seat: int) -> int:
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def _logit(chance: float) -> float:
    kept = min(max(chance, EDGE), 1 - EDGE)
    return math.log(kept / (1 - kept))


def _mean(vectors: Sequence[Sequence[float]]) -> list[float]:
    return [statistics.fmean(of_seat) for of_seat in zip(*vectors, strict=True)]


def _posterior_mean(guess: float, doubt: float, found: Sequence[int], variance: float) -> float:
    """The mean of a guess, with the variance of what it is wrong by, and of what was found."""
    weight = len(found) * doubt / _variance(found, variance)
    return (guess + weight * statistics.fmean(found or [0])) / (1 + weight)


def _variance(found: Sequence[int], guess: float) -> float:
    """The variance of what was found, as if a guess of it had been found in some worlds before."""
    mean = statistics.fmean(found or [0])
    squares = sum((one - mean) ** 2 for one in found)
    return (PRIOR * guess + squares) / (PRIOR + max(0, len(found) - 1))


def _lead_gaps(leads: tuple[list[int], list[int]]) -> list[int]:
    return [good - bad for good, bad in zip(*leads, strict=True)]


def _mean_and_error(gaps: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return statistics.fmean(gaps), statistics.stdev(gaps) / math.sqrt(len(gaps))
