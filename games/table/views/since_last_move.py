"""What happened at a table since somebody's last move: what others did, and what it changed.

Everything is told from what this seat got to see: the log as it reads it, and the differences of
two positions in its eyes, the one after its last move and the present one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

import games.rules as rules

from ...boards import presenter
from ...boards.fallback import fallback_presenter
from ...boards.hud import Change
from ...models import Move, Seat, Table
from ..errors import MatchLoadError
from ..session import journal
from ..session.loader import load_match, rules_guard
from ..session.move_numbers import numbering_for
from .scenes import build_scene

logger = logging.getLogger(__name__)


class MoveSummary(NamedTuple):
    """A move of another seat in words, with its number in the journal."""

    move: int
    text: str


class SeatActivity(NamedTuple):
    """What one seat (None: the site) did, oldest first."""

    seat: int | None
    name: str
    deeds: tuple[MoveSummary, ...]


class SinceLastMove(NamedTuple):
    """What happened since a seat's last move.

    Attributes:
        since: the number of that move, or of the last one put away, as the seat counts.
        last: the number of the last move of all.
        doings: what others did, by seat, whoever acted first before.
        changes: what became different for this seat.
        steps: the numbers of all moves since, which can be watched one by one.
        unsaid: how many moves are too long ago to be told here.
    """

    since: int
    last: int
    activity: tuple[SeatActivity, ...]
    changes: tuple[Change, ...]
    steps: tuple[int, ...]
    older_move_count: int


def summarize_since_last_move(table: Table, seats: Sequence[Seat], seat: Seat) -> SinceLastMove:
    """What happened since the last move of this seat, in the reader's language."""
    since = min(seat.seen_move, table.move_count)
    names = [one.name for one in seats]
    begin, moves = journal.moves_since(table, since)
    doings = _activity(table, seat, names, begin, moves)
    counted = numbering_for(table, seat.number, moves)
    first, known = counted.visible_number(begin), counted.visible_number(since)
    return SinceLastMove(
        known,
        counted.moves,
        doings,
        tuple(position_changes(table, seat, names, since)) if doings else (),
        tuple(range(first + 1, counted.moves + 1)),
        first - known,
    )


def _activity(
    table: Table, seat: Seat, names: Sequence[str], begin: int, moves: Sequence[Move]
) -> tuple[SeatActivity, ...]:
    """What others did in these moves, those after number `begin`."""
    found: dict[int | None, list[MoveSummary]] = {}
    for entry in reversed(journal.log_entries(table, moves, [], seat.number, names, begin)):
        text = " ".join(line.text for line in entry.lines)
        if entry.is_new and text:
            found.setdefault(entry.seat, []).append(MoveSummary(entry.number, text))
    return tuple(
        SeatActivity(number, "" if number is None else names[number], tuple(deeds))
        for number, deeds in found.items()
    )


def position_changes(
    table: Table, seat: Seat, names: Sequence[str], since: int
) -> Sequence[Change]:
    """What is different for a seat from how it was after move `since`; nothing that it cannot see.

    Where the match cannot be read, or its presenter fails, nothing is said.
    """
    try:
        with rules_guard(table):
            before = build_scene(journal.position_after(table, since), seat.number, names)
            after = build_scene(load_match(table), seat.number, names)
    except (MatchLoadError, rules.RecordError, rules.IllegalMove):
        return ()
    try:
        return presenter(table.game).changes(before, after)
    except Exception:
        logger.exception(
            "%s cannot tell what changed: table %s, moves %s to %s, seat %s",
            *(table.game, table.key, since, table.move_count, seat.number),
        )
        return fallback_presenter(table.game).changes(before, after)


def since_last_move_lines(table: Table, seats: Sequence[Seat], seat: Seat) -> list[str]:
    """What happened since the last move of this seat as lines of plain text; none for nothing.

    First what others did, a line for each seat, then what it changed for this one.
    """
    found = summarize_since_last_move(table, seats, seat)
    deeds = [" ".join(deed.text for deed in doings.deeds) for doings in found.activity]
    return [*deeds, *(change.text for change in found.changes)]
