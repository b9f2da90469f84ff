"""The end of the captain phase: storing what is left, and unloading full ships (rules 5.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...match import IllegalMove
from ..boards import Board
from ..components import GOODS, LARGE_WAREHOUSE, SLOT_OF, SMALL_WAREHOUSE
from ..notation import KEEP, STORE
from .rounds import end_phase

if TYPE_CHECKING:
    from ..match import PuertoRico


def begin(match: PuertoRico) -> None:
    match.step = "store"
    match.actors = ()
    for seat in match.in_order():
        board = match.boards[seat]
        match.shelves[seat] = shelves(board)
        if not keeps_everything(board):
            match.actors = (*match.actors, seat)
        elif any(board.goods):
            match.emit("stored", seat, {"kept": named(board.goods), "returned": {}, "auto": True})
    match.actors = tuple(sorted(match.actors))
    if not match.actors:
        _unload(match)


def shelves(board: Board) -> int:
    """Kinds that the warehouses keep whole."""
    workers = board.workers
    return (1 if workers[SMALL_WAREHOUSE] else 0) + (2 if workers[LARGE_WAREHOUSE] else 0)


def keeps_everything(board: Board) -> bool:
    barrels = [n for n in board.goods if n]
    kinds, whole = len(barrels), shelves(board)
    return kinds <= whole or (kinds == whole + 1 and 1 in barrels)


def named(goods: list[int]) -> dict[str, int]:
    return {GOODS[good]: n for good, n in enumerate(goods) if n}


def moves(match: PuertoRico, seat: int) -> list[str]:
    words = STORE if match.shelves[seat] else KEEP
    stored = match.stored[seat]
    return [
        words[good]
        for good, n in enumerate(match.boards[seat].goods)
        if n and not stored >> good & 1
    ]


def play(match: PuertoRico, seat: int, tokens: list[str]) -> None:
    board, good = match.boards[seat], SLOT_OF[tokens[1]]
    match.stored[seat] |= 1 << good
    if tokens[0] == "store":
        match.shelves[seat] -= 1
        match.tell("store", seat, {"good": tokens[1], "n": board.goods[good]})
        return
    returned = [0] * len(GOODS)
    for kind, n in enumerate(board.goods):
        if kind == good:
            returned[kind] = n - 1
        elif not match.stored[seat] >> kind & 1:
            returned[kind] = n
    for kind, n in enumerate(returned):
        board.goods[kind] -= n
        match.supply[kind] += n
    match.tell("stored", seat, {"kept": named(board.goods), "returned": named(returned)})
    match.actors = tuple([actor for actor in match.actors if actor != seat])
    if not match.actors:
        _unload(match)


def _unload(match: PuertoRico) -> None:
    for ship, capacity in enumerate(match.setup.ships):
        good, n = match.ship_goods[ship], match.ship_loads[ship]
        if n == capacity:
            match.supply[good] += n
            match.ship_goods[ship] = -1
            match.ship_loads[ship] = 0
            match.emit("unload", None, {"ship": str(capacity), "good": GOODS[good], "n": n})
    end_phase(match)


def refusal(match: PuertoRico, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens[0] not in ("store", "keep"):
        return None
    if len(tokens) != 2:
        return IllegalMove(f"{tokens[0]!r} names one good", "6")
    if tokens[1] not in GOODS:
        return IllegalMove(f"{tokens[1]!r} is not a good: {', '.join(GOODS)}", "6")
    good = SLOT_OF[tokens[1]]
    if not match.boards[seat].goods[good]:
        return IllegalMove(f"you have no {tokens[1]}", "5.9")
    if match.stored[seat] >> good & 1:
        return IllegalMove(f"{tokens[1]} is in a warehouse already: name another good", "5.9")
    left = match.shelves[seat]
    if left:
        return IllegalMove(f"first the warehouses: 'store' {left} more", "5.9")
    return IllegalMove("no warehouse space is left: 'keep' one barrel", "5.9")
