"""What lies in front of one seat: its island, its city, and what it owns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .components import CIRCLES, COLUMN, FIRST_BUILDING, GOODS, PRODUCERS, QUARRY, SLOTS, SPACES

NOTHING = [0] * len(SLOTS)


class Board:
    """The board of one seat, as everybody sees it.

    Attributes:
        doubloons, chips: what the seat has; chips are hidden from the others until the end.
        san_juan: workers without a circle.
        goods: barrels by good.
        size: circles by slot: tiles of the kind, or circles of the building; 0 where it has none.
        workers: workers by slot.
        spaces: city spaces used; points: printed points of the buildings.
    """

    __slots__ = ("chips", "doubloons", "goods", "points", "san_juan", "size", "spaces", "workers")

    def __init__(self, doubloons: int) -> None:
        self.doubloons = doubloons
        self.chips = 0
        self.san_juan = 0
        self.goods = [0] * len(GOODS)
        self.size = NOTHING[:]
        self.workers = NOTHING[:]
        self.spaces = 0
        self.points = 0

    @property
    def tiles(self) -> int:
        """Tiles on the island, quarries included."""
        return sum(self.size[:FIRST_BUILDING])

    @property
    def circles(self) -> int:
        """Circles for workers, on tiles and buildings."""
        return sum(self.size)

    @property
    def crew(self) -> int:
        """All workers of the seat, San Juan included."""
        return sum(self.workers) + self.san_juan

    @property
    def quarries(self) -> int:
        """Quarries that work."""
        return self.workers[QUARRY]

    @property
    def vacancies(self) -> int:
        """Empty circles on buildings: what the worker ship is asked to bring (rules 5.4)."""
        return sum(self.size[FIRST_BUILDING:]) - sum(self.workers[FIRST_BUILDING:])

    def add_tile(self, kind: int) -> None:
        self.size[kind] += 1

    def add_building(self, slot: int) -> None:
        self.size[slot] = CIRCLES[slot]
        self.spaces += SPACES[slot]
        self.points += COLUMN[slot]

    def capacity(self, good: int) -> int:
        """Barrels of a good that a craftsman phase makes here, if the supply has them."""
        workers = self.workers
        growing = workers[good]
        if not growing or not good:
            return growing
        making = 0
        for slot in PRODUCERS[good]:
            making += workers[slot]
        return growing if growing < making else making

    def copy(self) -> Board:
        other = Board.__new__(Board)
        other.doubloons = self.doubloons
        other.chips = self.chips
        other.san_juan = self.san_juan
        other.goods = self.goods[:]
        other.size = self.size[:]
        other.workers = self.workers[:]
        other.spaces = self.spaces
        other.points = self.points
        return other

    def dump(self) -> dict[str, Any]:
        return {
            "doubloons": self.doubloons,
            "chips": self.chips,
            "san_juan": self.san_juan,
            "goods": self.goods[:],
            "size": self.size[:],
            "workers": self.workers[:],
        }

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Board:
        board = cls(data["doubloons"])
        board.chips = data["chips"]
        board.san_juan = data["san_juan"]
        board.goods = list(data["goods"])
        board.size = list(data["size"])
        board.workers = list(data["workers"])
        built = [slot for slot in range(FIRST_BUILDING, len(SLOTS)) if board.size[slot]]
        board.spaces = sum(SPACES[slot] for slot in built)
        board.points = sum(COLUMN[slot] for slot in built)
        return board
