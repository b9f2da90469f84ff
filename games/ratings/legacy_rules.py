"""Earlier rating rules, under which old matches were rated and stay rated.

Version 2: an excused match that stood level was a draw.

Version 1: a player who left lost to everybody who stayed, and then those who stayed had no result
against each other. An excused player had no result against anybody. If that left a player without
any result, the match did not count for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from .elo import MatchPlayer, PairResult

WEIGHTED_FROM_VERSION = 2  # from this version on, a rating change stores weights of opponents
LEVEL_IS_LOSS_FROM_VERSION = 3  # from this version on, an excused level match is lost
LEVEL = 0.5  # the result of such a match before that version


def pair_results(entrants: Sequence[MatchPlayer]) -> list[list[PairResult] | None]:
    """Return each player's results by version 1; None for players for whom it did not count."""
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
