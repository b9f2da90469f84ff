"""Check before an upgrade that the new rules play the stored matches as they went.

It only reads, one match at a time. Of each table it reads only columns that have existed from the
beginning, because the database may be of an older site that has not been migrated yet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import games.rules as rules
from games.rules import corpus

from ..models import Move, Snapshot, Table


class StoredTable(NamedTuple):
    """The columns that are read of a table that has started."""

    pk: int
    key: str
    game: str
    rules_version: int
    seat_count: int
    options: dict[str, str]
    seed: str
    move_count: int
    state: str


class StoredMove(NamedTuple):
    """The columns that are read of a row of the journal."""

    number: int
    seat: int | None
    text: str
    events: list[list[Any]]
    outcomes: dict[str, list[Any]]


def started_table_ids() -> list[int]:
    """Return the ids of all tables whose match has begun, oldest first."""
    begun = Table.objects.filter(started_at__isnull=False)
    return list(begun.order_by("pk").values_list("pk", flat=True))


def find_change(pk: int) -> tuple[str, str | None]:
    """Return the game and key of a table, and what would change in its match; None: nothing."""
    table = StoredTable(*Table.objects.values_list(*StoredTable._fields).get(pk=pk))
    name = f"{table.game} {table.key}"
    try:
        return name, _first_difference(table)
    except rules.RecordError as error:
        return name, str(error)
    except Exception as error:  # whatever it is, go on with the other matches
        return name, f"the rules fail: {error!r}"


def _first_difference(table: StoredTable) -> str | None:
    snapshots = dict(_snapshots(table))
    match = None
    for row in _stored_moves(table):
        if match is None:
            match, events = _set_up(table, row)
        else:
            events = _play(match, row)
        wrong = _difference_at(match, events, row, snapshots.get(row.number))
        if wrong is not None:
            return f"{_move_label(row)}: {wrong}"
    if match is None:
        return "it has no journal"
    if not _is_same_position(match, table.state):
        return "the stored state is another"
    return None


def _stored_moves(table: StoredTable) -> Iterator[StoredMove]:
    moves = Move.objects.filter(table=table.pk, number__lte=table.move_count)
    for values in (
        moves.order_by("number").values_list(*StoredMove._fields).iterator(chunk_size=100)
    ):
        yield StoredMove(*values)


def _snapshots(table: StoredTable) -> Iterator[tuple[int, str]]:
    kept = Snapshot.objects.filter(table=table.pk, after__lte=table.move_count)
    return kept.values_list("after", "state").iterator(chunk_size=20)


def _set_up(table: StoredTable, row: StoredMove) -> tuple[rules.Match, list[rules.Event]]:
    match = rules.new_match(
        table.game,
        table.seat_count,
        table.options,
        seed=table.seed,
        script=row.outcomes,
        rules_version=table.rules_version,
    )
    return match, match.opening


def _play(match: rules.Match, row: StoredMove) -> list[rules.Event]:
    """Play a move with its stored outcomes."""
    assert isinstance(match.chance, rules.FairChance)
    assert row.seat is not None
    match.chance.outcomes = {}
    match.chance.script = {name: list(entries) for name, entries in row.outcomes.items()}
    return rules.play_recorded_move(match, row.number, row.seat, row.text)


def _difference_at(
    match: rules.Match, events: list[rules.Event], row: StoredMove, snapshot: str | None
) -> str | None:
    assert isinstance(match.chance, rules.FairChance)
    if json.loads(json.dumps(match.chance.outcomes)) != row.outcomes or match.chance.is_scripted:
        return "it asks for other outcomes of chance"
    now = [list(event) for event in events]
    then = [list(rules.StoredEvent.of(*stored)) for stored in row.events]
    if json.loads(json.dumps(now)) != then:
        return "the events differ"
    if snapshot is not None and not _is_same_position(match, snapshot):
        return "the stored position is another"
    return None


def _is_same_position(match: rules.Match, state: str) -> bool:
    stored = rules.load(match.game.key, json.loads(state))
    return corpus.comparable_state(stored) == corpus.comparable_state(match)


def _move_label(row: StoredMove) -> str:
    return "set-up" if row.seat is None else f"move {row.number}, seat {row.seat}, {row.text!r}"
