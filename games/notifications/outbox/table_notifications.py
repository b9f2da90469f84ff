"""The notifications that follow from events at a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ...models import Notification, Table
from . import turns, writer
from .events import TURN_EVENTS
from .table_events import TableEvent


def build_table_notifications(
    table: Table, happened: Sequence[TableEvent], now: datetime
) -> list[Notification]:
    """Return the notification rows for these events, according to each person's settings.

    A seat gets no turn notification if it waits no more or a bot plays it now. People who are
    notified of their turn get no "My match starts". People at a hot seat get nothing, because they
    have the device in their hands.

    Args:
        table: the table, with the version in which it will show these events.
        happened: the events, in order.
        now: when the rows are created.
    """
    version, rows, asked = table.version, list[Notification](), False
    for event, seat, data in happened:
        if seat is None:
            rows += writer.build_table_webhook_notification(event, table, now)
            if event == "over" and table.club is not None:
                rows += writer.build_club_webhook_notification(event, table.club, now, table)
        elif seat.local_name:
            continue
        elif event in TURN_EVENTS:
            if seat.waiting_since is None or not seat.is_played_by_person:
                continue
            asked = True
            if event == "reminder":
                rows += turns.build_reminders(seat, table, now)
            else:
                rows += turns.build_turn_notifications(
                    seat, table, now, again=version if data else 0
                )
        elif event == "started" and any(row.user_id == seat.user_id for row in rows):
            continue
        elif seat.user is not None:
            more = {"seat": seat.number, **data}
            rows += writer.build_notifications(seat.user, event, table, version, now, **more)
    return [*rows, *(writer.build_table_webhook_notification("turn", table, now) if asked else [])]
