"""Who may see what of a table; pages, the API and sockets all use this module.

Anyone who knows the address of a link-only table can open it: its key cannot be guessed, and lists
show it only to its own people. For people outside its club, a club's table does not exist. A sealed
table of a duplicate round exists only for the people who sit there, because it shows the chance of
the round's other tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value

from accounts.models import User

from ..models import Membership, Message, Seat, Substitution, Table, Webhook
from .blocking import author_is_blocked, blocker_at_table_filter

FEW_TABLES = 200


def listable_tables(user: Any) -> QuerySet[Table]:
    """Return the tables that lists may show: public ones, and those of the person or their clubs.

    The `state` is deferred.
    """
    tables = Table.objects.defer("state")
    public = Q(visibility=Table.Visibility.PUBLIC)
    if user is None or not user.is_authenticated:
        return tables.filter(public)
    sealed = Q(visibility=Table.Visibility.SEALED)
    own = (~sealed & _own_tables_filter(user)) | (sealed & _sits_filter(user))
    return tables.filter(public | own)


def with_shown_names(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return these tables without the anonymous ones: a search for a person must not find those."""
    return tables.filter(names_shown_filter())


def names_shown_filter() -> Q:
    """Return a filter for the tables that are not anonymous (`Table.is_anonymous`)."""
    return Q(has_hidden_names=False) | Q(status__in=Table.OVER)


def is_visible_to(table: Table, user: Any) -> bool:
    """Return whether a person who knows the address of a table may know that it exists.

    A club's table is visible to its members, its host, and everyone who sits or has sat there, even
    after they leave the club. A sealed table is visible only to the people who sit there.
    """
    if not is_restricted(table):
        return True
    if user is None or not user.is_authenticated:
        return False
    if table.is_sealed:
        return Table.objects.filter(_sits_filter(user), pk=table.pk).exists()
    own = _own_tables_filter(user) | Q(substitutions__from_user=user)
    return Table.objects.filter(own, pk=table.pk).exists()


def is_restricted(table: Table) -> bool:
    """Return whether only some people may know that a table exists."""
    return table.club_id is not None or table.is_sealed


def has_public_seed(table: Table) -> bool:
    """Return whether its people may see the seed and the record of a table, which show all chance.

    At a sealed table they must wait: the same seed decides at other tables of the round.
    """
    return table.is_over and not table.is_sealed


def is_hidden_from(key: str, user: Any) -> bool:
    """Return whether a table with this key exists that the person may not know of."""
    table = Table.objects.only("club", "visibility").filter(key=key).first()
    return table is not None and not is_visible_to(table, user)


def _sits_filter(user: Any) -> Q:
    """Return a filter for the tables where a person has a seat."""
    return _has_seats_filter(Seat.objects.filter(Q(user=user) | Q(substitute=user)))


def _own_tables_filter(user: Any) -> Q:
    """Return a filter for the tables that a person hosts or sits at, and those of their clubs."""
    club = Membership.objects.filter(club=OuterRef("club"), user=user)
    return Q(host=user) | _has_seats_filter(Seat.objects.filter(user=user)) | Q(Exists(club))


def tables_of_seats_filter(seats: QuerySet[Seat]) -> Q:
    """Return a filter for the tables of these seats of one person, in any state.

    Up to `FEW_TABLES` tables are listed by id, which is fast for most people and for small sets
    (`SeatQuerySet.not_over`). For more tables, the database checks table by table in the order of
    the list. So a page of the list does not need all of them.
    """
    some = list(seats.order_by().values_list("table", flat=True)[: FEW_TABLES + 1])
    return Q(pk__in=some) if len(some) <= FEW_TABLES else _has_seats_filter(seats)


def recent_tables_filter(user: User) -> Q:
    """Return a filter for the tables that a person joined last; recently ended ones are in it."""
    substituted = Substitution.objects.filter(to_user=user, left_as="").order_by("-pk")[:FEW_TABLES]
    return Q(pk__in=Seat.objects.taken_last(user, FEW_TABLES).values("table")) | Q(
        pk__in=substituted.values("table")
    )


