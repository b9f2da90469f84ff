"""The followers phase: drawing from the bag and recalling from action spaces (rules 5.3)."""

from __future__ import annotations

from .bag import draw
from .board import GROUP_OF, GROUPS, TECHNOLOGY, Board
from .components import PLACE_KEYS, SLOT_TYPES, TILE_ID, TILES, TOWER
from .state import FOLLOWERS, PLANNING, State

GROUP_OF_SLOT = tuple(
    group
    for _, group in sorted(
        (slot, number) for number, group in enumerate(GROUPS) for slot in group.slots
    )
)
DRAW_TEXT = tuple(f"draw {number}" for number in range(20))
RECALL_TEXT = tuple(
    tuple(f"recall {tile} {PLACE_KEYS[group.place]} {SLOT_TYPES[group.type]}" for group in GROUPS)
    for tile in TILES
)


def begin(state: State) -> str:
    """Empty the towers, give out the rights, and ask whoever can use any."""
    state.phase = FOLLOWERS
    for seat, board in enumerate(state.boards):
        if board.owned >> TOWER & 1:
            tiles = board.clear(TOWER, board.market)
            if tiles:
                state.emit("tower", seat, {"tiles": [TILES[tile] for tile in tiles]})
        board.rights = board.draws
        refresh(board)
    return wait(state)


def recalls(board: Board) -> list[str]:
    """Every follower on a slot, equal ones once."""
    return list(
        dict.fromkeys(
            [
                RECALL_TEXT[content - 1][GROUP_OF_SLOT[slot]]
                for slot, content in enumerate(board.own_slots)
                if 0 < content < TECHNOLOGY
            ]
        )
    )


def refresh(board: Board) -> None:
    """List the seat's moves anew; without any it is finished."""
    board.finished = True
    board.listed = []
    rights = board.rights
    room = board.room
    if not (rights and room):
        return
    most = min(rights, room, sum(board.bag))
    moves = [*DRAW_TEXT[1 : most + 1], *recalls(board)]
    if moves:
        board.finished = False
        moves.append("done")
        board.listed = moves


def wait(state: State) -> str:
    """The unfinished seats are asked: all at once, or the first in turn order."""
    boards = state.boards
    if state.options["simultaneous_followers"] == "on":
        state.actors = tuple(seat for seat in range(state.seats) if not boards[seat].finished)
    else:
        waiting = (seat for seat in state.turn_order() if not boards[seat].finished)
        first = next(waiting, None)
        state.actors = () if first is None else (first,)
    if state.actors:
        return ""
    for board in boards:
        board.rights = 0
    return PLANNING


def draw_followers(state: State, seat: int, args: list[str]) -> str:
    board = state.boards[seat]
    number = int(args[0])
    drawn = draw(state, board, f"bag:{seat}", number)
    for tile in drawn:
        board.market[tile] += 1
    board.rights -= number
    state.emit("draw", seat, {"tiles": [TILES[tile] for tile in drawn]})
    refresh(board)
    return wait(state) if board.finished else ""


def recall(state: State, seat: int, args: list[str]) -> str:
    """One right takes a tile from an own action space back to the market."""
    board = state.boards[seat]
    tile = TILE_ID[args[0]]
    slots = GROUPS[GROUP_OF[args[1], args[2]]].slots
    slot = next(slot for slot in slots if board.slots[slot] == tile + 1)
    board.slots[slot] = 0
    board.market[tile] += 1
    board.rights -= 1
    state.emit("recall", seat, {"tile": args[0], "place": args[1], "slot": args[2]})
    refresh(board)
    return wait(state) if board.finished else ""


def done(state: State, seat: int) -> str:
    board = state.boards[seat]
    state.emit("done", seat, {"phase": FOLLOWERS, "rights": board.rights})
    board.finished = True
    board.rights = 0
    board.listed = []
    return wait(state)
