"""The notices that follow from what happened at a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ..models import Notice, Table
from . import outbox
from .table_events import Happening


def composed(table: Table, happened: Sequence[Happening], now: datetime) -> list[Notice]:
    """The rows by which people are told of what happened, as they wish it.

    `table` has the version with which it will show all this. Waits that are over again, or that a
    bot has taken on, are told to nobody; who is told to move is not told that the match starts.
    Nothing is told to those at a hot seat: they have the device in their hands.
    """
    version, rows, asked = table.version, list[Notice](), False
    for event, seat, data in happened:
        if event == "held":
            outbox.forget_waits(table)
        elif seat is None:
            rows += outbox.of_table(event, table, now)
            if event == "over" and table.circle is not None:
                rows += outbox.of_circle(event, table.circle, now, table)
        elif seat.local_name:
            continue
        elif event in outbox.WAITS:
            if seat.waiting_since is None or not seat.is_played_by_person:
                continue
            asked = True
            if event == "reminder":
                rows += outbox.reminders(seat, table, now)
            else:
                rows += outbox.of_wait(seat, table, now, again=version if data else 0)
        elif event == "started" and any(row.user_id == seat.user_id for row in rows):
            continue
        elif seat.user is not None:
            more = {"seat": seat.number, **data}
            rows += outbox.notices(seat.user, event, table, version, now, **more)
    return [*rows, *(outbox.of_table("turn", table, now) if asked else [])]
