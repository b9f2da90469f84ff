"""The board of one seat: its island, its city, and what it owns."""

from __future__ import annotations

from typing import Annotated

from games.rules.fields import UNSTORED, MatchPart, fields

from .components import CIRCLES, COLUMN, FIRST_BUILDING, GOODS, PRODUCERS, QUARRY, SLOTS, SPACES

NOTHING = [0] * len(SLOTS)


@fields
class Board(MatchPart):
    """The board of one seat, as everyone sees it.

    Attributes:
        doubloons, chips: what the seat has; chips are hidden from others until the end.
        san_juan: workers without a circle.
        goods: barrels by good.
        size: circles by slot: tiles of the kind, or circles of the building; 0 where it has none.
        workers: workers by slot.
        spaces: used city spaces.
        points: printed points of the buildings.
    """

    doubloons: int
    chips: int
    san_juan: int
    goods: list[int]
    size: list[int]
    workers: list[int]
    spaces: Annotated[int, UNSTORED]
    points: Annotated[int, UNSTORED]

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
        """Number of tiles on the island, quarries included."""
        return sum(self.size[:FIRST_BUILDING])

    @property
    def circles(self) -> int:
        """Number of circles for workers, on tiles and buildings."""
        return sum(self.size)

    @property
    def crew(self) -> int:
        """Number of workers of the seat, San Juan included."""
        return sum(self.workers) + self.san_juan

    @property
    def quarries(self) -> int:
        """Number of occupied quarries."""
        return self.workers[QUARRY]

    @property
    def vacancies(self) -> int:
        """Number of empty circles on buildings, which the worker ship should fill (rules 5.4)."""
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

    def derive_fields(self) -> None:
        built = [slot for slot in range(FIRST_BUILDING, len(SLOTS)) if self.size[slot]]
        self.spaces = sum(SPACES[slot] for slot in built)
        self.points = sum(COLUMN[slot] for slot in built)
