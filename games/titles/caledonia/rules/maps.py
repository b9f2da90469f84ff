"""The map: the hex grid, the modules of `map.json`, and the boards assembled from them.

Spaces have the numbers 0 to 116, column by column from the top. A set of spaces is an integer
with one bit per space. The reach over rivers and lochs (rules 2.4) is computed once per board.
Owners of the printed modules can replace `map.json`; `map_validation.py` checks such a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from games.rules.fields import Constant
from games.rules.primitives.bitsets import bitset_of, members

from .components import (
    CORNERS,
    DEAR,
    MAX_SHIPPING,
    ROBERTSON_DISCOUNT,
    SMALL_MAP_SEATS,
    UNIT_LAND,
    WORKER,
)

COLUMNS, ROWS = 13, 9
SPACES = COLUMNS * ROWS
DIRECTIONS = {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)}

AT = tuple(f"{q},{row - q // 2}" for q in range(COLUMNS) for row in range(ROWS))
SPACE_ID = {at: number for number, at in enumerate(AT)}


def axial(space: int) -> tuple[int, int]:
    """Return the axial coordinates q, r of a space.

    >>> axial(SPACE_ID["6,-2"])
    (6, -2)
    """
    q, row = divmod(space, ROWS)
    return q, row - q // 2


def _adjacent_spaces(space: int) -> int:
    q, r = axial(space)
    near = (f"{q + dq},{r + dr}" for dq, dr in DIRECTIONS.values())
    return bitset_of(SPACE_ID[at] for at in near if at in SPACE_ID)


SHARING_EDGE = tuple(_adjacent_spaces(space) for space in range(SPACES))
OUTER_RING = bitset_of(
    space
    for space in range(SPACES)
    if space // ROWS in (0, COLUMNS - 1) or space % ROWS in (0, ROWS - 1)
)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a module: its land (terrain letters, cost), its lochs and its river edges."""

    land: Mapping[int, tuple[str, int]]
    lochs: frozenset[int]
    rivers: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def edges(self) -> Iterator[tuple[int, int]]:
        for river in self.rivers:
            yield from river


@dataclass(frozen=True, slots=True)
class Module:
    """A map module: its port space by map size, and its two sides."""

    port_34: int
    port_12: int
    sides: Mapping[int, Side]


def read_modules(data: Mapping[str, Any]) -> dict[str, Module]:
    """Return the modules of a map file in which `map_problems` found nothing wrong."""
    return {corner: _read_module(data["modules"][corner]) for corner in CORNERS}


def _read_module(entry: Mapping[str, Any]) -> Module:
    return Module(
        port_34=SPACE_ID[entry["port_34"]],
        port_12=SPACE_ID[entry["port_12"]],
        sides={int(number): _read_side(side) for number, side in entry["sides"].items()},
    )


def _read_side(entry: Mapping[str, Any]) -> Side:
    land, lochs = {}, []
    for at, what in entry["spaces"].items():
        if what == "loch":
            lochs.append(SPACE_ID[at])
        else:
            letters = what.rstrip("0123456789")
            land[SPACE_ID[at]] = (letters, int(what[len(letters) :]))
    rivers = []
    for river in entry["rivers"]:
        pairs = [edge.split("|") for edge in river]
        rivers.append(tuple((SPACE_ID[one], SPACE_ID[other]) for one, other in pairs))
    return Side(land, frozenset(lochs), tuple(rivers))


MAP_FILE = Path(__file__).parent / "map.json"
MODULES = read_modules(json.loads(MAP_FILE.read_text(encoding="utf-8")))


