"""How strong the bots of a game are, as `python -m benchmarks.bots … --rate` has measured."""

from __future__ import annotations

import functools
import json
from typing import NamedTuple

from games import registry

FILE = "RATINGS.json"


class Rating(NamedTuple):
    """Of one level: between what it lies with 95 % certainty, from how many matches."""

    rating: int
    low: int
    high: int
    matches: int

    @property
    def within(self) -> int:
        """How far it may be off."""
        return max(self.high - self.rating, self.rating - self.low)


@functools.cache
def measured(game: str) -> dict[str, Rating]:
    """The ratings of a game's levels; none where nobody has measured them."""
    path = registry.folders()[game] / FILE if game in registry.folders() else None
    if path is None or not path.is_file():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))["levels"]
    return {level: Rating(**one) for level, one in found.items()}
