"""The event phase: the effect of the hourglass tile on every seat (rules 5.6)."""

from __future__ import annotations

import functools

from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .bag import draw_tiles
from .board import SPAN, Board
from .components import (
    BREAD,
    FOOD,
    GOOD_ID,
    GOOD_WORDS,
    HARVEST,
    HARVEST_FINE,
    INCOME,
    LEVEL,
    NEUTRAL,
    PLAGUE,
    SACRISTY,
    TAXES,
    TILES,
    TRADING_DAY,
    TYPE_OF,
)
from .move_query import EVERY, NONE, MoveQuery, Moves
from .move_syntax import OWN_GOOD
from .rule_reason import RuleReason
from .scoring import change_coins
from .shared_reasons import not_own_good_reason, too_dear_reason
from .state import EVENT, State
from .torture import pay_or_owe
from .tracks import return_good

CLOSE = "close"
EDIBLE = (*FOOD, BREAD)
FINE = Reason("fine", _("the fine"))


def begin_event(state: State) -> str:
    """Start the phase: apply the event to seats in turn order, unless a seat may `shield`."""
    state.phase = EVENT
    for seat in state.turn_order():
        if would_harm(state, seat) and is_sacristy_ready(state.boards[seat]):
            state.boards[seat].threatened = True
        else:
            apply_event(state, seat)
    return ask_owing_seats(state)


def ask_owing_seats(state: State) -> str:
    """Make all seats that owe a decision actors at the same time."""
    state.actors = tuple(
        seat
        for seat, board in enumerate(state.boards)
        if board.threatened or board.due or board.debt
    )
    return "" if state.actors else CLOSE


def taxes_due(board: Board, value: int) -> int:
    return (sum(board.goods) + board.bread) // value


def would_harm(state: State, seat: int) -> bool:
    """Return whether the event would take anything from the seat (rules 10.21)."""
    board = state.boards[seat]
    event = state.event
    if event == PLAGUE:
        return any(board.bag[NEUTRAL:])
    if event == TAXES:
        return taxes_due(board, state.value) > 0
    return event == HARVEST


def is_sacristy_ready(board: Board) -> bool:
    return board.owns(SACRISTY) and 0 not in board.slots[SPAN[SACRISTY]]


def apply_event(state: State, seat: int) -> None:
    """Apply the event of this round to one seat."""
    board = state.boards[seat]
    event = state.event
    if event == PLAGUE:
        apply_plague(state, seat)
    elif event == TAXES:
        due = taxes_due(board, state.value)
        if due:
            state.emit("taxes", seat, {"due": due})
            pay_or_owe(state, seat, due, TAXES)
    elif event == TRADING_DAY:
        change_coins(state, seat, state.value * board.station_count, TRADING_DAY)
    elif event == INCOME:
        change_coins(state, seat, state.value * LEVEL[board.development], INCOME)
    elif event == HARVEST:
        board.due = state.value
        carry_out_single_payments(state, seat)


def apply_plague(state: State, seat: int) -> None:
    """Draw a tile from the bag; an own one goes back, a neutral one to the supply."""
    board = state.boards[seat]
    if not any(board.bag):
        return
    tile = draw_tiles(state, board, f"plague:{seat}", 1)[0]
    lost = tile >= NEUTRAL
    if lost:
        state.followers[TYPE_OF[tile]] += 1
    else:
        board.bag[tile] += 1
    state.emit("plague", seat, {"tile": TILES[tile], "lost": lost})


def feed_moves(board: Board, ask: MoveQuery = EVERY) -> list[str]:
    """A `feed` move for each kind of food that the seat has."""
    counts = (*board.goods, board.bread)
    food = [good for good in EDIBLE if counts[good]]
    wanted = ask.word(OWN_GOOD, food, functools.partial(not_fed_reason, board))
    return [f"feed {GOOD_WORDS[good]}" for good in wanted]


def not_fed_reason(board: Board, good: int) -> RuleReason:
    if good in EDIBLE:
        return not_own_good_reason("5.6", board, good)
    message = _("%(good)s is not food; choose from: %(food)s")
    food = tuple(GOOD_WORDS[one] for one in EDIBLE)
    return RuleReason("2.2", "no_food", message, good=GOOD_WORDS[good], food=food)


def pay_moves(board: Board, ask: MoveQuery = EVERY) -> Moves:
    """The move that pays the fine instead of food."""
    return (
        NONE
        if ask.is_blocked(too_dear_reason("5.6", board.coins, HARVEST_FINE, FINE))
        else ("pay",)
    )


def harvest_moves(board: Board) -> list[str]:
    """The moves for one harvest item: food or the fine."""
    return [*feed_moves(board), *pay_moves(board)]


def carry_out_single_payments(state: State, seat: int) -> None:
    """Pay items that leave no choice; if nothing can pay, the seat owes the rest in coins."""
    board = state.boards[seat]
    while board.due:
        moves = harvest_moves(board)
        if len(moves) > 1:
            return
        if not moves:
            owed = HARVEST_FINE * board.due
            board.due = 0
            pay_or_owe(state, seat, owed, HARVEST)
            return
        play_harvest_item(state, seat, moves[0].split(" "), auto=True)


def play_harvest_item(state: State, seat: int, tokens: list[str], *, auto: bool = False) -> None:
    board = state.boards[seat]
    board.due -= 1
    if tokens[0] == "pay":
        state.emit("pay", seat, {"coins": HARVEST_FINE, "auto": auto})
        change_coins(state, seat, -HARVEST_FINE, HARVEST)
    else:
        state.emit("feed", seat, {"good": tokens[1], "auto": auto})
        return_good(state, seat, GOOD_ID[tokens[1]], HARVEST)


def play_shield(state: State, seat: int) -> str:
    """Apply `shield`: the sacristy's monk goes to the bag and the event has no effect."""
    board = state.boards[seat]
    board.threatened = False
    board.clear(SACRISTY, board.bag)
    state.emit("shield", seat, {"event": state.event})
    return ask_owing_seats(state)


def play_suffer(state: State, seat: int) -> str:
    state.boards[seat].threatened = False
    state.emit("suffer", seat, {"event": state.event})
    apply_event(state, seat)
    return ask_owing_seats(state)


def play_harvest(state: State, seat: int, tokens: list[str]) -> str:
    play_harvest_item(state, seat, tokens)
    carry_out_single_payments(state, seat)
    return ask_owing_seats(state)
