"""Worked examples: short parts of matches in a title's `EXAMPLES.json`, played by its rules.

Each list entry has `name`, `record` (a match as `match.record()` returns it) and `from` (how many
of its first moves are not shown). What is expected afterwards is optional: `scores` (a total per
seat), `legal` and `not_legal` ([[seat, move], …]), and `refused` ([[seat, move, section], …], with
the section of the rules that refuses the move).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import games.rules as rules
from games import registry

from ..boards import Scene, presenter
from ..boards.translations import PART_SEPARATOR
from ..boards.translations import gettext as _
from .markup import picture_image, table

EXAMPLES_FILE = "EXAMPLES.json"
EXAMPLE_PREFIX = "example/"  # before the name of an example: the drawing of its last position


@dataclass(frozen=True)
class Example:
    """A part of a match, and what is expected at its end."""

    name: str
    record: dict[str, Any]
    start: int = 0
    scores: tuple[int, ...] | None = None
    legal: tuple[tuple[int, str], ...] = ()
    not_legal: tuple[tuple[int, str], ...] = ()
    refused: tuple[tuple[int, str, str], ...] = field(default=())


def examples(key: str) -> dict[str, Example]:
    """The worked examples of a title by name."""
    folder = registry.title_folders().get(key)
    path = folder / EXAMPLES_FILE if folder else None
    if path is None or not path.is_file():
        return {}
    found = [_parse_example(**entry) for entry in json.loads(path.read_text("utf-8"))]
    return {example.name: example for example in found}


def _parse_example(name: str, record: dict[str, Any], **more: Any) -> Example:
    start = more.pop("from", 0)
    given = {key: tuple(map(_freeze, value)) for key, value in more.items()}
    return Example(name, record, start, **given)


def _freeze(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class ExampleStep(NamedTuple):
    """A shown move, with the positions before and after it."""

    before: rules.Match
    seat: int
    move: str
    events: list[rules.Event]
    after: rules.Match


def example_steps(example: Example) -> Iterator[ExampleStep]:
    """The shown moves. All steps share one match object as `after`."""
    record = example.record
    match = rules.replay({**record, "moves": record["moves"][: example.start]})
    for seat, move in record["moves"][example.start :]:
        before = match.copy()
        yield ExampleStep(before, seat, move, match.play(seat, move), match)


def final_match(example: Example) -> rules.Match:
    """The match after the last move."""
    return rules.replay(example.record)


def example_problems(example: Example) -> Iterator[str]:
    """Differences between the rules and what the example expects."""
    match = final_match(example)
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


#: Things beside the board after a match: (owner's seat, or None for everyone's; parts in Markdown).
ContextRows = Callable[[rules.Match], Iterable[tuple[int | None, Iterable[str]]]]


def example_table(key: str, name: str, context: ContextRows | None = None) -> str:
    """An example as Markdown: a table with seat, move and effect, including refused moves.

    Moves are worded as on the buttons of a table, with their notation. A thumbnail of the last
    position follows, and a table of the things beside the board.
    """
    example = examples(key)[name]
    show = presenter(key)
    names = [seat_label(seat) for seat in range(example.record["seats"])]
    rows = []
    for before, seat, move, events, _after in example_steps(example):
        label = show.move_label(
            move, Scene.from_match(before, seat, names, before.legal_moves(seat))
        )
        # A secret of two seats is two events with the same sentence, which appears once.
        lines = dict.fromkeys(show.log_line(event, names) for event in events)
        happened = " ".join(line for line in lines if line)
        rows.append([names[seat], label_with_notation(label, move), happened])
    for seat, move, section in example.refused:
        try:
            final_match(example).play(seat, move)
        except rules.IllegalMove as error:
            reason = show.reason(error.why, names)
            refused = f"{_('refused: %(reason)s') % {'reason': reason}} ([{section}](#{section}))"
            rows.append([names[seat], label_with_notation(show.move_label(move), move), refused])
    parts = [table([_("Who"), _("Move"), _("What happens")], rows)]
    if show.thumbnail:
        parts.append(picture_image(EXAMPLE_PREFIX + name, _("The position afterwards")))
    owned = [
        [_("everyone") if seat is None else names[seat], PART_SEPARATOR.join(filter(None, things))]
        for seat, things in (context(final_match(example)) if context else ())
    ]
    if owned:
        parts.append(table([_("Owner"), _("Goods and pieces afterwards")], owned))
    return "\n\n".join(parts)


def label_with_notation(label: str, move: str) -> str:
    """A move as a button shows it, followed by its notation."""
    return f"{label} [`{move}`]{{.notation}}"


def seat_label(seat: int) -> str:
    """A seat without a player: "seat 1"."""
    return _("seat %d") % (seat + 1)