class Board(Constant):
    """An assembled map for a number of players (rules 2.3, 2.4); it never changes.

    Attributes:
        sides: shown sides of the modules a, b, c, d.
        small: map for one or two players: outer land is mist, port tiles lie on other spaces.
        port_at: port spaces of the corners a to d, () without port tiles.
        letters, cost: terrain letters and land cost by space; "" and 0 where there is no land.
        land, lochs, ports, water, mist, closed: sets of spaces; water is lochs and ports.
        free, open_land: spaces where units can stand at all; those of them that are land.
        border, delta, dear: sets that scoring tiles and clans need; dear is land of cost 5 or 6.
        rivers: river edges, as pairs of spaces.
        adjacent, neighbours: per space, the spaces sharing an edge; those without a river between.
        reach: per shipping level and space, the spaces in reach of a unit there.
        fits: per space, the set of unit types that may stand there.
        unit_spaces: per unit type, the set of spaces where it may stand.
        robertson: land costs less Robertson's discount on delta spaces.
        waived, waived_robertson: land costs of free-land expansions: all 0; Robertson's, 0 or less.
    """

    __slots__ = (
        "adjacent",
        "border",
        "closed",
        "cost",
        "dear",
        "delta",
        "fits",
        "free",
        "land",
        "letters",
        "lochs",
        "mist",
        "neighbours",
        "open_land",
        "port_at",
        "ports",
        "reach",
        "rivers",
        "robertson",
        "sides",
        "small",
        "unit_spaces",
        "waived",
        "waived_robertson",
        "water",
    )

    def __init__(
        self, modules: Mapping[str, Module], sides: tuple[int, ...], seats: int, ports: bool
    ) -> None:
        self.sides = sides
        self.small = seats <= SMALL_MAP_SEATS
        placed_modules = [
            (modules[corner], side) for corner, side in zip(CORNERS, sides, strict=True)
        ]
        self.port_at: tuple[int, ...] = ()
        if ports:
            self.port_at = tuple(m.port_12 if self.small else m.port_34 for m, _ in placed_modules)
        self._place_hexes(placed_modules, solo=seats == 1)
        self._compute_reach(placed_modules)
        self._mark_borders(placed_modules)

    def _place_hexes(self, placed_modules: list[tuple[Module, int]], *, solo: bool) -> None:
        """Set what each hex is."""
        self.ports = bitset_of(self.port_at)
        self.land = self.lochs = self.mist = self.closed = self.dear = 0
        letters, cost = [""] * SPACES, [0] * SPACES
        for module, number in placed_modules:
            side = module.sides[number]
            for space in side.lochs:
                self.lochs |= 1 << space
            for space, (terrain, price) in side.land.items():
                bit = 1 << space
                if bit & self.ports:
                    continue
                if self.small and bit & OUTER_RING:
                    self.mist |= bit
                    continue
                self.land |= bit
                letters[space], cost[space] = terrain, price
                if price >= DEAR:
                    self.dear |= bit
                if solo and price == 1:
                    self.closed |= bit
        self.lochs &= ~self.ports
        self.water = self.lochs | self.ports
        self.free = (self.land | self.water) & ~self.closed
        self.open_land = self.land & self.free
        self.letters, self.cost = tuple(letters), tuple(cost)
        self.fits = tuple(self._units_fitting(space) for space in range(SPACES))
        self.unit_spaces = tuple(
            bitset_of(space for space in range(SPACES) if self.fits[space] >> unit & 1)
            for unit in range(len(UNIT_LAND))
        )

    def _units_fitting(self, space: int) -> int:
        bit = 1 << space
        if bit & self.water:
            return 1 << WORKER
        if not bit & self.free:
            return 0
        return bitset_of(
            unit
            for unit, land in enumerate(UNIT_LAND)
            if any(letter in land for letter in self.letters[space])
        )

    def _compute_reach(self, placed_modules: list[tuple[Module, int]]) -> None:
        """Set rivers, adjacency and reach."""
        there = self.land | self.water
        beyond_river = [0] * SPACES
        rivers = []
        for module, number in placed_modules:
            for one, other in module.sides[number].edges:
                if there >> one & 1 and there >> other & 1:
                    rivers.append((one, other))
                    beyond_river[one] |= 1 << other
                    beyond_river[other] |= 1 << one
        self.rivers = tuple(rivers)
        self.adjacent = tuple(
            edge & there if there >> space & 1 else 0 for space, edge in enumerate(SHARING_EDGE)
        )
        self.neighbours = tuple(
            edge & ~beyond_river[space] for space, edge in enumerate(self.adjacent)
        )
        levels: list[list[int]] = [[] for _ in range(MAX_SHIPPING + 1)]
        for space in range(SPACES):
            for level, mask in enumerate(self._reach_by_level(space)):
                levels[level].append(mask)
        self.reach = tuple(tuple(level) for level in levels)

    def _reach_by_level(self, space: int) -> Iterator[int]:
        """Yield what is in reach of a space, level by level (rules 2.4)."""
        mask = self.neighbours[space]
        yield mask
        mask |= self.adjacent[space]
        yield mask
        crossed = 1 << space
        shore = self.neighbours[space]
        for _ in range(2, MAX_SHIPPING + 1):
            lochs = shore & self.lochs & ~crossed
            crossed |= lochs
            shore = 0
            for loch in members(lochs):
                shore |= self.neighbours[loch]
            mask |= shore & ~(1 << space)
            yield mask

    def _mark_borders(self, placed_modules: list[tuple[Module, int]]) -> None:
        """Set border and delta spaces and the land costs of Robertson (rules 2.3, ruling 17)."""
        if self.small:
            beside_mist = 0
            for space in members(self.mist):
                beside_mist |= SHARING_EDGE[space]
            self.border = beside_mist & (self.land | self.water)
        else:
            self.border = OUTER_RING & (self.land | self.water)
        water = 0
        for module, number in placed_modules:
            water |= 1 << module.port_34
            water |= bitset_of(module.sides[number].lochs)
        self.delta = 0
        for module, number in placed_modules:
            for one, other in module.sides[number].edges:
                if SHARING_EDGE[one] & SHARING_EDGE[other] & water:
                    self.delta |= 1 << one | 1 << other
        self.delta &= self.land
        discount = ROBERTSON_DISCOUNT[self.small]
        at_delta = tuple(discount if self.delta >> space & 1 else 0 for space in range(SPACES))
        self.robertson = tuple(cost - less for cost, less in zip(self.cost, at_delta, strict=True))
        self.waived = (0,) * SPACES
        self.waived_robertson = tuple(-less for less in at_delta)


@cache
def board_of(sides: tuple[int, ...], seats: int, ports: bool) -> Board:
    """Return the board of these module sides; all matches on it share one object."""
    return Board(MODULES, sides, seats, ports)
