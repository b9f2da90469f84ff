"""The portable record, longtable-record/2: a header and one text line per move, as JSON Lines.

`docs/record.md` describes the format, `docs/record.schema.json` is its schema. A file may contain
several records: a text line that begins with `{"format":` starts the next one. The older
longtable-record/1 (one JSON object) can be read, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO

from django.utils.dateparse import parse_datetime

import games.rules as rules
from games.rules import corpus
from games.rules.match import RECORD_FORMAT
from games.rules.reasons import ProgramMessage, Reason, UserInput
from games.rules.reasons import gettext_noop as _
from portal.http.input_validation import InvalidInputError, parse_json

FORMAT = "longtable-record/2"
MEDIA_TYPE = "application/vnd.longtable.record"
SUFFIX = ".jsonl"
LARGEST = 2_000_000  # bytes of one record
HEAD = b'{"format":'
MAX_NAME_LENGTH = 60
MAX_SUBSTITUTES = 100  # of one seat
MAX_SEED_LENGTH = 64  # the limit of tables
MOVE_SOURCE_NAMES = ("person", "bot", "policy", "order")
ENDS = ("finished", "called_off")
PLAUSIBLE_YEARS = range(1900, 3000)
MAX_CLOCK_CHANGES = 1000
LONGEST_CLOCK = 100_000_000  # seconds
CLOCK_CHANGE_KINDS = ("pause", "continue", "clock")
HOUR_PATTERN = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
#: The keys of the header that longtable-record/1 has as well.
FIRST = ("game", "rules", "seats", "options", "chance", "seed", "commitment", "script")

Outcomes = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class RecordedMove:
    """A text line of a record: a move, its source and time, and the chance outcomes it met.

    Attributes:
        outcomes: by chance name; None if the record does not list them per move.
        hash: of the position after the move (`position_hash`), if the set of actors changes or the
            match ends; else "".
    """

    seat: int
    move: str
    by: str = ""
    at: str = ""
    outcomes: Outcomes | None = None
    hash: str = ""


@dataclass(frozen=True)
class Record:
    """A portable match.

    Attributes:
        header: everything that does not belong to one move, by the names of the format.
        moves: its moves in order.
        lines: study lines: name, number of moves after which the line leaves the match, the line's
            own moves, comment.
    """

    header: Mapping[str, Any]
    moves: Sequence[RecordedMove]
    lines: Sequence[Mapping[str, Any]] = field(default=())

    @property
    def seeds(self) -> dict[int, str]:
        """Seeds by the move after which they decide; a match has one more for each rollback."""
        return {part["after"]: part["seed"] for part in self.header.get("reseeded", ())}

    @property
    def is_seeded(self) -> bool:
        """Whether its outcomes must follow from a seed: it has one, and no outcome was forced."""
        return "seed" in self.header and "script" not in self.header


# writing


def serialize(record: Record) -> bytes:
    """The record as bytes; the same match always gives the same bytes."""
    lines = [record.header, *map(_move_data, record.moves), *record.lines]
    return b"".join(_compact_json(one) + b"\n" for one in lines)


def _move_data(played: RecordedMove) -> dict[str, Any]:
    data = {
        "seat": played.seat,
        "move": played.move,
        "by": played.by,
        "at": played.at,
        "chance": played.outcomes,
        "hash": played.hash,
    }
    return {name: value for name, value in data.items() if value or name == "seat"}


def _compact_json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def position_hash(match: rules.Match) -> str:
    """Sixteen hex digits for the position: all of its state except the source of chance."""
    return corpus.digest(corpus.comparable_state(match), 16)


def to_version_1(record: Record) -> dict[str, Any]:
    """The record as longtable-record/1, which lists outcomes only by name, not by move."""
    header = record.header
    outcomes: dict[str, list[Any]] = {}
    for met in (header["chance"], *(played.outcomes or {} for played in record.moves)):
        for name, entries in met.items():
            outcomes.setdefault(name, []).extend(entries)
    return {
        "format": RECORD_FORMAT,
        **{name: header[name] for name in (*FIRST, "reseeded") if name in header},
        "chance": outcomes,
        "moves": [[played.seat, played.move] for played in record.moves],
    }


# reading


def split_records(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The records of a file, each with the number of its first text line.

    No record is read beyond `LARGEST` bytes. A larger one is cut off, so `parse` refuses it.
    """
    first, size = 1, 0
    kept: list[bytes] = []
    for number, line in enumerate(iter(lambda: file.readline(LARGEST + 1), b""), 1):
        if kept and line.startswith(HEAD):
            yield first, b"".join(kept)
            first, kept, size = number, [], 0
        if size <= LARGEST:
            kept.append(line)
        size += len(line)
    if kept:
        yield first, b"".join(kept)


