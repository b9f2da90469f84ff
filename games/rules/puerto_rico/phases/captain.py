"""The captain phase: loading ships, turn after turn, until nobody can (rules 5.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...match import IllegalMove
from ..components import GOODS, HARBOR, SLOT_OF, WHARF
from ..notation import LOAD, LOAD_WHARF, PASS
from . import storing
from .rounds import reach_end

if TYPE_CHECKING:
    from ..match import PuertoRico


def begin(match: PuertoRico) -> None:
    match.step = "load"
    match.actors = (match.picker,)


def ships_for(match: PuertoRico, good: int, n: int) -> list[int]:
    """The ships (by number) onto which a seat with n barrels of a good may load them."""
    capacities, loads = match.setup.ships, match.ship_loads
    if good in match.ship_goods:
        ship = match.ship_goods.index(good)
        return [ship] if loads[ship] < capacities[ship] else []
    empty = [ship for ship, loaded in enumerate(loads) if not loaded]
    # the ships that take all of it; else the largest takes most, and capacities ascend
    return [ship for ship in empty if capacities[ship] >= n] or empty[-1:]


def moves(match: PuertoRico, seat: int) -> list[str]:
    goods = match.boards[seat].goods
    wharf = may_use_wharf(match, seat)
    must_load = False
    listed: list[str] = []
    for good, n in enumerate(goods):
        if not n:
            continue
        for ship in ships_for(match, good, n):
            must_load = True
            listed.append(LOAD[good][match.setup.ships[ship]])
        if wharf:
            listed.append(LOAD_WHARF[good])
    if not must_load:
        listed.append(PASS)
    return listed


def may_use_wharf(match: PuertoRico, seat: int) -> bool:
    return match.boards[seat].workers[WHARF] > 0 and not match.wharves >> seat & 1


def play(match: PuertoRico, seat: int, tokens: list[str]) -> None:
    if tokens[0] == PASS:
        match.tell_pass(seat)
        match.passes += 1
        if match.passes == match.seats:
            storing.begin(match)
            return
    else:
        match.passes = 0
        _load(match, seat, SLOT_OF[tokens[1]], tokens[2])
    match.next_turn()


def _load(match: PuertoRico, seat: int, good: int, where: str) -> None:
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
    match.tell("load", seat, {"good": GOODS[good], "n": n, "ship": where})
    _earn(match, seat, n)


def _earn(match: PuertoRico, seat: int, barrels: int) -> None:
    board = match.boards[seat]
    harbor = 1 if board.workers[HARBOR] else 0
    captain = 1 if seat == match.picker and not match.sailed else 0
    if captain:
        match.sailed = True
    chips = barrels + harbor + captain
    board.chips += chips
    # points beyond the supply count all the same; the supply shown never goes below 0
    match.chips_left = max(0, match.chips_left - chips)
    match.emit_score(seat, chips, "chips", seat, barrels=barrels, captain=captain, harbor=harbor)
    if not match.chips_left:
        reach_end(match, "chips")


def refusal(match: PuertoRico, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens == [PASS]:
        return IllegalMove("you can load a cargo ship, so you must load", "5.9")
    if tokens[0] != "load":
        return None
    if len(tokens) != 3:
        return IllegalMove("'load' names a good and a ship: 'load corn 6', 'load corn wharf'", "6")
    name, where = tokens[1], tokens[2]
    capacities = match.setup.ships
    if name not in GOODS:
        return IllegalMove(f"{name!r} is not a good: {', '.join(GOODS)}", "6")
    ships = ", ".join(str(capacity) for capacity in capacities)
    if where not in {"wharf", *(str(capacity) for capacity in capacities)}:
        return IllegalMove(f"there is no ship {where!r}; ships: {ships}, wharf", "6")
    good = SLOT_OF[name]
    n = match.boards[seat].goods[good]
    if not n:
        return IllegalMove(f"you have no {name} to load", "5.9")
    if where == "wharf":
        if not match.boards[seat].workers[WHARF]:
            return IllegalMove("'wharf' needs an occupied wharf of your own", "5.9")
        return IllegalMove("your wharf has shipped in this phase; it sails once", "5.9")
    ship = capacities.index(int(where))
    if good in match.ship_goods:
        carrier = match.ship_goods.index(good)
        load = f"ship {capacities[carrier]} carries {name}, {match.ship_loads[carrier]} of it"
        if carrier == ship:
            return IllegalMove(f"{load}: it is full", "5.9")
        return IllegalMove(f"{load}, so no other ship may", "5.9")
    if match.ship_loads[ship]:
        return IllegalMove(f"ship {where} carries {GOODS[match.ship_goods[ship]]}", "5.9")
    best = ", ".join(str(capacities[one]) for one in ships_for(match, good, n))
    return IllegalMove(
        f"of the empty ships only {best} may take your {n} {name}: most of them fit there", "5.9"
    )
