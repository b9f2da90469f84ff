"""Who may see what of a table: one place for pages, API and sockets.

A link-only table is open to whoever knows its address: its key cannot be guessed, and no list
shows it to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.models import User

from .models import Message, Seat, Table


def person(request: HttpRequest) -> User:
    """The person who asks, behind a login."""
    assert isinstance(request.user, User)
    return request.user


def listed_for(user: Any) -> QuerySet[Table]:
    """The tables that lists may show: public ones, and those the person hosts or sits at."""
    tables = Table.objects.defer("state")
    if user is None or not user.is_authenticated:
        return tables.filter(visibility=Table.Visibility.PUBLIC)
    own = Seat.objects.filter(user=user).values("table")
    return tables.filter(Q(visibility=Table.Visibility.PUBLIC) | Q(host=user) | Q(pk__in=own))


def keys_listed_for(user: Any, tables: Iterable[int]) -> dict[int, str]:
    """The keys of those of these tables (by id) that a list may show to this person."""
    return dict(listed_for(user).filter(pk__in=set(tables)).values_list("pk", "key"))


def eyes(seat: Seat | None) -> Seat | None:
    """The seat from which its person looks; None where they look as everybody does.

    Whoever has resigned has handed the seat to a bot: until the match is over they see what
    onlookers see. Whoever ran out of time may come back, and keeps their view.
    """
    if seat is not None and seat.left == Seat.Left.RESIGNED and not seat.table.is_over:
        return None
    return seat


def seat_of(seats: Iterable[Seat], user: Any) -> Seat | None:
    """The seat from which this person looks, among those of a table."""
    if user is None or not user.is_authenticated:
        return None
    return eyes(next((seat for seat in seats if seat.user_id == user.pk), None))


def readable_messages(table: Table, seat: Seat | None) -> QuerySet[Message]:
    """Chat and notices: onlookers read only what is public."""
    messages = table.messages.select_related("user")
    return messages if seat is not None else messages.filter(audience=Message.Audience.PUBLIC)
