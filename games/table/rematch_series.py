"""Rematch series: which match of the same people follows a finished one."""

from __future__ import annotations

from typing import NamedTuple

from ..models import Seat, Table


class NextMatch(NamedTuple):
    """What a result page says to a player about the rematch.

    Attributes:
        table: the table that follows; None if there is none yet.
        leads: whether to link to it only, because the player sits there or it has started.
        taken: how many of its seats are not empty.
        seats: how many seats it has.
    """

    table: Table | None
    leads: bool = False
    taken: int = 0
    seats: int = 0


def next_table(table: Table) -> Table | None:
    """Return the rematch of a table, unless it was closed before its start."""
    following = Table.objects.filter(rematch_of=table).exclude(status=Table.Status.CLOSED)
    return following.defer("state").first()


def next_match_for(table: Table, seat: Seat | None) -> NextMatch | None:
    """Return the rematch for the result page; None for readers who did not play the match."""
    if seat is None or not table.is_over:
        return None
    following = next_table(table)
    if following is None:
        return NextMatch(None)
    seats = list(following.seat_set.all())
    is_in = any(one.user_id == seat.user_id for one in seats)
    has_begun = following.status != Table.Status.OPEN
    taken = sum(not one.is_empty for one in seats)
    return NextMatch(following, is_in or has_begun, taken, len(seats))


def rotate_seats(
    before: Table, order: list[tuple[int | None, str]]
) -> list[tuple[int | None, str]]:
    """Return the seats of the rematch, each (user id, bot level): everyone moves one seat forward.

    The first seat becomes the last. New people come after all others.

    Args:
        before: the previous table.
        order: the people and bots of the rematch, in any order.
    """
    sat = [
        (seat.user_id, "" if seat.user_id else seat.bot)
        for seat in before.seat_set.order_by("number")
    ]
    left, found = list(order), []
    for one in [*sat[1:], *sat[:1]]:
        if one in left:
            left.remove(one)
            found.append(one)
    return found + left
