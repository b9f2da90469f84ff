"""Chance for a search: the same luck on every line, and nothing learnt from what is hidden."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from games.rules import FastChance, Match

T = TypeVar("T")
MatchT = TypeVar("MatchT", bound=Match)


class StreamChance(FastChance):
    """A generator for each name, so that lines which draw differently still roll the same dice.

    A copy has a luck of its own: who tries something out foresees nothing and changes nothing.
    """

    __slots__ = ("seed", "sources")

    def __init__(self, seed: int, reveals: int = 0) -> None:
        self.seed = seed
        self.reveals = reveals
        self.sources: dict[str, random.Random] = {}

    def source(self, name: str) -> random.Random:
        found = self.sources.get(name)
        if found is None:
            found = self.sources[name] = random.Random(f"{name} {self.seed}")
        return found

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        self.reveals += 1
        result = list(items)
        self.source(name).shuffle(result)
        return result

    def roll(self, name: str, sides: int = 6) -> int:
        self.reveals += 1
        return int(self.source(name).random() * sides) + 1

    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]:
        self.reveals += 1
        return self.source(name).sample(items, k)

    def copy(self) -> StreamChance:
        return StreamChance(self.seed + 1, self.reveals)


class OrderBlindChance(StreamChance):
    """Deals from what is hidden in an order that does not depend on how it lies."""

    __slots__ = ()

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        return super().shuffle(name, sorted(items, key=repr))

    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]:
        return super().draw(name, sorted(items, key=repr), k)


def deal(match: MatchT, seat: int | None, seed: int) -> MatchT:
    """One of the worlds that a seat may be in: the same one whichever of them it is asked in."""
    world = match.determinize(seat, OrderBlindChance(seed))
    world.chance = StreamChance(seed, match.reveals)
    return world
