"""The captain phase: loading ships, turn after turn, until no seat can (rules 5.9)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import UserInput
from games.rules.reasons import gettext_noop as _

from ..boards import Board
from ..components import GOODS, HARBOR, SLOT_OF, WHARF
from ..notation import LOAD, LOAD_WHARF, PASS
from ..state import State
from . import storage
from .rounds import no_such_good, reach_end


def begin(match: State) -> None:
    match.step = "load"
    match.actors = (match.picker,)


def own_ships_taking(match: State, good: int, n: int) -> list[int]:
    """The ships (by number) onto which a seat may load its n barrels of a good."""
    return ships_taking(match.setup.ships, match.ship_goods, match.ship_loads, good, n)


def ships_taking(
    capacities: Sequence[int], carried: Sequence[int], loads: Sequence[int], good: int, n: int
) -> list[int]:
    """The ships that take n barrels of a good, where `carried` has their goods (-1: none)."""
    if good in carried:
        ship = carried.index(good)
        return [ship] if loads[ship] < capacities[ship] else []
    empty = [ship for ship, loaded in enumerate(loads) if not loaded]
    # The ships that take all; if none does, the largest, which is last, as capacities ascend.
    return [ship for ship in empty if capacities[ship] >= n] or empty[-1:]


def moves(match: State, seat: int) -> list[str]:
    goods = match.boards[seat].goods
    wharf = can_use_wharf(match, seat)
    must_load = False
    listed: list[str] = []
    for good, n in enumerate(goods):
        if not n:
            continue
        for ship in own_ships_taking(match, good, n):
            must_load = True
            listed.append(LOAD[good][match.setup.ships[ship]])
        if wharf:
            listed.append(LOAD_WHARF[good])
    if not must_load:
        listed.append(PASS)
    return listed


def can_use_wharf(match: State, seat: int) -> bool:
    return match.boards[seat].workers[WHARF] > 0 and not match.wharves >> seat & 1


def play(match: State, seat: int, tokens: list[str]) -> None:
    if tokens[0] == PASS:
        match.emit_pass(seat)
        match.passes += 1
        if match.passes == match.seats:
            storage.begin(match)
            return
    else:
        match.passes = 0
        _load(match, seat, SLOT_OF[tokens[1]], tokens[2])
    match.start_next_turn()


def _load(match: State, seat: int, good: int, where: str) -> None:
    board = match.boards[seat]
    n = board.goods[good]
    if where == "wharf":
        match.wharves |= 1 << seat
        match.supply[good] += n
    else:
        ship = match.setup.ships.index(int(where))
        n = min(n, match.setup.ships[ship] - match.ship_loads[ship])
        match.ship_goods[ship] = good
        match.ship_loads[ship] += n
    board.goods[good] -= n
    match.emit_move("load", seat, {"good": GOODS[good], "n": n, "ship": where})
    _score_load(match, seat, n)


def _score_load(match: State, seat: int, barrels: int) -> None:
    board = match.boards[seat]
    captain = seat == match.picker and not match.sailed
    if captain:
        match.sailed = True
    parts = load_points(board, barrels, captain)
    chips = sum(parts.values())
    board.chips += chips
    # Points beyond the supply count, too, but the shown supply never goes below 0.
    match.chips_left = max(0, match.chips_left - chips)
    match.emit_score(seat, chips, "chips", seat, **parts)
    if not match.chips_left:
        reach_end(match, "chips")


def load_points(board: Board, barrels: int, captain: bool) -> dict[str, int]:
    """Points of a load, by reason; `captain`: it is the captain's first load."""
    return {
        "barrels": barrels,
        "captain": 1 if captain else 0,
        "harbor": 1 if board.workers[HARBOR] else 0,
    }


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens == [PASS]:
        return illegal_move("must_load", _("you can load a cargo ship, so you must load"), "5.9")
    if tokens[0] != "load":
        return None
    if len(tokens) != 3:
        return malformed_move("5.9", tokens, "load good ship", "load good wharf")
    name, where = tokens[1], tokens[2]
    ships = tuple(map(str, match.setup.ships))
    if name not in GOODS:
        return no_such_good(name)
    if where != "wharf" and where not in ships:
        message = _("there is no ship %(given)s; ships: %(ships)s")
        return illegal_move(
            "no_such_ship", message, "5.9", given=UserInput(where), ships=(*ships, "wharf")
        )
    good = SLOT_OF[name]
    n = match.boards[seat].goods[good]
    if not n:
        return illegal_move("have_none", _("you have no %(good)s to load"), "5.9", good=name)
    if where == "wharf":
        return _wharf_refusal(match, seat)
    return _ship_refusal(match, good, n, ships.index(where))


def _wharf_refusal(match: State, seat: int) -> IllegalMove:
    if not match.boards[seat].workers[WHARF]:
        return illegal_move("needs_wharf", _("that needs a wharf of your own with a worker"), "5.9")
    message = _("your wharf has already shipped in this phase: once per phase")
    return illegal_move("wharf_has_sailed", message, "5.9")


def _ship_refusal(match: State, good: int, n: int, ship: int) -> IllegalMove:
    capacities = match.setup.ships
    params: dict[str, str | int] = {"good": GOODS[good]}
    if good in match.ship_goods:
        carrier = match.ship_goods.index(good)
        params |= {"ship": capacities[carrier], "n": match.ship_loads[carrier]}
        if carrier == ship:
            message = _("ship %(ship)s is full: it carries %(n)s %(good)s")
            return illegal_move("ship_full", message, "5.9", **params)
        message = _("ship %(ship)s already carries %(good)s (%(n)s), so no other ship can")
        return illegal_move("carried_elsewhere", message, "5.9", **params)
    if match.ship_loads[ship]:
        other = GOODS[match.ship_goods[ship]]
        message = _("ship %(ship)s carries %(good)s")
        return illegal_move(
            "carries_other_goods", message, "5.9", ship=capacities[ship], good=other
        )
    return illegal_move(
        "other_ship_takes_more",
        _("only the empty ship that holds most of your %(n)s %(good)s can take them: %(ships)s"),
        "5.9",
        ships=tuple(capacities[one] for one in own_ships_taking(match, good, n)),
        n=n,
        **params,
    )
