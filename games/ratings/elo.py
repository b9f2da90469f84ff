"""Multiplayer Elo as pure arithmetic: what one match does to the ratings of its people.

Every pair at the table is a small match of two. Who stays is compared by place with the others who
stay; who leaves loses to all of them. What a match says of a pair (`Met`) hangs on no rating, so a
match can be computed anew where ratings before it have changed. Ratings are whole hundredths of a
point here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..models import PROVISIONAL_BELOW

RULES = 3  # of rating: what ends now is booked by these; `earlier` has those before
START = 1500_00
FLOOR = 100_00
K_STEPS = ((PROVISIONAL_BELOW, 60), (20, 40))  # below so many rated matches, such a K
K_LATER = 20
AGAIN = (1.0, 0.5, 0.25, 0.125)  # what a pair's first, second, … match within a week weighs
CLOSE = 10  # whoever is ahead by less than a tenth of the leader's points is not ahead
LEVEL = 0.0  # of an excused match that stood level: leaving it costs what resigning costs


class Entrant(NamedTuple):
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


class Met(NamedTuple):
    """What a match says of one opponent: the result, its weight, whether it may bring a gain."""

    opponent: int
    result: float
    weight: float = 1.0
    gains: bool = True


class Change(NamedTuple):
    """What a match does to a rating; `counts`: it is one more that the person has behind them."""

    k: int
    delta: int
    after: int
    counts: bool


class Part(NamedTuple):
    """What one opponent has to do with a change."""

    expected: float
    delta: float


def k_factor(played: int) -> int:
    """How far one match can move a rating: less with experience."""
    for below, k in K_STEPS:
        if played < below:
            return k
    return K_LATER


def expected(own: int, other: int) -> float:
    """The expected result against an opponent, 0 to 1.

    >>> round(expected(1600_00, 1400_00), 4)
    0.7597
    """
    return float(1 / (1 + 10 ** ((other - own) / 100 / 400)))


def hundredths(points: float) -> int:
    """Rounded to whole hundredths, half away from zero.

    >>> [hundredths(points) for points in (1.005, -0.005, 0.0049)]
    [101, -1, 0]
    """
    size = math.floor(round(abs(round(points, 9)) * 100, 7) + 0.5)
    return size if points > 0 else -size


def points(hundredths: int) -> Decimal:
    """A rating as it is stored and shown.

    >>> points(1507_68)
    Decimal('1507.68')
    """
    return Decimal(hundredths).scaleb(-2)


def met(
    entrants: Sequence[Entrant],
    weight: Callable[[int, int], float] = lambda one, other: 1.0,
    level: float = LEVEL,
) -> list[list[Met]]:
    """What a match says of everybody's opponents (by their place in the list).

    `level`: the result of an excused person against somebody with whom they stood level.
    """
    return [
        [
            Met(other, result, weight(own, other), not (entrants[own].idle or entrants[other].idle))
            for other in range(len(entrants))
            if own != other and (result := _result(entrants, own, other, level)) is not None
        ]
        for own in range(len(entrants))
    ]


def _result(entrants: Sequence[Entrant], own: int, other: int, level: float) -> float | None:
    """1, 0.5 or 0; None where both have left."""
    one, two = entrants[own], entrants[other]
    if one.left and two.left:
        return None
    if one.excused:
        return as_it_stood(one.stood, own, other, level)
    if one.left != two.left:
        return 0.0 if one.left else 1.0
    if one.rank == two.rank:
        return 0.5
    return 1.0 if one.rank < two.rank else 0.0


def as_it_stood(points: Sequence[int], own: int, other: int, level: float = LEVEL) -> float:
    """The result between two by their points on the way; `level` where those are close.

    >>> [as_it_stood((40, 30, 38), *pair) for pair in ((0, 1), (1, 0), (0, 2))]
    [1.0, 0.0, 0.0]
    """
    if not points:
        return 0.5  # nothing was kept of the matches of old
    ahead = points[own] - points[other]
    if abs(ahead) * CLOSE <= max(points):
        return level
    return 1.0 if ahead > 0 else 0.0


def part(rating: int, weight: float, met: Met, other: int) -> Part:
    """What one opponent, whose rating is `other`, has to do with a change."""
    chance = expected(rating, other)
    return Part(chance, _delta(weight * met.weight, met.result - chance, gains=met.gains))


def _delta(weight: float, surprise: float, *, gains: bool) -> float:
    delta = weight * surprise
    return delta if gains or delta < 0 else 0.0


def weight(played: int, people: int) -> float:
    """What each comparison weighs: at a larger table there are more."""
    return _weight(k_factor(played), people)


def _weight(k: int, people: int) -> float:
    return k * 3 / (people + 1)


def change(
    rating: int,
    played: int,
    opponents: Iterable[tuple[int, float, float, bool]],
    ratings: Mapping[int, int] | Sequence[int],
    people: int,
    *,
    excused: bool = False,
) -> Change:
    """What a match of so many people does to one of them.

    `opponents` are each a `Met`, or a tuple like it; `ratings` are theirs before it. Whoever is
    excused gains nothing. A match in which nothing could change is none that one has behind one.
    """
    k = k_factor(played)
    each = _weight(k, people)
    total, counts, meets_nobody = 0.0, False, True
    for opponent, result, weight, gains in opponents:
        meets_nobody = False
        delta = _delta(each * weight, result - expected(rating, ratings[opponent]), gains=gains)
        counts = counts or (weight > 0 and (gains or delta < 0))
        total += delta
    after = max(FLOOR, rating + hundredths(min(0.0, total) if excused else total))
    return Change(k, after - rating, after, counts or meets_nobody)
