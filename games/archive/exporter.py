"""Export: the portable records of this site's matches."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import translation

from ..models import Move, Seat, Substitution, Table, substitutions_of
from ..move_comments.comments import record_entry
from ..table.agreements.texts import clock_of, until_of
from ..table.session.journal import RESEED_KEYS
from ..table.session.loader import seats_of
from .record_format import FORMAT, Record, RecordedMove, position_hash, serialize
from .replay import replay_steps

if TYPE_CHECKING:
    from accounts.models import User

MOVE_SOURCES = {
    Move.Source.PERSON: "person",
    Move.Source.BOT: "bot",
    Move.Source.CLOCK: "policy",
    Move.Source.STANDING: "order",
}
# Log lines about the clock, and what the record calls them.
CLOCK_CHANGES = {"paused": "pause", "pause_over": "continue", "clock_changed": "clock"}


def finished_matches(person: User | None = None) -> QuerySet[Table]:
    """The finished matches, oldest first: all public ones, or those of a person.

    Imported records are left out, and sealed tables of duplicate rounds.
    """
    tables = Table.objects.filter(
        status__in=Table.OVER, started_at__isnull=False, is_imported=False
    ).exclude(visibility=Table.Visibility.SEALED)
    if person is None:
        tables = tables.filter(visibility=Table.Visibility.PUBLIC)
    else:
        mine = Exists(Seat.objects.filter(table=OuterRef("pk"), user=person))
        taken = Substitution.objects.filter(to_user=person).values("table")
        tables = tables.filter(Q(mine) | Q(host=person, is_hot_seat=True) | Q(pk__in=taken))
    return tables.defer("state").order_by("pk")


def record_bytes(table: Table, *, has_comments: bool = False) -> bytes:
    """The record of a finished match; for an imported one, the bytes that were imported.

    `has_comments` adds the comments on moves that everyone may read.

    Raises:
        RecordError: the installed rules cannot play it.
    """
    if table.is_imported:
        return table.imported.text
    record = build_record(table)
    comments = record_entry(table) if has_comments else {}
    return serialize(dataclasses.replace(record, header={**record.header, **comments}))


def build_record(table: Table) -> Record:
    """The record of a finished match, with the hashes of its positions.

    Raises:
        RecordError: the installed rules cannot play it.
    """
    held = build_record_without_hashes(table)
    hashes = (position_hash(step.match) if step.ends_turn else "" for step in replay_steps(held))
    next(hashes)  # skip the set-up
    moves = [
        dataclasses.replace(played, hash=found)
        for played, found in zip(held.moves, hashes, strict=True)
    ]
    return Record(held.header, moves)


def build_record_without_hashes(table: Table) -> Record:
    """The record as stored in the database."""
    first, *rows = table.moves.filter(number__lte=table.move_count)
    with translation.override("en"):  # names of bots depend on the active language
        header = dict(_record_header(table, first))
    moves = [
        RecordedMove(
            row.seat,
            row.text,
            MOVE_SOURCES[Move.Source(row.by)],
            _format_time(row.at),
            row.outcomes,
        )
        for row in rows
        if row.seat is not None
    ]
    return Record({**header, "moves": len(moves)}, moves)


def _record_header(table: Table, first: Move) -> Iterator[tuple[str, Any]]:
    seats, parts = seats_of(table), _substitutes(table)
    yield from {
        "format": FORMAT,
        "game": table.game,
        "rules": table.rules_version,
        "seats": table.seat_count,
        "options": table.options,
        "site": settings.SITE_URL,
        "table": table.key,
        "players": [
            {"name": seat.name}
            | ({"bot": seat.bot} if seat.bot and seat.substitute_id is None else {})
            | ({"hot_seat": True} if seat.local_name else {})
            | ({"substitutes": parts[seat.number]} if seat.number in parts else {})
            for seat in seats
        ],
        "began": _format_time(table.started_at),
        "ended": _format_time(table.ended_at),
        "end": table.status,
        "rated": table.rated,
    }.items()
    if table.ended_by_agreement:
        yield "agreed", True
    if changes := list(_clock_changes(table)):
        yield "clock_changes", changes
    if table.status == Table.Status.FINISHED:
        yield (
            "result",
            [
                {"total": seat.total, "rank": seat.rank, "breakdown": seat.breakdown}
                for seat in seats
            ],
        )
    yield "commitment", table.commitment
    yield "seed", table.seed
    if table.reseeds:
        yield "reseeded", [{name: part[name] for name in RESEED_KEYS} for part in table.reseeds]
    yield "chance", first.outcomes


def _substitutes(table: Table) -> dict[int, list[dict[str, Any]]]:
    """The people who took over seats, by seat: name, first move, and who had the seat before."""
    found: dict[int, list[dict[str, Any]]] = {}
    for row in substitutions_of(table):
        part = {
            "name": row.name,
            "from": row.after_move + 1,
            "before": row.previous_name,
        }
        found.setdefault(row.seat, []).append(part)
    return found


def _clock_changes(table: Table) -> Iterator[dict[str, Any]]:
    """Yield the pauses and clocks that players agreed on, and the returns of the usual clock."""
    lines = table.messages.filter(log_code__in=CLOCK_CHANGES).order_by("at", "pk")
    for line in lines:
        kind, data = CLOCK_CHANGES[line.log_code], line.data
        yield (
            {
                "after": min(line.after_move, table.move_count),
                "at": _format_time(line.at),
                "kind": kind,
            }
            | ({"until": _format_time(until_of(data))} if data.get("until") else {})
            | ({"clock": clock_of(data).to_json()} if kind == "clock" else {})
        )


def _format_time(moment: datetime | None) -> str:
    """A time in UTC, to the millisecond.

    >>> _format_time(datetime(2026, 3, 1, 20, 0, tzinfo=UTC))
    '2026-03-01T20:00:00.000Z'
    """
    if moment is None:
        return ""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
