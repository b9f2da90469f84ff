"""Chance for a search: the same luck for every candidate, and no information on hidden things."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from games.rules import FastChance, Match

T = TypeVar("T")
MatchT = TypeVar("MatchT", bound=Match)


class StreamChance(FastChance):
    """One generator per name, so that lines with different draws still roll the same dice.

    A copy has its own luck, so trying something out predicts nothing and changes nothing.
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
    """Deals hidden things in an order that does not depend on their real order."""

    __slots__ = ()

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        return super().shuffle(name, sorted(items, key=repr))

    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]:
        return super().draw(name, sorted(items, key=repr), k)


def deal(match: MatchT, seat: int | None, seed: int) -> MatchT:
    """A world that the seat may be in: the same one for every match the seat cannot tell apart."""
    world = match.determinize(seat, OrderBlindChance(seed))
    world.chance = StreamChance(seed, match.reveals)
    return world
