"""Would the rules of this code play the stored matches as they went? Asked before an upgrade.

Everything is only read, one match at a time, and of each table only columns that there have been
since the first days: the database may be of an older site that has not been migrated yet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import games.rules as rules
from games.rules import corpus

from ..models import Move, Snapshot, Table


class Stored(NamedTuple):
    """What is read of a table that has started."""

    pk: int
    key: str
    game: str
    rules_version: int
    seat_count: int
    options: dict[str, str]
    seed: str
    move_count: int
    state: str


class Row(NamedTuple):
    """What is read of a journal's row."""

    number: int
    seat: int | None
    text: str
    events: list[list[Any]]
    outcomes: dict[str, list[Any]]


def started() -> list[int]:
    """The ids of all tables whose match has begun, oldest first."""
    begun = Table.objects.filter(started_at__isnull=False)
    return list(begun.order_by("pk").values_list("pk", flat=True))


def change(pk: int) -> tuple[str, str | None]:
    """Game and key of a table, and what would change of its match; None: nothing would."""
    table = Stored(*Table.objects.values_list(*Stored._fields).get(pk=pk))
    name = f"{table.game} {table.key}"
    try:
        return name, _first_difference(table)
    except rules.RecordError as error:
        return name, str(error)
    except Exception as error:  # whatever it is, the other matches are looked at
        return name, f"the rules fail: {error!r}"


def _first_difference(table: Stored) -> str | None:
    snapshots = dict(_snapshots(table))
    match = None
    for row in _journal(table):
        if match is None:
            match, events = _set_up(table, row)
        else:
            events = _play(match, row)
        wrong = _wrong(match, events, row, snapshots.get(row.number))
        if wrong is not None:
            return f"{_moment(row)}: {wrong}"
    if match is None:
        return "it has no journal"
    if not _stands_alike(match, table.state):
        return "the stored state is another"
    return None


def _journal(table: Stored) -> Iterator[Row]:
    moves = Move.objects.filter(table=table.pk, number__lte=table.move_count)
    for values in moves.order_by("number").values_list(*Row._fields).iterator(chunk_size=100):
        yield Row(*values)


def _snapshots(table: Stored) -> Iterator[tuple[int, str]]:
    kept = Snapshot.objects.filter(table=table.pk, after__lte=table.move_count)
    return kept.values_list("after", "state").iterator(chunk_size=20)


def _set_up(table: Stored, row: Row) -> tuple[rules.Match, list[rules.Event]]:
    match = rules.new_match(
        table.game,
        table.seat_count,
        table.options,
        seed=table.seed,
        script=row.outcomes,
        rules_version=table.rules_version,
    )
    return match, match.opening


def _play(match: rules.Match, row: Row) -> list[rules.Event]:
    """Play a move, with the outcomes that it had."""
    assert isinstance(match.chance, rules.FairChance)
    assert row.seat is not None
    match.chance.outcomes = {}
    match.chance.script = {name: list(entries) for name, entries in row.outcomes.items()}
    return rules.play_recorded(match, row.number, row.seat, row.text)


def _wrong(
    match: rules.Match, events: list[rules.Event], row: Row, snapshot: str | None
) -> str | None:
    assert isinstance(match.chance, rules.FairChance)
    if json.loads(json.dumps(match.chance.outcomes)) != row.outcomes or match.chance.scripted:
        return "it asks for other outcomes of chance"
    now = [list(event) for event in events]
    then = [list(rules.StoredEvent.of(*stored)) for stored in row.events]
    if json.loads(json.dumps(now)) != then:
        return "the events differ"
    if snapshot is not None and not _stands_alike(match, snapshot):
        return "the stored position is another"
    return None


def _stands_alike(match: rules.Match, state: str) -> bool:
    stored = rules.load(match.game.key, json.loads(state))
    return corpus.state_of(stored) == corpus.state_of(match)


def _moment(row: Row) -> str:
    return "set-up" if row.seat is None else f"move {row.number}, seat {row.seat}, {row.text!r}"
