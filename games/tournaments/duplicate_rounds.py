"""Duplicate rounds: the same chance at all tables of a round, and the comparison afterwards.

All tables of a round have one secret seed and one commitment. Whoever sees a table that is ahead
knows the chance of the others. So the tables are sealed (`games/table/access.py`) until the last
of them is over. Then the seed is published and the tables become ordinary ones.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

import games.rules as rules

from ..models import Seat, Table
from .access import try_lock_tournament
from .formats.base import Pairing
from .models import Round, Tournament, TournamentTable
from .results import TournamentRows


class SeatComparison(NamedTuple):
    """A seat of one table, for the comparison of a round.

    `difference` is that to the average points of the seat; None if it is not compared.
    """

    table: int
    entry: int
    points: int | None
    place: int | None
    difference: float | None


class SeatRow(NamedTuple):
    """One seat at all tables of a round; the average is None if no table is compared."""

    seat: int
    average: float | None
    cells: list[SeatComparison]


def seeds_for(rows: TournamentRows, pairing: Pairing) -> dict[int, str]:
    """Return the common seed of the tables for each round of a pairing that has one.

    A table that joins a round whose seed is public has its own seed, so that nobody knows it.
    """
    if not rows.tournament.is_duplicate:
        return {}
    seeds = {}
    for number in {one.round for one in pairing.tables}:
        old = rows.rounds.get(number)
        if old is None:
            seeds[number] = secrets.token_hex(32)
        elif old.is_sealed:
            seeds[number] = old.table_seed
    return seeds


def seed_fields(seeds: Mapping[int, str], number: int) -> dict[str, str]:
    """Return the columns of a new round that hold its seed."""
    seed = seeds.get(number, "")
    return {"table_seed": seed, "commitment": rules.commitment(seed) if seed else ""}


def table_visibility(tournament: Tournament, *, is_sealed: bool) -> dict[str, Any]:
    """Return the columns of a table that decide who sees it."""
    if is_sealed:
        return {"visibility": Table.Visibility.SEALED, "club": None}
    is_public = tournament.club_id is None
    visibility = Table.Visibility.PUBLIC if is_public else Table.Visibility.CIRCLE
    return {"visibility": visibility, "club": tournament.club}


def find_finished_rounds(limit: int) -> list[int]:
    """Return the ids of rounds whose tables are all over and whose seed is still secret."""
    played = TournamentTable.objects.filter(round=OuterRef("pk"), table__isnull=False).order_by()
    sealed = Round.objects.filter(~Q(table_seed=""), revealed_at__isnull=True)
    found = sealed.filter(~Exists(played.exclude(table__status__in=Table.OVER)))
    return list(found.order_by("pk").values_list("pk", flat=True)[:limit])


def reveal_round(pk: int, now: datetime) -> bool:
    """Publish the seed of a round whose tables are all over; return whether this call did it.

    A table that the staff have rolled back in the meantime keeps the round sealed.
    """
    tournament_id = Round.objects.values_list("tournament", flat=True).get(pk=pk)
    with transaction.atomic():
        tournament = try_lock_tournament(tournament_id)
        one = Round.objects.select_for_update().get(pk=pk)
        if tournament is None or not one.is_sealed:
            return False
        ids = list(one.tables.filter(table__isnull=False).values_list("table", flat=True))
        held = Table.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
        if not all(table.is_over for table in held.only("status")):
            return False
        Table.objects.filter(pk__in=ids).update(**table_visibility(tournament, is_sealed=False))
        one.revealed_at = now
        one.save(update_fields=["revealed_at"])
        tournament.version += 1
        tournament.save(update_fields=["version"])
    return True


def compare_round(one: Round) -> list[SeatRow]:
    """Return a row for each seat of a round whose seed is published, else nothing."""
    return _compare_tables(_tables_of([one])) if one.revealed_at is not None else []


def total_differences(tournament: Tournament) -> dict[int, float]:
    """Return the sum of the differences of all published rounds, by entry."""
    rounds = list(tournament.rounds.filter(revealed_at__isnull=False))
    by_round: dict[int, list[TournamentTable]] = {}
    for table in _tables_of(rounds):
        by_round.setdefault(table.round_id, []).append(table)
    totals: dict[int, float] = {}
    for tables in by_round.values():
        for row in _compare_tables(tables):
            for cell in row.cells:
                if cell.difference is not None:
                    totals[cell.entry] = totals.get(cell.entry, 0.0) + cell.difference
    return totals


def is_comparable(table: Table) -> bool:
    """Return whether a table had the chance of its round to the end."""
    is_whole = table.status == Table.Status.FINISHED and not table.ended_by_agreement
    return is_whole and not table.reseeds


def _tables_of(rounds: Iterable[Round]) -> list[TournamentTable]:
    found = TournamentTable.objects.filter(round__in=list(rounds), table__isnull=False)
    shared = [
        one
        for one in found.select_related("round", "table").defer("table__state").order_by("number")
        if one.table is not None and one.table.commitment == one.round.commitment
    ]
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=[one.table_id for one in shared]).order_by("number"):
        seats.setdefault(seat.table_id, []).append(seat)
    for one in shared:
        assert one.table_id is not None
        one.seats = seats[one.table_id]
    return shared


def _compare_tables(tables: list[TournamentTable]) -> list[SeatRow]:
    """Return a row for each seat; seats that a bot played at the end are not compared."""
    rows = []
    for number in range(max((len(one.entries) for one in tables), default=0)):
        points: dict[int, int] = {}
        for one in tables:
            seat = one.seats[number]
            assert one.table is not None
            if is_comparable(one.table) and not seat.bot and seat.total is not None:
                points[one.number] = seat.total
        average = sum(points.values()) / len(points) if points else None
        cells = [
            SeatComparison(
                one.number,
                one.entries[number],
                one.seats[number].total,
                one.seats[number].rank,
                None
                if average is None or one.number not in points
                else points[one.number] - average,
            )
            for one in tables
        ]
        rows.append(SeatRow(number, average, cells))
    return rows
