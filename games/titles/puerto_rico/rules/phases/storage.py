"""The end of the captain phase: storing leftover goods and unloading full ships (rules 5.9)."""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import gettext_noop as _

from ..boards import Board
from ..components import GOODS, SLOT_OF, WAREHOUSE_KINDS
from ..notation import KEEP, STORE
from ..state import State
from .rounds import end_phase, no_such_good

#: (slot of a warehouse, number of kinds of goods that it stores whole).
WAREHOUSES = tuple((SLOT_OF[key], kinds) for key, kinds in WAREHOUSE_KINDS.items())


def begin(match: State) -> None:
    match.step = "store"
    match.actors = ()
    for seat in match.seats_in_order():
        board = match.boards[seat]
        match.shelves[seat] = warehouse_kinds(board)
        if not can_keep_everything(board):
            match.actors = (*match.actors, seat)
        elif any(board.goods):
            match.emit(
                "stored", seat, {"kept": goods_by_name(board.goods), "returned": {}, "auto": True}
            )
    match.actors = tuple(sorted(match.actors))
    if not match.actors:
        _unload(match)


def warehouse_kinds(board: Board) -> int:
    """Number of kinds of goods that the occupied warehouses store whole."""
    workers = board.workers
    return sum([kinds for slot, kinds in WAREHOUSES if workers[slot]])


def can_keep_everything(board: Board) -> bool:
    barrels = [n for n in board.goods if n]
    kinds, whole = len(barrels), warehouse_kinds(board)
    return kinds <= whole or (kinds == whole + 1 and 1 in barrels)


def spoiled_barrels(board: Board) -> int:
    """The least number of barrels that go back to the supply, however the others are stored."""
    barrels, whole = sorted((n for n in board.goods if n), reverse=True), warehouse_kinds(board)
    rest = barrels[whole:]
    return sum(rest) - bool(rest)


def goods_by_name(goods: list[int]) -> dict[str, int]:
    return {GOODS[good]: n for good, n in enumerate(goods) if n}


def moves(match: State, seat: int) -> list[str]:
    words = STORE if match.shelves[seat] else KEEP
    stored = match.stored[seat]
    return [
        words[good]
        for good, n in enumerate(match.boards[seat].goods)
        if n and not stored >> good & 1
    ]


def play(match: State, seat: int, tokens: list[str]) -> None:
    board, good = match.boards[seat], SLOT_OF[tokens[1]]
    match.stored[seat] |= 1 << good
    if tokens[0] == "store":
        match.shelves[seat] -= 1
        match.emit_move("store", seat, {"good": tokens[1], "n": board.goods[good]})
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
    match.emit_move(
        "stored", seat, {"kept": goods_by_name(board.goods), "returned": goods_by_name(returned)}
    )
    match.actors = tuple([actor for actor in match.actors if actor != seat])
    if not match.actors:
        _unload(match)


def _unload(match: State) -> None:
    for ship, capacity in enumerate(match.setup.ships):
        good, n = match.ship_goods[ship], match.ship_loads[ship]
        if n == capacity:
            match.supply[good] += n
            match.ship_goods[ship] = -1
            match.ship_loads[ship] = 0
            match.emit("unload", None, {"ship": str(capacity), "good": GOODS[good], "n": n})
    end_phase(match)


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens[0] not in ("store", "keep"):
        return None
    if len(tokens) != 2:
        return malformed_move("5.9", tokens, f"{tokens[0]} good")
    name = tokens[1]
    if name not in GOODS:
        return no_such_good(name)
    good = SLOT_OF[name]
    if not match.boards[seat].goods[good]:
        return illegal_move("have_none", _("you have no %(good)s"), "5.9", good=name)
    if match.stored[seat] >> good & 1:
        message = _("%(good)s is already in a warehouse: name another good")
        return illegal_move("stored_already", message, "5.9", good=name)
    left = match.shelves[seat]
    if left:
        message = _("fill the warehouses first; kinds still to store: %(n)s")
        return illegal_move("warehouses_first", message, "5.9", n=left)
    message = _("no warehouse space is left: keep one barrel")
    return illegal_move("warehouses_full", message, "5.9")
