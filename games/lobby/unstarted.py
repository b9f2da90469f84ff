"""A table that has not started: its row held, who may change it, and telling that it changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules

from ..models import Invitation, Seat, Table
from ..table import live
from ..table.refusals import NotRunning, NotYourSeat, Refused, unplayable

if TYPE_CHECKING:
    from accounts.models import User


class SeatTaken(Refused):
    code = "seat_taken"


class WasRemoved(Refused):
    status = 403
    code = "removed"


class NotAskedFor(Refused):
    """The host asks for what this person has not; the message says how far they are from it."""

    status = 403
    code = "not_asked_for"


class BadTable(Refused):
    """The description of a table that cannot be.

    `field` says which part; `why` is the reason of the rules, where they are what it goes against.
    """

    status = 422
    code = "bad_table"

    def __init__(self, message: str, field: str = "", why: rules.Reason | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.why = why


def hold_open(key: str) -> Table:
    """The row of a table that has not started, held.

    Raises:
        SeatTaken, NotRunning: it has started or was closed.
    """
    table = Table.objects.select_for_update().get(key=key)
    check_open(table)
    return table


def check_open(table: Table) -> None:
    if table.status != Table.Status.OPEN:
        raise (
            SeatTaken(_("This table has already started."))
            if table.started_at
            else NotRunning(_("This table has been closed."))
        )


def check_host(table: Table, user: User) -> None:
    if table.host_id != user.pk:
        raise NotYourSeat(_("Only the host can do that."))


def check_playable(table: Table) -> None:
    problem = unplayable(table)
    if problem is not None:
        raise problem


def seats_before(table: Table) -> list[Seat]:
    """The seats of a table whose row is held, with who sits there or is invited."""
    return list(table.seat_set.select_related("user", "invitation__user"))


def end_invitations(seats: Sequence[Seat], now: datetime, ended: str) -> list[Invitation]:
    """Nobody is asked to this table any more: the invitations that were not answered end."""
    asked = [seat.invitation for seat in seats if seat.invitation is not None]
    for invitation in asked:
        invitation.settle(ended, now)
    return asked


def changed(table: Table, *gone: User) -> None:
    """One version on; everybody who sits there is told, and whoever has just left."""
    table.version += 1
    table.changed_at = timezone.now()
    table.save(update_fields=["version", "changed_at"])
    seated = table.seat_set.filter(user__isnull=False).values_list("user", flat=True)
    live.table_changed(table.key, table.version, [*seated, *(person.pk for person in gone)])
