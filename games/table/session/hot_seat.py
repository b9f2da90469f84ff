"""A hot seat: several people play on the device of a table's host, which goes from seat to seat.

The host is the `user` of the seat that the device is at, and of no other, so whatever asks from
where a person looks, and what they may do, is answered as at every table. Where a seat may know
something that others do not, it is covered when the device comes to it: its person sees what
onlookers see until they say that it has come (`access.eyes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db.models import Exists, QuerySet

from ...models import Seat

if TYPE_CHECKING:
    from accounts.models import User

    from .pending_change import Change

NOBODY = "–"  # who played on a device whose person has no account any more


def holder(seats: Sequence[Seat]) -> Seat | None:
    """The seat that the device is at; None where there is none, or the match is over."""
    return next((seat for seat in seats if seat.local_name and seat.user_id is not None), None)


def hand(change: Change, to: Seat) -> None:
    """Give the device to another seat."""
    at = holder(change.seats)
    assert at is not None
    host = at.user
    at.user, at.is_covered = None, False
    _give(change, to, host)


def _give(change: Change, to: Seat, host: User | None) -> None:
    match = change.match
    to.user, to.is_covered = host, match.game.keeps_secrets(match.options)


def begin(change: Change) -> None:
    """The match begins: even who has the device already does not look before the others know."""
    at = holder(change.seats)
    if at is not None:
        hand(change, at)


def follow(change: Change) -> None:
    """Give the device to the next seat that owes a decision, if the one that has it owes none."""
    at = holder(change.seats)
    if at is None or at.number in change.match.actors:
        return
    around = [*change.seats[at.number + 1 :], *change.seats[: at.number]]
    for seat in around:
        if seat.local_name and seat.number in change.match.actors:
            hand(change, seat)
            return


def put_away(seats: Sequence[Seat]) -> None:
    """The match is over: it is nobody's but the table's, and nothing is hidden any more."""
    at = holder(seats)
    if at is not None:
        at.user, at.is_covered = None, False


def take_out(change: Change) -> None:
    """A match that was over goes on: its host has the device again, at the first seat."""
    table = change.table
    if table.is_hot_seat and holder(change.seats) is None and table.host.is_active:
        _give(change, next(seat for seat in change.seats if seat.local_name), table.host)


def rename(host: User, was: str, now: str) -> None:
    """A host has another name now, and so has their own seat at each of their hot seats."""
    _named(host.pk).filter(local_name=was).update(local_name=now)


def forget_all(user: User) -> None:
    """For an account that is being deleted: the names of whoever played on its device.

    Their matches are over: the host has left.
    """
    _named(user.pk).update(local_name=NOBODY)


def any_of(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(_named(user))


def _named(host: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table__host=host).exclude(local_name__in=("", NOBODY))
