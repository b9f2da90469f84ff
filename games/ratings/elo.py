"""Multiplayer Elo as pure arithmetic: what one match does to the ratings of its people.

Every pair at the table is a small match of two. Who stays is compared by place with the others who
stay; who leaves loses to all of them. What a match says of a pair (`PairResult`) hangs on no
rating, so a match can be computed anew where ratings before it have changed. Ratings are whole
hundredths of a point here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..models import PROVISIONAL_BELOW

RULES_VERSION = 3  # of rating: what ends now is booked by these; `earlier` has those before
INITIAL_RATING = 1500_00
MIN_RATING = 100_00
K_STEPS = ((PROVISIONAL_BELOW, 60), (20, 40))  # below so many rated matches, such a K
K_LATER = 20
REPEAT_WEIGHTS = (
    1.0,
    0.5,
    0.25,
    0.125,
)  # what a pair's first, second, … match within a week weighs
CLOSE = 10  # whoever is ahead by less than a tenth of the leader's points is not ahead
LEVEL = 0.0  # of an excused match that stood level: leaving it costs what resigning costs


class MatchPlayer(NamedTuple):
    """One person of a match.

    Attributes:
        rank: the final place.
        left: a bot has played on for them.
        idle: they have hardly played: nobody gains by them, nor do they.
        excused: they were away, and are booked as the match stood when they left.
        stood: the points of all as they stood then, in the order of the entrants.
    """

    rank: int
    left: bool = False
    idle: bool = False
    excused: bool = False
    stood: tuple[int, ...] = ()


class PairResult(NamedTuple):
    """What a match says of one opponent: the result, its weight, whether it may bring a gain."""

    opponent: int
    result: float
    weight: float = 1.0
    gains: bool = True


class EloChange(NamedTuple):
    """What a match does to a rating; `counts`: it is one more that the person has behind them."""

    k: int
    delta: int
    after: int
    counts: bool


class PairEffect(NamedTuple):
    """What one opponent has to do with a change."""

    expected: float
    delta: float


def k_factor(played: int) -> int:
    """How far one match can move a rating: less with experience."""
    for below, k in K_STEPS:
        if played < below:
            return k
    return K_LATER


def expected_score(own: int, other: int) -> float:
    """The expected result against an opponent, 0 to 1.

    >>> round(expected_score(1600_00, 1400_00), 4)
    0.7597
    """
    return float(1 / (1 + 10 ** ((other - own) / 100 / 400)))


def to_hundredths(points: float) -> int:
    """Rounded to whole hundredths, half away from zero.

    >>> [to_hundredths(to_points) for to_points in (1.005, -0.005, 0.0049)]
    [101, -1, 0]
    """
    size = math.floor(round(abs(round(points, 9)) * 100, 7) + 0.5)
    return size if points > 0 else -size


def to_points(hundredths: int) -> Decimal:
    """A rating as it is stored and shown.

    >>> to_points(1507_68)
    Decimal('1507.68')
    """
    return Decimal(hundredths).scaleb(-2)


def pair_results(
    entrants: Sequence[MatchPlayer],
    weight: Callable[[int, int], float] = lambda one, other: 1.0,
    level: float = LEVEL,
) -> list[list[PairResult]]:
    """What a match says of everybody's opponents (by their place in the list).

    `level`: the result of an excused person against somebody with whom they stood level.
    """
    return [
        [
            PairResult(
                other, result, weight(own, other), not (entrants[own].idle or entrants[other].idle)
            )
            for other in range(len(entrants))
            if own != other and (result := _pair_result(entrants, own, other, level)) is not None
        ]
        for own in range(len(entrants))
    ]


def _pair_result(
    entrants: Sequence[MatchPlayer], own: int, other: int, level: float
) -> float | None:
    """1, 0.5 or 0; None where both have left."""
    one, two = entrants[own], entrants[other]
    if one.left and two.left:
        return None
    if one.excused:
        return result_at_leaving(one.stood, own, other, level)
    if one.left != two.left:
        return 0.0 if one.left else 1.0
    if one.rank == two.rank:
        return 0.5
    return 1.0 if one.rank < two.rank else 0.0


def result_at_leaving(points: Sequence[int], own: int, other: int, level: float = LEVEL) -> float:
    """The result between two by their points on the way; `level` where those are close.

    >>> [result_at_leaving((40, 30, 38), *pair) for pair in ((0, 1), (1, 0), (0, 2))]
    [1.0, 0.0, 0.0]
    """
    if not points:
        return 0.5  # nothing was kept of the matches of old
    ahead = points[own] - points[other]
    if abs(ahead) * CLOSE <= max(points):
        return level
    return 1.0 if ahead > 0 else 0.0


def pair_effect(rating: int, weight: float, met: PairResult, other: int) -> PairEffect:
    """What one opponent, whose rating is `other`, has to do with a change."""
    chance = expected_score(rating, other)
    return PairEffect(
        chance, _pair_delta(weight * met.weight, met.result - chance, gains=met.gains)
    )


def _pair_delta(weight: float, surprise: float, *, gains: bool) -> float:
    delta = weight * surprise
    return delta if gains or delta < 0 else 0.0


def pair_weight(played: int, people: int) -> float:
    """What each comparison weighs: at a larger table there are more."""
    return _pair_weight(k_factor(played), people)


def _pair_weight(k: int, people: int) -> float:
    return k * 3 / (people + 1)


def compute_change(
    rating: int,
    played: int,
    opponents: Iterable[tuple[int, float, float, bool]],
    ratings: Mapping[int, int] | Sequence[int],
    people: int,
    *,
    excused: bool = False,
) -> EloChange:
    """What a match of so many people does to one of them.

    `opponents` are each a `PairResult`, or a tuple like it; `ratings` are theirs before it. Whoever
    is excused gains nothing. A match in which nothing could change is none that one has behind one.
    """
    k = k_factor(played)
    each = _pair_weight(k, people)
    total, counts, meets_nobody = 0.0, False, True
    for opponent, result, weight, gains in opponents:
        meets_nobody = False
        delta = _pair_delta(
            each * weight, result - expected_score(rating, ratings[opponent]), gains=gains
        )
        counts = counts or (weight > 0 and (gains or delta < 0))
        total += delta
    after = max(MIN_RATING, rating + to_hundredths(min(0.0, total) if excused else total))
    return EloChange(k, after - rating, after, counts or meets_nobody)
