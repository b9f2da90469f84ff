"""One scale for the levels of a game, from duels between them (Bradley–Terry, as Elo).

What was played is kept beside the ratings, so that matches can be added whenever there is time.
"""

from __future__ import annotations

import datetime
import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games import registry
from games.bots import STEADY
from games.bots.level_ratings import RATINGS_FILE, LevelRating

STEADY_AT = 1500
ROUNDS = 200  # of the fit
SAMPLES = 300  # of what may have been played as well: 95 % of their fits lie in the interval

Duels = Mapping[tuple[str, str], Sequence[float]]  # two levels: what each match was for the first


def fit(duels: Duels) -> dict[str, float]:
    """The ratings of the levels, `steady` at 1500; 400 points more win ten matches of eleven.

    A drawn match more between each two keeps a clean sweep from being without end.

    >>> found = fit({("easy", "steady"): [0.0] * 74 + [1.0] * 24})
    >>> {level: round(rating) for level, rating in found.items()}
    {'easy': 1308, 'steady': 1500}
    """
    strength = dict.fromkeys(itertools.chain(*duels), 1.0)
    won = dict.fromkeys(strength, 0.0)
    for (one, other), shares in duels.items():
        won[one] += sum(shares) + 0.5
        won[other] += len(shares) - sum(shares) + 0.5
    for _round in range(ROUNDS):
        for level in strength:
            met = sum(
                (len(shares) + 1) / sum(strength[one] for one in pair)
                for pair, shares in duels.items()
                if level in pair
            )
            strength[level] = won[level] / met
    return {
        level: STEADY_AT + 400 * math.log10(found / strength[STEADY])
        for level, found in strength.items()
    }


def rate(duels: Duels) -> dict[str, LevelRating]:
    """The ratings with their intervals: of what levels win of each other more is thought possible
    than was seen, since a clean sweep of few matches is none of all. What was seen is among it."""
    rng = random.Random(1)

    def drawn_from(shares: Sequence[float]) -> list[float]:
        won = sum(shares)
        return [rng.betavariate(won + 0.5, len(shares) - won + 0.5)] * len(shares)

    drawn = [
        fit({pair: drawn_from(shares) for pair, shares in duels.items()})
        for _sample in range(SAMPLES)
    ]
    found = {}
    for level, rating in fit(duels).items():
        spread = sorted(one[level] for one in drawn)
        low, high = spread[SAMPLES // 40], spread[-1 - SAMPLES // 40]
        matches = sum(len(shares) for pair, shares in duels.items() if level in pair)
        low, high = min(low, rating), max(high, rating)
        found[level] = LevelRating(round(rating), round(low), round(high), matches)
    return dict(sorted(found.items(), key=lambda one: one[1].rating))


class Series(NamedTuple):
    """What level `a` made of its matches of two against `b`, with `share` of the time they have."""

    a: str
    b: str
    won: int
    drawn: int
    lost: int
    share: float
    date: str

    @property
    def shares(self) -> list[float]:
        """Of the first place, match by match, in no order."""
        return [1.0] * self.won + [0.5] * self.drawn + [0.0] * self.lost


def stored_series(game: str) -> list[Series]:
    """The series that are kept in the title's folder."""
    path = registry.title_folders()[game] / RATINGS_FILE
    data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return [Series(**one) for one in data.get("series", ())]


def count_matches(game: str, a: str, b: str) -> int:
    """How many matches of the two levels are kept."""
    return sum(len(one.shares) for one in stored_series(game) if {one.a, one.b} == {a, b})


def forget(game: str, level: str) -> None:
    """Let go what a level has played: its bot is another now."""
    _keep(game, [one for one in stored_series(game) if level not in (one.a, one.b)])


def add(game: str, a: str, b: str, shares: Sequence[float], share: float) -> dict[str, LevelRating]:
    """Keep what two levels have played beside what is known, and rate them all by it."""
    counts, kept = Counter(shares), stored_series(game)
    for one in kept:
        if (one.a, one.b, one.share) == (a, b, share):
            counts.update(one.shares)
    others = [one for one in kept if (one.a, one.b, one.share) != (a, b, share)]
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    new = Series(a, b, counts[1.0], counts[0.5], counts[0.0], share, today)
    return _keep(game, [*others, new])


def _keep(game: str, series: Sequence[Series]) -> dict[str, LevelRating]:
    duels: dict[tuple[str, str], list[float]] = {}
    for one in series:
        shares = one.shares
        if one.a > one.b:
            shares = [1 - share for share in shares]
        duels.setdefault((min(one.a, one.b), max(one.a, one.b)), []).extend(shares)
    found = rate(_connected_duels(duels)) if duels else {}
    data = {
        "levels": {level: rating._asdict() for level, rating in found.items()},
        "series": [one._asdict() for one in series],
    }
    path = registry.title_folders()[game] / RATINGS_FILE
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return found


def _connected_duels(duels: Duels) -> Duels:
    """Of who met `steady`, or somebody who did, and so on: others have no place on the scale."""
    known = {STEADY}
    while more := {level for pair in duels if known & set(pair) for level in pair} - known:
        known |= more
    return {pair: shares for pair, shares in duels.items() if known.issuperset(pair)}
