"""Matches of the same people, one after the other: which one follows on a match that is over."""

from __future__ import annotations

from typing import NamedTuple

from ..models import Seat, Table


class NextMatch(NamedTuple):
    """What the result says to somebody who has played: a table that follows, or none yet.

    `taken` of its `seats` have somebody; `leads`: there is nothing to accept there any more.
    """

    table: Table | None
    leads: bool = False
    taken: int = 0
    seats: int = 0


def next_table(table: Table) -> Table | None:
    """The table that goes on from a match, unless it was closed before it began."""
    following = Table.objects.filter(follows=table).exclude(status=Table.Status.CLOSED)
    return following.defer("state").first()


def next_match_for(table: Table, seat: Seat | None) -> NextMatch | None:
    """For the result of a match: None for those who have not played it."""
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
    """The seats of the next match, (person, bot): everybody sits one place earlier than before.

    Whoever sat first sits last; who has come instead of somebody sits behind all others.
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
