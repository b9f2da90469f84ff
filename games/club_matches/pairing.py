"""Who plays whom: boards from the line-ups of two clubs. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple


class Board(NamedTuple):
    """The ids of the people at a board; as many of one club as of the other."""

    home: tuple[int, ...]
    away: tuple[int, ...]

    def seat_order(self, number: int) -> list[int]:
        """Return the people in the order of their seats; clubs begin on alternate boards."""
        first, second = (self.home, self.away) if number % 2 else (self.away, self.home)
        return [person for pair in zip(first, second, strict=True) for person in pair]


def pair_boards(
    home: Sequence[int],
    away: Sequence[int],
    *,
    per_side: int,
    at_most: int,
    apart: Set[frozenset[int]] = frozenset(),
) -> list[Board]:
    """Return the boards of two line-ups: the first people of both play on board 1.

    People who have blocked one another do not meet. Then the next person in the order moves up. A
    person for whom nobody is left does not play.

    Args:
        home: the people of the home club, in the order of boards.
        away: the people of the away club, likewise.
        per_side: how many people of each club sit at a board.
        at_most: how many boards there may be.
        apart: pairs of people who do not sit together.
    """
    left = list(home), list(away)
    boards: list[Board] = []
    while len(boards) < at_most and left[0]:
        board = _fill_board(left, per_side, apart)
        if board is None:
            left[0].pop(0)
            continue
        boards.append(board)
        for people, seated in zip(left, board, strict=True):
            people[:] = [one for one in people if one not in seated]
    return boards


def _fill_board(
    left: tuple[list[int], list[int]], per_side: int, apart: Set[frozenset[int]]
) -> Board | None:
    """Return a board with the first person of the home club; None if nobody can join them."""
    chosen: tuple[list[int], list[int]] = ([left[0][0]], [])
    for people, seated in zip(left, chosen, strict=True):
        for person in people:
            if len(seated) == per_side:
                break
            there = (*chosen[0], *chosen[1])
            if person not in there and not any(
                frozenset((person, other)) in apart for other in there
            ):
                seated.append(person)
        if len(seated) < per_side:
            return None
    return Board(tuple(chosen[0]), tuple(chosen[1]))


def home_share(home: Sequence[int], away: Sequence[int]) -> float:
    """Return the part of a board's point that the home club gets, from the places of its people.

    Each pair of opponents is worth the same; a tie is shared.

    >>> home_share([1], [2]), home_share([1, 4], [2, 3]), home_share([1], [1])
    (1.0, 0.5, 0.5)
    """
    pairs = [(own, other) for own in home for other in away]
    return sum((own < other) + 0.5 * (own == other) for own, other in pairs) / len(pairs)
