"""The corpus of every title plays as it did, shows all that the title has, and is checked rightly.

A file in a title's `tests/records/` is never changed. Where one differs the rules have changed:
raise the title's version and keep the old behaviour under the old number.
"""

from __future__ import annotations

import dataclasses
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import games.rules as rules
from games import registry
from games.rules import corpus, coverage
from tests.titles.barter.rules import GAME, Barter

FILES = [path for key in registry.title_folders() for path in corpus.files(key)]
LEAST = 25
#: Of every option's choice there are so many finished records, and so many positions.
OFTEN = 2
TRIALS = 30
#: A title is new while it plays its first version and has no corpus: there is nothing to keep yet.
KEPT = [key for key, game in rules.catalogue().items() if corpus.files(key) or game.version > 1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-4]}-{path.stem}")
def test_a_match_of_the_corpus_plays_as_it_did(path: Path) -> None:
    entry = corpus.read(path)
    assert corpus.first_difference(entry) is None
    assert corpus.game_key(entry) == path.parts[-4]


def entries(key: str, *, finished: bool) -> list[dict[str, Any]]:
    read = map(corpus.read, corpus.files(key))
    return [entry for entry in read if corpus.is_finished(entry) == finished]


@pytest.mark.parametrize("key", KEPT)
def test_a_title_has_enough_in_its_corpus(key: str) -> None:
    """`manage.py corpus grow KEY` adds what lacks."""
    assert len(entries(key, finished=True)) >= LEAST
    assert len(entries(key, finished=False)) >= LEAST


@pytest.mark.parametrize("finished", [True, False], ids=["finished", "running"])
@pytest.mark.parametrize("key", KEPT)
def test_a_corpus_holds_every_number_of_seats_and_every_choice(key: str, finished: bool) -> None:
    game = rules.get(key)
    origins = [corpus.entry_origin(entry) for entry in entries(key, finished=finished)]
    for version in game.versions:
        played = [origin for origin in origins if origin["rules"] == version]
        had = Counter(
            chain.from_iterable(
                coverage.setting_features(game, origin["seats"], origin["options"])
                for origin in played
            )
        )
        rare = {
            one
            for one in coverage.required_features(coverage.all_setting_features(game))
            if had[one] < OFTEN
        }
        assert not rare, f"rules version {version}; manage.py corpus grow {key} --rules {version}"


@pytest.mark.parametrize("key", KEPT)
def test_a_corpus_shows_whatever_matches_at_random_show(key: str) -> None:
    game = rules.get(key)
    players = [coverage.play_auto_move]
    everything = entries(key, finished=True) + entries(key, finished=False)
    for version in game.versions:
        played = [entry for entry in everything if corpus.entry_origin(entry)["rules"] == version]
        matches = coverage.trial_matches(game, players, TRIALS, version, "test")
        lacking = coverage.missing_features(
            played, (coverage.entry_features(match.record()) for match in matches)
        )
        assert not lacking, f"rules version {version}; manage.py corpus grow {key}"


# what the checker says, of a little title


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[Barter]], rules.Game]:
    """Put Barter, played by this class, into the catalogue."""

    def enter(match: type[Barter]) -> rules.Game:
        game = dataclasses.replace(GAME, match=match)
        monkeypatch.setitem(rules.catalogue(), GAME.key, game)
        return game

    enter(Barter)
    return enter


@pytest.fixture
def record(enter: object) -> dict[str, Any]:
    """A finished match of Barter."""
    [match] = coverage.trial_matches(GAME, [coverage.play_auto_move], 1, 1)
    return as_json(corpus.finished_entry(match.record()))


@pytest.fixture
def position(record: dict[str, Any]) -> dict[str, Any]:
    """A match of Barter in its first turns, and how it went on."""
    match = rules.new_match("barter", 3, seed="a position")
    rng = random.Random(2)
    while match.reveals < 12:
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal_moves(seat)))
    further = match.copy()
    for _ in range(20):
        seat = further.actors[0]
        further.play(seat, rng.choice(further.legal_moves(seat)))
    return as_json(corpus.position_entry(match, further.moves[len(match.moves) :]))


def as_json(data: object) -> Any:
    return json.loads(json.dumps(data))


class DearLuck(Barter):
    """A throw scores twice what it did."""

    __slots__ = ()

    def score(self, seat: int, key: int, amount: int) -> None:
        super().score(seat, key, amount * (1 + key))


class Silent(Barter):
    """Nobody is told that a card was drawn; all else is as it was."""

    __slots__ = ()

    def emit_draw(self, seat: int, card: int) -> None:
        pass


class Eager(Barter):
    """A card that was offered stays offered."""

    __slots__ = ()

    def _list(self, seat: int) -> list[str]:
        return [move for move in super()._list(seat) if move != "withdraw"]


class Backwards(Barter):
    """The same lists of moves in another order."""

    __slots__ = ()

    def _list(self, seat: int) -> list[str]:
        return super()._list(seat)[::-1]


