"""The action phase: turns, ready places, the course of an action, passing (rules 5.5)."""

from __future__ import annotations

from .board import FITS, GROUP_OF, GROUPS, PLACE_GROUPS, SPAN, Board
from .components import (
    BATHHOUSE,
    LOOSE,
    PLACE_ID,
    PLACE_KEYS,
    SACRISTY,
    SLOT_TYPES,
    TILE_ID,
    TILES,
    TOWER,
    TOWN_HALL,
)
from .deeds import AGAIN, send, sending_moves
from .state import ACTIONS, DEED_STEP, EVENT, SETTLE_STEP, TECHNOLOGY_STEP, State
from .technology import TECH_TEXT, answered, asked_kind, lay_held, next_question, open_groups
from .tile_acts import ACTS

NEVER_SETTLED = (BATHHOUSE, TOWER)
SETTLE_TEXT = tuple(
    tuple(f"settle {tile} {PLACE_KEYS[group.place]} {SLOT_TYPES[group.type]}" for group in GROUPS)
    for tile in TILES
)


def begin(state: State) -> str:
    state.phase = ACTIONS
    for board in state.boards:
        board.passed = False
    return hand_over(state, state.start)


def acts(state: State, seat: int) -> list[str]:
    """Every legal `act` of the seat: ready places whose action can have an effect."""
    board = state.boards[seat]
    slots = board.slots
    coins = board.coins
    moves: list[str] = []
    for place in board.places:
        filled = slots[SPAN[place]]
        if 0 in filled:
            if place not in LOOSE or not any(filled):
                continue
        elif not filled or place == SACRISTY:
            continue
        moves += ACTS[place][0](state, seat, coins)
    return moves


def hand_over(state: State, first: int) -> str:
    """The turn goes to the first seat from `first` that can act; the others are passed."""
    state.step = ""
    seats = state.seats
    for ahead in range(seats):
        seat = (first + ahead) % seats
        board = state.boards[seat]
        if board.passed:
            continue
        state.turn = seat
        state.actors = (seat,)
        board.listed = acts(state, seat)
        if board.listed:
            board.listed.append("pass")
            return ""
        if leave(state, seat, auto=True):
            return ""
    return EVENT


def leave(state: State, seat: int, *, auto: bool) -> bool:
    """Pass; True when a technology tile is to be laid or kept first."""
    board = state.boards[seat]
    board.passed = True
    state.emit("pass", seat, {"auto": auto})
    state.asking = (board.held_first, board.held_later)
    if next_question(state, seat):
        state.step = TECHNOLOGY_STEP
        return True
    return False


def moves(state: State, seat: int) -> list[str]:
    """The legal moves of the seat whose turn it is."""
    board = state.boards[seat]
    if state.step == TECHNOLOGY_STEP:
        groups = open_groups(board, asked_kind(state))
        return [*(TECH_TEXT[group] for group in groups), "keep"]
    if state.step == DEED_STEP:
        return [*sending_moves(state, seat, state.using, AGAIN), "finish"]
    if state.step == SETTLE_STEP:
        return settling_moves(state, board)
    if board.listed is None:
        board.listed = [*acts(state, seat), "pass"]
    return board.listed


def pass_turn(state: State, seat: int) -> str:
    if leave(state, seat, auto=False):
        return ""
    return hand_over(state, (seat + 1) % state.seats)


def act(state: State, seat: int, args: list[str]) -> str:
    """Use a ready place (rules 5.5.2)."""
    place = PLACE_ID[args[0]]
    board = state.boards[seat]
    state.using = place
    state.emit("act", seat, {"place": args[0], "args": args[1:]})
    ACTS[place][1](state, seat, args[1:], seat)
    if state.step == SETTLE_STEP:
        if any(homes(board, tile) for tile in state.drawn):
            return ""
        return settle(state, seat, ["none"])
    if place in (TOWN_HALL, TOWER):
        return after_sending(state, seat)
    return finish_act(state, seat)


def finish_act(state: State, seat: int) -> str:
    """The tiles go back to the bag, and the turn goes on; what is on the tower stays."""
    board = state.boards[seat]
    if state.using != TOWER:
        tiles = board.clear(state.using, board.bag)
        if tiles:
            data = {"place": PLACE_KEYS[state.using], "tiles": [TILES[tile] for tile in tiles]}
            state.emit("return", seat, data)
    state.using = -1
    return hand_over(state, (seat + 1) % state.seats)


# the second tile of a town hall or tower


def after_sending(state: State, seat: int) -> str:
    if sending_moves(state, seat, state.using, AGAIN):
        state.step = DEED_STEP
        return ""
    return finish_act(state, seat)


def deed(state: State, seat: int, args: list[str]) -> str:
    send(state, seat, state.using, args)
    return after_sending(state, seat)


# the bathhouse (rules 5.5.4)


def homes(board: Board, tile: int) -> list[int]:
    """Groups on which a drawn tile may be settled."""
    return [
        group
        for place in board.places
        if place not in NEVER_SETTLED
        for group in PLACE_GROUPS[place]
        if FITS[board.passive][tile][group] and board.free_slot(group) >= 0
    ]


def settling_moves(state: State, board: Board) -> list[str]:
    """Where the drawn tiles may be settled; a tile without a home may be chosen to go back."""
    found = {tile: homes(board, tile) for tile in sorted(set(state.drawn))}
    moves = [SETTLE_TEXT[tile][group] for tile, groups in found.items() for group in groups]
    if not state.bathhouse_settles or not all(found.values()):
        moves.append("settle none")
    return moves


def settle(state: State, seat: int, args: list[str]) -> str:
    """One drawn tile goes to a slot or none, the rest back to the bag."""
    board = state.boards[seat]
    rest = list(state.drawn)
    if args[0] != "none":
        tile = TILE_ID[args[0]]
        rest.remove(tile)
        board.slots[board.free_slot(GROUP_OF[args[1], args[2]])] = tile + 1
    for tile in rest:
        board.bag[tile] += 1
    state.drawn = ()
    data = {"settled": args, "back": [TILES[tile] for tile in rest]}
    state.emit("settle", seat, data)
    return finish_act(state, seat)


# technology after the pass (rules 5.5.5)


def tech(state: State, seat: int, args: list[str]) -> str:
    kind = asked_kind(state)
    lay_held(state.boards[seat], args[0], args[1], kind)
    state.emit("tech", seat, {"place": args[0], "slot": args[1], "kind": kind})
    return ask_on(state, seat)


def keep(state: State, seat: int) -> str:
    state.emit("keep", seat, {"kind": asked_kind(state)})
    return ask_on(state, seat)


def ask_on(state: State, seat: int) -> str:
    answered(state)
    if next_question(state, seat):
        return ""
    return hand_over(state, (seat + 1) % state.seats)
