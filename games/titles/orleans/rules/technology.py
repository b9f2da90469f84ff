"""Technology tiles: legal slots, laying, and the choice to lay or keep after a pass (5.5.5)."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from games.rules.reasons import gettext_noop as _

from .board import GROUP_OF, GROUPS, PLACE_GROUPS, TECHNOLOGY, Board
from .components import CRAFTSMAN, FARMER, MONK, ONE_TILE_PLACES, PLACE_KEYS, PLACES, SLOT_TYPES
from .move_query import MoveQuery
from .move_syntax import SLOT_READER, SLOT_TEXTS
from .rule_reason import OptionalReason, RuleReason
from .shared_reasons import all_taken_reason
from .state import State
from .tracks import FIRST, LATER

TECH_TEXT = tuple(f"tech {spot}" for spot in SLOT_TEXTS)


def never_laid_reason(group: int) -> OptionalReason:
    """Why no technology tile can ever lie on a group, or None."""
    place, slot, _slots = GROUPS[group]
    if place in ONE_TILE_PLACES:
        message = _("%(place)s does not take technology tiles")
    elif slot == MONK:
        message = _("a monk slot does not take technology tiles: %(place)s")
    elif len(PLACES[place].slots) < MIN_SLOTS:
        message = _("%(place)s has a single slot: technology needs a place with two or more")
    else:
        return None
    return RuleReason("5.5.5", "not_for_technology", message, place=PLACE_KEYS[place])


MIN_SLOTS = 2
NEVER_LAID_REASONS = tuple(map(never_laid_reason, range(len(GROUPS))))
CANDIDATES = tuple(
    tuple(group for group in groups if NEVER_LAID_REASONS[group] is None) for groups in PLACE_GROUPS
)  # for each place, the groups that can take a technology tile
LAID_THERE_REASONS = tuple(
    RuleReason(
        "5.5.5",
        "not_for_technology",
        _("%(place)s already has a technology tile: one per place"),
        place=key,
    )
    for key in PLACE_KEYS
)
TOO_EARLY_REASON = RuleReason(
    "5.5.5",
    "too_early",
    _("you cannot lay technology before your first step on the craftsman track"),
)
FIRST_ON_FARMERS = _("your first technology tile goes on a farmer slot, not on %(slot)s")
LATER_ON_FARMERS = _(
    "at craftsman position 1 technology goes on farmer slots only, not on %(slot)s"
)


def farmers_only_reasons(message: str) -> tuple[RuleReason, ...]:
    return tuple(RuleReason("5.5.5", "too_early", message, slot=slot) for slot in SLOT_TYPES)


NOT_FOR_FIRST, NOT_FOR_LATER = map(farmers_only_reasons, (FIRST_ON_FARMERS, LATER_ON_FARMERS))


def not_laid_reason(board: Board, kind: str, moved_from: int, group: int) -> OptionalReason:
    """Return why a technology tile of this kind may not lie there now, or None if it may.

    Args:
        board: The board of the seat.
        kind: `FIRST` or `LATER`.
        moved_from: The place whose technology tile the workshop picks up, or -1.
        group: The group of slots.
    """
    place, slot, _slots = GROUPS[group]
    if NEVER_LAID_REASONS[group]:
        return NEVER_LAID_REASONS[group]
    if place != moved_from and board.has_technology(place):
        return LAID_THERE_REASONS[place]
    if board.free_slot(group) < 0:
        return all_taken_reason("5.5.5", group)
    if kind == FIRST:
        return None if slot == FARMER else NOT_FOR_FIRST[slot]
    position = board.tracks[CRAFTSMAN]
    if not position:
        return TOO_EARLY_REASON
    return NOT_FOR_LATER[slot] if position == 1 and slot != FARMER else None


def open_groups(board: Board, kind: str, moved_from: int = -1) -> list[int]:
    """The groups with a slot for a technology tile of this kind, in the order of own places."""
    return [
        group
        for place in board.places
        for group in CANDIDATES[place]
        if not_laid_reason(board, kind, moved_from, group) is None
    ]


def lay_options(board: Board, kind: str, ask: MoveQuery, moved_from: int = -1) -> Iterable[int]:
    """The groups where a tile of this kind may lie and that the query accepts."""
    groups = open_groups(board, kind, moved_from)
    return ask.word(
        SLOT_READER, groups, functools.partial(not_laid_reason, board, kind, moved_from)
    )


def no_technology_on_reason(place: int) -> RuleReason:
    message = _("there is no technology tile on %(place)s")
    return RuleReason("5.5.5", "no_technology", message, place=PLACE_KEYS[place])


def held_tile_groups(board: Board) -> list[int]:
    """The groups where the held tiles may lie now."""
    if not (board.held_first or board.held_later):
        return []
    later = open_groups(board, LATER) if board.held_later else []
    if later or not board.held_first:
        return later  # a `later` tile may lie wherever a `first` tile may
    return open_groups(board, FIRST)


def put_technology(board: Board, place: str, slot: str) -> None:
    """Put a technology tile on the first free slot of the group."""
    board.slots[board.free_slot(GROUP_OF[place, slot])] = TECHNOLOGY


def lay_held_tile(board: Board, place: str, slot: str, kind: str) -> None:
    """Put a held tile of this kind on the board."""
    if kind == FIRST:
        board.held_first -= 1
    else:
        board.held_later -= 1
    put_technology(board, place, slot)


def lift_technology(board: Board, place: int) -> int:
    """Take the technology tile off a place; return the freed slot."""
    slot = next(
        slot
        for group in PLACE_GROUPS[place]
        for slot in GROUPS[group].slots
        if board.slots[slot] == TECHNOLOGY
    )
    board.slots[slot] = 0
    return slot


def asked_tile_kind(state: State) -> str:
    """The kind of tile that the seat must lay or keep now: `first` tiles before `later` ones."""
    return FIRST if state.asking[0] else LATER


def next_question(state: State, seat: int) -> bool:
    """Skip held tiles without a legal slot; return whether the seat has a tile left to decide."""
    board = state.boards[seat]
    first, later = state.asking
    if first and not open_groups(board, FIRST):
        first = 0
    if not first and later and not open_groups(board, LATER):
        later = 0
    state.asking = (first, later)
    return bool(first or later)


def mark_answered(state: State) -> None:
    """Record that the seat has laid or kept one tile."""
    first, later = state.asking
    state.asking = (first - 1, later) if first else (first, later - 1)
