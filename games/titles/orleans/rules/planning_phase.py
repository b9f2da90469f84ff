"""The planning phase: all seats place followers at the same time, in secret (rules 5.4)."""

from __future__ import annotations

import functools
import operator
from bisect import bisect_left
from itertools import compress

from games.rules.reasons import gettext_noop as _

from .board import (
    FITS,
    GROUP_OF,
    GROUPS,
    PLACE_GROUPS,
    TECHNOLOGY,
    Board,
    VisibleState,
    misfit_reason,
)
from .components import (
    FARMER,
    MARKET_SIZE,
    PLACE_KEYS,
    SLOT_TYPES,
    TILE_ID,
    TILES,
    TOWER,
)
from .followers_phase import GROUP_OF_SLOT
from .move_query import EVERY, MoveQuery, Moves
from .move_syntax import SLOT_READER, STANDING_READER, TILE_ON_SLOT_TEXTS, WIDTH
from .rule_reason import OptionalReason, RuleReason
from .shared_reasons import all_taken_reason, list_or_nothing
from .state import ACTIONS, PLANNING, State
from .technology import TECH_TEXT, held_tile_groups, lay_held_tile, not_laid_reason
from .tracks import FIRST, LATER

TOWER_GROUP = PLACE_GROUPS[TOWER][0]
# The first and last slot of each group; no group has more than two slots
FIRST_SLOT = tuple(group.slots[0] for group in GROUPS)
LAST_SLOT = tuple(group.slots[-1] for group in GROUPS)
PLACE_TEXT = tuple(f"place {standing}" for standing in TILE_ON_SLOT_TEXTS)
CODES_OF_GROUP = tuple(
    frozenset(tile * WIDTH + group for tile in range(len(TILES))) for group in range(WIDTH)
)


def begin_planning(state: State) -> str:
    """Store what other seats may see, and make all seats with a placement actors."""
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
        board.finished = not (board.codes or technology_groups(state, board))
    if all(board.finished for board in state.boards):
        return reveal_plans(state)  # nobody had a choice, and all can see that
    return ask_unfinished_seats(state)


def technology_groups(state: State, board: Board) -> list[int]:
    """The groups on which held technology may be laid during planning (only in version 1)."""
    return [] if state.technology_waits_for_pass else held_tile_groups(board)


@functools.lru_cache(maxsize=512)
def groups_of(places: tuple[int, ...]) -> tuple[int, ...]:
    """The groups of slots on these places, in order."""
    return tuple(group for place in places for group in PLACE_GROUPS[place])


def placements(state: State, board: Board) -> list[int]:
    """The codes of each market tile with each group that it fits and that has a free slot."""
    slots = board.slots
    free = [
        group
        for group in groups_of(board.places)
        if not (slots[LAST_SLOT[group]] and slots[FIRST_SLOT[group]])
    ]
    if TOWER_GROUP in free and is_tower_closed(state, board):
        free.remove(TOWER_GROUP)
    codes = []
    for tile, count in enumerate(board.market):
        if count:
            fitting = FITS[board.passive][tile]
            base = tile * WIDTH
            codes += [base + group for group in free if fitting[group]]
    return codes


def is_tower_closed(state: State, board: Board) -> bool:
    """Return whether the tower takes no more tiles, even if a slot is free."""
    return state.tower_takes_overflow and not board.overflow


def place_moves(state: State, seat: int, ask: MoveQuery = EVERY) -> Moves:
    """The `place` moves of an unfinished seat."""
    board = state.boards[seat]
    if board.codes is None:
        board.codes = placements(state, board)
    codes = ask.word(STANDING_READER, board.codes, lambda code: not_placed_reason(board, code))
    return [*map(PLACE_TEXT.__getitem__, codes)]


def not_placed_reason(board: Board, code: int) -> OptionalReason:
    """Why a tile cannot go there: not on the market, does not fit, or no room."""
    tile, group = divmod(code, WIDTH)
    if not board.market[tile]:
        there = list_or_nothing(TILES[other] for other, count in enumerate(board.market) if count)
        message = _("no %(tile)s on your market; there: %(there)s")
        return RuleReason("5.4", "no_follower", message, tile=TILES[tile], there=there)
    unfit = misfit_reason(tile, group, board.passive)
    if unfit or board.free_slot(group) < 0:
        return unfit or all_taken_reason("5.4", group)
    message = _(
        "%(place)s takes only as many followers as your market had above %(size)s "
        "when planning began: %(most)s"
    )
    most = len(board.tiles_on(TOWER))
    place = PLACE_KEYS[TOWER]
    return RuleReason("5.4", "no_overflow", message, place=place, size=MARKET_SIZE, most=most)


