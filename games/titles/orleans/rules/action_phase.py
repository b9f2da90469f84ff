"""The action phase: turns, ready places, how an action runs, and passing (rules 5.5)."""

from __future__ import annotations

from collections.abc import Collection

from games.rules.primitives.turn_order import seats_from
from games.rules.reasons import gettext_noop as _

from .beneficial_deeds import AGAIN, send_follower, send_moves
from .board import FITS, GROUP_OF, GROUPS, PLACE_GROUPS, Board, misfit_reason
from .components import (
    BATHHOUSE,
    PLACE_ID,
    PLACE_KEYS,
    TILE_ID,
    TILES,
    TOWER,
    TOWN_HALL,
)
from .move_query import EVERY, AttemptedMove, MoveQuery, Moves
from .move_syntax import OWN_PLACE_READER, TILE_ON_SLOT_TEXTS, WIDTH, PlacedFollowerReader
from .ready_places import not_ready_reason, ready_places
from .rule_reason import OptionalReason, RuleReason
from .shared_reasons import all_taken_reason
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
    asked_tile_kind,
    lay_held_tile,
    lay_options,
    mark_answered,
    next_question,
)
from .tile_actions import ALL_TILE_ACTIONS

NO_SETTLE_PLACES = (BATHHOUSE, TOWER)
NOBODY = -1
SETTLE_TEXTS = (
    *(f"settle {standing}" for standing in TILE_ON_SLOT_TEXTS),
    "settle none",
)  # [NOBODY]


def begin_actions(state: State) -> str:
    state.phase = ACTIONS
    for board in state.boards:
        board.passed = False
    return pass_turn_to(state, state.start)


def act_moves(state: State, seat: int, ask: MoveQuery = EVERY) -> list[str]:
    """The legal `act` moves of the seat: ready places whose action can have an effect."""
    board = state.boards[seat]
    moves: list[str] = []
    ready = ready_places(board)
    for place in ask.word(OWN_PLACE_READER, ready, lambda place: not_ready_reason(board, place)):
        moves += ALL_TILE_ACTIONS[place].choices(state, seat, board.coins, ask)
    return moves


def pass_turn_to(state: State, first: int) -> str:
    """Give the turn to the first seat from `first` that can act; the others pass automatically."""
    state.step = ""
    for seat in seats_from(first, state.seats):
        board = state.boards[seat]
        if board.passed:
            continue
        state.turn = seat
        state.actors = (seat,)
        board.listed = act_moves(state, seat)
        if board.listed:
            board.listed.append("pass")
            return ""
        if pass_seat(state, seat, auto=True):
            return ""
    return EVENT


def pass_seat(state: State, seat: int, *, auto: bool) -> bool:
    """Pass; return True if the seat must first lay or keep a technology tile."""
    board = state.boards[seat]
    board.passed = True
    state.emit("pass", seat, {"auto": auto})
    state.asking = (board.held_first, board.held_later)
    if any(state.asking) and next_question(state, seat):
        state.step = TECHNOLOGY_STEP
        return True
    return False


def pass_turn(state: State, seat: int) -> str:
    if pass_seat(state, seat, auto=False):
        return ""
    return pass_turn_to(state, (seat + 1) % state.seats)


def play_act(state: State, seat: int, args: list[str]) -> str:
    """Apply `act …`: use a ready place (rules 5.5.2)."""
    place = PLACE_ID[args[0]]
    board = state.boards[seat]
    state.using = place
    state.emit("act", seat, {"place": args[0], "args": args[1:]})
    ALL_TILE_ACTIONS[place].perform(state, seat, args[1:], seat)
    if state.step == SETTLE_STEP:
        if any(settle_groups(board, tile) for tile in state.drawn):
            return ""
        return play_settle(state, seat, ["none"])
    if place in (TOWN_HALL, TOWER):
        return finish_deed(state, seat)
    return finish_act(state, seat)


def finish_act(state: State, seat: int) -> str:
    """Return the place's tiles to the bag and continue; tiles on the tower stay."""
    board = state.boards[seat]
    if state.using != TOWER:
        tiles = board.clear(state.using, board.bag)
        if tiles:
            data = {"place": PLACE_KEYS[state.using], "tiles": [TILES[tile] for tile in tiles]}
            state.emit("return", seat, data)
    state.using = -1
    return pass_turn_to(state, (seat + 1) % state.seats)


