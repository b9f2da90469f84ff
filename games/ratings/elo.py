"""Multiplayer Elo as pure arithmetic: what one match does to the ratings of its players.

Each pair of players counts as a small match of two. Players who stay are compared by rank. A player
who leaves loses to all who stay. A `PairResult` does not depend on ratings, so a match can be
recomputed when earlier ratings change. Ratings are integers here, in hundredths of a point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from .models import PROVISIONAL_BELOW

RULES_VERSION = 3  # of the rating rules for new matches; `legacy_rules` has the earlier ones
INITIAL_RATING = 1500_00
MIN_RATING = 100_00
K_STEPS = ((PROVISIONAL_BELOW, 60), (20, 40))  # (below this many rated matches, K)
K_LATER = 20
REPEAT_WEIGHTS = (
    1.0,
    0.5,
    0.25,
    0.125,
)  # the weight of a pair's first, second, … match within a week
CLOSE = 10  # a lead of at most 1/10 of the leader's points does not count
LEVEL = 0.0  # result of an excused, level match: leaving costs as much as resigning


class MatchPlayer(NamedTuple):
    """One player of a match.

    Attributes:
        rank: the final rank.
        left: whether a bot played on for them.
        idle: whether they hardly played, so that nobody can gain from them, nor they.
        excused: whether they were away and are rated by the points when they left.
        stood: the points of all players at that time, in the order of the entrants.
    """

    rank: int
    left: bool = False
    idle: bool = False
    excused: bool = False
    stood: tuple[int, ...] = ()


class PairResult(NamedTuple):
    """The result against one opponent, its weight, and whether it may bring a gain."""

    opponent: int
    result: float
    weight: float = 1.0
    gains: bool = True


class EloChange(NamedTuple):
    """The change of one rating in hundredths; `counts`: whether it is one more rated match."""

    k: int
    delta: int
    after: int
    counts: bool


class PairEffect(NamedTuple):
    """The expected score against one opponent, and this opponent's share of the change."""

    expected: float
    delta: float


def k_factor(played: int) -> int:
    """Return K, the factor of a rating change, which falls with experience."""
    for below, k in K_STEPS:
        if played < below:
            return k
    return K_LATER


def expected_score(own: int, other: int) -> float:
    """Return the expected score against an opponent, 0 to 1; ratings are in hundredths.

    >>> round(expected_score(1600_00, 1400_00), 4)
    0.7597
    """
    return float(1 / (1 + 10 ** ((other - own) / 100 / 400)))


def to_hundredths(points: float) -> int:
    """Return points as whole hundredths, rounded half away from zero.

    >>> [to_hundredths(to_points) for to_points in (1.005, -0.005, 0.0049)]
    [101, -1, 0]
    """
    size = math.floor(round(abs(round(points, 9)) * 100, 7) + 0.5)
    return size if points > 0 else -size


def to_points(hundredths: int) -> Decimal:
    """Return a rating in points, as it is stored and shown.

    >>> to_points(1507_68)
    Decimal('1507.68')
    """
    return Decimal(hundredths).scaleb(-2)


def pair_results(
    entrants: Sequence[MatchPlayer],
    weight: Callable[[int, int], float] = lambda one, other: 1.0,
    level: float = LEVEL,
) -> list[list[PairResult]]:
    """Return, for each player, the results against the others (by their index in the list).

    Args:
        entrants: the players.
        weight: returns the weight of a pair, given two indexes.
        level: the result of an excused player against one with whom they stood level.
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
    """Return 1, 0.5 or 0, or None if both have left."""
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
    """Return the result between two players by their points so far; `level` if those are close.

    >>> [result_at_leaving((40, 30, 38), *pair) for pair in ((0, 1), (1, 0), (0, 2))]
    [1.0, 0.0, 0.0]
    """
    if not points:
        return 0.5  # old matches did not store the points
    ahead = points[own] - points[other]
    if abs(ahead) * CLOSE <= max(points):
        return level
    return 1.0 if ahead > 0 else 0.0


def pair_effect(rating: int, weight: float, met: PairResult, other: int) -> PairEffect:
    """Return the effect of one opponent, whose rating is `other`, on a change."""
    chance = expected_score(rating, other)
    return PairEffect(
        chance, _pair_delta(weight * met.weight, met.result - chance, gains=met.gains)
    )


def _pair_delta(weight: float, surprise: float, *, gains: bool) -> float:
    delta = weight * surprise
    return delta if gains or delta < 0 else 0.0


def pair_weight(played: int, people: int) -> float:
    """Return the weight of each comparison: less at larger tables, which have more of them."""
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
    """Return what a match does to one player.

    Args:
        rating: the player's rating before the match, in hundredths.
        played: the player's number of rated matches before it.
        opponents: `PairResult`s, or tuples like it.
        ratings: the ratings of the opponents before the match.
        people: the number of players.
        excused: whether the player is excused and cannot gain.

    Returns:
        The change. It does not count as a rated match if nothing could change.
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
