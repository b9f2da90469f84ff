"""How strong the bots of a game are, as `python -m benchmarks.bots … --rate` has measured."""

from __future__ import annotations

import functools
import json
from typing import NamedTuple

from games import registry

RATINGS_FILE = "RATINGS.json"


class LevelRating(NamedTuple):
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
def read_level_ratings(game: str) -> dict[str, LevelRating]:
    """The ratings of a game's levels; none where nobody has measured them."""
    path = (
        registry.title_folders()[game] / RATINGS_FILE if game in registry.title_folders() else None
    )
    if path is None or not path.is_file():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))["levels"]
    return {level: LevelRating(**one) for level, one in found.items()}
