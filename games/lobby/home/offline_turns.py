"""What a device stores of the tables that wait for a person, to prepare turns without a connection.

All of it is what the person's own seat may see: the prompt and the legal moves, in words. It is
cached by the version of the table and the seat's draft. One query loads the states of all others.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import prefetch_related_objects
from django.utils.safestring import SafeString

from portal.byte_lru import MIB, ByteLRUCache
from portal.errors import ActionError
from portal.translation_cache import get_language

from ...boards import Presenter, Scene, presenter
from ...boards.fallback import fallback_presenter
from ...models import Seat, Table
from ...table.session.drafts import Pov, load_pov
from ...table.session.loader import rules_guard
from ...table.views.page_context import seat_names
from ...table.views.scenes import build_scene
from ...table.views.thumbnails import render_thumbnails

if TYPE_CHECKING:
    from accounts.models import User

MAX_TABLES = 30
MAX_MOVES = 100  # of a table; the table's page has the others
MAX_COMPUTED = 10  # tables per request whose moves are not cached; the others follow next time
CHOICE_SIZE = 300  # approximate bytes of a cached move

logger = logging.getLogger(__name__)


class OfflineMove(NamedTuple):
    """A legal move in words.

    Attributes:
        group: the heading of the moves that it belongs to.
        reveals: whether it reveals something and cannot be undone.
        ends_turn: whether the turn is complete with it; False if chance decides.
    """

    move: str
    label: str
    group: str
    reveals: bool
    ends_turn: bool

    @property
    def is_final(self) -> bool:
        """Whether it is played when it is sent; any other becomes a draft."""
        return self.reveals or self.ends_turn


class Decision(NamedTuple):
    """What a seat must decide: a prompt and the legal moves, at most `MAX_MOVES` of them."""

    prompt: str
    moves: tuple[OfflineMove, ...]
    has_more: bool


@dataclass(frozen=True)
class OfflineTurn:
    """A table that waits for a person, as their device stores it.

    Attributes:
        draft: the moves that the person has chosen before; `decision` is the one after them.
        thumbnail: a small drawing of the position without the draft, "" if there is none.
    """

    table: Table
    seat: Seat
    opponents: Sequence[str]
    draft: Sequence[str]
    decision: Decision
    thumbnail: SafeString | str

    @property
    def title(self) -> str:
        return presenter(self.table.game).name()

    @property
    def draft_json(self) -> str:
        return json.dumps(self.draft)

    @property
    def has_steps(self) -> bool:
        """Whether a move is only a step of the turn."""
        return not all(move.is_final for move in self.decision.moves)


_decision_cache: ByteLRUCache[tuple[object, ...], tuple[list[str], Decision]] = ByteLRUCache(
    4 * MIB
)


class OfflineTurns(NamedTuple):
    """The tables that a device stores; `has_more`: the next request has further ones."""

    turns: list[OfflineTurn]
    has_more: bool


def load_offline_turns(user: User) -> OfflineTurns:
    """Return the tables that wait for a person, most urgent first, at most `MAX_TABLES`.

    Tables of several people on one device are left out, and so are those that cannot be loaded.
    A request computes the moves of at most `MAX_COMPUTED` tables.
    """
    waiting = list(
        Seat.objects.to_move(user)
        .filter(table__is_hot_seat=False)
        .select_related("table")
        .defer("table__state")[:MAX_TABLES]
    )
    prefetch_related_objects([seat.table for seat in waiting], "seat_set__user")
    seats_of_table = {seat.table_id: list(seat.table.seat_set.all()) for seat in waiting}
    keys = {seat.table_id: _key(seat, seats_of_table[seat.table_id]) for seat in waiting}
    found = {pk: _decision_cache.get(key) for pk, key in keys.items()}
    missing = [pk for pk, decision in found.items() if decision is None]
    for table in Table.objects.in_bulk(missing[:MAX_COMPUTED]).values():
        found[table.pk] = decided = _decide(table, user, seats_of_table[table.pk])
        if decided is not None and table.version == keys[table.pk][1]:
            size = CHOICE_SIZE * (1 + len(decided[1].moves))
            _decision_cache.put(keys[table.pk], decided, size)
    pictures = render_thumbnails(seat.table for seat in waiting)
    turns = [
        OfflineTurn(
            seat.table,
            seat,
            [other.name for other in seats_of_table[seat.table_id] if other.pk != seat.pk],
            *decided,
            pictures.get(seat.table.key, ""),
        )
        for seat in waiting
        if (decided := found[seat.table_id]) is not None
    ]
    return OfflineTurns(turns, has_more=len(missing) > MAX_COMPUTED)


def preview_stylesheets(turns: Sequence[OfflineTurn]) -> list[str]:
    """Return the stylesheets that the thumbnails of these tables need."""
    return sorted({presenter(turn.table.game).thumbnail_stylesheet for turn in turns} - {""})


def _key(seat: Seat, seats: Sequence[Seat]) -> tuple[Any, ...]:
    table, known = seat.table, (tuple(seat.draft), tuple(seat_names(seats)))
    return (table.key, table.version, seat.number, known, get_language())


def _decide(table: Table, user: User, seats: list[Seat]) -> tuple[list[str], Decision] | None:
    """Return the draft of a person and their next decision; None if they have none now."""
    try:
        turn = load_pov(table, user, seats)
        if turn.seat is None:
            return None
        with rules_guard(table):
            legal = turn.legal_moves()
            scene = build_scene(
                turn.position, turn.seat.number, seat_names(seats), legal, turn=turn
            )
    except ActionError as error:
        logger.warning("cannot list the moves of table %s: %s", table.key, error)
        return None
    try:
        return turn.draft, _describe(presenter(table.game), turn, scene)
    except Exception:
        logger.exception("cannot label the moves of table %s", table.key)
        return turn.draft, _describe(fallback_presenter(table.game), turn, scene)


def _describe(show: Presenter, turn: Pov, scene: Scene) -> Decision:
    listed = [
        (choice, group.title)
        for group in (show.move_groups(scene) if scene.legal else [])
        for choice in group.choices
    ]
    # Revealing moves are tried in many worlds only to learn whether they end the turn: not here.
    moves = [
        OfflineMove(
            choice.move,
            choice.label,
            title,
            reveals := scene.is_revealing(choice.move),
            not reveals and scene.effect(choice.move).ends_decision is True,
        )
        for choice, title in listed[:MAX_MOVES]
    ]
    return Decision(show.prompt(scene), tuple(moves), len(listed) > MAX_MOVES)
