"""The moves of a seat that has run out of time (rules 12)."""

from __future__ import annotations

from .board import FITS, GROUPS, SPAN, Board
from .components import (
    ANY,
    CASTLE,
    FARM_HOUSE,
    GOOD_ID,
    GOOD_POINTS,
    GOOD_WORDS,
    GUILDHALL,
    MONASTERY,
    MONK_TILE,
    NEUTRAL,
    PLACE_KEYS,
    PLACES,
    SACRISTY,
    SCRIPTORIUM,
    SHIP,
    SLOT_TYPES,
    TILES,
    TYPE_OF,
    UNIVERSITY,
    VILLAGE,
    WAGON,
)
from .followers_phase import GROUP_OF_SLOT
from .state import ACTIONS, FOLLOWERS, PLANNING, State
from .tile_actions import ALL_TILE_ACTIONS

ORDER = (
    CASTLE,
    VILLAGE,
    FARM_HOUSE,
    UNIVERSITY,
    MONASTERY,
    GUILDHALL,
    WAGON,
    SHIP,
    SCRIPTORIUM,
)
UNUSED_PLACES = ("workshop", "ballroom", "bakery", "goldsmith", "hideout", "church")
MERCHANTS_MOVES = ("ship", "wagon", "horse_wagon", "courthouse")
VILLAGE_ORDER = ("act village trader ", "act village craftsman", "act village boatman")
SPARE_STATIONS = 4  # torture takes stations of the supply while at least so many are left


def auto_move(state: State, seat: int) -> str:
    """Return a legal move by a fixed policy, without search."""
    listed = state.legal_moves(seat)
    if state.phase == FOLLOWERS:
        return auto_draw(listed)
    if state.phase == PLANNING:
        return auto_plan(state, seat, listed)
    if state.phase == ACTIONS:
        return auto_finish_step(listed) if state.step else auto_use(state, seat, listed)
    board = state.boards[seat]
    if board.threatened or board.due:
        return listed[0]  # `shield`; the cheapest food, else the fine
    return auto_torture(board, listed)


def auto_draw(listed: list[str]) -> str:
    draws = [move for move in listed if move.startswith("draw ")]
    return draws[-1] if draws else "done"


def auto_finish_step(listed: list[str]) -> str:
    """Lay the technology tile, settle the first tile, send no second follower."""
    return "finish" if "finish" in listed else listed[0]


def place_order(board: Board) -> list[int]:
    tiles = [place for place in board.tiles if PLACES[place].kind == "action"]
    return [*ORDER, *tiles]


def auto_plan(state: State, seat: int, listed: list[str]) -> str:
    """Lay technology if possible; then fill the first place that can be completed and used."""
    for move in listed:
        if move.startswith("tech "):
            return move
    known = state.copy()
    known.hide_plans(seat)
    board = known.boards[seat]
    sacristy = [SACRISTY] if board.owns(SACRISTY) else []
    for place in [*place_order(board), *sacristy]:
        tile = tile_to_complete(board, place)
        if tile < 0 or (
            place != SACRISTY and not ALL_TILE_ACTIONS[place].choices(known, seat, board.coins)
        ):
            continue
        slot = first_free(board, place)
        return f"place {TILES[tile]} {PLACE_KEYS[place]} {SLOT_TYPES[GROUPS[slot].type]}"
    return "done"


def first_free(board: Board, place: int) -> int:
    """The group of the first free slot of a place."""
    span = SPAN[place]
    return next(
        GROUP_OF_SLOT[slot] for slot in range(span.start, span.stop) if not board.slots[slot]
    )


def tile_to_complete(board: Board, place: int) -> int:
    """Return the tile for the first free slot if the market can fill all free slots, else -1."""
    span = SPAN[place]
    free = [GROUP_OF_SLOT[s] for s in range(span.start, span.stop) if not board.slots[s]]
    return can_choose_tiles(board, free, list(board.market)) if free else -1


def can_choose_tiles(board: Board, groups: list[int], market: list[int]) -> int:
    group, *others = groups
    for tile in tiles_by_preference(board, group, market):
        market[tile] -= 1
        if not others or can_choose_tiles(board, others, market) >= 0:
            return tile
        market[tile] += 1
    return -1


def tiles_by_preference(board: Board, group: int, market: list[int]) -> list[int]:
    """The market's tiles that fit: exact type first, own before neutral, monks last."""
    slot = GROUPS[group].type
    fitting = FITS[board.passive]
    tiles = [tile for tile, count in enumerate(market) if count and fitting[tile][group]]
    return sorted(
        tiles,
        key=lambda tile: (
            tile == MONK_TILE,
            slot not in (ANY, TYPE_OF[tile]),
            tile >= NEUTRAL,
            tile,
        ),
    )


def auto_use(state: State, seat: int, listed: list[str]) -> str:
    """The first listed `act` in the same order of places, else `pass`."""
    for place in place_order(state.boards[seat]):
        key = PLACE_KEYS[place]
        if key in UNUSED_PLACES:
            continue
        moves = [move for move in listed if move.split(" ")[1:2] == [key]]
        if not moves:
            continue
        if key == "village":
            return next(move for start in VILLAGE_ORDER for move in moves if move.startswith(start))
        if key in MERCHANTS_MOVES:
            return max(moves, key=good_value)
        return moves[0]
    return "pass"


def good_value(move: str) -> int:
    """The points of the good that the move names last."""
    good = move.rsplit(" ", 1)[1]
    return 0 if good == "none" else GOOD_POINTS[GOOD_ID[good]]


def auto_torture(board: Board, listed: list[str]) -> str:
    """Spare stations first, then goods from the cheapest, a follower, development."""
    wishes = [f"torture good {good}" for good in GOOD_WORDS]
    wishes += ["torture follower", "torture development"]
    if board.stock >= SPARE_STATIONS:
        wishes.insert(0, "torture station supply")
    return next((wish for wish in wishes if wish in listed), listed[0])
