"""Which people live together: their results against each other change no rating.

A declaration counts for matches that start between its acceptance and its end, so that nobody can
choose it by the course of a match.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Q, Subquery

from ..models import HouseholdDeclaration, Table

Pair = frozenset[int]  # the ids of two users


class _Declaration(NamedTuple):
    pair: Pair
    accepted_at: datetime
    ended_at: datetime | None


class Declarations:
    """Accepted declarations, with the pairs that they cover at a moment."""

    def __init__(self, rows: Iterable[_Declaration]) -> None:
        self._rows = list(rows)

    def pairs_at(self, table: Table) -> set[Pair]:
        """Return the pairs that lived together when the match of this table started."""
        at = table.started_at
        if at is None:
            return set()
        return {
            row.pair
            for row in self._rows
            if row.accepted_at <= at and (row.ended_at is None or at < row.ended_at)
        }


def read_declarations(people: Collection[int] | None = None) -> Declarations:
    """Return the declarations among these people (ids), or all of them."""
    rows = HouseholdDeclaration.objects.filter(accepted_at__isnull=False)
    if people is not None:
        if len(people) < 2:
            return Declarations(())
        rows = rows.filter(first__in=people, second__in=people)
    return Declarations(
        _Declaration(frozenset((first, second)), accepted_at, ended_at)
        for first, second, accepted_at, ended_at in rows.values_list(
            "first", "second", "accepted_at", "ended_at"
        )
        if accepted_at is not None
    )


def declared_since(one: str, other: str) -> Subquery:
    """Return the database expression for when two people declared their household that holds.

    Args:
        one, other: the names of the columns of the outer query with the two people.
    """
    pair = Q(first=OuterRef(one), second=OuterRef(other)) | Q(
        first=OuterRef(other), second=OuterRef(one)
    )
    rows = HouseholdDeclaration.objects.filter(pair, accepted_at__isnull=False, ended_at=None)
    return Subquery(rows.values("accepted_at")[:1])


def current_pairs(people: Iterable[int]) -> set[Pair]:
    """Return the pairs among these people (ids) who live together now."""
    ids = list(people)
    if len(ids) < 2:
        return set()
    rows = HouseholdDeclaration.objects.filter(
        Q(first__in=ids, second__in=ids), accepted_at__isnull=False, ended_at=None
    )
    return {frozenset(pair) for pair in rows.values_list("first", "second")}
