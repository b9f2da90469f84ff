"""Eligibility: the tables that a person can join now, as a filter for lists.

It must agree with the checks of `table_setup.join`.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

import games.rules as rules
from accounts.models import User

from ..models import Invitation, Seat, Table
from ..ratings.reliability import requirements
from ..table.blocking import blocker_at_table_filter


def filter_joinable(tables: QuerySet[Table], person: User) -> QuerySet[Table]:
    """Return those of these tables that this person can join.

    A seat is reserved for them; or a seat is free, they meet the requirements, the host has not
    removed them, and nobody there has blocked them. Tables where they already sit are left out.
    """
    seats = Seat.objects.filter(table=OuterRef("pk")).order_by()
    asked = Invitation.objects.filter(table=OuterRef("pk"), user=person).order_by("-pk")
    held = Q(Exists(seats.filter(invitation__user=person)))
    free = Q(Exists(seats.filter(user=None, bot="", invitation=None)))
    unasked = free & ~Q(last_asked=Invitation.State.REMOVED) & requirements.tables_met_by(person)
    unasked &= ~blocker_at_table_filter(person)
    last_asked = Coalesce(Subquery(asked.values("state")[:1]), Value(""))
    return tables.annotate(last_asked=last_asked).filter(
        held | unasked,
        ~Exists(seats.filter(user=person)),
        status=Table.Status.OPEN,
        game__in=rules.catalogue(),
    )
