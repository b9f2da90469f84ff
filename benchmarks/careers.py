"""What cheats gain by the rules of rating, over careers of a year, against playing everything on.

usage: python -m benchmarks.careers [--careers 1000]

A career is 180 matches of two against people of all strengths, each with as strong a rating as they
play; K is that of the experienced. A match is a walk of the margin: where it stands half-way says
something of how it ends, and the points that can be seen say it with an error; the cheat knows the
margin itself. Every cheat plays the same matches as the honest one. The figures are the mean of how
many points the cheat's rating lies above the honest one's, at the end and on the way.

    vanish    once in 60 days be away where the margin is worst, among all matches that run
    shield    the same, and the match that counts is lost to a friend who is as strong as is of use
    early     leave every match that begins badly before it counts as played
    often     be away every week
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean, stdev

DAYS = 365
MATCHES = 180
RUNNING = 15  # of them at the same time
STRENGTH = 1500_00
VEILED = 0.35  # error of the points that are seen against the margin, where the end has 1
EARLY = 0.15  # of a match
START = datetime(2027, 1, 1)


@dataclass(frozen=True)
class CareerMatch:
    """A match: the opponent's rating, the margin on its way, and what is seen of it half-way."""

    at: datetime
    other: int
    early: float
    half: float
    seen: float
    end: float


def matches(rng: random.Random) -> list[CareerMatch]:
    """A year of them, one after the other."""
    found = []
    for n in range(MATCHES):
        other = STRENGTH + round(rng.gauss(0, 150_00))
        drift = _drift(other)
        early = drift * EARLY + rng.gauss(0, math.sqrt(EARLY))
        half = early + drift * (0.5 - EARLY) + rng.gauss(0, math.sqrt(0.5 - EARLY))
        end = half + drift * 0.5 + rng.gauss(0, math.sqrt(0.5))
        at = START + timedelta(days=DAYS * n / MATCHES)
        found.append(CareerMatch(at, other, early, half, half + rng.gauss(0, VEILED), end))
    return found


def _drift(other: int) -> float:
    """The mean margin at the end that wins as often as ratings expect."""
    from statistics import NormalDist

    from games.ratings import elo

    return NormalDist().inv_cdf(elo.expected_score(STRENGTH, other))


Outcome = tuple[float, bool, int]  # the result as booked, whether it is excused, and a fee


def as_seen(match: CareerMatch) -> Outcome:
    """How an excused match is booked: by the points of 50 and as many as are seen more or less."""
    from games.ratings import elo

    return elo.result_at_leaving((round(50 + 12 * match.seen), 50), 0, 1), True, 0


def honest(year: list[CareerMatch]) -> Iterator[Outcome]:
    for match in year:
        yield float(match.end > 0), False, 0


def away(year: list[CareerMatch], every: int, *, shield: bool = False) -> Iterator[Outcome]:
    """Be away in every so many days where the margin is worst, if enough look well enough."""
    from games.ratings import absence_tracking, elo

    last_excuse = START - absence_tracking.EXCUSE_INTERVAL
    next_absence = START
    lost: dict[int, Outcome] = {}
    for n, match in enumerate(year):
        if match.at >= next_absence:
            running = range(n, min(n + RUNNING, len(year)))
            worth = [m for m in running if m not in lost and _is_worth_leaving(year[m])]
            worth = worth[: absence_tracking.MOST_EXCUSED]
            next_absence = match.at + timedelta(days=every)
            excuses = match.at - last_excuse >= absence_tracking.EXCUSE_INTERVAL
            if len(worth) >= 2 - shield:
                first = None if shield else worth[0]
                for m in worth:
                    lost[m] = as_seen(year[m]) if excuses and m != first else (0.0, False, 0)
                if excuses:
                    last_excuse = match.at
                if shield and excuses:
                    paid = elo.K_LATER * absence_tracking.MIN_COST_BEFORE_EXCUSE
                    lost[worth[0]] = (*lost[worth[0]][:2], paid)
        yield lost.get(n, (float(match.end > 0), False, 0))


def _is_worth_leaving(match: CareerMatch) -> bool:
    """Whether being excused is better than playing on, for one who knows the margin."""
    from statistics import NormalDist

    from games.ratings import elo

    chance = NormalDist(match.half + _drift(match.other) * 0.5, math.sqrt(0.5)).cdf(0)
    wins, expected = 1 - chance, elo.expected_score(STRENGTH, match.other)
    return min(0.0, as_seen(match)[0] - expected) > wins - expected


def early(year: list[CareerMatch]) -> Iterator[Outcome]:
    """Leave what begins badly: it was hardly played, so the other gains nothing, and it is lost."""
    for match in year:
        yield (0.0, False, 0) if match.early < -0.3 else (float(match.end > 0), False, 0)


CHEATS: dict[str, Callable[[list[CareerMatch]], Iterator[Outcome]]] = {
    "vanish": lambda year: away(year, 60),
    "shield": lambda year: away(year, 60, shield=True),
    "early": early,
    "often": lambda year: away(year, 7),
}


def ratings(year: list[CareerMatch], outcomes: Iterator[Outcome]) -> list[int]:
    """The rating after each match of a career."""
    from games.ratings import elo

    rating, found = STRENGTH, []
    for match, (result, excused, fee) in zip(year, outcomes, strict=True):
        met = [elo.PairResult(0, result)]
        rating = elo.compute_change(rating, 100, met, [match.other], 2, excused=excused).after - fee
        found.append(rating)
    return found


def gains(careers: int) -> dict[str, dict[str, float]]:
    """For each cheat: points above the honest one at the end, its error, and on the way."""
    ends: dict[str, list[float]] = {name: [] for name in CHEATS}
    ways: dict[str, list[float]] = {name: [] for name in CHEATS}
    for seed in range(careers):
        year = matches(random.Random(seed))
        fair = ratings(year, honest(year))
        for name, cheat in CHEATS.items():
            above = [a - b for a, b in zip(ratings(year, cheat(year)), fair, strict=True)]
            ends[name].append(above[-1] / 100)
            ways[name].append(fmean(above) / 100)
    return {
        name: {
            "at_the_end": round(fmean(ends[name]), 1),
            "error": round(stdev(ends[name]) / math.sqrt(careers), 1),
            "on_the_way": round(fmean(ways[name]), 1),
        }
        for name in CHEATS
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--careers", type=int, default=1000)
    from benchmarks.own_site import own_site

    with own_site("careers"):
        print(json.dumps(gains(parser.parse_args().careers), indent=1))


if __name__ == "__main__":
    main()
