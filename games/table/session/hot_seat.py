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

    from .pending_change import PendingChange

DELETED_PLAYER = "–"  # who played on a device whose person has no account any more


def device_holder(seats: Sequence[Seat]) -> Seat | None:
    """The seat that the device is at; None where there is none, or the match is over."""
    return next((seat for seat in seats if seat.local_name and seat.user_id is not None), None)


def hand_device(change: PendingChange, to: Seat) -> None:
    """Give the device to another seat."""
    at = device_holder(change.seats)
    assert at is not None
    host = at.user
    at.user, at.is_covered = None, False
    _assign_device(change, to, host)


def _assign_device(change: PendingChange, to: Seat, host: User | None) -> None:
    match = change.match
    to.user, to.is_covered = host, match.game.has_secrets(match.options)


def cover_first_seat(change: PendingChange) -> None:
    """The match begins: even who has the device already does not look before the others know."""
    at = device_holder(change.seats)
    if at is not None:
        hand_device(change, at)


def pass_device_on(change: PendingChange) -> None:
    """Give the device to the next seat that owes a decision, if the one that has it owes none."""
    at = device_holder(change.seats)
    if at is None or at.number in change.match.actors:
        return
    around = [*change.seats[at.number + 1 :], *change.seats[: at.number]]
    for seat in around:
        if seat.local_name and seat.number in change.match.actors:
            hand_device(change, seat)
            return


def release_device(seats: Sequence[Seat]) -> None:
    """The match is over: it is nobody's but the table's, and nothing is hidden any more."""
    at = device_holder(seats)
    if at is not None:
        at.user, at.is_covered = None, False


def restore_device(change: PendingChange) -> None:
    """A match that was over goes on: its host has the device again, at the first seat."""
    table = change.table
    if table.is_hot_seat and device_holder(change.seats) is None and table.host.is_active:
        _assign_device(change, next(seat for seat in change.seats if seat.local_name), table.host)


def rename_host(host: User, was: str, now: str) -> None:
    """A host has another name now, and so has their own seat at each of their hot seats."""
    _named_seats(host.pk).filter(local_name=was).update(local_name=now)


def delete_for(user: User) -> None:
    """For an account that is being deleted: the names of whoever played on its device.

    Their matches are over: the host has left.
    """
    _named_seats(user.pk).update(local_name=DELETED_PLAYER)


def exists_for(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(_named_seats(user))


def _named_seats(host: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table__host=host).exclude(local_name__in=("", DELETED_PLAYER))