def _has_seats_filter(seats: QuerySet[Seat]) -> Q:
    return Q(Exists(seats.order_by().filter(table=OuterRef("pk"))))


def with_free_seats(tables: QuerySet[Table], wanted: int, reader: Any = None) -> QuerySet[Table]:
    """Return the open tables that have at least `wanted` free seats for this reader.

    Tables with a player who has blocked the reader have none.
    """
    free = Seat.objects.filter(table=OuterRef("pk"), user=None, bot="", invitation=None).order_by()
    if wanted <= 0:
        return tables
    if reader is not None and reader.is_authenticated:
        tables = tables.exclude(blocker_at_table_filter(reader))
    return tables.filter(Exists(free[wanted - 1 :]))


def listable_table_keys(user: Any, tables: Iterable[int]) -> dict[int, str]:
    """Return the keys of these tables by id, without those that lists may not show this person."""
    return dict(listable_tables(user).filter(pk__in=set(tables)).values_list("pk", "key"))


def viewing_seat(seat: Seat | None) -> Seat | None:
    """Return the seat from which its person looks; None if they see what spectators see.

    A person who resigned sees only what spectators see until the match is over. A person who ran
    out of time may come back, so they keep their view. A hot seat is covered until its player has
    the device.
    """
    if seat is not None and seat.is_covered:
        return None
    if (
        seat is not None
        and seat.leave_reason == Seat.LeaveReason.RESIGNED
        and not seat.table.is_over
    ):
        return None
    return seat


def viewing_seat_of(seats: Iterable[Seat], user: Any) -> Seat | None:
    """Return the seat from which this person looks, among the seats of a table."""
    return viewing_seat(seat_of_user(seats, user))


def find_viewing_seat(table: Table, user: Any) -> Seat | None:
    """Return the seat from which this person looks at a table, with one query."""
    return viewing_seat_of(table.seat_set.filter(Q(user=user.pk) | Q(substitute=user.pk)), user)


def seat_of_user(seats: Iterable[Seat], user: Any) -> Seat | None:
    """Return the seat of this person, whatever they may see from it; None if they have none.

    After the match, a substitute has the seat that they played.
    """
    if user is None or not user.is_authenticated:
        return None
    return next((seat for seat in seats if user.pk in (seat.user_id, seat.substitute_id)), None)


def webhook_of(table: Table, seats: Iterable[Seat], user: Any) -> Webhook | None:
    """Return the working webhook of a table, which hears whose turn it is.

    None for people who are neither the host nor have a seat.
    """
    if not table.has_webhook or user is None or not user.is_authenticated:
        return None
    is_there = user.pk == table.host_id or any(seat.user_id == user.pk for seat in seats)
    return Webhook.objects.filter(table=table).first() if is_there else None


def readable_chat(table: Table, seat: Seat | None, reader: Any) -> QuerySet[Message]:
    """Return the chat messages that a reader may see, newest first; spectators see public ones.

    Each has `is_folded`: whether the reader has blocked its author. At an anonymous table that
    would reveal who wrote, so none is folded, and each has the seat of its author.
    """
    messages = table.messages.filter(log_code="").select_related("user").order_by("-at", "-pk")
    if seat is None:
        messages = messages.filter(audience=Message.Audience.PUBLIC)
    if not table.is_anonymous:
        return messages.annotate(is_folded=author_is_blocked(reader))
    theirs = table.seat_set.filter(user=OuterRef("user")).order_by().values("number")
    return messages.annotate(is_folded=Value(False), author_seat=Subquery(theirs[:1]))


def find_table_message(pk: int, reader: Any) -> Message | None:
    """Return the chat message with this id if the reader may read it; None if it is hidden."""
    found = Message.objects.select_related("table").filter(pk=pk, hidden_at=None)
    message = found.defer("table__state").first()
    if message is None or not is_visible_to(message.table, reader):
        return None
    seat = find_viewing_seat(message.table, reader)
    return readable_chat(message.table, seat, reader).filter(pk=pk).first()
