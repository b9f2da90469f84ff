"""The craftsman phase: every seat produces; the craftsman gets one more barrel (rules 5.6)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import gettext_noop as _

from ..boards import Board
from ..components import FACTORY, FACTORY_INCOME, GOODS, SLOT_OF
from ..notation import PRIVILEGE, PRIVILEGE_NONE
from ..state import State
from .rounds import end_phase, no_such_good


def begin(match: State) -> None:
    for seat in match.seats_in_order():
        _produce(match, seat)
    match.step = "craftsman_privilege"
    match.actors = (match.picker,)


def _produce(match: State, seat: int) -> None:
    board, supply = match.boards[seat], match.supply
    made = {}
    for good, name in enumerate(GOODS):
        n = output(board, supply, good)
        if n:
            supply[good] -= n
            board.goods[good] += n
            made[name] = n
            if seat == match.picker:
                match.produced |= 1 << good
    match.emit("produce", seat, {"goods": made})
    income = factory_income(board, len(made))
    if income:
        board.doubloons += income
        match.emit("income", seat, {"doubloons": income, "reason": "factory"})


def output(board: Board, supply: Sequence[int], good: int) -> int:
    """Barrels of a good that the owner of a board makes, limited by the supply."""
    n, left = board.capacity(good), supply[good]
    return n if n < left else left


def factory_income(board: Board, kinds: int) -> int:
    """Doubloons that the owner of a board gets for producing this many kinds of goods."""
    return FACTORY_INCOME[kinds] if board.workers[FACTORY] else 0


def moves(match: State, seat: int) -> list[str]:
    listed = [
        PRIVILEGE[good] for good in range(5) if match.produced >> good & 1 and match.supply[good]
    ]
    listed.append(PRIVILEGE_NONE)
    return listed


def play(match: State, seat: int, tokens: list[str]) -> None:
    if tokens[1] == "none":
        match.emit_pass(seat)
    else:
        good = SLOT_OF[tokens[1]]
        match.supply[good] -= 1
        match.boards[seat].goods[good] += 1
        match.emit_move("extra", seat, {"good": tokens[1]})
    end_phase(match)


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens[0] != "privilege":
        return None
    if len(tokens) != 2:
        return malformed_move("5.6", tokens, "privilege good", PRIVILEGE_NONE)
    if tokens[1] not in GOODS:
        return no_such_good(tokens[1])
    if not match.produced >> SLOT_OF[tokens[1]] & 1:
        message = _("you produced no %(good)s in this phase")
        return illegal_move("not_produced", message, "5.6", good=tokens[1])
    return illegal_move("none_left", _("the supply has no %(good)s left"), "5.6", good=tokens[1])
