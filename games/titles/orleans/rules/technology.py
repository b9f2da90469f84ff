"""Technology tiles: where they may lie, laying them, and the questions after a pass (5.5.5)."""

from __future__ import annotations

from .board import GROUP_OF, GROUPS, PLACE_GROUPS, TECHNOLOGY, Board
from .components import CRAFTSMAN, FARMER, LOOSE, MONK, PLACE_KEYS, PLACES, SLOT_TYPES
from .state import State
from .tracks import FIRST, LATER

CANDIDATES = tuple(
    tuple(group for group in groups if GROUPS[group].type != MONK)
    if len(PLACES[place].slots) >= 2 and place not in LOOSE
    else ()
    for place, groups in enumerate(PLACE_GROUPS)
)  # per place the groups that can ever take a technology tile
TECH_TEXT = tuple(f"tech {PLACE_KEYS[group.place]} {SLOT_TYPES[group.type]}" for group in GROUPS)


def open_groups(board: Board, kind: str, moved_from: int = -1) -> list[int]:
    """Groups with a slot for a technology tile of this kind, in the order of own places.

    `moved_from` is the place whose technology tile the workshop picks up.
    """
    position = board.tracks[CRAFTSMAN]
    if kind == LATER and not position:
        return []
    farmers_only = kind == FIRST or position == 1
    return [
        group
        for place in board.places
        if CANDIDATES[place] and (place == moved_from or not board.has_technology(place))
        for group in CANDIDATES[place]
        if (GROUPS[group].type == FARMER or not farmers_only) and board.free_slot(group) >= 0
    ]


def held_groups(board: Board) -> list[int]:
    """Where the held tiles may lie now."""
    if not (board.held_first or board.held_later):
        return []
    later = open_groups(board, LATER) if board.held_later else []
    if later or not board.held_first:
        return later  # wherever a `first` tile may lie, this one may
    return open_groups(board, FIRST)


def place_on(board: Board, place: str, slot: str) -> None:
    """Put a technology tile on the first free slot of the group."""
    board.slots[board.free_slot(GROUP_OF[place, slot])] = TECHNOLOGY


def lay_held(board: Board, place: str, slot: str, kind: str) -> None:
    """A held tile of the kind goes on the board."""
    if kind == FIRST:
        board.held_first -= 1
    else:
        board.held_later -= 1
    place_on(board, place, slot)


def lift(board: Board, place: int) -> int:
    """Take the technology tile off a place; returns the freed slot."""
    slot = next(
        slot
        for group in PLACE_GROUPS[place]
        for slot in GROUPS[group].slots
        if board.slots[slot] == TECHNOLOGY
    )
    board.slots[slot] = 0
    return slot


def asked_kind(state: State) -> str:
    """The kind of tile that is asked for: `first` tiles come before `later` ones."""
    return FIRST if state.asking[0] else LATER


def next_question(state: State, seat: int) -> bool:
    """Go on to the next held tile that has a legal slot; False when all were asked."""
    board = state.boards[seat]
    first, later = state.asking
    if first and not open_groups(board, FIRST):
        first = 0
    if not first and later and not open_groups(board, LATER):
        later = 0
    state.asking = (first, later)
    return bool(first or later)


def answered(state: State) -> None:
    """One tile was laid or kept."""
    first, later = state.asking
    state.asking = (first - 1, later) if first else (first, later - 1)
