"""The corpus of a title: matches that must always replay in the same way, one file each.

A file in a title's `tests/records/` is one of two kinds. Its `format` says which:

- a *finished record*, longtable-record/1 with the final `scores` in seat order;
- a *position*, longtable-position/1: a running match as the site stores it (`dump`), the `moves`
  that were played from there, and the `chance` outcomes of those moves.

Both have `hashes`: fingerprints of the match at the start and after each of its moves.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from games import registry

from .chance import FairChance
from .match import RECORD_FORMAT, Event, Match
from .reasons import ProgramMessage, Reason, UserInput
from .reasons import gettext_noop as _
from .record import PLAY_FAILURES, RecordError, load, play_recorded_move, start_recorded_match

POSITION_FORMAT = "longtable-position/1"
#: What each part of a hash covers, in order, and the number of hex digits of a part.
HASHED_PARTS = ("the state", "the legal moves", "the events or scores")
DIGITS_PER_PART = 4
HASHES_PER_LINE = 6
#: The personal data in a record of the site. A corpus leaves it out.
PERSONAL_KEYS = ("players", "table")

Entry = Mapping[str, Any]


class Step(NamedTuple):
    """The match after `number` moves of an entry, with the events of the last of them."""

    number: int
    match: Match
    events: Sequence[Event]


# files


def folder(key: str) -> Path:
    """The folder of the corpus of a title."""
    return registry.title_folders()[key] / "tests" / "records"


def files(key: str) -> list[Path]:
    return sorted(folder(key).glob("*.json"))


def read(path: Path) -> dict[str, Any]:
    """Read the entry in a file.

    Raises:
        RecordError: the file cannot be read or is not a JSON object.
    """
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _unreadable_error(path, str(error.strerror)) from error
    except ValueError as error:
        raise _unreadable_error(path, f"not JSON: {error}") from error
    if not isinstance(entry, dict):
        raise _unreadable_error(path, "not a JSON object")
    return entry


def _unreadable_error(path: Path, cause: str) -> RecordError:
    message = _("%(file)s cannot be read: %(cause)s")
    return RecordError(
        Reason("unreadable", message, file=ProgramMessage(path), cause=ProgramMessage(cause))
    )


def write(entry: Entry, name: str = "") -> Path:
    """Write an entry into the corpus of its title and return the path.

    Raises:
        FileExistsError: there is already a file with this name.
    """
    path = folder(game_key(entry)) / f"{name or entry_name(entry)}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(format_entry(entry))
    return path


def entry_name(entry: Entry) -> str:
    """A name for the file: rules version, kind, seats and a digest that is unique to the entry."""
    origin = entry_origin(entry)
    kind = "finished" if is_finished(entry) else "running"
    own = digest([{**origin}, entry["chance"], entry["moves"]], 8)
    return f"v{origin['rules']}-{kind}-{origin['seats']}-seats-{own}"


def format_entry(entry: Entry) -> str:
    """The entry as readable, diffable JSON: one text line for each move, pile or value."""
    return "{\n" + ",\n".join(_lines(entry, " ")) + "\n}\n"


def _lines(values: Entry, indent: str) -> Iterator[str]:
    for key, value in values.items():
        if key in ("dump", "state", "chance") and isinstance(value, dict) and value:
            body = ",\n".join(_lines(value, indent + " "))
            yield f"{indent}{json.dumps(key)}: {{\n{body}\n{indent}}}"
        elif key == "moves":
            yield _block(indent, key, map(_compact, value))
        elif key == "hashes":
            rows = [value[i : i + HASHES_PER_LINE] for i in range(0, len(value), HASHES_PER_LINE)]
            yield _block(indent, key, (", ".join(map(_compact, row)) for row in rows))
        else:
            yield f"{indent}{json.dumps(key)}: {_compact(value)}"


def _block(indent: str, key: str, lines: Iterable[str]) -> str:
    body = f",\n{indent} ".join(lines)
    return f'{indent}"{key}": [\n{indent} {body}\n{indent}]'


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


# entries


def is_finished(entry: Entry) -> bool:
    """Whether the entry is a finished record; otherwise it is a position."""
    return entry.get("format") == RECORD_FORMAT


def entry_origin(entry: Entry) -> Mapping[str, Any]:
    """The part with game, rules, seats and options: for a position, its dump.

    Raises:
        RecordError: the entry is neither a record nor a position.
    """
    origin = entry if is_finished(entry) else entry.get("dump")
    if not isinstance(origin, Mapping) or entry["format"] not in (RECORD_FORMAT, POSITION_FORMAT):
        message = _("the format must be one of %(known)s")
        known = (UserInput(RECORD_FORMAT), UserInput(POSITION_FORMAT))
        raise RecordError(Reason("format", message, known=known))
    return origin


def game_key(entry: Entry) -> str:
    """The key of the entry's game."""
    key: str = entry_origin(entry)["game"]
    return key


