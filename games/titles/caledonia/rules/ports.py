"""Port tiles: free actions before or after the main action (rules 2.6, 6.1, rulings 18 to 23).

Tile 1 is used while meat is paid: see `contracts.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from .components import (
    BASIC,
    BUILDINGS,
    CORNERS,
    GOOD_ID,
    GOODS,
    PORT_BASIC,
    PORT_BUILDING,
    PORT_BUILDING_POUNDS,
    PORT_GLORY,
    PORT_MONEY,
    PORT_OTHER,
    PORT_OTHER_COST,
    PORT_POUNDS,
    PORT_PRICE,
    PORT_PROCESSED,
    PORT_SWAP,
    PORT_SWAPS,
    PORT_UPGRADE,
    PROCESSED,
    TOP,
    TRACKS,
    UNIT_ID,
    UNITS,
)
from .contracts import waive
from .maps import AT, SPACE_ID, spaces_of
from .market import purse, slide
from .notation import COPIED, PREFIXES, exchanges, price_steps, swaps
from .player import Player
from .state import SWAPPABLE, Bonus, Meat, State, Swap
from .upgrades import bonuses, grant


def usable(match: State, p: Player) -> list[int]:
    """The corners whose tile this seat has in reach and has not used."""
    seen = p.open_ports(match.board.ports)
    return [corner for corner, space in enumerate(match.board.port_at) if seen >> space & 1]


def moves(match: State, p: Player, *, before: bool) -> list[str]:
    """Every use of a port tile in a turn, no frame open; `before` the main action or after it."""
    found: list[str] = []
    for corner in usable(match, p):
        tile = match.ports[corner]
        if tile != PORT_OTHER:
            found += _uses(match, p, PREFIXES[corner], tile, 0, before)
        elif p.money >= PORT_OTHER_COST:
            for other, copied in enumerate(match.ports):
                if other != corner:
                    prefix = COPIED[corner][other]
                    found += _uses(match, p, prefix, copied, PORT_OTHER_COST, before)
    return found


def _uses(match: State, p: Player, prefix: str, tile: int, paid: int, before: bool) -> list[str]:
    found: list[str] = []
    if tile in (PORT_BASIC, PORT_PROCESSED):
        for good in BASIC if tile == PORT_BASIC else PROCESSED:
            if p.goods[good]:
                found += exchanges(prefix, tile, good)
    elif tile == PORT_UPGRADE:
        found = [f"{prefix} {what}" for what in (*bonuses(p, p.money - paid), "none")]
    elif tile in (PORT_MONEY, PORT_BUILDING):
        found = [prefix]
    elif tile == PORT_PRICE:
        if before and p.merchants:
            found = _price_moves(match, p, prefix, paid)
    elif tile == PORT_SWAP and swap_moves(match, p, Swap(PORT_SWAPS, 0, 0)):
        found = [prefix]
    return found


def _price_moves(match: State, p: Player, prefix: str, paid: int) -> list[str]:
    """Tile 6: all steps fit on the track, and a trade of the good is legal afterwards."""
    money = purse(p) - paid
    found = []
    for good, track in enumerate(TRACKS):
        area, position = p.areas[good], match.market[good]
        sellable = area <= 0 and p.goods[good] > 0
        for steps, move in price_steps(prefix, good):
            there = position + steps
            if 0 <= there <= TOP and (sellable or (area >= 0 and track[there] <= money)):
                found.append(move)
    return found


def swap_moves(match: State, p: Player, frame: Swap) -> list[str]:
    """Tile 7: units on the map for units of other types from the board."""
    if not frame.left:
        return []
    fits = match.board.fits
    found: list[str] = []
    arrivals = p.stocked & SWAPPABLE & ~frame.removed
    leaving = SWAPPABLE & ~frame.added
    for space in spaces_of(p.units):
        unit = p.unit_at(space)
        assert unit is not None
        if leaving >> unit & 1:
            units = arrivals & fits[space] & ~(1 << unit)
            if units:
                found += swaps(space, units)
    return found


def play_swap(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    space, new = SPACE_ID[tokens[1]], UNIT_ID[tokens[2]]
    old = p.unit_at(space)
    frame = match.frames[-1]
    assert isinstance(frame, Swap)
    assert old is not None
    reach = match.board.reach[p.shipping]
    p.take_back(old, space, reach)
    p.put(new, space, reach)
    removed, added = frame.removed | 1 << old, frame.added | 1 << new
    match.frames[-1] = Swap(frame.left - 1, removed, added)
    match.emit("swap", seat, {"at": AT[space], "from": UNITS[old], "to": UNITS[new]})


def after_swaps(match: State, p: Player, seat: int, frame: Swap) -> None:
    """One building bonus per type of which the fourth unit came onto the map (ruling 9)."""
    draws = sum(1 for unit in BUILDINGS if frame.added >> unit & 1 and not p.supply[unit])
    if draws:
        match.frames.append(Bonus((), draws))
        match.emit("bonus", seat, {"goods": [], "draws": draws})


def play_port(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    if match.frames and isinstance(match.frames[-1], Meat):
        waive(match, p, seat, tokens)
        return
    corner = CORNERS.index(tokens[1])
    p.use_port(corner, match.board.port_at[corner])
    tile = effect = match.ports[corner]
    cost, args = 0, tokens[2:]
    if tile == PORT_OTHER:
        cost = PORT_OTHER_COST
        effect, args = match.ports[CORNERS.index(tokens[3])], tokens[4:]
        p.money -= cost
    data: Told = {"corner": tokens[1], "tile": tile, "effect": effect, "cost": cost}
    match.emit("port", seat, data)
    data.update(_EFFECTS[effect](match, p, seat, args, tokens[1]))


Told = dict[str, object]


def _exchange(match: State, p: Player, seat: int, args: list[str], corner: str) -> Told:
    given = GOOD_ID[args[0]]
    kind = BASIC if given in BASIC else PROCESSED
    p.goods[given] -= 1
    gained = {}
    for good, count in zip(kind, map(int, args[1:]), strict=True):
        p.goods[good] += count
        if count:
            gained[GOODS[good]] = count
    return {"given": args[0], "gained": gained}


def _upgrade(match: State, p: Player, seat: int, args: list[str], corner: str) -> Told:
    p.glory += PORT_GLORY
    match.emit_score(seat, PORT_GLORY, f"port:{corner}")
    if args[0] != "none":
        grant(match, p, seat, args[0])
    return {"upgrade": args[0], "glory": PORT_GLORY}


def _money(match: State, p: Player, seat: int, args: list[str], corner: str) -> Told:
    p.money += PORT_POUNDS
    return {"money": PORT_POUNDS}


def _price(match: State, p: Player, seat: int, args: list[str], corner: str) -> Told:
    good, steps = GOOD_ID[args[0]], int(args[2])
    slide(match, good, steps if args[1] == "up" else -steps)
    match.trade = good
    return {
        "good": args[0],
        "steps": steps if args[1] == "up" else -steps,
        "new_price": TRACKS[good][match.market[good]],
    }


def _swap(match: State, p: Player, seat: int, args: list[str], corner: str) -> Told:
    match.frames.append(Swap(PORT_SWAPS, 0, 0))
    return {}


def _building(match: State, p: Player, seat: int, args: list[str], corner: str) -> Told:
    p.money += PORT_BUILDING_POUNDS
    match.frames.append(Bonus((), 1))
    return {"money": PORT_BUILDING_POUNDS}


_EFFECTS: dict[int, Callable[[State, Player, int, list[str], str], Told]] = {
    PORT_BASIC: _exchange,
    PORT_PROCESSED: _exchange,
    PORT_UPGRADE: _upgrade,
    PORT_MONEY: _money,
    PORT_PRICE: _price,
    PORT_SWAP: _swap,
    PORT_BUILDING: _building,
}
