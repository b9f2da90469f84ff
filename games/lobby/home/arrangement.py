"""How a person arranges the list of their own tables: pins, an order of their own, the archive."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import TableListSettings
from accounts.user_locks import lock_users
from portal.errors import Conflict

from ...models import Invitation, MyTable, Seat, Table
from ...table.access import recent_tables_filter, tables_of_seats_filter

if TYPE_CHECKING:
    from accounts.models import User

MAX_FINISHED = 200  # of each kind; older ones are on the page of my matches


@dataclass(frozen=True)
class Arrangement:
    """How a person has arranged their unfinished tables, by ids of tables.

    Attributes:
        pinned: the tables that come before the others of their group.
        positions: places in the person's own order; other tables come last.
        awaited: the tables where they must move, most urgent first.
    """

    pinned: frozenset[int]
    positions: Mapping[int, int]
    awaited: Mapping[int, int]

    def own_order(self, tables: Iterable[Table]) -> list[Table]:
        """Sort tables in the person's own order, and those without a place by the time left."""
        return sorted(tables, key=self.order_key)

    def order_key(self, table: Table) -> tuple[float, float, float, int]:
        """Return the sort key of `own_order`."""
        place = self.positions.get(table.pk, math.inf)
        return (
            place,
            self.awaited.get(table.pk, math.inf),
            -table.changed_at.timestamp(),
            table.pk,
        )


def load_arrangement(user: User) -> Arrangement:
    """Return how a person has arranged their tables."""
    rows = MyTable.objects.filter(user=user, archived_at=None)
    marks = list(rows.values_list("table", "pinned_at", "position"))
    awaited = Seat.objects.to_move(user).values_list("table", flat=True)
    return Arrangement(
        pinned=frozenset(table for table, pinned_at, _place in marks if pinned_at is not None),
        positions={table: place for table, _pinned_at, place in marks if place is not None},
        awaited={table: number for number, table in enumerate(awaited)},
    )


def unfinished_tables(user: User) -> QuerySet[Table]:
    """Return the open and running tables at which a person sits or to which they are invited."""
    unfinished = tables_of_seats_filter(Seat.objects.filter(user=user).not_over())
    invited = Invitation.objects.pending().filter(user=user).values_list("table", flat=True)
    return Table.objects.filter(
        unfinished | Q(pk__in=list(invited)), status__in=Table.LIVING
    ).defer("state")


def finished_tables(user: User) -> tuple[QuerySet[Table], QuerySet[Table]]:
    """Return the finished tables that are not archived, latest first.

    They are those among the tables that the person joined last, and the hot seats that they hosted;
    each query can use its own index.
    """
    archived = archived_rows(user)
    over = Table.objects.filter(ended_at__isnull=False, started_at__isnull=False)
    lately = (
        over.exclude(pk__in=archived.values("table")).order_by("-ended_at", "-pk").defer("state")
    )
    return lately.filter(recent_tables_filter(user)), lately.filter(host=user, is_hot_seat=True)


def listed_table_ids(user: User) -> list[int]:
    """Return the ids of all tables that the list can show, whatever its filters are."""
    return [*unfinished_tables(user).values_list("pk", flat=True), *_finished_ids(user)]


def _finished_ids(user: User) -> list[int]:
    found = (
        pk
        for tables in finished_tables(user)
        for pk in tables.values_list("pk", flat=True)[:MAX_FINISHED]
    )
    return sorted(set(found))


def change_settings(user: User, **values: str) -> None:
    """Store these fields of the settings of a person's list.

    Raises:
        AccountClosedError: the account is closed.
    """
    with transaction.atomic():
        lock_users(user)
        TableListSettings.of(user).assign(**values)


def archived_rows(user: User) -> QuerySet[MyTable]:
    """Return the rows of a person's archived tables, with these tables."""
    rows = MyTable.objects.filter(user=user, archived_at__isnull=False)
    return rows.select_related("table__host", "table__club").defer("table__state")