def finished_entry(record: Mapping[str, Any]) -> dict[str, Any]:
    """The entry of a finished match, made from its record.

    Raises:
        RecordError: the record cannot be replayed, or the match is not over.
    """
    kept = {key: value for key, value in record.items() if key not in PERSONAL_KEYS}
    *_before, (_number, match, _events) = steps(kept)
    if not match.over:
        raise RecordError(Reason("not_over", _("the match of this record is not over")))
    return _with_hashes({**kept, "scores": _totals(match)})


def position_entry(match: Match, moves: Sequence[tuple[int, str]]) -> dict[str, Any]:
    """The entry of a running match and of the moves that followed."""
    dump = json.loads(json.dumps(match.dump(history=False)))
    further = load(match.game.key, dump)
    for seat, move in moves:
        further.play(seat, move)
    assert isinstance(further.chance, FairChance)
    return _with_hashes(
        {
            "format": POSITION_FORMAT,
            "dump": dump,
            "chance": further.chance.outcomes,
            "moves": [[seat, move] for seat, move in moves],
        }
    )


def _with_hashes(entry: Entry) -> dict[str, Any]:
    """The entry with new hashes; its two long lists come last."""
    kept = {key: value for key, value in entry.items() if key not in ("moves", "hashes")}
    hashes = [fingerprint(step.match, step.events) for step in steps(entry)]
    return {**kept, "moves": entry["moves"], "hashes": hashes}


def _totals(match: Match) -> list[int]:
    return [score.total for score in match.scores()]


def steps(entry: Entry) -> Iterator[Step]:
    """The match of an entry at the start and after each move. All steps share one match object.

    Raises:
        RecordError: the match cannot be set up, or the rules refuse a move.
    """
    match = _starting_match(entry)
    yield Step(0, match, match.opening)
    for number, (seat, move) in enumerate(entry["moves"], 1):
        yield Step(number, match, play_recorded_move(match, number, seat, move))


def _starting_match(entry: Entry) -> Match:
    if is_finished(entry):
        return start_recorded_match(entry)
    dump = entry_origin(entry)
    scripted = {**dump, "chance": {**dump["chance"], "script": entry["chance"]}}
    return load(dump["game"], scripted)


# hashes


def fingerprint(match: Match, events: Sequence[Event]) -> str:
    """Twelve hex digits: four each for the state, the legal moves, and the events with scores.

    The order of a list of moves does not count, only its content. Chance does not count either,
    except the number of reveals: its outcomes are scripted and show in the state and the events.
    """
    legal = [sorted(match.legal_moves(seat)) for seat in range(match.seats)]
    events_and_scores = [events, [score[1:] for score in match.scores()]]
    return "".join(
        digest(part, DIGITS_PER_PART)
        for part in (comparable_state(match), legal, events_and_scores)
    )


def comparable_state(match: Match) -> dict[str, Any]:
    """The data that must be equal for two positions to be equal: everything but the chance."""
    return {**match.dump(history=False), "chance": match.reveals}


def digest(data: object, digits: int) -> str:
    """The first hex digits of the SHA-256 of data as JSON, keys sorted, without spaces."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:digits]


def first_difference(entry: Entry) -> str | None:
    """The first difference when today's rules play the entry, as a sentence; None for none."""
    hashes: Sequence[str] = entry.get("hashes", ())
    if len(hashes) != len(entry.get("moves", ())) + 1:
        return "it has not one hash for each move and one more"
    try:
        for step in steps(entry):
            expected, found = hashes[step.number], fingerprint(step.match, step.events)
            if found != expected:
                parts = _differing_parts(expected, found)
                return f"{_describe_step(entry, step.number)}: {parts} differ"
    except RecordError as error:
        return str(error)
    except PLAY_FAILURES as error:
        return f"the rules fail: {error!r}"
    if is_finished(entry) and _totals(step.match) != entry.get("scores"):
        return f"the scores are {_totals(step.match)}, not {entry.get('scores')}"
    return None


def _describe_step(entry: Entry, number: int) -> str:
    if number == 0:
        return "set-up" if is_finished(entry) else "as it was stored"
    seat, move = entry["moves"][number - 1]
    return f"move {number}, seat {seat}, {move!r}"


def _differing_parts(expected: str, found: str) -> str:
    """Names of the parts of a hash that differ."""
    places = [
        slice(i * DIGITS_PER_PART, (i + 1) * DIGITS_PER_PART) for i in range(len(HASHED_PARTS))
    ]
    wrong = [
        part for part, at in zip(HASHED_PARTS, places, strict=True) if expected[at] != found[at]
    ]
    return " and ".join(wrong)
