"""The notices that follow from what happened at a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ...models import Notification, Table
from . import writer
from .table_events import TableEvent


def build_table_notifications(
    table: Table, happened: Sequence[TableEvent], now: datetime
) -> list[Notification]:
    """The rows by which people are told of what happened, as they wish it.

    `table` has the version with which it will show all this. Waits that are over again, or that a
    bot has taken on, are told to nobody; who is told to move is not told that the match starts.
    Nothing is told to those at a hot seat: they have the device in their hands.
    """
    version, rows, asked = table.version, list[Notification](), False
    for event, seat, data in happened:
        if event == "held":
            writer.cancel_turn_notifications(table)
        elif seat is None:
            rows += writer.build_table_webhook_notification(event, table, now)
            if event == "over" and table.circle is not None:
                rows += writer.build_club_webhook_notification(event, table.circle, now, table)
        elif seat.local_name:
            continue
        elif event in writer.TURN_EVENTS:
            if seat.waiting_since is None or not seat.is_played_by_person:
                continue
            asked = True
            if event == "reminder":
                rows += writer.build_reminders(seat, table, now)
            else:
                rows += writer.build_turn_notifications(
                    seat, table, now, again=version if data else 0
                )
        elif event == "started" and any(row.user_id == seat.user_id for row in rows):
            continue
        elif seat.user is not None:
            more = {"seat": seat.number, **data}
            rows += writer.build_notifications(seat.user, event, table, version, now, **more)
    return [*rows, *(writer.build_table_webhook_notification("turn", table, now) if asked else [])]
