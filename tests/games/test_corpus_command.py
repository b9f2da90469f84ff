"""`manage.py corpus`: what people who run a site add to the corpus, and ask before an upgrade."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

import games.rules as rules
from games.models import Move, Snapshot, Table
from games.rules import corpus
from games.table.session import journal
from tests.games.conftest import play_on

pytestmark = pytest.mark.same_everywhere

MOVES = 25


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty corpus for every title."""
    monkeypatch.setattr(corpus, "folder", lambda key: tmp_path / key)
    return tmp_path


@pytest.fixture
def running_table(table: Table) -> Table:
    return play_on(table, MOVES)


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("corpus", *arguments, stdout=out)
    return out.getvalue()


def what_changes(*arguments: str) -> str:
    """The one line of a check that says what does not hold."""
    out = StringIO()
    with pytest.raises(CommandError, match="1 would change"):
        call_command("corpus", "check", *arguments, stdout=out)
    [line] = [line for line in out.getvalue().splitlines() if line.startswith("CHANGED")]
    return line


# adding


def test_a_finished_table_is_added_without_its_people(table: Table, folder: Path) -> None:
    finished = play_on(table)
    said = run("add", table.key)
    [path] = corpus.files(table.game)
    assert str(path) in said
    entry = corpus.read(path)
    assert corpus.first_difference(entry) is None
    assert entry["moves"] == journal.export_record(finished)["moves"]
    assert entry["scores"] == [seat.total for seat in finished.seat_set.all()]
    assert not {"players", "table"} & entry.keys()


def test_a_running_table_is_not_added_for_it_has_secrets(running_table: Table) -> None:
    with pytest.raises(CommandError, match="not finished"):
        run("add", running_table.key)
    assert corpus.files(running_table.game) == []


def test_what_is_neither_table_nor_file_gets_a_clear_message(db: None) -> None:
    with pytest.raises(CommandError, match="neither a table nor a file"):
        run("add", "nowhere")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file of a record."""
    game = next(iter(rules.catalogue()))
    match = rules.new_match(game, rules.get(game).seats[0], seed="a record")
    while not match.over:
        match.play(match.actors[0], match.auto_move(match.actors[0]))
    path = tmp_path / "record.json"
    path.write_text(json.dumps(match.record()))
    return path


def test_a_record_is_added_under_the_name_it_is_given(record: Path) -> None:
    run("add", str(record), "--name", "short")
    [path] = corpus.files(next(iter(rules.catalogue())))
    assert path.name == "short.json"
    with pytest.raises(CommandError, match="already exists"):
        run("add", str(record), "--name", "short")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"moves": []}, "not over"),
        ({"game": "chess"}, "no game"),
        ({"rules": 99}, "rules version 99"),
        ({"format": "pgn"}, "format"),
    ],
)
def test_a_record_that_cannot_be_replayed_is_not_added(
    record: Path, change: dict[str, Any], reason: str
) -> None:
    record.write_text(json.dumps({**json.loads(record.read_text()), **change}))
    with pytest.raises(CommandError, match=reason):
        run("add", str(record))


# growing


def test_a_corpus_grows_by_matches_that_are_played_for_it(db: None) -> None:
    game = next(iter(rules.catalogue()))
    run("grow", game, "--matches", "3", "--records", "2", "--positions", "2")
    kinds = [corpus.is_finished(corpus.read(path)) for path in corpus.files(game)]
    assert kinds.count(True) >= 2
    assert kinds.count(False) >= 2
    assert "nothing would change" in run("check")


def test_only_titles_and_versions_that_there_are_grow() -> None:
    with pytest.raises(CommandError, match="no game"):
        run("grow", "chess")
    with pytest.raises(CommandError, match="rules version 99"):
        run("grow", next(iter(rules.catalogue())), "--rules", "99")


# checking


def test_a_file_that_differs_is_named_with_the_move(record: Path) -> None:
    run("add", str(record), "--name", "short")
    [path] = corpus.files(next(iter(rules.catalogue())))
    entry = corpus.read(path)
    entry["hashes"][2] = "0" * 12
    path.write_text(corpus.format_entry(entry))
    seat, move = entry["moves"][1]
    assert f"short.json: move 2, seat {seat}, {move!r}: the state" in what_changes("--no-database")


def test_no_match_of_a_site_changes_with_the_rules_it_was_played_by(
    running_table: Table, new_table: Callable[..., Table]
) -> None:
    play_on(new_table(3, bots=("random",)), MOVES)
    said = run("check")
    assert "database: 2 matches, 0 would change" in said
    assert "nothing would change" in said


def test_tables_that_have_not_started_are_not_looked_at(table: Table) -> None:
    Table.objects.update(started_at=None)
    assert "database: 0 matches" in run("check")


def test_a_check_only_reads(running_table: Table) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        run("check")
    assert queries
    # (PostgreSQL reads long lists through cursors)
    read = ("SELECT", "DECLARE", "FETCH", "CLOSE")
    assert all(query["sql"].startswith(read) for query in queries), queries


def test_a_rule_that_tells_something_else_is_found(
    running_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running_table.rules_game.match
    emit = match.emit

    def louder(self: rules.Match, kind: str, *more: Any) -> None:
        emit(self, kind if self.moves == [] else f"very_{kind}", *more)

    monkeypatch.setattr(match, "emit", louder)
    line = what_changes()
    assert running_table.key in line
    assert line.endswith("the events differ")
    assert "move 2, seat" in line


def test_a_rule_that_refuses_what_was_played_is_found(
    running_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = running_table.moves.get(number=7)
    match = running_table.rules_game.match
    listed = match._list

    def stricter(self: rules.Match, seat: int) -> list[str]:
        found = listed(self, seat)
        return [] if len(self.moves) == 6 else found

    monkeypatch.setattr(match, "_list", stricter)
    assert f"move 7, seat {played.seat}, {played.text!r}: " in what_changes()


def test_a_rule_that_fails_ends_no_check(
    running_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(self: rules.Match) -> None:
        raise RuntimeError("no pieces")

    monkeypatch.setattr(running_table.rules_game.match, "_start", nothing)
    assert "the rules fail: RuntimeError('no pieces')" in what_changes()


def test_another_state_than_the_stored_one_is_found(running_table: Table) -> None:
    Table.objects.update(state=Snapshot.objects.get(after=0).state)
    assert what_changes().endswith("the stored state is another")


def test_another_position_than_a_stored_one_is_found(running_table: Table) -> None:
    Snapshot.objects.filter(after=10).update(state=running_table.state)
    line = what_changes()
    assert "move 10, seat" in line
    assert line.endswith("the stored position is another")


def test_outcomes_of_chance_that_nobody_asks_for_are_found(running_table: Table) -> None:
    calm = Move.objects.filter(outcomes={}, number__gt=0).first()
    assert calm is not None
    Move.objects.filter(pk=calm.pk).update(outcomes={"dice": [6]})
    assert what_changes().endswith("it asks for other outcomes of chance")


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"rules_version": 99}, "rules version 99"), ({"game": "chess"}, "there is no game")],
)
def test_what_cannot_be_played_any_more_is_found(
    running_table: Table, change: dict[str, Any], reason: str
) -> None:
    Table.objects.update(**change)
    assert reason in what_changes()


def test_a_database_that_is_not_there_gets_a_clear_message(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table._meta, "db_table", "nowhere")
    with pytest.raises(CommandError, match="the database cannot be read"):
        run("check")
