"""What happened since a seat's last move: what others did, and what it changed.

It uses only what this seat may know: its log, and the difference between two positions as it sees
them, the one after its last move and the current one.
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
    """A move of another seat (None: the site) in words, with the number that the reader sees."""

    seat: int | None
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
        since: the number of that move, or of the last move whose news the person dismissed.
        last: the number of the last move of the match.
        activity: what others did, by seat, in the order of their first moves.
        changes: what changed for this seat.
        steps: the numbers of all moves since then, for a replay step by step.
        older_move_count: how many new moves are too old to be listed here.

    Numbers are those that the seat sees.
    """

    since: int
    last: int
    activity: tuple[SeatActivity, ...]
    changes: tuple[Change, ...]
    steps: tuple[int, ...]
    older_move_count: int

    @property
    def deeds(self) -> list[MoveSummary]:
        """What others did, by seat, oldest first."""
        return [deed for doings in self.activity for deed in doings.deeds]

    @property
    def change_texts(self) -> list[str]:
        """What changed for this seat, in words."""
        return [change.text for change in self.changes]


def summarize_since_last_move(table: Table, seats: Sequence[Seat], seat: Seat) -> SinceLastMove:
    """Return what happened since the last move of this seat, in the reader's language."""
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
    """Return what others did in these moves, which come after journal number `begin`."""
    found: dict[int | None, list[MoveSummary]] = {}
    for entry in reversed(journal.log_entries(table, moves, [], seat.number, names, begin)):
        text = " ".join(line.text for line in entry.lines)
        if entry.is_new and text:
            found.setdefault(entry.seat, []).append(MoveSummary(entry.seat, entry.number, text))
    return tuple(
        SeatActivity(number, "" if number is None else names[number], tuple(deeds))
        for number, deeds in found.items()
    )


def position_changes(
    table: Table, seat: Seat, names: Sequence[str], since: int
) -> Sequence[Change]:
    """Return what changed for a seat after move `since`, as far as it can see.

    Empty if the match cannot be loaded. If the presenter fails, the fallback presenter answers.
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
            "%s cannot describe changes: table %s, moves %s to %s, seat %s",
            *(table.game, table.key, since, table.move_count, seat.number),
        )
        return fallback_presenter(table.game).changes(before, after)


def since_last_move_lines(table: Table, seats: Sequence[Seat], seat: Seat) -> list[str]:
    """Return what happened since the last move of this seat as lines of plain text.

    First what others did, a line for each seat; then what changed for this seat.
    """
    found = summarize_since_last_move(table, seats, seat)
    deeds = [" ".join(deed.text for deed in doings.deeds) for doings in found.activity]
    return [*deeds, *found.change_texts]
