"""Hot seats: several people play on the host's device, which goes from seat to seat.

The host is the `user` of the seat that has the device, and of no other seat. So views and
permissions work as at any other table. In games with hidden information, a seat is covered when the
device comes to it: the page shows what spectators see until its player confirms that they have the
device (`access.viewing_seat`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db.models import Exists, QuerySet

from ...models import Seat

if TYPE_CHECKING:
    from accounts.models import User

    from .pending_change import PendingChange

DELETED_PLAYER = "–"  # the name of players on a device whose host deleted their account


def device_holder(seats: Sequence[Seat]) -> Seat | None:
    """Return the seat that has the device; None at other tables and after the match."""
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
    """At the start of a match, cover the seat that has the device, in games with secrets.

    Its player does not see anything before the group knows that the match has begun.
    """
    at = device_holder(change.seats)
    if at is not None:
        hand_device(change, at)


def pass_device_on(change: PendingChange) -> None:
    """Give the device to the next seat that owes a decision, if its holder owes none."""
    at = device_holder(change.seats)
    if at is None or at.number in change.match.actors:
        return
    around = [*change.seats[at.number + 1 :], *change.seats[: at.number]]
    for seat in around:
        if seat.local_name and seat.number in change.match.actors:
            hand_device(change, seat)
            return


def release_device(seats: Sequence[Seat]) -> None:
    """After the match, take the host from the seat; nothing is hidden any more."""
    at = device_holder(seats)
    if at is not None:
        at.user, at.is_covered = None, False


def restore_device(change: PendingChange) -> None:
    """When a finished match continues, give the host the device again, at the first seat."""
    table = change.table
    if table.is_hot_seat and device_holder(change.seats) is None and table.host.is_active:
        _assign_device(change, next(seat for seat in change.seats if seat.local_name), table.host)


def rename_host(host: User, was: str, now: str) -> None:
    """Rename a host's own seat at each of their hot-seat tables."""
    _named_seats(host.pk).filter(local_name=was).update(local_name=now)


def delete_for(user: User) -> None:
    """Remove the names of everyone who played on this account's device, when it is deleted.

    Their matches are over, because the host has left.
    """
    _named_seats(user.pk).update(local_name=DELETED_PLAYER)


def exists_for(user: int) -> Exists:
    """Return a query expression: whether this user (by id) has seats that `delete_for` changes."""
    return Exists(_named_seats(user))


def _named_seats(host: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table__host=host).exclude(local_name__in=("", DELETED_PLAYER))