# The second tile of the town hall or the gunpowder tower


def further_deeds(state: State, seat: int, ask: MoveQuery = EVERY) -> Moves:
    return send_moves(state, seat, state.using, AGAIN, ask)


def finish_deed(state: State, seat: int) -> str:
    if further_deeds(state, seat):
        state.step = DEED_STEP
        return ""
    return finish_act(state, seat)


def play_deed(state: State, seat: int, args: list[str]) -> str:
    send_follower(state, seat, state.using, args)
    return finish_deed(state, seat)


# The bathhouse (rules 5.5.4)


def settle_groups(board: Board, tile: int) -> list[int]:
    """The groups on which a drawn tile may be settled."""
    return [
        group
        for place in board.places
        if place not in NO_SETTLE_PLACES
        for group in PLACE_GROUPS[place]
        if FITS[board.passive][tile][group] and board.free_slot(group) >= 0
    ]


class SettleReader(PlacedFollowerReader):
    """Reads a follower and a slot for it, or `none`."""

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason:
        if tried.left == ["none"]:
            tried.take()
            return NOBODY
        return super().read(tried, options)


SETTLE_READER = SettleReader()


def settle_moves(state: State, seat: int, ask: MoveQuery = EVERY) -> Moves:
    """The slots where drawn tiles may be settled.

    `settle none` is listed in version 1, or if one of the drawn tiles fits nowhere (ruling 10).
    """
    board = state.boards[seat]
    found = {tile: settle_groups(board, tile) for tile in sorted(set(state.drawn))}
    codes = [tile * WIDTH + group for tile, groups in found.items() for group in groups]
    if not state.bathhouse_settles or not all(found.values()):
        codes.append(NOBODY)
    wanted = ask.word(SETTLE_READER, codes, lambda code: no_home_reason(state, board, code))
    return [SETTLE_TEXTS[code] for code in wanted]


def no_home_reason(state: State, board: Board, code: int) -> OptionalReason:
    """Why a drawn tile cannot be settled there, or why `settle none` is illegal."""
    drawn = tuple(TILES[tile] for tile in state.drawn)
    if code == NOBODY:
        message = _("you must settle one follower: each one drawn fits somewhere (%(drawn)s)")
        return RuleReason("5.5.4", "must_settle", message, drawn=drawn)
    tile, group = divmod(code, WIDTH)
    if tile not in state.drawn:
        message = _("%(tile)s was not drawn; drawn: %(drawn)s")
        return RuleReason("5.5.4", "not_drawn", message, tile=TILES[tile], drawn=drawn)
    if GROUPS[group].place in NO_SETTLE_PLACES:
        message = _("a drawn follower cannot be settled on %(place)s")
        place = PLACE_KEYS[GROUPS[group].place]
        return RuleReason("5.5.4", "not_for_settling", message, place=place)
    return misfit_reason(tile, group, board.passive) or all_taken_reason("5.5.4", group)


def play_settle(state: State, seat: int, args: list[str]) -> str:
    """Apply `settle …`: put one drawn tile or none on a slot; the rest goes back to the bag."""
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


# Technology tiles after the pass (rules 5.5.5)


def technology_moves(state: State, seat: int, ask: MoveQuery = EVERY) -> Moves:
    """The slots where the technology tile may lie that the seat must now lay or keep."""
    groups = lay_options(state.boards[seat], asked_tile_kind(state), ask)
    return [TECH_TEXT[group] for group in groups]


def play_tech(state: State, seat: int, args: list[str]) -> str:
    kind = asked_tile_kind(state)
    lay_held_tile(state.boards[seat], args[0], args[1], kind)
    state.emit("tech", seat, {"place": args[0], "slot": args[1], "kind": kind})
    return ask_next(state, seat)


def play_keep(state: State, seat: int) -> str:
    state.emit("keep", seat, {"kind": asked_tile_kind(state)})
    return ask_next(state, seat)


def ask_next(state: State, seat: int) -> str:
    mark_answered(state)
    if next_question(state, seat):
        return ""
    return pass_turn_to(state, (seat + 1) % state.seats)
