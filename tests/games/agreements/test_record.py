"""Records of matches that ended by agreement."""

from __future__ import annotations

import dataclasses
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.conf import settings
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games.archive import exporter, importer
from games.archive.record_format import parse, serialize
from games.models import Table
from games.table.agreements import actions as agreements
from games.table.session.journal import log_line_text
from games.time_controls import FixedHour, TimeControl
from tests.archive.sample_records import make_record
from tests.games.conftest import GAME, fresh, play_on

pytestmark = pytest.mark.django_db


def test_record_says_that_the_match_ended_by_agreement(table: Table, people: list[User]) -> None:
    play_on(table, 2)
    agreements.propose(table.key, people[0], "end")
    agreements.answer(table.key, people[1], table.proposals.get().pk, agrees=True)
    header = exporter.build_record_without_hashes(fresh(table)).header
    assert (header["end"], header["agreed"]) == ("finished", True)


def test_record_of_another_end_says_nothing_of_an_agreement(table: Table) -> None:
    assert "agreed" not in exporter.build_record_without_hashes(play_on(table)).header


def agree(table: Table, people: list[User], kind: str, **given: Any) -> None:
    agreements.propose(table.key, people[0], kind, given)
    agreements.answer(table.key, people[1], table.proposals.get(outcome="open").pk, agrees=True)


def test_record_has_pauses_and_clocks_and_an_import_shows_them_in_the_log(
    table: Table, people: list[User]
) -> None:
    until = timezone.now() + timedelta(days=3)
    clock = TimeControl.at_hour(FixedHour("21:00", "Europe/Berlin", 2))
    play_on(table, 2)
    agree(table, people, "pause", until=until)
    agree(table, people, "continue")
    play_on(fresh(table), 3)
    agree(table, people, "clock", clock=clock)
    record = exporter.build_record(play_on(fresh(table)))
    changes = record.header["clock_changes"]
    assert [(one["kind"], one["after"]) for one in changes] == [
        *(("pause", 2), ("continue", 2), ("clock", 5))
    ]
    assert changes[0]["until"] == until.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert changes[2]["clock"] == clock.to_json()
    schema = json.loads(Path(settings.BASE_DIR, "docs/record.schema.json").read_text())
    text = serialize(record)
    jsonschema_rs.validate(schema, json.loads(text.split(b"\n")[0]))

    twin = importer.store_import(people[0], importer.PreparedImport(text))
    found = twin.messages.order_by("pk")
    assert [one.after_move for one in found] == [2, 2, 5]
    said = [log_line_text(twin, one, ["a", "b"]) for one in found]
    codes = ("paused", "pause_over", "clock_changed")
    lines = table.messages.filter(log_code__in=codes).order_by("pk")
    assert said == [log_line_text(table, one, ["a", "b"]) for one in lines]


def test_record_of_a_match_with_its_usual_clock_has_no_changes(table: Table) -> None:
    assert "clock_changes" not in exporter.build_record_without_hashes(play_on(table)).header


def test_change_without_a_time_follows_its_move_in_the_log(people: list[User]) -> None:
    record = make_record(GAME)
    header = {**record.header, "clock_changes": [{"after": 3, "kind": "continue"}]}
    text = serialize(dataclasses.replace(record, header=header))
    table = importer.store_import(people[0], importer.PreparedImport(text))
    line, move = table.messages.get(), table.moves.get(number=3)
    assert (line.after_move, line.at > move.at) == (3, True)


CLOCK = {"bank": 60, "increment": 10, "cap": 90}


@pytest.mark.parametrize(
    "change",
    [
        1,
        {"after": 0},
        {"after": 10**6, "kind": "continue"},
        {"after": -1, "kind": "continue"},
        {"after": 0, "kind": "pause"},
        {"after": 0, "kind": "pause", "until": "soon"},
        {"after": 0, "kind": "pause", "until": "2026-03-01T20:00:00"},
        {"after": 0, "kind": "clock"},
        {"after": 0, "kind": "clock", "clock": CLOCK, "until": "9999-12-31T23:59:59Z"},
        {"after": 0, "kind": "clock", "clock": {**CLOCK, "bank": -1}},
        {"after": 0, "kind": "clock", "clock": {**CLOCK, "fixed_hour": {"time": "25:00"}}},
    ],
)
def test_malformed_clock_changes_are_refused(change: object) -> None:
    record = make_record(GAME)
    header = {**record.header, "clock_changes": [change]}
    with pytest.raises(rules.RecordError, match="clock_changes"):
        parse(serialize(dataclasses.replace(record, header=header)))
