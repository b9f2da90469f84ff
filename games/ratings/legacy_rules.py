"""Rules of rating that matches ended under before: what they booked stays.

By version 2 an excused match that stood level was a draw.

By version 1 whoever left lost to everybody who stayed, and then those who stayed had no result
among each other. Whoever was excused had no result against anybody; where that left somebody
without any result, the match did not count for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from .elo import MatchPlayer, PairResult

WEIGHTED_FROM_VERSION = 2  # the version from which a ledger row keeps the weight of each opponent
LEVEL_IS_LOSS_FROM_VERSION = 3  # the version from which an excused match that stood level is lost
LEVEL = 0.5  # its result before


def pair_results(entrants: Sequence[MatchPlayer]) -> list[list[PairResult] | None]:
    """What a match said of everybody's opponents; None for whom it did not count."""
    somebody_left = any(entrant.left for entrant in entrants)
    found: list[list[PairResult] | None] = []
    for own, one in enumerate(entrants):
        pairs = [
            PairResult(other, result)
            for other, two in enumerate(entrants)
            if own != other and (result := _pair_result(one, two, somebody_left)) is not None
        ]
        found.append(pairs if _is_counted(one, entrants) else None)
    return found


def _pair_result(one: MatchPlayer, other: MatchPlayer, somebody_left: bool) -> float | None:
    if one.excused or other.excused:
        return None
    if one.left != other.left:
        return 0.0 if one.left else 1.0
    if somebody_left:
        return None
    if one.rank == other.rank:
        return 0.5
    return 1.0 if one.rank < other.rank else 0.0


def _is_counted(one: MatchPlayer, entrants: Sequence[MatchPlayer]) -> bool:
    rest = [other for other in entrants if not other.excused]
    if one.excused or len(rest) == len(entrants):
        return not one.excused
    return any(other.left != one.left for other in rest)