NONE_HELD = RuleReason("5.5.5", "no_technology", _("you hold no technology tile"))


def lay_moves(state: State, seat: int, ask: MoveQuery = EVERY) -> Moves:
    """The `tech` moves for held technology during planning, under version 1 of the rules."""
    board = state.boards[seat]
    if ask.is_blocked(None if board.held_first or board.held_later else NONE_HELD):
        return []
    kind = LATER if board.held_later else FIRST
    groups = ask.word(
        SLOT_READER, held_tile_groups(board), lambda group: not_laid_reason(board, kind, -1, group)
    )
    return [TECH_TEXT[group] for group in groups]


def play_place(state: State, seat: int, args: list[str]) -> str:
    board = state.boards[seat]
    tile = TILE_ID[args[0]]
    group = GROUP_OF[args[1], args[2]]
    codes = board.codes if board.codes is not None else placements(state, board)
    board.slots[board.free_slot(group)] = tile + 1
    board.market[tile] -= 1
    if not board.market[tile]:
        first, end = bisect_left(codes, tile * WIDTH), bisect_left(codes, (tile + 1) * WIDTH)
        codes = codes[:first] + codes[end:]
    full = board.slots[FIRST_SLOT[group]] and board.slots[LAST_SLOT[group]]
    if full or (group == TOWER_GROUP and is_tower_closed(state, board)):
        gone = CODES_OF_GROUP[group]
        codes = [code for code in codes if code not in gone]
    board.codes = codes
    state.emit("place", seat, {"tile": args[0], "place": args[1], "slot": args[2]}, seat)
    return finish_if_no_moves(state, board)


def play_tech(state: State, seat: int, args: list[str]) -> str:
    """Lay a kept technology tile under version 1 of the rules; a `first` tile if it fits."""
    board = state.boards[seat]
    farmer = GROUPS[GROUP_OF[args[0], args[1]]].type == FARMER
    kind = FIRST if board.held_first and farmer else LATER
    lay_held_tile(board, args[0], args[1], kind)
    board.codes = placements(state, board)
    laid = {"phase": PLANNING, "place": args[0], "slot": args[1], "kind": kind}
    state.emit("tech", seat, laid, seat)
    return finish_if_no_moves(state, board)


def finish_if_no_moves(state: State, board: Board) -> str:
    board.listed = None
    if board.codes or technology_groups(state, board):
        return ""
    board.finished = True
    return ask_unfinished_seats(state)


def play_done(state: State, seat: int) -> str:
    state.boards[seat].finished = True
    state.emit("done", seat, {"phase": PLANNING}, seat)
    return ask_unfinished_seats(state)


def ask_unfinished_seats(state: State) -> str:
    """Make the unfinished seats actors; when all are finished, reveal all plans.

    This counts as a reveal even if nobody has planned anything. Otherwise the last seat could
    learn from `reveals`, on a copy of the match, whether the others have.
    """
    boards = state.boards
    state.actors = tuple([seat for seat, board in enumerate(boards) if not board.finished])
    if state.actors:
        return ""
    state.chance.reveal("plans")
    return reveal_plans(state)


def reveal_plans(state: State) -> str:
    """Publish the plans of all seats."""
    plans = []
    for seat, board in enumerate(state.boards):
        assert board.seen is not None
        plan = plan_changes(board, board.seen)
        if plan["placed"] or plan["technology"]:
            plans.append({"seat": seat, **plan})
        board.seen = board.codes = board.listed = None
    state.emit("plans", None, {"plans": plans})
    return ACTIONS


def plan_changes(board: Board, seen: VisibleState) -> dict[str, list[list[str]]]:
    """Return what a seat has placed and laid since the phase began."""
    placed = []
    laid = []
    slots = board.own_slots
    changed = map(operator.ne, seen[1], slots)
    for number, now in compress(zip(GROUP_OF_SLOT, slots, strict=False), changed):
        group = GROUPS[number]
        where = [PLACE_KEYS[group.place], SLOT_TYPES[group.type]]
        if now == TECHNOLOGY:
            laid.append(where)
        else:
            placed.append([TILES[now - 1], *where])
    return {"placed": placed, "technology": laid}
