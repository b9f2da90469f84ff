"""Who may see what of a table: one place for pages, API and sockets.

A link-only table is open to whoever knows its address: its key cannot be guessed, and no list
shows it to others. To whoever is not in its club, a club's table is not there at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from accounts.models import User

from ..models import Membership, Message, Seat, Table, Webhook
from .blocking import author_is_blocked, blocker_at_table_filter

FEW_TABLES = 200


def authenticated_user(request: HttpRequest) -> User:
    """The person who asks, behind a login."""
    assert isinstance(request.user, User)
    return request.user


def listable_tables(user: Any) -> QuerySet[Table]:
    """The tables that lists may show: public ones, and those of the person or their circles."""
    tables = Table.objects.defer("state")
    public = Q(visibility=Table.Visibility.PUBLIC)
    if user is None or not user.is_authenticated:
        return tables.filter(public)
    return tables.filter(public | _own_tables_filter(user))


def is_visible_to(table: Table, user: Any) -> bool:
    """Whether a person who knows the address of a table may know that it is there.

    Of a club's table: its people, and who sits or has sat there, also after leaving the circle.
    """
    if table.circle_id is None:
        return True
    if user is None or not user.is_authenticated:
        return False
    return Table.objects.filter(_own_tables_filter(user), pk=table.pk).exists()


def is_hidden_from(key: str, user: Any) -> bool:
    """Whether there is a table of this key that the person may not know of."""
    table = Table.objects.only("circle").filter(key=key).first()
    return table is not None and not is_visible_to(table, user)


def _own_tables_filter(user: Any) -> Q:
    """The tables that a person hosts or sits at, and those of their circles."""
    circle = Membership.objects.filter(circle=OuterRef("circle"), user=user)
    return Q(host=user) | _has_seats_filter(Seat.objects.filter(user=user)) | Q(Exists(circle))


def tables_of_seats_filter(seats: QuerySet[Seat]) -> Q:
    """The tables of these seats of one person, whatever has become of them.

    The few tables of most people are named, and so are those of which little has become yet
    (`SeatQuerySet.unfinished`). Where somebody has sat at hundreds, a list in its order
    finds theirs by looking at one table after the other, and need not go through them all.
    """
    some = list(seats.order_by().values_list("table", flat=True)[: FEW_TABLES + 1])
    return Q(pk__in=some) if len(some) <= FEW_TABLES else _has_seats_filter(seats)


def recent_tables_filter(user: User) -> Q:
    """The tables at which somebody sat down last: among them are those that ended lately."""
    return Q(pk__in=Seat.objects.taken_last(user, FEW_TABLES).values("table"))


def _has_seats_filter(seats: QuerySet[Seat]) -> Q:
    return Q(Exists(seats.order_by().filter(table=OuterRef("pk"))))


def with_free_seats(tables: QuerySet[Table], wanted: int, reader: Any = None) -> QuerySet[Table]:
    """Those of open tables that have at least so many free seats, for this reader."""
    free = Seat.objects.filter(table=OuterRef("pk"), user=None, bot="", invitation=None).order_by()
    if wanted <= 0:
        return tables
    if reader is not None and reader.is_authenticated:
        tables = tables.exclude(blocker_at_table_filter(reader))
    return tables.filter(Exists(free[wanted - 1 :]))


def listable_table_keys(user: Any, tables: Iterable[int]) -> dict[int, str]:
    """The keys of those of these tables (by id) that a list may show to this person."""
    return dict(listable_tables(user).filter(pk__in=set(tables)).values_list("pk", "key"))


def viewing_seat(seat: Seat | None) -> Seat | None:
    """The seat from which its person looks; None where they look as everybody does.

    Whoever has resigned has handed the seat to a bot: until the match is over they see what
    onlookers see. Whoever ran out of time may come back, and keeps their view. A hot seat is
    covered until the one who plays there has the device.
    """
    if seat is not None and seat.is_covered:
        return None
    if seat is not None and seat.left == Seat.LeaveReason.RESIGNED and not seat.table.is_over:
        return None
    return seat


def viewing_seat_of(seats: Iterable[Seat], user: Any) -> Seat | None:
    """The seat from which this person looks, among those of a table."""
    return viewing_seat(seat_of_user(seats, user))


def seat_of_user(seats: Iterable[Seat], user: Any) -> Seat | None:
    """The seat of this person, whatever they see from there."""
    if user is None or not user.is_authenticated:
        return None
    return next((seat for seat in seats if seat.user_id == user.pk), None)


def webhook_of(table: Table, seats: Iterable[Seat], user: Any) -> Webhook | None:
    """The webhook of a table that works, for those who are at it: it is told whose turn it is."""
    if not table.has_webhook or user is None or not user.is_authenticated:
        return None
    is_there = user.pk == table.host_id or any(seat.user_id == user.pk for seat in seats)
    return Webhook.objects.filter(table=table).first() if is_there else None


def readable_messages(table: Table, seat: Seat | None, reader: Any) -> QuerySet[Message]:
    """Chat and notices: onlookers read only what is public.

    `is_folded`: the reader has blocked who wrote it.
    """
    messages = table.messages.select_related("user").annotate(is_folded=author_is_blocked(reader))
    return messages if seat is not None else messages.filter(audience=Message.Audience.PUBLIC)
