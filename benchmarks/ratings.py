"""One scale for the levels of a game, from duels between all of them (Bradley–Terry, as Elo)."""

from __future__ import annotations

import datetime
import itertools
import json
import math
import random
from collections.abc import Mapping, Sequence

from games import registry
from games.bots import STEADY
from games.bots.measured import FILE, Rating

STEADY_AT = 1500
ROUNDS = 200  # of the fit
SAMPLES = 300  # drawn anew from what was played: where 95 % of their fits lie is the interval

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


def rate(duels: Duels) -> dict[str, Rating]:
    """The ratings with their intervals."""
    rng = random.Random(1)
    drawn = [
        fit({pair: rng.choices(shares, k=len(shares)) for pair, shares in duels.items()})
        for _sample in range(SAMPLES)
    ]
    found = {}
    for level, rating in fit(duels).items():
        spread = sorted(one[level] for one in drawn)
        low, high = spread[SAMPLES // 40], spread[-1 - SAMPLES // 40]
        matches = sum(len(shares) for pair, shares in duels.items() if level in pair)
        found[level] = Rating(round(rating), round(low), round(high), matches)
    return dict(sorted(found.items(), key=lambda one: one[1].rating))


def write(game: str, duels: Duels, share: float) -> dict[str, Rating]:
    """Put the ratings into the title's folder, with the share of their time that searches had."""
    found = rate(duels)
    told = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "share": share,
        "levels": {level: rating._asdict() for level, rating in found.items()},
    }
    path = registry.folders()[game] / FILE
    path.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return found
