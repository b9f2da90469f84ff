"""The strength of a game's bots, as `python -m benchmarks.bots … --rate` has measured it."""

from __future__ import annotations

import functools
import json
from typing import NamedTuple

from games import registry

RATINGS_FILE = "RATINGS.json"


class LevelRating(NamedTuple):
    """The rating of one level, its 95 % confidence interval, and the number of matches."""

    rating: int
    low: int
    high: int
    matches: int

    @property
    def within(self) -> int:
        """The greatest error of the rating within its confidence interval."""
        return max(self.high - self.rating, self.rating - self.low)


@functools.cache
def read_level_ratings(game: str) -> dict[str, LevelRating]:
    """The ratings of a game's levels; empty if they have not been measured."""
    path = (
        registry.title_folders()[game] / RATINGS_FILE if game in registry.title_folders() else None
    )
    if path is None or not path.is_file():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))["levels"]
    return {level: LevelRating(**one) for level, one in found.items()}
