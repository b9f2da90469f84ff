"""Doors opened, and what was collected behind them written: the transaction of a change.

Nothing is written before `commit`, which writes everything in as few statements as there are kinds
of rows, however many tables change. What people are told is composed there from what happened.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.performance import fast_orm

from ...models import Message, Seat, Table
from ...notifications.outbox import writer
from ...notifications.outbox.table_notifications import build_table_notifications
from .. import dispatch
from ..errors import ActionError, MatchLoadError, NotRunningError
from ..realtime import publish, recent_cache
from . import journal
from .loader import SEAT_FIELDS, attach_tables, seat_values, seats_of, try_load_match
from .table_session import TableSession

LOCKED = fast_orm.PreparedQuery(lambda key: Table.objects.select_for_update().filter(key=key))
TABLE_FIELDS = (
    "version",
    "revealed_version",
    "move_count",
    "state",
    "status",
    "changed_at",
    "ended_at",
    "booked_by",
    "asleep_since",
    "held_since",
    "held_because",
    "uncounted_after",
)


@contextlib.contextmanager
def open_table(key: str, *, thorough: bool = False) -> Iterator[TableSession]:
    """The door of a running table, in a transaction that holds its row.

    A table whose match cannot be loaded is on hold from now on, and one that can be loaded again
    goes on, whatever else the caller does there. Where the caller fails, the match is looked at
    more closely, and the table put on hold if that is what it failed at.

    Raises:
        Table.DoesNotExist: there is no such table.
        NotRunningError: it has not started, or it is over.
        MatchLoadError: the caller has asked for a match that cannot be read.
    """
    try:
        with transaction.atomic():
            table = LOCKED.get(key)
            if not table.is_running:
                raise NotRunningError(
                    _("This match is over: no more moves are possible.")
                    if table.is_over
                    else _("This table is not running.")
                )
            door = TableSession(
                table, seats_of(table), try_load_match(table, thorough=thorough), timezone.now()
            )
            if door.settle():
                commit([door])
                door = TableSession(table, seats_of(table), door.read, door.now)
            version, state = table.version, table.state

            def known() -> None:
                match = None if table.state is state else door.match
                journal.cache_commit(table, version, door.moves, door.notices, match)
                recent_cache.remember_commit(table, door.seats)

            transaction.on_commit(known, robust=True)  # before its pages are told
            yield door
    except MatchLoadError:
        with contextlib.suppress(NotRunningError):
            recheck_hold(key)  # that it is on hold was undone with everything else
        raise
    except (ActionError, Table.DoesNotExist, DatabaseError):
        raise
    except Exception as error:
        problem = None if thorough else _find_load_error(key)
        if problem is None:
            raise
        raise problem from error


def _find_load_error(key: str) -> MatchLoadError | None:
    with contextlib.suppress(NotRunningError):
        return recheck_hold(key, thorough=True)
    return None


def recheck_hold(key: str, *, thorough: bool = False) -> MatchLoadError | None:
    """Put a running table on hold if its match cannot be loaded, let it go on if it can.

    Returns:
        Why it is on hold; None where it is not.

    Raises:
        NotRunningError: there is nothing to hold.
    """
    with open_table(key, thorough=thorough) as door:
        return door.problem


def open_tables_of_seats(seats: Sequence[int]) -> list[TableSession]:
    """The doors of the running tables of these seats, held by the caller's transaction.

    Rows are locked in the order of their ids, so that two callers never wait for each other. Where
    a match cannot be loaded, that spoils none of the others: its door says so.
    """
    wanted = Seat.objects.filter(pk__in=seats).values("table")
    held = Table.objects.select_for_update().filter(pk__in=wanted).order_by("pk")
    tables = {table.pk: table for table in held if table.is_running}
    found = Seat.objects.filter(table__in=tables).select_related("user")
    now = timezone.now()
    doors = {
        table.pk: TableSession(table, [], try_load_match(table), now) for table in tables.values()
    }
    for seat in attach_tables(list(found.order_by("table", "number")), tables):
        doors[seat.table_id].seats.append(seat)
    return list(doors.values())


def commit(doors: Sequence[TableSession]) -> None:
    """Write tables, seats and journal with the next version; after the commit, tell and wake."""
    for door in doors:
        door.rest()
        door.mark_for_statistics()
        door.table.version += 1
        door.table.changed_at = door.now
    fast_orm.insert_rows([move for door in doors for move in door.moves])
    fast_orm.insert_rows([snapshot for door in doors for snapshot in door.snapshots])
    if notices := [notice for door in doors for notice in door.notices]:
        Message.objects.bulk_create(notices)  # whose keys the journal's readers go by
    fast_orm.update_rows([door.table for door in doors], TABLE_FIELDS)
    _write_seats(seat for door in doors for seat in door.seats)
    told = writer.store_notifications(
        row
        for door in doors
        for row in build_table_notifications(door.table, door.notification_events, door.now)
    )
    for door in doors:
        publish_and_dispatch(door.table, door.seats)
        if door.table.is_over and door.table.set_back_version:
            dispatch.enqueue_tournament(
                door.table
            )  # which may have heard the result that was undone
    dispatch.enqueue_delivery(told)


def _write_seats(seats: Iterable[Seat]) -> None:
    """Write of every seat what has changed of it.

    Hot seats that the device has left come first: nobody sits twice.
    """
    changes: dict[tuple[str, ...], list[Seat]] = {}
    found, user = list(seats), SEAT_FIELDS.index("user")
    left = [seat for seat in found if seat.local_name and not seat.user_id and seat.loaded[user]]
    fast_orm.update_rows(left, ("user",))
    for seat in found:
        now = seat_values(seat)
        if now != seat.loaded:
            names = [
                name
                for name, old, new in zip(SEAT_FIELDS, seat.loaded, now, strict=True)
                if old != new
            ]
            changes.setdefault(tuple(names), []).append(seat)
    for fields, changed in changes.items():
        fast_orm.update_rows(changed, fields)


def publish_and_dispatch(table: Table, seats: list[Seat]) -> None:
    """After the commit: tell the pages, and wake a bot where one is to move."""
    people = [seat.user_id for seat in seats if seat.user_id]  # also whom a bot has replaced
    if table.is_hot_seat:
        people.append(table.host_id)  # who sits nowhere once the match is over
    publish.publish_table(table.key, table.version, people)
    if table.is_running:
        dispatch.enqueue_bots(
            seat.bot for seat in seats if seat.bot and seat.waiting_since is not None
        )
