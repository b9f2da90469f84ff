"""Vacancies: seats of running matches that a person can take over.

A seat is vacant if a bot has played it from the start, if its player resigned, if they ran out of
time and did not come back in time, or if its player offers it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from ..models import Seat, Table
from .tutorial import tutorial_of

RETURN_TIME = timedelta(hours=24)  # for people who ran out of time, before others may take the seat


def has_vacancies(table: Table) -> bool:
    """Whether seats of this table can be taken over at all, vacant or not.

    Not in tournaments (their tables do not allow it), tutorials or hot-seat matches, and not while
    nobody plays.
    """
    return (
        table.is_running
        and table.substitutes != Table.Substitutes.NO
        and table.asleep_since is None
        and table.on_hold_since is None
        and not table.is_hot_seat
        and tutorial_of(table) is None
    )


def is_vacant(seat: Seat, now: datetime) -> bool:
    """Whether a person can take over this seat of a table that has vacancies."""
    if not seat.bot:
        return seat.offered_at is not None
    if seat.leave_reason == Seat.LeaveReason.TIMED_OUT:
        return seat.replaced_at is not None and seat.replaced_at <= now - RETURN_TIME
    return True


def vacant_seats(table: Table, seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Return the seats of a table that a person can take over now."""
    return [seat for seat in seats if is_vacant(seat, now)] if has_vacancies(table) else []


def with_vacancies(tables: QuerySet[Table], now: datetime) -> QuerySet[Table]:
    """Return those of these tables with a vacant seat: the same rule, in SQL."""
    seats = Seat.objects.filter(table=OuterRef("pk")).order_by()
    came_late = Q(leave_reason=Seat.LeaveReason.TIMED_OUT) & ~Q(replaced_at__lte=now - RETURN_TIME)
    vacant = (~Q(bot="") & ~came_late) | Q(bot="", offered_at__isnull=False)
    return tables.filter(
        Exists(seats.filter(vacant)),
        status=Table.Status.RUNNING,
        asleep_since=None,
        on_hold_since=None,
        is_hot_seat=False,
    ).exclude(substitutes=Table.Substitutes.NO)