def pin(user: User, key: str, *, is_pinned: bool = True) -> None:
    """Put a table before the others of its group, or no longer.

    Raises:
        Table.DoesNotExist: the person has no such table.
        Conflict: the match is over.
    """
    with transaction.atomic():
        table = _lock_list(user, key)
        if is_pinned and table.status not in Table.LIVING:
            raise Conflict(_("Only unfinished tables can be pinned."), code="over")
        _mark(user, [table.pk], pinned_at=timezone.now() if is_pinned else None)


def archive(user: User, key: str, *, is_archived: bool = True) -> None:
    """Move a finished table to the archive, or back to the list.

    Raises:
        Table.DoesNotExist: the person has no such table.
        Conflict: the match is not over.
    """
    with transaction.atomic():
        table = _lock_list(user, key)
        if is_archived and table.status in Table.LIVING:
            raise Conflict(_("Only finished tables can be archived."), code="not_over")
        _mark(user, [table.pk], archived_at=timezone.now() if is_archived else None)


def archive_finished(user: User) -> int:
    """Archive the person's finished tables and return how many."""
    with transaction.atomic():
        lock_users(user)
        found = _finished_ids(user)
        _mark(user, found, archived_at=timezone.now())
    return len(found)


def place(user: User, key: str, neighbour: str, *, is_after: bool) -> None:
    """Place an unfinished table directly before or after another one in the person's own order.

    Raises:
        Table.DoesNotExist: the person has no such unfinished tables.
    """
    with transaction.atomic():
        lock_users(user)
        order = load_arrangement(user).own_order(unfinished_tables(user))
        moved, other = (_find(order, one) for one in (key, neighbour))
        if moved is not other:
            order.remove(moved)
            order.insert(order.index(other) + is_after, moved)
        places = [MyTable(user=user, table=one, position=n) for n, one in enumerate(order, 1)]
        _store(places, "position")
        gone = MyTable.objects.filter(user=user, archived_at=None)
        gone.exclude(table__in=order).delete()  # a match that is over has no place


def _find(tables: Iterable[Table], key: str) -> Table:
    found = next((table for table in tables if table.key == key), None)
    if found is None:
        raise Table.DoesNotExist
    return found


def _lock_list(user: User, key: str) -> Table:
    """Lock the user and return this table of theirs: they sit there, host it or are invited.

    Raises:
        Table.DoesNotExist: the person has no such table.
        AccountClosedError: the account is closed.
    """
    lock_users(user)
    seats = Seat.objects.filter(table=OuterRef("pk"), user=user)
    invitations = Invitation.objects.pending().filter(table=OuterRef("pk"), user=user)
    mine = Q(host=user) | Exists(seats.order_by()) | Exists(invitations.order_by())
    return Table.objects.filter(mine).only("status").get(key=key)


def _mark(user: User, tables: Iterable[int], **values: datetime | None) -> None:
    """Set these values for tables of a user, whose row is locked; drop rows without any."""
    rows = [MyTable(user=user, table_id=table, **values) for table in tables]
    _store(rows, *values)
    empty = MyTable.objects.filter(pinned_at=None, position=None, archived_at=None)
    empty.filter(user=user).delete()


def _store(rows: Sequence[MyTable], *names: str) -> None:
    MyTable.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user", "table"], update_fields=names
    )


def remove_place(user: User, key: str) -> None:
    """Take a table out of the person's own order, so that it comes after the others.

    Raises:
        Table.DoesNotExist: the person has no such table.
    """
    with transaction.atomic():
        _mark(user, [_lock_list(user, key).pk], position=None)


def delete_for(user: User) -> None:
    """Delete the arrangement of a person's tables, when their account is deleted."""
    MyTable.objects.filter(user=user).delete()


def exists_for(user: int) -> Exists:
    """Return a query expression: whether this user (by id) has arranged tables."""
    return Exists(MyTable.objects.filter(user=user))
