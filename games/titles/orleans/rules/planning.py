"""The planning phase: everybody places followers at once, unseen by the others (rules 5.4)."""

from __future__ import annotations

from .board import FITS, GROUP_OF, GROUPS, PLACE_GROUPS, TECHNOLOGY, Board, Seen
from .components import FARMER, PLACE_KEYS, SLOT_TYPES, TILE_ID, TILES, TOWER
from .followers import GROUP_OF_SLOT
from .state import ACTIONS, PLANNING, State
from .technology import TECH_TEXT, held_groups, lay_held
from .tracks import FIRST, LATER

TOWER_GROUP = PLACE_GROUPS[TOWER][0]
# a placement is a code: tile × number of groups + group
WIDTH = len(GROUPS)
PLACE_TEXT = tuple(
    f"place {tile} {PLACE_KEYS[group.place]} {SLOT_TYPES[group.type]}"
    for tile in TILES
    for group in GROUPS
)
CODES_OF_TILE = tuple(
    frozenset(range(tile * WIDTH, (tile + 1) * WIDTH)) for tile in range(len(TILES))
)
CODES_OF_GROUP = tuple(
    frozenset(tile * WIDTH + group for tile in range(len(TILES))) for group in range(WIDTH)
)


def begin(state: State) -> str:
    """Remember what the others may see, and ask whoever can place anything."""
    state.phase = PLANNING
    for board in state.boards:
        board.seen = (
            bytes(board.market),
            bytes(board.slots),
            board.held_first,
            board.held_later,
        )
        board.codes = placements(state, board)
        board.listed = None
        board.finished = not (board.codes or technology_now(state, board))
    if all(board.finished for board in state.boards):
        return show(state)  # nobody could plan anything, and everybody sees that
    return wait(state)


def technology_now(state: State, board: Board) -> list[int]:
    """Groups on which held technology may be laid while planning."""
    return [] if state.technology_waits_for_pass else held_groups(board)


def placements(state: State, board: Board) -> list[int]:
    """Codes of every tile of the market with every group that it fits and that has a free slot."""
    slots = board.slots
    free = [
        group
        for place in board.places
        for group in PLACE_GROUPS[place]
        if not slots[GROUPS[group][2][-1]] or not slots[GROUPS[group][2][0]]
    ]
    if TOWER_GROUP in free and tower_closed(state, board):
        free.remove(TOWER_GROUP)
    codes = []
    for tile, count in enumerate(board.market):
        if count:
            fitting = FITS[board.passive][tile]
            base = tile * WIDTH
            codes += [base + group for group in free if fitting[group]]
    return codes


def tower_closed(state: State, board: Board) -> bool:
    """Whether the tower takes nothing more, though a slot may be free."""
    return state.tower_takes_overflow and not board.overflow


def moves(state: State, board: Board) -> list[str]:
    """The legal moves of an unfinished seat."""
    if board.listed is None:
        if board.codes is None:
            board.codes = placements(state, board)
        listed = [PLACE_TEXT[code] for code in board.codes]
        if board.held_first or board.held_later:
            listed += [TECH_TEXT[group] for group in technology_now(state, board)]
        listed.append("done")
        board.listed = listed
    return board.listed


def place(state: State, seat: int, args: list[str]) -> str:
    board = state.boards[seat]
    tile = TILE_ID[args[0]]
    group = GROUP_OF[args[1], args[2]]
    codes = board.codes if board.codes is not None else placements(state, board)
    board.slots[board.free_slot(group)] = tile + 1
    board.market[tile] -= 1
    if not board.market[tile]:
        gone = CODES_OF_TILE[tile]
        codes = [code for code in codes if code not in gone]
    if board.free_slot(group) < 0 or (group == TOWER_GROUP and tower_closed(state, board)):
        gone = CODES_OF_GROUP[group]
        codes = [code for code in codes if code not in gone]
    board.codes = codes
    state.emit("place", seat, {"tile": args[0], "place": args[1], "slot": args[2]}, seat)
    return go_on(state, board)


def tech(state: State, seat: int, args: list[str]) -> str:
    """Lay a kept technology tile, under rules version 1; a `first` tile where one fits."""
    board = state.boards[seat]
    farmer = GROUPS[GROUP_OF[args[0], args[1]]].type == FARMER
    kind = FIRST if board.held_first and farmer else LATER
    lay_held(board, args[0], args[1], kind)
    board.codes = placements(state, board)
    laid = {"phase": PLANNING, "place": args[0], "slot": args[1], "kind": kind}
    state.emit("tech", seat, laid, seat)
    return go_on(state, board)


def go_on(state: State, board: Board) -> str:
    board.listed = None
    if board.codes or technology_now(state, board):
        return ""
    board.finished = True
    return wait(state)


def done(state: State, seat: int) -> str:
    state.boards[seat].finished = True
    state.emit("done", seat, {"phase": PLANNING}, seat)
    return wait(state)


def wait(state: State) -> str:
    """Until everybody has finished; then all plans are shown at once.

    That is a reveal even where nobody has planned anything: else whoever finishes last could
    tell from `reveals`, on a copy, whether the others have.
    """
    boards = state.boards
    state.actors = tuple(seat for seat in range(state.seats) if not boards[seat].finished)
    if state.actors:
        return ""
    state.chance.reveal("plans")
    return show(state)


def show(state: State) -> str:
    """What everybody has planned, told to all."""
    plans = []
    for seat, board in enumerate(state.boards):
        assert board.seen is not None
        plan = changes(board, board.seen)
        if plan["placed"] or plan["technology"]:
            plans.append({"seat": seat, **plan})
        board.seen = board.codes = board.listed = None
    state.emit("plans", None, {"plans": plans})
    return ACTIONS


def changes(board: Board, seen: Seen) -> dict[str, list[list[str]]]:
    """What a seat has placed and laid since the phase began."""
    placed = []
    laid = []
    for slot, (before, now) in enumerate(zip(seen[1], board.own_slots, strict=False)):
        if before != now:
            group = GROUPS[GROUP_OF_SLOT[slot]]
            where = [PLACE_KEYS[group.place], SLOT_TYPES[group.type]]
            if now == TECHNOLOGY:
                laid.append(where)
            else:
                placed.append([TILES[now - 1], *where])
    return {"placed": placed, "technology": laid}
