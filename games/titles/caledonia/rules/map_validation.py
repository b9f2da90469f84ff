"""Checks of a map file, for people who put the printed modules into `map.json`.

`map_problems` checks the frame (rules 2.3), every module side, and all 16 maps in both sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from typing import Any

from games.rules.primitives.bitsets import members

from .components import CORNERS
from .maps import (
    AT,
    SHARING_EDGE,
    SPACE_ID,
    SPACES,
    Board,
    Module,
    Side,
    read_modules,
)

CORNER_HEX = {"a": "0,0", "b": "12,-6", "c": "12,2", "d": "0,8"}
CENTRE_LOCHS = ("5,1", "4,2", "6,0", "7,0", "6,1", "7,1", "6,2", "5,2", "4,3", "5,3")
TERRAINS = ("g", "f", "m", "gf", "gm", "fm", "gfm")
COSTS = range(1, 7)
SIDES = ("1", "2")
MIN_PORT_SHORE = {True: 2, False: 1}  # land spaces beside a port space, by whether the map is small
# Fergusson needs three border spaces after every other seat may have placed two workers there.
MIN_BORDER_WORK = {True: 5, False: 9}


def map_problems(data: Mapping[str, Any]) -> list[str]:
    """Return the faults of a map file as sentences; [] for a sound one."""
    found = list(_structure_problems(data))
    if found:
        return found
    modules = read_modules(data)
    found = [*_frame_problems(modules), *_river_problems(modules)]
    if found:
        return found
    for sides in product((1, 2), repeat=len(CORNERS)):
        for seats in (2, 4):
            name = f"map {'-'.join(map(str, sides))} for {'1 or 2' if seats == 2 else '3 or 4'}"
            found += [
                f"{name}: {text}"
                for text in _assembled_map_problems(Board(modules, sides, seats, True))
            ]
    return found


def _structure_problems(data: Mapping[str, Any]) -> Iterator[str]:
    """Check that everything is there and readable."""
    for corner in CORNERS:
        module = data.get("modules", {}).get(corner)
        if module is None:
            yield f"module {corner} is missing"
            continue
        for key in ("port_34", "port_12"):
            if module.get(key) not in SPACE_ID:
                yield f"module {corner}: {key} must be a space, not {module.get(key)!r}"
        for number in SIDES:
            side = module.get("sides", {}).get(number)
            if side is None:
                yield f"module {corner}: side {number} is missing"
                continue
            for at, what in side.get("spaces", {}).items():
                if at not in SPACE_ID:
                    yield f"module {corner}, side {number}: there is no space {at}"
                elif what != "loch" and not (what[:-1] in TERRAINS and _cost(what) in COSTS):
                    yield f"module {corner}, side {number}: {at} is {what!r}, not like loch or gf3"
            for edge in (edge for river in side.get("rivers", ()) for edge in river):
                if not all(at in side["spaces"] for at in edge.split("|")) or edge.count("|") != 1:
                    yield f"module {corner}, side {number}: river edge {edge} leaves the module"


def _cost(what: str) -> int:
    return int(what[-1]) if what[-1:].isdecimal() else 0


def _hexes(side: Side) -> frozenset[int]:
    return side.lochs | frozenset(side.land)


def _frame_problems(modules: Mapping[str, Module]) -> Iterator[str]:
    """Check that modules cover the grid once, with corners, centre lochs and ports in place."""
    seen: set[int] = set()
    for corner, module in modules.items():
        one, two = (_hexes(module.sides[number]) for number in (1, 2))
        if one != two:
            yield f"module {corner}: its sides differ on {_names(one ^ two)}"
        if seen & one:
            yield f"module {corner} overlaps another on {_names(seen & one)}"
        seen |= one
        home = SPACE_ID[CORNER_HEX[corner]]
        if module.port_34 != home:
            yield f"module {corner}: port_34 must be its corner {CORNER_HEX[corner]}"
        if not SHARING_EDGE[home] >> module.port_12 & 1:
            yield f"module {corner}: port_12 must be next to its corner {CORNER_HEX[corner]}"
        for number, side in module.sides.items():
            if home not in side.lochs:
                yield f"module {corner}, side {number}: its corner {AT[home]} must be a loch"
            if module.port_12 not in side.land:
                yield f"module {corner}, side {number}: port_12 {AT[module.port_12]} must be land"
            for at in CENTRE_LOCHS:
                if SPACE_ID[at] in side.land:
                    yield f"module {corner}, side {number}: {at} in the centre must be a loch"
    missing = set(range(SPACES)) - seen
    if missing:
        yield f"no module has {_names(missing)}"


def _names(spaces: set[int] | frozenset[int]) -> str:
    return ", ".join(AT[space] for space in sorted(spaces))


def _ends(edge: tuple[int, int]) -> tuple[int, ...]:
    """Return the hexes at the two end points of an edge."""
    return members(SHARING_EDGE[edge[0]] & SHARING_EDGE[edge[1]])


def _river_problems(modules: Mapping[str, Module]) -> Iterator[str]:
    """Check that rivers run between land of one module, from a mouth upstream without a gap."""
    for corner, module in modules.items():
        for number, side in module.sides.items():
            where = f"module {corner}, side {number}: river edge"
            for edge in side.edges:
                name = f"{where} {AT[edge[0]]}|{AT[edge[1]]}"
                if not SHARING_EDGE[edge[0]] >> edge[1] & 1:
                    yield f"{name} is between hexes that share no edge"
                elif not all(space in side.land for space in edge):
                    yield f"{name} is not between two land hexes"
                elif module.port_12 in edge:
                    yield f"{name} touches the port space"
            for river in side.rivers:
                mouth = river[0]
                if not any(end in side.lochs for end in _ends(mouth)):
                    yield f"{where} {AT[mouth[0]]}|{AT[mouth[1]]} is a mouth without a loch"
                for edge, after in pairwise(river):
                    # Consecutive edges meet in a point: together they touch three mutually
                    # adjacent hexes.
                    if (
                        len({*edge, *after}) != 3
                        or not SHARING_EDGE[({*edge} - {*after}).pop()]
                        >> ({*after} - {*edge}).pop()
                        & 1
                    ):
                        yield f"{where} {AT[after[0]]}|{AT[after[1]]} does not join the one before"


def _assembled_map_problems(board: Board) -> Iterator[str]:
    """Check one assembled map."""
    start = board.land & -board.land
    joined = edge = start
    while edge:
        around = 0
        for space in members(edge):
            around |= board.reach[1][space] & board.land
        edge = around & ~joined
        joined |= around
    if joined != board.land:
        apart = set(members(board.land & ~joined))
        yield f"{_names(apart)} cannot be reached over land and rivers"
    least = MIN_PORT_SHORE[board.small]
    for corner, port in zip(CORNERS, board.port_at, strict=True):
        shore = (board.adjacent[port] & board.land).bit_count()
        if shore < least:
            yield f"port space {corner} has {shore} land spaces beside it, {least} are needed"
    if not board.delta:
        yield "there is no delta space"
    work = (board.border & board.land & (board.unit_spaces[6] | board.unit_spaces[7])).bit_count()
    least = MIN_BORDER_WORK[board.small]
    if work < least:
        yield f"{work} border spaces have forest or mountain, {least} are needed"
