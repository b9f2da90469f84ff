"""What a substitute can gain in a rated match; they never lose.

The owner of a taken-over seat is rated as everyone who leaves, and the others against the owner.
The substitute gains half of what a win counts against each opponent whom the seat has overtaken: it
stood behind them at the takeover and finished ahead of them. Opponents who left, and those who
hardly played, bring nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..models import Seat, Table, substitutions_of

SHARE = 0.5  # of the weight of a pair of players


class Climb(NamedTuple):
    """A substitute who has overtaken opponents: ids of the substitute and of those opponents."""

    user: int
    overtaken: Sequence[int]


def find_climbs(table: Table, seats: Sequence[Seat]) -> list[Climb]:
    """Return the substitutes of a finished match who gain, in the order of their takeovers.

    Args:
        table: the table.
        seats: all seats, with their results and first owners.
    """
    if table.substitutes != Table.Substitutes.RATED:
        return []
    found, by_number = [], {seat.number: seat for seat in seats}
    for row in substitutions_of(table):
        own = by_number[row.seat]
        if row.idle or row.left_as or row.to_user_id is None or own.substitute_id != row.to_user_id:
            continue
        overtaken = [
            other.user_id
            for other in seats
            if other.user_id is not None
            and not (other.leave_reason or other.idle)
            and row.points[own.number] < row.points[other.number]
            and (own.rank or len(seats)) < (other.rank or len(seats))
        ]
        if overtaken:
            found.append(Climb(row.to_user_id, overtaken))
    return found
