"""Openings: a seat's first move of one kind, for example its role or the place of a piece.

Also the confidence interval of a fraction of wins.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..boards import Presenter
from ..models import Move

MAX_OPENING_MOVES = 60  # by then, every seat of a match has made its opening
Z = 1.96  # for intervals of 95%


class OpeningStatistics(NamedTuple):
    """An opening, and how many seats that chose it won, alone or shared.

    Attributes:
        opening: a word of the game's notation.
        low, high: the 95% confidence interval of the fraction of wins.
    """

    opening: str
    seats: int
    won: int
    low: float
    high: float


def find_openings(show: Presenter, tables: Any) -> dict[tuple[int, int], str]:
    """Return the openings in these tables of a game by table and seat; {} if the game has none."""
    verb, kind = show.opening_verb, show.opening_kind
    if not verb:
        return {}
    moves = Move.objects.filter(
        table__in=tables,
        seat__isnull=False,
        number__lte=MAX_OPENING_MOVES,
        text__startswith=f"{verb} ",
    ).exclude(text=f"{verb} none")
    found: dict[tuple[int, int], str] = {}
    rows = moves.order_by("number").values_list("table", "seat", "events" if kind else "text")
    for table, seat, value in rows:
        if not kind:
            found.setdefault((table, seat or 0), value.split(" ")[1].partition(":")[0])
        for event in value if kind else ():
            if event[0] == kind:
                found.setdefault((table, seat or 0), show.opening_key(event[2]))
    return found


def count_openings(
    opened: dict[tuple[int, int], str], ranks: dict[tuple[int, int], int]
) -> list[OpeningStatistics]:
    """Return the openings of these seats with their results, the most frequent first."""
    seats: dict[str, int] = {}
    won: dict[str, int] = {}
    for seat, opening in opened.items():
        if seat in ranks:
            seats[opening] = seats.get(opening, 0) + 1
            won[opening] = won.get(opening, 0) + (ranks[seat] == 1)
    names = sorted(seats, key=lambda one: (-seats[one], one))
    return [
        OpeningStatistics(one, seats[one], won[one], *wilson_interval(won[one], seats[one]))
        for one in names
    ]


def wilson_interval(won: float, of: int) -> tuple[float, float]:
    """Return Wilson's score interval (95%) of a fraction.

    >>> [round(edge, 2) for edge in wilson_interval(3, 10)]
    [0.11, 0.6]
    """
    share, z2 = won / of, Z * Z / of
    middle = share + z2 / 2
    reach = Z * (share * (1 - share) / of + z2 / (4 * of)) ** 0.5
    return max(0.0, (middle - reach) / (1 + z2)), min(1.0, (middle + reach) / (1 + z2))
