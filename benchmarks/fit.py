"""Fit what a title's usual bot goes by, from matches that it plays, and write that as data.

    python -m benchmarks.fit caledonia --generations 12

The cross-entropy method: weights are drawn around those that are thought best, all play the same
few matches, and the next ones are drawn around the best of them, more narrowly. Alone, points are
what counts; with `--seats 2` one seat plays by the drawn weights and the others by those of today,
and its lead counts. In the end old and new weights play `--check` other matches in pairs, and only
if the new ones are ahead by more than a standard error do they go into the title's `weights.json`,
beside the bots, with the date, the number of matches and both figures. What may be fitted, and how
widely, a title says in `fit_specs` of its bots.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import statistics
from collections.abc import Iterable, Mapping
from pathlib import Path

import games.rules as rules
from games import registry
from games.bots import ask, title_bots
from games.bots.weights import ALONE, WEIGHTS_FILE, WITH_OTHERS, FitSpec

DRAWN = 14  # weights a generation, with those thought best
BEST = 5  # of them lead to the next
STEP = 0.6  # from the old mean to theirs
LEAST_SPREAD = 0.3  # of what it was in the beginning


def lead(game: str, fitted: FitSpec, weights: Mapping[str, float], seats: int, seed: int) -> int:
    """What the weights come to in one match: points, or how far they are ahead."""
    hero = seed % seats
    players = [fitted.bot(weights if seat == hero else fitted.now) for seat in range(seats)]
    rng = random.Random(seed)
    match = rules.new_match(game, seats, seed=f"fit {seed}")
    while not match.over:
        seat = match.actors[0]
        match.play(seat, ask(players[seat], match, seat, rng))
    totals = [score.total for score in match.scores()]
    return totals.pop(hero) - max(totals, default=0)


def leads(
    game: str, fitted: FitSpec, weights: Mapping[str, float], seats: int, seeds: Iterable[int]
) -> list[int]:
    return [lead(game, fitted, weights, seats, seed) for seed in seeds]


def fit(
    game: str, fitted: FitSpec, seats: int, generations: int, matches: int, seed: int
) -> dict[str, float]:
    """The weights that have done best, as the mean of where they were drawn from in the end."""
    rng = random.Random(seed)
    mean = dict(fitted.now)
    spread = dict(fitted.deviations)
    for generation in range(generations):
        seeds = [rng.randrange(10**6) for _match in range(matches)]
        drawn = [dict(mean)]
        while len(drawn) < DRAWN:
            drawn.append({key: max(0.0, rng.gauss(mean[key], spread[key])) for key in mean})
        worth = [statistics.fmean(leads(game, fitted, one, seats, seeds)) for one in drawn]
        ranked = sorted(range(DRAWN), key=lambda number: -worth[number])
        for key in mean:
            found = [drawn[number][key] for number in ranked[:BEST]]
            mean[key] += STEP * (statistics.fmean(found) - mean[key])
            narrower = max(statistics.stdev(found), LEAST_SPREAD * fitted.deviations[key])
            spread[key] = (spread[key] + narrower) / 2
        best = worth[ranked[0]]
        print(f"{generation + 1}: {worth[0]:.1f} by the mean, {best:.1f} by the best", flush=True)
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--matches", type=int, default=5, help="by each of the drawn weights")
    parser.add_argument("--check", type=int, default=50, metavar="MATCHES")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    key = ALONE if args.seats == 1 else WITH_OTHERS
    offered = title_bots(args.game).fit_specs
    if key not in offered:
        parser.error(f"the bots of {args.game} have nothing to fit {key}: `fit_specs` says what")
    fitted = offered[key]
    found = fit(args.game, fitted, args.seats, args.generations, args.matches, args.seed)
    seeds = range(10**6, 10**6 + args.check)  # none of those that it was fitted to
    new = leads(args.game, fitted, found, args.seats, seeds)
    old = leads(args.game, fitted, fitted.now, args.seats, seeds)
    gaps = [a - b for a, b in zip(new, old, strict=True)]
    gain, error = statistics.fmean(gaps), statistics.stdev(gaps) / len(gaps) ** 0.5
    print(f"{statistics.fmean(old):.1f} before, {statistics.fmean(new):.1f} now, ±{error:.1f}")
    if gain <= error:
        print("Not written: it may be chance.")
        return
    path = registry.title_folders()[args.game] / "bots" / WEIGHTS_FILE
    write(path, args.seats, found, (DRAWN * args.generations * args.matches, new, old))


def write(
    path: Path,
    seats: int,
    weights: Mapping[str, float],
    figures: tuple[int, list[int], list[int]],
) -> None:
    """Put fitted weights beside those for other numbers of seats."""
    matches, new, old = figures
    data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    data[ALONE if seats == 1 else WITH_OTHERS] = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "seats": seats,
        "matches": matches,
        "checked": len(new),
        "before": round(statistics.fmean(old), 1),
        "after": round(statistics.fmean(new), 1),
        "weights": {key: round(value, 4) for key, value in weights.items()},
    }
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
