"""Bags, decks and hands that are stored as counts and passed to chance piece by piece."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def expand_counts(counts: Iterable[tuple[T, int]]) -> list[T]:
    """The pieces of each kind, kind by kind, in the order in which chance gets them.

    >>> expand_counts({"tools": 2, "sand": 1}.items())
    ['tools', 'tools', 'sand']
    """
    found: list[T] = []
    for kind, count in counts:
        if count:
            found += [kind] * count
    return found
