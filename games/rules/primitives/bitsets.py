"""Sets of places (spaces, intersections or paths of a map) as integers, one bit for each place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_MEMBERS_OF_BYTE = tuple(
    tuple(tuple(8 * i + k for k in range(8) if byte >> k & 1) for byte in range(256))
    for i in range(16)
)


@lru_cache(maxsize=1 << 13)
def members(places: int) -> tuple[int, ...]:
    """The numbers in a set, ascending. Numbers must be below 128.

    >>> members(0b1101)
    (0, 2, 3)
    """
    # A table lookup for each byte is faster than a loop over bits, and every move calls this.
    found: list[int] = []
    for inside, byte in zip(
        _MEMBERS_OF_BYTE, places.to_bytes(len(_MEMBERS_OF_BYTE), "little"), strict=True
    ):
        if byte:
            found += inside[byte]
    return tuple(found)


def bitset_of(numbers: Iterable[int]) -> int:
    """The set of these numbers. No number may appear twice.

    >>> bin(bitset_of([0, 2, 3]))
    '0b1101'
    """
    return sum(1 << number for number in numbers)
