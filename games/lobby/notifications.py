"""What people are told of a table that has not started, each as they wish it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import games.rules as rules

from ..models import Invitation, Notification, Seat, Table
from ..notifications.outbox import writer
from ..table import dispatch

if TYPE_CHECKING:
    from accounts.models import User


class NotificationBatch:
    """The notices of one change: gathered while it is made, written with it.

    The table has the version with which it shows the change.
    """

    def __init__(self, table: Table, now: datetime) -> None:
        self.table = table
        self.now = now
        self.rows: list[Notification] = []

    def tell(self, event: str, user: User, period: object = None, **data: Any) -> None:
        """One person of one event; `period` where it is not the change that makes it one."""
        of = self.table.version if period is None else period
        self.rows += writer.build_notifications(user, event, self.table, of, self.now, **data)

    def add_for_invitation(
        self, event: str, user: User, invitation: Invitation, **data: Any
    ) -> None:
        """One person of what became of an invitation."""
        self.tell(event, user, f"invitation:{invitation.pk}", invitation=invitation.pk, **data)

    def add_seats_taken(self, seats: Sequence[Seat], came: int = 1) -> None:
        """So many have sat down: whether they are enough now, or all. `seats` as they are then.

        That they are enough is told once; where the last one completes them, that says more.
        """
        host, least = self.table.host, min_players_to_start(self.table)
        taken = sum(not seat.is_empty for seat in seats)
        if taken == len(seats):
            if self.table.start_when != Table.StartMode.FULL:
                self.tell("full", host)
        elif least is not None and taken - came < least <= taken:
            self.tell("enough", host, "once", seats=taken)

    def put(self) -> None:
        dispatch.enqueue_delivery(writer.store_notifications(self.rows))


def min_players_to_start(table: Table) -> int | None:
    """The least number with which a table can start; None where its game is not here."""
    if table.starts_with is not None:
        return table.starts_with
    game = rules.catalogue().get(table.game)
    if game is None:
        return None
    for count in game.seats:
        try:
            game.check(count, table.options)
        except rules.OptionError:
            continue
        return count
    return None
