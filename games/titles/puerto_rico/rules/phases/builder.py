"""The builder phase: in turn each seat may build one building (rules 5.8)."""

from __future__ import annotations

import functools

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import Reason, UserInput
from games.rules.reasons import gettext_noop as _

from ..components import (
    BUILDING_SLOTS,
    CITY_SPACES,
    FIRST_BUILDING,
    SLOT_OF,
    SLOTS,
    SPACES,
    UNIVERSITY,
    VARIANTS,
)
from ..notation import BUILD, BUILD_WORKER, PASS, WORKER
from ..state import State
from .rounds import end_phase, reach_end

NOTHING = Reason("nothing", _("nothing"))
MAX_COST = 10  # the highest cost of a building; more doubloons make no difference
LAST_COLUMN = 4  # the highest column; more quarries make no difference


def begin(match: State) -> None:
    match.step = "build"
    match.actors = (match.picker,)


@functools.cache
def affordable(variant: str, purse: int, quarries: int, builder: bool) -> tuple[int, ...]:
    """The buildings that cost at most `purse`, in the order of the display."""
    price = VARIANTS[variant].price
    return tuple(slot for slot in BUILDING_SLOTS if price(slot, quarries, builder) <= purse)


def buildable_with(match: State, seat: int, purse: int, builder: bool) -> list[int]:
    """The buildings that a seat with this many doubloons could build now."""
    board, copies = match.boards[seat], match.copies
    space = CITY_SPACES - board.spaces
    if not space:
        return []
    size = board.size
    slots = affordable(
        match.options["variant"], min(purse, MAX_COST), min(board.quarries, LAST_COLUMN), builder
    )
    return [slot for slot in slots if copies[slot] and not size[slot] and SPACES[slot] <= space]


def _buildable(match: State, seat: int) -> list[int]:
    return buildable_with(match, seat, match.boards[seat].doubloons, seat == match.picker)


def moves(match: State, seat: int) -> list[str]:
    board = match.boards[seat]
    slots = _buildable(match, seat)
    if board.workers[UNIVERSITY] and (match.worker_supply or match.worker_ship):
        listed = [move for slot in slots for move in (BUILD[slot], BUILD_WORKER[slot])]
    else:
        listed = [BUILD[slot] for slot in slots]
    listed.append(PASS)
    return listed


def play(match: State, seat: int, tokens: list[str]) -> None:
    if tokens[0] == PASS:
        match.emit_pass(seat)
    else:
        _build(match, seat, SLOT_OF[tokens[1]], len(tokens) == 3)
    if not match.start_next_turn():
        end_phase(match)


def _build(match: State, seat: int, slot: int, with_worker: bool) -> None:
    board = match.boards[seat]
    paid = match.variant.price(slot, board.quarries, seat == match.picker)
    before = board.points
    board.doubloons -= paid
    match.copies[slot] -= 1
    board.add_building(slot)
    origin = match.take_worker() if with_worker else None
    if origin:
        board.workers[slot] = 1
    points = board.points - before
    key = SLOTS[slot]
    match.emit_move("build", seat, {"building": key, "paid": paid, "worker": origin})
    match.emit_score(seat, points, "buildings", building=key)
    if board.spaces == CITY_SPACES:
        reach_end(match, "city")


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens[0] != "build":
        return None
    if len(tokens) not in (2, 3):
        return malformed_move("5.8", tokens, "build building", "build building worker")
    key = tokens[1]
    slot = SLOT_OF.get(key, 0)
    if slot < FIRST_BUILDING:
        message = _("%(given)s is not a building; you can build: %(buildings)s")
        buildings = tuple(SLOTS[one] for one in _buildable(match, seat)) or NOTHING
        return illegal_move(
            "no_such_building", message, "2.2", given=UserInput(key), buildings=buildings
        )
    if len(tokens) == 3 and tokens[2] != WORKER:
        return malformed_move("5.8", tokens, BUILD[slot], BUILD_WORKER[slot])
    board = match.boards[seat]
    if board.size[slot]:
        message = _("%(building)s is already in your city: one of each per player")
        return illegal_move("built_already", message, "5.8", building=key)
    if not match.copies[slot]:
        return illegal_move("none_left", _("no %(what)s is left"), "5.8", what=key)
    space = CITY_SPACES - board.spaces
    if SPACES[slot] > space:
        message = _("%(building)s takes %(spaces)s city spaces; free: %(free)s")
        return illegal_move(
            "city_full", message, "5.8", building=key, spaces=SPACES[slot], free=space
        )
    price = match.variant.price(slot, board.quarries, seat == match.picker)
    if price > board.doubloons:
        message = _("%(building)s costs you %(price)s, you have %(money)s")
        return illegal_move(
            "too_dear", message, "5.8", building=key, price=price, money=board.doubloons
        )
    if not board.workers[UNIVERSITY]:
        message = _("a building comes with a worker only with an occupied university")
        return illegal_move("needs_university", message, "5.8")
    return illegal_move(
        "no_workers_left", _("the worker supply and the worker ship are empty"), "5.8"
    )
