"""Turn order around the table."""

from __future__ import annotations


def seats_from(first: int, seats: int) -> list[int]:
    """All seats in turn order, starting with `first`; seat 0 follows the last.

    >>> seats_from(2, 4), seats_from(4, 4)
    ([2, 3, 0, 1], [0, 1, 2, 3])
    """
    first %= seats
    return [*range(first, seats), *range(first)]