class Forgetful(Barter):
    """States that were stored are not understood any more."""

    __slots__ = ()

    def _load(self, state: Any) -> None:
        super()._load({**state, "hands": state["cards"]})


def test_nothing_differs_while_the_rules_are_the_same(
    record: dict[str, Any], position: dict[str, Any]
) -> None:
    assert corpus.first_difference(record) is None
    assert corpus.first_difference(position) is None


def test_other_points_are_found_at_the_first_move_that_scores_them(
    record: dict[str, Any], position: dict[str, Any], enter: Any
) -> None:
    enter(DearLuck)
    for entry in (record, position):
        first = next(n for n, (_, move) in enumerate(entry["moves"], 1) if move == "roll")
        seat = entry["moves"][first - 1][0]
        expected = f"move {first}, seat {seat}, 'roll': the state and the events or scores differ"
        assert corpus.first_difference(entry) == expected


def test_an_event_less_is_found(record: dict[str, Any], enter: Any) -> None:
    enter(Silent)
    assert corpus.first_difference(record) == "set-up: the events or scores differ"


def test_a_list_with_a_move_less_is_found(position: dict[str, Any], enter: Any) -> None:
    enter(Eager)
    found = corpus.first_difference(position)
    assert found is not None
    assert found.endswith((": the legal moves differ", "'withdraw' is not possible now"))


def test_the_order_of_a_list_is_no_law(record: dict[str, Any], enter: Any) -> None:
    enter(Backwards)
    assert corpus.first_difference(record) is None


def test_a_stored_match_that_cannot_be_loaded_any_more_is_found(
    record: dict[str, Any], position: dict[str, Any], enter: Any
) -> None:
    enter(Forgetful)
    assert corpus.first_difference(record) is None
    message = "this is not the state of a match of barter: KeyError: 'cards'"
    assert corpus.first_difference(position) == message


def test_a_version_that_is_gone_is_found(record: dict[str, Any], position: dict[str, Any]) -> None:
    record["rules"] = position["dump"]["rules"] = 7
    for entry in (record, position):
        assert (
            corpus.first_difference(entry)
            == "rules version 7 of barter is not available here; available: 1, 2"
        )


def test_an_entry_needs_a_hash_for_each_of_its_moves(record: dict[str, Any]) -> None:
    record["hashes"].pop()
    assert "one hash for each move" in str(corpus.first_difference(record))


def test_other_scores_at_the_end_are_found(record: dict[str, Any]) -> None:
    record["scores"] = [0, *record["scores"][1:]]
    assert str(corpus.first_difference(record)).startswith("the scores are")


def test_a_match_that_is_not_over_is_no_finished_record(record: dict[str, Any]) -> None:
    with pytest.raises(rules.RecordError, match="not over"):
        corpus.finished_entry({**record, "moves": record["moves"][:-1]})


def test_an_entry_says_nothing_of_people(record: dict[str, Any]) -> None:
    entry = corpus.finished_entry({**record, "players": ["Ann", "Bob"], "table": "k3y"})
    assert entry == record


def test_a_file_holds_the_entry_and_a_line_for_each_move(
    record: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "folder", lambda key: tmp_path / key)
    path = corpus.write(record)
    assert path.name.startswith(f"v1-finished-{record['seats']}-seats-")
    assert corpus.read(path) == record
    assert corpus.files("barter") == [path]
    seat, move = record["moves"][0]
    assert f'  [{seat},"{move}"],' in path.read_text().splitlines()
    with pytest.raises(FileExistsError):
        corpus.write(record)


# what grows


def test_a_corpus_grows_by_what_it_lacks(
    enter: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "folder", lambda key: tmp_path)

    def grow(least: tuple[int, int]) -> Iterator[Path]:
        for entry in coverage.new_entries(GAME, [coverage.play_auto_move], 20, 1, least):
            yield corpus.write(entry)

    grown = [corpus.read(path) for path in grow((3, 4))]
    assert sum(map(corpus.is_finished, grown)) >= 3
    assert len(grown) >= 7
    had = set().union(*map(coverage.entry_features, grown))
    verbs = {"offer", "withdraw", "play", "draw", "roll"}
    assert {("move", verb) for verb in verbs} <= had
    assert {("seats", 2), ("seats", 3), ("score", "luck"), ("event", "given_card")} <= had
    assert list(grow((3, 4))) == []


def test_the_settings_of_a_game_are_those_that_it_accepts() -> None:
    for game in rules.catalogue().values():
        for seats, options in coverage.all_settings(game):
            assert game.check(seats, options) == options
        shown = coverage.all_setting_features(game)
        assert {("seats", seats) for seats in game.seats} <= shown
        for option in game.options:
            assert {("option", option.key, choice) for choice in option.choices} <= shown


def test_what_is_tried_is_the_same_in_every_process() -> None:
    """Sets are read in another order in each: no choice may hang on it."""
    program = (
        "import games.rules as rules; from games.rules import coverage;"
        "print([coverage.varied_settings(game, 'test') for game in rules.catalogue().values()])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=registry.FOLDER.parents[1],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