def parse(text: bytes) -> Record:
    """Parse a record; nothing is played yet.

    Raises:
        RecordError: the text is not a well-formed record; the message names the text line.
    """
    if len(text) > LARGEST:
        message = _("a record can have at most %(most)s megabytes")
        raise _record_error("too_large", message, most=LARGEST // 1_000_000)
    first = text.lstrip().partition(b"\n")[0]
    if HEAD in first and FORMAT.encode() in first:
        return _parse_version_2(text)
    record = _parse_json(text, 1)
    rules.check_shape(record)
    return _parse_version_1(record)


def _parse_version_1(record: Mapping[str, Any]) -> Record:
    """Parse longtable-record/1; unknown keys are ignored."""
    _check_seeds(record)
    for number, (_seat, move) in enumerate(record["moves"], 1):
        if not 0 < len(move) <= rules.LONGEST_MOVE:
            raise _record_error(
                "move", _("move %(number)s does not follow the notation"), number=number
            )
    header = {name: record[name] for name in (*FIRST, "reseeded") if name in record}
    names = record.get("players")
    if (
        isinstance(names, list)
        and len(names) == record["seats"]
        and all(map(_is_valid_name, names))
    ):
        header["players"] = [{"name": name} for name in names]
    if isinstance(record.get("comments"), list):
        header["comments"] = record["comments"]  # the import checks them
    return Record(header, [RecordedMove(seat, move) for seat, move in record["moves"]])


def _parse_version_2(text: bytes) -> Record:
    numbered_lines = [
        (number, _parse_json(line, number))
        for number, line in enumerate(text.split(b"\n"), 1)
        if line.strip()
    ]
    header = numbered_lines[0][1]
    _check_header(header)
    count = header["moves"]
    if len(numbered_lines) <= count:
        message = _("the header says %(said)s moves, but %(found)s lines follow")
        raise _record_error("moves", message, said=count, found=len(numbered_lines) - 1)
    moves = [
        _parse_move(number, line, header["seats"]) for number, line in numbered_lines[1 : count + 1]
    ]
    lines = [_check_variation(number, line, count) for number, line in numbered_lines[count + 1 :]]
    record = Record(header, moves, lines)
    rules.check_shape(to_version_1(record))
    return record


def _parse_json(text: bytes, line: int) -> Any:
    try:
        return parse_json(text)
    except InvalidInputError as error:
        raise _error_at_line(line, ProgramMessage(error.message)) from error


def _check_header(header: Any) -> None:
    if not isinstance(header, Mapping):
        raise _malformed_error(1, "no_object", _("a record must be a JSON object"))
    first = {name: header[name] for name in FIRST if name in header}
    rules.check_shape({"format": RECORD_FORMAT, **first, "moves": []})
    seats, count = header["seats"], header.get("moves")
    if type(count) is not int or count < 0:
        raise _malformed_error(1, "moves", _("“moves” must be the number of moves"))
    players, result = header.get("players", []), header.get("result", [])
    named = isinstance(players, list) and all(
        isinstance(one, Mapping)
        and _is_valid_name(one.get("name"))
        and _are_substitutes(one.get("substitutes", []))
        for one in players
    )
    if not named or len(players) not in (0, seats):
        raise _malformed_error(
            1, "players", _("“players” must have an object with a “name” for each seat")
        )
    scored = isinstance(result, list) and all(
        isinstance(one, Mapping)
        and type(one.get("total")) is int
        and type(one.get("rank")) is int
        and 1 <= one["rank"] <= seats
        for one in result
    )
    if not scored or len(result) not in (0, seats):
        raise _malformed_error(
            1, "result", _("“result” must have an object with “total” and “rank” for each seat")
        )
    if header.get("end", ENDS[0]) not in ENDS:
        raise _malformed_error(
            1, "end", _("“end” must be one of %(known)s"), known=tuple(map(UserInput, ENDS))
        )
    changes = header.get("clock_changes", [])
    if (
        not isinstance(changes, list)
        or len(changes) > MAX_CLOCK_CHANGES
        or not all(_is_clock_change(one, count) for one in changes)
    ):
        raise _malformed_error(
            1,
            "clock_changes",
            _(
                "“clock_changes” must list pauses and clocks, each with “after” and “kind”, and "
                "“until” or “clock” as its kind needs"
            ),
        )
    _check_seeds(header)


def _check_seeds(header: Mapping[str, Any]) -> None:
    if any(len(header.get(name, "")) > MAX_SEED_LENGTH for name in ("seed", "commitment")):
        message = _("“seed” and “commitment” can have at most %(most)s characters")
        raise _record_error("seed", message, most=MAX_SEED_LENGTH)


def _parse_move(number: int, line: Any, seats: int) -> RecordedMove:
    if not isinstance(line, Mapping):
        raise _malformed_error(number, "no_object", _("a move must be a JSON object"))
    seat, move, outcomes = line.get("seat"), line.get("move"), line.get("chance", {})
    if type(seat) is not int or not 0 <= seat < seats:
        raise _malformed_error(
            number, "seat", _("“seat” must be a number from 0 to %(last)s"), last=seats - 1
        )
    if not isinstance(move, str) or not 0 < len(move) <= rules.LONGEST_MOVE:
        raise _malformed_error(number, "move", _("“move” must be a move in the notation"))
    if not isinstance(outcomes, Mapping) or not all(isinstance(o, list) for o in outcomes.values()):
        raise _malformed_error(
            number, "chance", _("“chance” must have a list of outcomes for each name")
        )
    texts = {name: line.get(name, "") for name in ("by", "at", "hash")}
    if not all(isinstance(text, str) and len(text) <= MAX_NAME_LENGTH for text in texts.values()):
        raise _malformed_error(number, "texts", _("“by”, “at” and “hash” must be short texts"))
    if texts["by"] and texts["by"] not in MOVE_SOURCE_NAMES:
        raise _malformed_error(
            number,
            "by",
            _("“by” must be one of %(known)s"),
            known=tuple(map(UserInput, MOVE_SOURCE_NAMES)),
        )
    return RecordedMove(seat, move, outcomes=outcomes, **texts)


def _check_variation(number: int, line: Any, moves: int) -> Mapping[str, Any]:
    """Check the shape of a study line; its moves are only checked when a study uses them."""
    is_one = isinstance(line, Mapping) and isinstance(line.get("line"), str)
    if not is_one or type(line.get("after")) is not int or not 0 <= line["after"] <= moves:
        message = _(
            "after its moves, a record can only have study lines, each with “line” and “after”"
        )
        raise _malformed_error(number, "study", message)
    variation: Mapping[str, Any] = line
    return variation


def _are_substitutes(parts: object) -> bool:
    """Whether this says who took over a seat: each part has two names and its first move."""
    return (
        isinstance(parts, list)
        and len(parts) <= MAX_SUBSTITUTES
        and all(
            isinstance(part, Mapping)
            and _is_valid_name(part.get("name"))
            and _is_valid_name(part.get("before"))
            and type(part.get("from")) is int
            and part["from"] >= 1
            for part in parts
        )
    )


def _is_clock_change(change: object, moves: int) -> bool:
    """Whether this is a change of the clock after one of the moves, with what its kind needs."""
    if not isinstance(change, Mapping) or not _is_number(change.get("after"), moves):
        return False
    has_until, until = "until" in change, parse_time(change.get("until"))
    match change.get("kind"):
        case "pause":
            return until is not None
        case "continue":
            return True
        case "clock":
            return _is_clock(change.get("clock")) and (until is not None or not has_until)
    return False


def _is_clock(clock: object) -> bool:
    if not isinstance(clock, Mapping):
        return False
    hour = clock.get("fixed_hour")
    is_hour = hour is None or (
        isinstance(hour, Mapping)
        and isinstance(hour.get("time"), str)
        and HOUR_PATTERN.fullmatch(hour["time"]) is not None
        and _is_valid_name(hour.get("zone"))
        and _is_number(hour.get("days"), LONGEST_CLOCK)
    )
    return is_hour and all(
        _is_number(clock.get(name), LONGEST_CLOCK) for name in ("bank", "increment", "cap")
    )


def _is_number(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def parse_time(text: object) -> datetime | None:
    """The time in a record; None if it is not a plausible time for a match."""
    try:
        found = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if found is None or found.tzinfo is None or found.year not in PLAUSIBLE_YEARS:
        return None
    return found


def _is_valid_name(value: object) -> bool:
    """Whether a name can be shown: no control characters, nothing that changes text direction."""
    return isinstance(value, str) and 0 < len(value) <= MAX_NAME_LENGTH and value.isprintable()


def _malformed_error(line: int, code: str, message: str, **params: Any) -> rules.RecordError:
    return _error_at_line(line, Reason(code, message, **params))


def _error_at_line(line: int, problem: Reason | ProgramMessage) -> rules.RecordError:
    return _record_error("ill_formed", _("line %(line)s: %(problem)s"), line=line, problem=problem)


def _record_error(code: str, message: str, **params: Any) -> rules.RecordError:
    return rules.RecordError(Reason(code, message, **params))
