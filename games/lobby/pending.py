"""Pending tables: locks them, checks who may change them, and publishes changes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from portal import repository
from portal.errors import Conflict, Forbidden, Invalid

from ..models import Invitation, Seat, Table
from ..table.errors import NotRunningError, unplayable_error
from ..table.realtime import publish
from ..table.session.loader import SEATS

if TYPE_CHECKING:
    from accounts.models import User

LOCKED = repository.PreparedQuery(lambda key: Table.objects.select_for_update().filter(key=key))
SEAT_INVITATIONS = repository.PreparedQuery(  # the invitations for which seats are reserved
    lambda table: Invitation.objects.filter(
        pk__in=Seat.objects.filter(table=table).order_by().values("invitation")
    ).select_related("user"),
)
SEATED_USERS: repository.PreparedQuery[Any] = repository.PreparedQuery(
    lambda table: Seat.objects.filter(table=table, user__isnull=False).values_list("user")
)


MAX_RESERVATION = timedelta(days=3)


class InvalidTableError(Invalid):
    """The settings of a table are not valid.

    `field` is the part that is wrong; `why` is the reason of the rules, if they refuse it.
    """

    code = "bad_table"

    def __init__(self, message: str, field: str = "", why: rules.Reason | None = None) -> None:
        super().__init__(message, field=field)
        self.why = why

    def data(self) -> dict[str, Any]:
        parts = {"field": self.field, "reason": self.why and self.why.data()}
        return super().data() | {name: part for name, part in parts.items() if part}


def lock_open_table(key: str) -> Table:
    """Lock and return a pending table.

    Raises:
        Table.DoesNotExist: no table has this key.
        Conflict: the table has started.
        NotRunningError: the table was closed.
    """
    table = LOCKED.get(key)
    check_open(table)
    return table


def check_open(table: Table) -> None:
    if table.status != Table.Status.OPEN:
        raise (
            Conflict(_("This table has already started."), code="seat_taken")
            if table.started_at
            else NotRunningError(_("This table has been closed."))
        )


def check_host(table: Table, user: User) -> None:
    if table.host_id != user.pk:
        raise Forbidden(_("Only the host can do that."), code="not_your_seat")


def check_playable(table: Table) -> None:
    problem = unplayable_error(table)
    if problem is not None:
        raise problem


def load_seats(table: Table) -> list[Seat]:
    """Return the seats of a locked table, with their users and invitations.

    Invitations are queried even if there are none, so that the response time reveals nothing.
    """
    seats = SEATS.all(table.pk)
    holding = {one.pk: one for one in SEAT_INVITATIONS.all(table.pk)}
    for seat in seats:
        seat.table = table
        if seat.invitation_id is not None:
            seat.invitation = holding[seat.invitation_id]
            seat.invitation.table = table
    return seats


def resolve_invitations(seats: Sequence[Seat], now: datetime, ended: str) -> list[Invitation]:
    """End all unanswered invitations of these seats with the state `ended`; return them."""
    asked = [seat.invitation for seat in seats if seat.invitation is not None]
    for invitation in asked:
        invitation.settle(ended, now)
    return asked


def reservation_deadline(table: Table, now: datetime) -> datetime:
    """Return until when an invitation that is sent now reserves a seat.

    Half of the time until the table starts at its date or closes, at most three days.
    """
    if table.waits_until is None:
        return now + MAX_RESERVATION
    return now + min(MAX_RESERVATION, (table.waits_until - now) / 2)


def publish_change(table: Table, *gone: User) -> None:
    """Increase the version of a pending table, and publish it to its players and those who left."""
    table.version += 1
    table.changed_at = timezone.now()
    table.save(update_fields=["version", "changed_at"])
    seated = [person for (person,) in SEATED_USERS.values(table.pk)]
    publish.publish_table(table.key, table.version, [*seated, *(person.pk for person in gone)])
