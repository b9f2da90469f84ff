"""Analysis of a finished match by a searching bot: its turning points, that is costly decisions.

Worlds are dealt as the seat to move knew them. So a decision is judged by what could be known then,
not by what chance brought. In a world that is played to its end, every seat sometimes plays another
move (a slip): with a single way to play on, the effect of a move would seem too certain.

All decisions are first examined some moves ahead. Suspects, which may have been costly, are played
to the end, each against the one most promising alternative. To compare with the best of many
results would reward luck. What still looks costly is played in more worlds, round by round. The few
suspects that are left are then played in fresh worlds, which had no part in their choice.
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

SLICES = 32  # of a match, each examined in its own step
FIRST = SearchBudget(seconds=1)  # for a slice
CHANCE_BUDGET = SearchBudget(seconds=0.5)  # for the effect of chance in a slice
SCOUTED_MOVES = 2  # worlds in which all candidates of a decision are tried, some moves ahead
MAX_OTHER_MOVES = 3  # of them, which are compared with the played move in other worlds
BATCHES = 6  # of these worlds, which can be compared with each other
GLIMPSES = 2  # worlds of each batch, where time allows
SUSPECTS = 24, 10, 5  # that are played to the end, round by round
SECOND = (
    SearchBudget(seconds=0.25),
    SearchBudget(seconds=0.5),
    SearchBudget(seconds=1),
)  # for each of them
LEAST, MAX_WORLDS = 2, 24  # worlds of each round, at least and at most
FINALISTS = 4
THIRD = SearchBudget(seconds=12)
MOST = 3  # turning points
LOOKS, ENDS = 40, 120  # worlds of the last round, some moves ahead and to the end
LEAST_ENDS = 6
SETTLED = 12  # the last round checks after each 12 ends whether the result is clear or hopeless
HOPELESS, CLEAR = 0.5, 6.0  # standard errors
SLIP = 12  # one decision in this many is a slip
PRIOR = 6  # the number of worlds that the prior guess of the variance of ends counts for
USUAL = 0.1  # times `lead_deviation`: the assumed gain of the usual bot's choice
DIFFERENCE = 0.05  # assumed standard deviation of the difference of moves in chances to win
DISTRUST = 0.4  # times `lead_deviation`: how far a gain at first sight may be wrong
LIKELY, SURE = 2.0, 4.0  # standard errors by which a better move must lead in the end
TURNING_CHANCE = 0.1  # the part of the chance to win that must be lost for certain
MIN_CHANCE = 0.03  # the least loss of any turning point
SCOUTING, ENDING = 500, 1000  # offsets of seeds, so that no other measurement uses these worlds
EDGE = 0.02  # chances nearer to 0 and 1 say nothing about points
LOGISTIC = math.pi / math.sqrt(3)  # the standard deviation of a logistic with scale 1


class Decision(NamedTuple):
    """What a seat chose in a position, which is before move `number`."""

    number: int
    seat: int
    move: str
    match: Match


class Suspect(NamedTuple):
    """A decision as examined so far, compared with one alternative.

    Attributes:
        better: the alternative, which promises more than any other move.
        lead: the seat's expected lead in points at the end, at first sight.
        prior_gain: points that the alternative seems to gain, at first sight.
        leads: the seat's leads at the end, world by world.
        gaps: how much greater the lead was with the alternative, world by world.
        spread: how far an expected lead may be wrong there, in points (`lead_deviation`).
        before: the chances to win by seat, with the best move.
        costs: lost chances to win, by batch of worlds; empty if there were too few.
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
        """The chance to win that the alternative is expected to gain.

        The more worlds were played to the end, the more their results outweigh the first guess.
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
        points: how much greater the seat's lead would have been in the end, with the standard error
            `points_error`.
        chance: the chance to win that it lost, with the standard error `error`.
        is_sure: whether there is hardly any doubt.
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
    """The search that reviews the matches of a game; None if the game has none."""
    strong = levels(game).get(STRONG)
    return strong() if isinstance(strong, type) and issubclass(strong, Search) else None


def turning_points(game: str, decisions: Sequence[Decision], seed: int) -> list[TurningPoint]:
    """The most costly decisions of a match, with all steps in one call."""
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
    """A slice of the decisions of a match."""
    return slice(decisions * number // SLICES, decisions * (number + 1) // SLICES)


def most_suspect(found: Iterable[Suspect], most: int) -> list[Suspect]:
    """The suspects with the greatest expected costs, worst first, at most `most`."""
    promising = [(one.expected_cost, one) for one in found]
    promising.sort(key=lambda pair: -pair[0])
    return [one for promise, one in promising[:most] if promise > 0]


def sort_turning_points(found: Iterable[TurningPoint]) -> list[TurningPoint]:
    """The turning points, worst first, sure ones before others, at most `MOST`."""
    return sorted(found, key=lambda one: (not one.is_sure, one.error - one.chance))[:MOST]


def scan_decisions(
    reviewing: Search, decisions: Iterable[Decision], budget: SearchBudget, seed: int
) -> list[Suspect]:
    """Examine decisions at first sight, all in equally many worlds; skip those without a choice."""
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
    """The played move and the best alternatives, the usual bot's move first.

    The second value says whether the usual bot would have played another move.
    """
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
    """A decision with the alternative to compare it with.

    In each batch, the move that was best in all other batches is measured. So luck in one batch
    does not make it look better than it is.
    """
    seat, spread = decision.seat, reviewing.policy.lead_deviation(decision.match)
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
    """The part of a mean gap between chances that the luck of the worlds does not explain."""
    if len(gaps) < 2:
        return 0.5
    return DIFFERENCE**2 / (DIFFERENCE**2 + statistics.variance(gaps) / len(gaps))


def examine_suspect(
    reviewing: Search, decision: Decision, one: Suspect, number: int, seed: int
) -> Suspect:
    """A suspect with the results of a round's worlds, for both of its moves."""
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
    """Compare a decision with its alternative in fresh worlds; None if there is doubt.

    Two measurements must agree: some moves ahead, and to the end.
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
    """The difference of leads as a chance to win, and its error; leads are taken as normal."""
    spread = statistics.fmean(statistics.stdev(of_move) for of_move in leads) or 1.0
    good, bad = (statistics.fmean(of_move) / spread for of_move in leads)
    normal = statistics.NormalDist()
    steepest = normal.pdf(0.0 if bad < 0 < good else min(abs(good), abs(bad)))
    return normal.cdf(good) - normal.cdf(bad), steepest * gap_error / spread


def _simulated_values(reviewing: Search, decision: Decision, move: str, seed: int) -> list[float]:
    """The values of a move by seat in a world, without a tree, so that worlds are comparable."""
    world = _start_world(decision, move, seed)
    return simulate(reviewing.policy, Node(world.seats), world, random.Random(seed))


def _played_out_totals(reviewing: Search, decision: Decision, move: str, seed: int) -> list[int]:
    """The points by seat at the end of a world in which all seats play on as usual, with slips."""
    world = _start_world(decision, move, seed)
    play_out(reviewing.policy, world, seed, SLIP)
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
    """The posterior mean of a guess, whose error has the variance `doubt`, and of observations."""
    weight = len(found) * doubt / _variance(found, variance)
    return (guess + weight * statistics.fmean(found or [0])) / (1 + weight)


def _variance(found: Sequence[int], guess: float) -> float:
    """The variance of the observations, with a prior guess that counts as `PRIOR` worlds."""
    mean = statistics.fmean(found or [0])
    squares = sum((one - mean) ** 2 for one in found)
    return (PRIOR * guess + squares) / (PRIOR + max(0, len(found) - 1))


def _lead_gaps(leads: tuple[list[int], list[int]]) -> list[int]:
    return [good - bad for good, bad in zip(*leads, strict=True)]


def _mean_and_error(gaps: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return statistics.fmean(gaps), statistics.stdev(gaps) / math.sqrt(len(gaps))
