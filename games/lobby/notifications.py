"""Notifications about pending tables, by the settings of each recipient."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import games.rules as rules

from ..models import Invitation, Seat, Table
from ..notifications.outbox import Outbox

if TYPE_CHECKING:
    from accounts.models import User


class NotificationBatch:
    """The notifications of one change of a table: collected during the change, written with it.

    The table must already have its new version.
    """

    def __init__(self, table: Table, now: datetime) -> None:
        self.table = table
        self.now = now
        self.box = Outbox(now)

    def add(self, event: str, user: User, period: object = None, **data: Any) -> None:
        """Notify a person of an event.

        Args:
            event: the notification event.
            user: the recipient.
            period: notifications with the same period count as one event; None for the version.
            data: the data of the notification.
        """
        self.box.add(user, event, table=self.table, period=period, **data)

    def add_for_invitation(
        self, event: str, user: User, invitation: Invitation, **data: Any
    ) -> None:
        """Notify a person of an event of an invitation."""
        self.add(event, user, f"invitation:{invitation.pk}", invitation=invitation.pk, **data)

    def add_seats_taken(self, seats: Sequence[Seat], came: int = 1) -> None:
        """Notify the host if there are enough people now, or if all seats are taken.

        "Enough" is sent only once, and not if all seats are taken.

        Args:
            seats: the seats after the change.
            came: how many people have just sat down.
        """
        host, least = self.table.host, min_players_to_start(self.table)
        taken = sum(not seat.is_empty for seat in seats)
        if taken == len(seats):
            if self.table.start_mode != Table.StartMode.FULL:
                self.add("full", host)
        elif least is not None and taken - came < least <= taken:
            self.add("enough", host, "once", seats=taken)

    def put(self) -> None:
        self.box.send(updates_pages=False)  # the new version of the table is published


def min_players_to_start(table: Table) -> int | None:
    """Return the smallest number of people with which a table can start.

    None if its game is not installed.
    """
    if table.min_players_at_start is not None:
        return table.min_players_at_start
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
