"""Ranks in a list: equal values share a rank, and the next rank counts them all (1, 2, 2, 4)."""

from __future__ import annotations

from collections.abc import Iterable


def shared_ranks(values: Iterable[object]) -> list[int]:
    """Return the rank of each value; the values are in the order of the list.

    >>> shared_ranks([9, 7, 7, 5])
    [1, 2, 2, 4]
    """
    ranks: list[int] = []
    before: object = None
    for place, value in enumerate(values, 1):
        ranks.append(ranks[-1] if ranks and value == before else place)
        before = value
    return ranks
