"""The action phase: turns, ready places, the course of an action, passing (rules 5.5)."""

from __future__ import annotations

from collections.abc import Collection

from games.rules.primitives.turn_order import seats_from
from games.rules.reasons import marked as _

from .beneficial_deeds import AGAIN, send, sending
from .board import FITS, GROUP_OF, GROUPS, PLACE_GROUPS, Board, misfit
from .components import (
    BATHHOUSE,
    PLACE_ID,
    PLACE_KEYS,
    TILE_ID,
    TILES,
    TOWER,
    TOWN_HALL,
)
from .move_query import EVERY, Every, Moves, Tried
from .move_syntax import OWN_PLACE, STANDING_TEXT, WIDTH, Standing
from .ready_places import not_ready, ready_places
from .rule_reason import Ruled, Why
from .shared_reasons import all_taken
from .state import (
    ACTIONS,
    DEED_STEP,
    EVENT,
    SETTLE_STEP,
    TECHNOLOGY_STEP,
    State,
)
from .technology import (
    TECH_TEXT,
    answered,
    asked_kind,
    lay_held,
    laying,
    next_question,
)
from .tile_actions import ACTS

NEVER_SETTLED = (BATHHOUSE, TOWER)
NOBODY = -1
SETTLE_TEXT = (*(f"settle {standing}" for standing in STANDING_TEXT), "settle none")  # [NOBODY]


def begin(state: State) -> str:
    state.phase = ACTIONS
    for board in state.boards:
        board.passed = False
    return hand_over(state, state.start)


def acts(state: State, seat: int, ask: Every = EVERY) -> list[str]:
    """Every legal `act` of the seat: ready places whose action can have an effect."""
    board = state.boards[seat]
    moves: list[str] = []
    ready = ready_places(board)
    for place in ask.word(OWN_PLACE, ready, lambda place: not_ready(board, place)):
        moves += ACTS[place].choices(state, seat, board.coins, ask)
    return moves


def hand_over(state: State, first: int) -> str:
    """The turn goes to the first seat from `first` that can act; the others are passed."""
    state.step = ""
    for seat in seats_from(first, state.seats):
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
    if any(state.asking) and next_question(state, seat):
        state.step = TECHNOLOGY_STEP
        return True
    return False


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
    ACTS[place].perform(state, seat, args[1:], seat)
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


def sending_again(state: State, seat: int, ask: Every = EVERY) -> Moves:
    return sending(state, seat, state.using, AGAIN, ask)


def after_sending(state: State, seat: int) -> str:
    if sending_again(state, seat):
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


class Settling(Standing):
    """Reads a follower and a spot for it, or `none`."""

    def read(self, tried: Tried, options: Collection[int]) -> int | Why:
        if tried.left == ["none"]:
            tried.take()
            return NOBODY
        return super().read(tried, options)


SETTLING = Settling()


def settling(state: State, seat: int, ask: Every = EVERY) -> Moves:
    """Where the drawn tiles may be settled; a tile without a home may be chosen to go back."""
    board = state.boards[seat]
    found = {tile: homes(board, tile) for tile in sorted(set(state.drawn))}
    codes = [tile * WIDTH + group for tile, groups in found.items() for group in groups]
    if not state.bathhouse_settles or not all(found.values()):
        codes.append(NOBODY)
    wanted = ask.word(SETTLING, codes, lambda code: no_home(state, board, code))
    return [SETTLE_TEXT[code] for code in wanted]


def no_home(state: State, board: Board, code: int) -> Why:
    """Why a drawn tile cannot be settled there, or nobody may be."""
    drawn = tuple(TILES[tile] for tile in state.drawn)
    if code == NOBODY:
        message = _("one follower must be settled: each that was drawn fits somewhere (%(drawn)s)")
        return Ruled("5.5.4", "must_settle", message, drawn=drawn)
    tile, group = divmod(code, WIDTH)
    if tile not in state.drawn:
        message = _("%(tile)s was not drawn; drawn: %(drawn)s")
        return Ruled("5.5.4", "not_drawn", message, tile=TILES[tile], drawn=drawn)
    if GROUPS[group].place in NEVER_SETTLED:
        message = _("a drawn follower cannot be settled on %(place)s")
        place = PLACE_KEYS[GROUPS[group].place]
        return Ruled("5.5.4", "not_for_settling", message, place=place)
    return misfit(tile, group, board.passive) or all_taken("5.5.4", group)


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


def asked_for(state: State, seat: int, ask: Every = EVERY) -> Moves:
    """Where the tile that is asked for may lie."""
    groups = laying(state.boards[seat], asked_kind(state), ask)
    return [TECH_TEXT[group] for group in groups]


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
