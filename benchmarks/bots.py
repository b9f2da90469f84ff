"""Duels between bots: who wins how often, with a 95 % interval.

    python -m benchmarks.bots GAME --a steady --b random --seats 2 --games 100

One seat plays as `a`, the others as `b`; the seat of `a` rotates from match to match. A shared
first place counts as its share. With `--share 0.1` those that search get a tenth of the time that
they have on the site. Alone, the points say how well `a` plays. Runs in one process.

    python -m benchmarks.bots GAME --a strong --b steady --games 20 --rate

adds the matches, others than were played before, to what the title's folder keeps of its levels and
rates them all anew on one scale (`ratings.py`). `--afresh` forgets what `a` has played: its bot is
another now.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import games.rules as rules
from games.bots import BotFactory, ask, levels
from games.bots.search import Search

from . import ratings


@dataclass(frozen=True)
class Duel:
    """What a series of matches gave, seen from `a`."""

    shares: tuple[float, ...]  # of the first place, in each match
    margin: float  # mean points ahead of the best other seat
    slowest: float  # CPU seconds of the slowest decision of `a`
    mean: float  # CPU seconds per decision of `a`
    points: tuple[float, ...]  # mean of each seat, whoever sat there
    best: float  # mean of who came first

    @property
    def games(self) -> int:
        return len(self.shares)

    @property
    def wins(self) -> float:
        return sum(self.shares)

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a share.

    >>> [round(bound, 2) for bound in wilson(95, 100)]
    [0.89, 0.98]
    """
    share = wins / games
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    middle = share + z * z / (2 * games)
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def duel(
    game: str,
    a: str,
    b: str,
    seats: int,
    games: int,
    options: dict[str, str] | None = None,
    seed: int = 1,
    share: float = 1.0,
    bots: Mapping[str, BotFactory] | None = None,
) -> Duel:
    """Play the series; the same arguments give the same matches. `bots`: others than the levels."""
    bots = bots or levels(game)
    shares: list[float] = []
    margin = slowest = total = 0.0
    decisions = 0
    totals: list[list[float]] = []
    for number in range(games):
        hero = number % seats
        players = [bots[a if seat == hero else b]() for seat in range(seats)]
        for player in players:
            if isinstance(player, Search):
                player.budget = replace(player.budget, seconds=player.budget.seconds * share)
        rng = random.Random(seed + number)
        match = rules.new_match(game, seats, options, seed=f"duel {seed + number}")
        while not match.over:
            seat = match.actors[0]
            started = time.process_time()
            move = ask(players[seat], match, seat, rng)
            took = time.process_time() - started
            if seat == hero:
                slowest = max(slowest, took)
                total += took
                decisions += 1
            match.play(seat, move)
        scores = match.scores()
        first = [score.seat for score in scores if score.rank == 1]
        shares.append((hero in first) / len(first))
        totals.append([score.total for score in scores])
        margin += scores[hero].total - max((s.total for s in scores if s.seat != hero), default=0)
    points = tuple(map(statistics.mean, zip(*totals, strict=True)))
    best = statistics.mean(map(max, totals))
    return Duel(tuple(shares), margin / games, slowest, total / decisions, points, best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--a", default="steady")
    parser.add_argument("--b", default="random")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--rate", action="store_true")
    parser.add_argument("--afresh", action="store_true")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=CHOICE")
    args = parser.parse_args()
    if args.rate and (args.seats != 2 or args.option):
        parser.error("levels are rated by matches of two without options: leave those out")
    if args.afresh:
        ratings.forget(args.game, args.a)
    if args.rate:
        args.seed += ratings.count_matches(args.game, args.a, args.b)
    options = dict(part.split("=", 1) for part in args.option)
    series = args.a, args.b, args.seats, args.games
    result = duel(args.game, *series, options, args.seed, args.share)
    low, high = result.interval
    print(
        f"{args.game}, {args.seats} seats: {args.a} beats {args.b} in {result.wins:g} of "
        f"{result.games} ({100 * low:.0f}-{100 * high:.0f} %), {result.margin:+.1f} points, "
        f"{1000 * result.mean:.1f} ms per decision, {1000 * result.slowest:.0f} ms at most; "
        f"mean by seat {', '.join(f'{one:.1f}' for one in result.points)}, "
        f"of who came first {result.best:.1f}",
        flush=True,
    )
    if args.rate:
        rated = ratings.add(args.game, args.a, args.b, result.shares, args.share)
        for level, found in rated.items():
            print(f"{level}: {found.rating} ({found.low}–{found.high}), {found.matches} matches")


if __name__ == "__main__":
    main()
