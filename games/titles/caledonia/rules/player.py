"""A player: what a seat owns in stock, on its player board and on the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from games.rules.fields import UNSTORED, Copyable, Fields, fields
from games.rules.primitives.bitsets import members

from .components import (
    GOODS,
    IMPORTS,
    MACDONALD_COUNT,
    MERCHANTS,
    MERCHANTS_AT_START,
    UNIT_COUNT,
    UNITS,
    WORKER,
    contract,
)


@fields
class Player(Copyable, Fields):
    """The belongings of a seat.

    Attributes:
        clan, tile: "" and 0 until a set is chosen.
        goods: stock by good.
        supply, stocked: units left on the own board by type; bitset of types with any left.
        merchants, hirable: merchants in stock; those still on the own board.
        areas: merchants on the market by good: above 0 in its buy area, below 0 in its sell area.
        techs: flipped technology tiles, bit 0 woodcutter, bit 1 miner.
        boxes: contracts in the export boxes, in the order taken.
        fulfilled: fulfilled contracts; imports, hops and meat are their sums.
        ports, spent: used port tiles, one bit per corner; bitset of their spaces.
        cellar: MacKenzie's barrels, one bit per cellar place.
        units, by_unit: bitsets of the own spaces, in total and by unit type.
        reach: bitset of spaces in reach of any own unit at the own shipping level.
    """

    clan: str
    tile: int
    money: int
    merchants: int
    hirable: int
    shipping: int
    techs: int
    boxes: tuple[int, ...]
    fulfilled: tuple[int, ...]
    glory: int
    bid: int
    ports: int
    cellar: int
    goods: list[int]
    areas: list[int]
    supply: Annotated[list[int], UNSTORED]
    stocked: Annotated[int, UNSTORED]
    imports: Annotated[list[int], UNSTORED]
    hops: Annotated[int, UNSTORED]
    meat: Annotated[int, UNSTORED]
    spent: Annotated[int, UNSTORED]
    units: Annotated[int, UNSTORED]
    by_unit: Annotated[list[int], UNSTORED]
    reach: Annotated[int, UNSTORED]

    def __init__(self) -> None:
        self.clan = ""
        self.tile = 0
        self.money = 0
        self.goods = [0] * len(GOODS)
        self.supply = list(UNIT_COUNT)
        self.stocked = _types_left(self.supply)
        self.merchants = MERCHANTS_AT_START
        self.hirable = MERCHANTS - MERCHANTS_AT_START
        self.areas = [0] * len(GOODS)
        self.shipping = 0
        self.techs = 0
        self.boxes = ()
        self.fulfilled = ()
        self.imports = [0] * len(IMPORTS)
        self.hops = 0
        self.meat = 0
        self.glory = 0
        self.bid = 0
        self.ports = 0
        self.spent = 0
        self.cellar = 0
        self.units = 0
        self.by_unit = [0] * len(UNITS)
        self.reach = 0

    @property
    def free_boxes(self) -> int:
        return (2 if self.clan == "buchanan" else 1) - len(self.boxes)

    def on_map(self, unit: int) -> int:
        """Return how many units of a type this seat has on the map."""
        count = MACDONALD_COUNT if self.clan == "macdonald" else UNIT_COUNT
        return count[unit] - self.supply[unit]

    def apply_macdonald_units(self) -> None:
        """Replace the woodcutters and miners by eight workers."""
        self.supply = list(MACDONALD_COUNT)
        self.stocked = _types_left(self.supply)

    def add_fulfilled(self, number: int) -> None:
        """Add a contract to the fulfilled ones and to their sums."""
        tile = contract(number)
        self.fulfilled += (number,)
        self.hops += tile.hops
        self.meat += tile.beef + tile.mutton
        for kind, amount in enumerate(tile.imports):
            self.imports[kind] += amount

    def dump(self) -> dict[str, Any]:
        """Return the player as JSON, without what follows from the rest (supply, sums, reach)."""
        data = self.dump_fields()
        # JSON numbers are safe only up to 2**53, so sets of spaces are stored as hex.
        data["units"] = [f"{mask:x}" for mask in self.by_unit]
        return data

    @classmethod
    def load(
        cls, data: Mapping[str, Any], reach: tuple[int, ...], port_at: tuple[int, ...]
    ) -> Self:
        """Return the player that `dump` wrote.

        Args:
            data: the result of `dump`.
            reach: per space, the bitset of spaces in reach at the player's shipping level.
            port_at: port spaces of the corners a to d.
        """
        player = cls()
        if data["clan"] == "macdonald":
            player.apply_macdonald_units()
        player.load_fields(data)
        player.fulfilled = ()
        for number in data["fulfilled"]:
            player.add_fulfilled(number)
        for unit, text in enumerate(data["units"]):
            mask = int(text, 16)
            player.by_unit[unit] = mask
            player.units |= mask
            player.supply[unit] -= mask.bit_count()
        player.stocked = _types_left(player.supply)
        player.update_reach(reach)
        for corner, space in enumerate(port_at):
            if player.ports >> corner & 1:
                player.use_port(corner, space)
        return player

    def use_port(self, corner: int, space: int) -> None:
        """Mark the port tile of a corner, which lies on `space`, as used."""
        self.ports |= 1 << corner
        self.spent |= 1 << space

    def open_ports(self, ports: int) -> int:
        """Return those of the port spaces that are in reach or occupied, with an unused tile."""
        return (self.reach | self.units) & ports & ~self.spent

    def update_reach(self, reach: tuple[int, ...]) -> None:
        """Recompute the reach from `reach`, which has one bitset per space at the own level."""
        mask = 0
        for space in members(self.units):
            mask |= reach[space]
        self.reach = mask

    def put(self, unit: int, space: int, reach: tuple[int, ...]) -> None:
        """Move a unit from the own board to a space of the map."""
        bit = 1 << space
        self.supply[unit] -= 1
        if not self.supply[unit]:
            self.stocked ^= 1 << unit
        self.by_unit[unit] |= bit
        self.units |= bit
        self.reach |= reach[space]

    def take_back(self, unit: int, space: int, reach: tuple[int, ...]) -> None:
        """Move a unit from a space of the map to the own board."""
        bit = 1 << space
        self.supply[unit] += 1
        self.stocked |= 1 << unit
        self.by_unit[unit] ^= bit
        self.units ^= bit
        self.update_reach(reach)

    def unit_at(self, space: int) -> int | None:
        """Return the type of the own unit on a space, None if there is none."""
        for unit, mask in enumerate(self.by_unit):
            if mask >> space & 1:
                return unit
        return None

    def fishermen(self, water: int) -> int:
        """Return the bitset of own workers that stand on water."""
        return self.by_unit[WORKER] & water


def _types_left(supply: list[int]) -> int:
    return sum(1 << unit for unit, left in enumerate(supply) if left)
