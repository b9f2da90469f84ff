"""Worked examples: short pieces of matches in a title's `EXAMPLES.json`, played by its rules.

Each is a list entry: `name`; `record`, a match as `match.record()` gives it; `from`, how many of
its moves only lead there and are not shown; and what is expected afterwards, each of them optional:
`scores` (a total for each seat), `legal` and `not_legal` ([[seat, move], …]), `refused`
([[seat, move, section], …], the section by which the rules refuse it).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import games.rules as rules
from games import titles

from ..boards import Scene, presenter
from ..boards.wording import gettext as _
from .markup import table

FILE = "EXAMPLES.json"


@dataclass(frozen=True)
class Example:
    """A piece of a match and what it is to show."""

    name: str
    record: dict[str, Any]
    start: int = 0
    scores: tuple[int, ...] | None = None
    legal: tuple[tuple[int, str], ...] = ()
    not_legal: tuple[tuple[int, str], ...] = ()
    refused: tuple[tuple[int, str, str], ...] = field(default=())


def examples(key: str) -> dict[str, Example]:
    """The worked examples of a title by name."""
    folder = titles.folders().get(key)
    path = folder / FILE if folder else None
    if path is None or not path.is_file():
        return {}
    found = [_example(**entry) for entry in json.loads(path.read_text("utf-8"))]
    return {example.name: example for example in found}


def _example(name: str, record: dict[str, Any], **more: Any) -> Example:
    start = more.pop("from", 0)
    given = {key: tuple(map(_frozen, value)) for key, value in more.items()}
    return Example(name, record, start, **given)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def start_of(example: Example) -> rules.Match:
    """The match before the moves that are shown."""
    record = example.record
    return rules.replay({**record, "moves": record["moves"][: example.start]})


def end_of(example: Example) -> rules.Match:
    """The match after the last move."""
    return rules.replay(example.record)


def wrong(example: Example) -> Iterator[str]:
    """What the rules do otherwise than the example says."""
    match = end_of(example)
    totals = tuple(score.total for score in match.scores())
    if example.scores is not None and totals != example.scores:
        yield f"the scores are {totals}, not {example.scores}"
    for seat, move in example.legal:
        if move not in match.legal_moves(seat):
            yield f"seat {seat} may not play {move!r}"
    for seat, move in example.not_legal:
        if move in match.legal_moves(seat):
            yield f"seat {seat} may play {move!r}"
    for seat, move, section in example.refused:
        try:
            match.copy().play(seat, move)
        except rules.IllegalMove as error:
            if error.section != section:
                yield f"{move!r} is refused by {error.section}, not by {section}: {error}"
        else:
            yield f"{move!r} of seat {seat} is not refused"


def told(key: str, name: str) -> str:
    """An example as a table: who, which move, what happened; and what is refused then.

    Moves are told as on the buttons of the table, with their notation.
    """
    example = examples(key)[name]
    show = presenter(key)
    names = [seat_name(seat) for seat in range(example.record["seats"])]
    rows = []
    match = start_of(example)
    for seat, move in example.record["moves"][example.start :]:
        label = show.move_label(move, Scene.of(match, seat, names, match.legal_moves(seat)))
        # what two seats alone may see are two events, told once
        events = match.play(seat, move)
        lines = dict.fromkeys(show.event_line(event, names) for event in events)
        happened = " ".join(line for line in lines if line)
        rows.append([names[seat], both_ways(label, move), happened])
    for seat, move, section in example.refused:
        try:
            match.copy().play(seat, move)
        except rules.IllegalMove as error:
            reason = show.reason(error.why, names)
            refused = f"{_('refused: %(reason)s') % {'reason': reason}} ([{section}](#{section}))"
            rows.append([names[seat], both_ways(show.move_label(move), move), refused])
    return table([_("Who"), _("Move"), _("What happens")], rows)


def both_ways(label: str, move: str) -> str:
    """A move as a button says it, and as programs write it."""
    return f"{label} [`{move}`]{{.notation}}"


def seat_name(seat: int) -> str:
    """A seat without a player: "seat 1"."""
    return _("seat %d") % (seat + 1)
