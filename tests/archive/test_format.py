"""The portable record: read as it is written, and held against everything that it says."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import random
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import games.rules as rules
from games.archive import record_format, replay
from games.archive.record_format import (
    LARGEST,
    MAX_SUBSTITUTES,
    Record,
    parse,
    serialize,
    split_records,
)
from tests import sample_titles

from .sample_records import make_record

GAME = sample_titles.usual()
GAMES = list(rules.catalogue())
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "record.schema.json").read_text())


def check(record: Record) -> rules.Match:
    """The match of a record after its last move, once all of it holds."""
    *_before, last = replay.verified_steps(record)
    return last.match


def with_move(record: Record, number: int, **changes: Any) -> Record:
    moves = list(record.moves)
    moves[number - 1] = dataclasses.replace(moves[number - 1], **changes)
    return dataclasses.replace(record, moves=moves)


def with_header(record: Record, **changes: Any) -> Record:
    return dataclasses.replace(record, header={**record.header, **changes})


@pytest.mark.same_everywhere
@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_read_played_and_written_again_to_the_byte(game: str) -> None:
    text = serialize(make_record(game))
    record = parse(text)
    assert serialize(record) == text
    match = check(record)
    assert match.over
    assert [score.total for score in match.scores()] == [
        one["total"] for one in record.header["result"]
    ]


@pytest.mark.same_everywhere
@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_of_the_schema_that_the_docs_give(game: str) -> None:
    kinds = jsonschema_rs.validator_for(SCHEMA)
    study = {"line": "the other road", "after": 1, "moves": [[0, "x"]], "comment": "why not?"}
    record = dataclasses.replace(make_record(game), lines=[study])
    for line in serialize(record).splitlines():
        kinds.validate(json.loads(line))
    assert parse(serialize(record)).lines == [study]


def test_the_schema_refuses_what_is_no_line() -> None:
    kinds = jsonschema_rs.validator_for(SCHEMA)
    header = {**make_record(GAME).header}
    for wrong in ({}, {"seat": 0}, {**header, "seats": "2"}, {"line": "x"}):
        assert not kinds.is_valid(wrong)


def test_the_first_format_is_read_as_well() -> None:
    first = record_format.to_version_1(make_record(GAME))
    assert check(parse(json.dumps(first, indent=2).encode())).over
    without_seed = {name: value for name, value in first.items() if name != "seed"}
    assert check(parse(json.dumps(without_seed).encode())).over


def test_a_record_without_a_seed_is_played_by_its_outcomes() -> None:
    record = make_record(GAME)
    header = {k: v for k, v in record.header.items() if k not in ("seed", "commitment")}
    assert check(dataclasses.replace(record, header=header)).over


def test_a_file_may_hold_many() -> None:
    one, other = serialize(make_record(GAME)), serialize(make_record(GAMES[0], "second"))
    found = list(split_records(BytesIO(one + other + one)))
    assert [text for _line, text in found] == [one, other, one]
    assert [line for line, _text in found] == [
        1,
        1 + one.count(b"\n"),
        1 + one.count(b"\n") + other.count(b"\n"),
    ]


@pytest.mark.same_everywhere
def test_what_is_too_large_is_refused_and_the_next_one_read() -> None:
    one = serialize(make_record(GAME))
    large = one + b'{"line": "x", "after": 0}\n' * (LARGEST // 20)
    (_first, cut), (line, rest) = split_records(BytesIO(large + one))
    assert len(cut) <= LARGEST + 100
    assert rest == one
    assert line == 1 + large.count(b"\n")
    with pytest.raises(rules.RecordError, match="at most 2 megabytes"):
        parse(cut)


# what does not hold


def some_move(record: Record, fits: Callable[[Any], Any]) -> int:
    return next(number for number, played in enumerate(record.moves, 1) if fits(played))


def altered_records() -> Iterator[tuple[Record, str]]:
    record = make_record(GAME)
    hashed = some_move(record, lambda played: played.hash)
    drawn = some_move(record, lambda played: played.outcomes)
    plain = some_move(record, lambda played: not played.outcomes)
    yield with_move(record, hashed, hash="0" * 16), f"move {hashed} leads to the position"
    yield with_move(record, drawn, outcomes={}), f"up to move {drawn}"
    yield with_move(record, plain, outcomes={"dice": [1]}), f"up to move {plain}, 'dice' gives"
    yield with_move(record, 3, move="no such move"), "move 3, seat"
    yield with_header(record, seed="another"), "gives"
    yield with_header(record, commitment="f" * 64), "SHA-256"
    lost = [{**one, "total": one["total"] + 1} for one in record.header["result"]]
    yield with_header(record, result=lost), "not as the record says"
    yield with_header(record, rules=99), "rules version 99"
    yield with_header(record, game="go"), "no game 'go'"


@pytest.mark.same_everywhere
@pytest.mark.parametrize(("record", "why"), list(altered_records()))
def test_what_was_altered_is_refused_with_the_place(record: Record, why: str) -> None:
    with pytest.raises(rules.RecordError, match=re.escape(why)):
        check(parse(serialize(record)))


def lines(number: int, change: Callable[[Any], Any]) -> bytes:
    """A record with one line (from 1) changed."""
    rows = serialize(make_record(GAME)).splitlines()
    rows[number - 1] = json.dumps(change(json.loads(rows[number - 1]))).encode()
    return b"\n".join(rows)


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "not JSON"),
        (b"[]", "JSON object"),
        (b"[" * 100_000, "levels deep"),
        (b'{"format":"longtable-record/3"}', "format"),
        (serialize(make_record(GAME)).rsplit(b"\n", 5)[0], "lines follow"),
        (serialize(make_record(GAME))[:-30], "not JSON"),
        (lines(5, lambda line: [line]), "line 5: a move must be a JSON object"),
        (lines(5, lambda line: {**line, "seat": 9}), "line 5: “seat” must be a number from 0 to 1"),
        (lines(5, lambda line: {**line, "seat": True}), "line 5: “seat”"),
        (lines(5, lambda line: {**line, "move": "x" * 999}), "line 5: “move”"),
        (lines(5, lambda line: {**line, "by": "an oracle"}), "line 5: “by” must be one of"),
        (lines(5, lambda line: {**line, "chance": {"dice": 6}}), "line 5: “chance”"),
        (lines(5, lambda line: {**line, "hash": 7}), "line 5: “by”, “at” and “hash”"),
        (lines(1, lambda line: {**line, "moves": -1}), "line 1: “moves”"),
        (lines(1, lambda line: {**line, "moves": 10**9}), "lines follow"),
        (lines(1, lambda line: {**line, "moves": 3}), "study lines"),
        (lines(1, lambda line: {**line, "players": [{"name": "a\u202eb"}] * 2}), "“players”"),
        (lines(1, lambda line: {**line, "result": [{}]}), "“result”"),
        (lines(1, lambda line: {**line, "result": [{"total": 1, "rank": 10**9}] * 2}), "“result”"),
        (b'["game",{"format":"longtable-record/2"}]', "a record must be a JSON object"),
        (lines(1, lambda line: {**line, "end": "won"}), "“end” must be one of"),
        (lines(1, lambda line: {**line, "seed": "x" * 999}), "at most 64 characters"),
        (lines(1, lambda line: {**line, "seed": 7}), "'seed' is not text"),
        (lines(1, lambda line: {**line, "chance": None}), "'chance' is missing"),
        (
            lines(1, lambda line: {**line, "reseeded": [{"after": 10**6}]}),
            "“reseeded” must list moves in ascending order",
        ),
    ],
)
def test_what_is_no_record_is_refused_with_the_line(text: bytes, why: str) -> None:
    with pytest.raises(rules.RecordError, match=re.escape(why)):
        parse(text)


STRANGE: list[Any] = [None, True, -1, 10**30, "", "x", [], {}, [[]], [None], {"x": [1]}]


def mutant(value: Any, rng: random.Random) -> Any:
    """The value with one thing somewhere in it exchanged or left out."""
    if rng.random() < 0.2 or not isinstance(value, dict | list) or not value:
        return rng.choice(STRANGE)
    if isinstance(value, dict):
        key = rng.choice(list(value))
        changed = {**value, key: mutant(value[key], rng)}
        return {name: one for name, one in changed.items() if name != key or rng.random() < 0.9}
    place = rng.randrange(len(value))
    return [*value[:place], mutant(value[place], rng), *value[place + 1 :]]


@pytest.mark.same_everywhere
def test_of_any_record_it_is_said_what_is_wrong() -> None:
    short = make_record(GAME, most=12)
    values = [json.loads(line) for line in serialize(short).splitlines()]
    also = {"result": "x", "end": 7, "began": 0, "players": [["x"]]}
    first = {**record_format.to_version_1(short), **also}
    rng = random.Random("mutants")
    for _ in range(1000):
        row = rng.choice([0, 0, rng.randrange(len(values))])
        rows = [*values[:row], mutant(values[row], rng), *values[row + 1 :]]
        second = b"\n".join(json.dumps(one, separators=(",", ":")).encode() for one in rows)
        for text in (second, json.dumps(mutant(first, rng)).encode()):
            with contextlib.suppress(rules.RecordError):
                record = parse(text)
                assert len(check(record).moves) == len(record.moves)


def test_header_names_the_substitutes_of_a_player() -> None:
    record = make_record(GAME)
    part = {"name": "nora", "from": 41, "before": "emil"}
    first, *others = record.header["players"]
    players = [{**first, "name": "nora", "substitutes": [part]}, *others]
    written = serialize(with_header(record, players=players))
    assert parse(written).header["players"][0]["substitutes"] == [part]
    jsonschema_rs.validate(SCHEMA, json.loads(written.split(b"\n")[0]))


@pytest.mark.parametrize("part", [{"name": "nora"}, {"name": "nora", "from": 0, "before": "e"}, 1])
def test_malformed_substitutes_are_refused(part: object) -> None:
    refuse_substitutes([part])


def test_too_many_substitutes_are_refused() -> None:
    part = {"name": "nora", "from": 41, "before": "emil"}
    refuse_substitutes([part] * (MAX_SUBSTITUTES + 1))


def refuse_substitutes(parts: list[object]) -> None:
    record = make_record(GAME)
    first, *others = record.header["players"]
    players = [{**first, "substitutes": parts}, *others]
    with pytest.raises(rules.RecordError):
        parse(serialize(with_header(record, players=players)))
