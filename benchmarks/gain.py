"""What a search gains over the usual bot's moves, by its own measure, with less and more time.

    python -m benchmarks.gain GAME [--level strong] [--seats 2] [--positions 30] [--worlds 400]

In positions of matches of `steady` every candidate is followed in so many worlds. Races are then
run on what was found in one half of them; what the chosen move comes to in the other half, less
what the usual one does, is the gain. That costs minutes where duels cost hours, and tells whether
there is anything to be had from more time, or from more candidates than the level looks at. It does
not tell whether the measure is right: only duels do.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import statistics
import time
from collections.abc import Iterator
from typing import NamedTuple

import games.rules as rules
from games.bots import STEADY, STRONG, ask, levels
from games.bots.budget import BudgetGauge, SearchBudget
from games.bots.search import Candidate, Search
from games.bots.search_chance import deal
from games.bots.search_policy import SearchPolicy
from games.rules import Match

SECONDS = 0.03, 0.1, 0.3, 1.0, 3.0, 10.0
OF_ONE_MATCH = 6  # positions


class DecisionValues(NamedTuple):
    """A decision, and what each candidate came to in each world.

    Attributes:
        moves: the candidates, the usual move first.
        values: by move and seed of the world.
        seconds: of CPU, for a line.
    """

    match: Match
    seat: int
    seed: int
    moves: list[str]
    values: dict[tuple[str, int], float]
    seconds: float


class RecordedSearch(Search):
    """Runs races on what has been found before, as far as there are worlds.

    Attributes:
        values: by move and seed of the world.
        last: the seed of the last world.
        short: races that would have gone on in more worlds.
    """

    def __init__(self, policy: SearchPolicy) -> None:
        self.policy = policy
        self.values: dict[tuple[str, int], float] = {}
        self.last = self.short = 0

    def _sample_world(
        self, lines: list[Candidate], match: Match, seat: int, seed: int, spent: BudgetGauge
    ) -> bool:
        if seed > self.last:
            self.short += 1
            return False
        return super()._sample_world(lines, match, seat, seed, spent)

    def follow(self, line: Candidate, world: Match, seat: int, seed: int) -> float:
        return self.values[line.move, seed]


def decisions(game: str, seats: int, rng: random.Random) -> Iterator[tuple[Match, int]]:
    """Some positions of each of many matches, in no order."""
    for number in itertools.count():
        match = rules.new_match(game, seats, seed=f"gain {rng.random()} {number}")
        bot, found = levels(game)[STEADY](), []
        while match.actors:
            seat = match.actors[0]
            if len(match.legal_moves(seat)) > 1:
                found.append((match.copy(), seat))
            match.play(seat, ask(bot, match, seat, rng))
        yield from rng.sample(found, min(len(found), OF_ONE_MATCH))


def evaluate_candidates(
    search: Search, match: Match, seat: int, seed: int, worlds: int
) -> DecisionValues | None:
    """Every candidate in every world; None where there is but one."""
    lines = search.lines(match, seat, seed)
    if len(lines) < 2:
        return None
    values, began = {}, time.process_time()
    for number in range(seed + 1, seed + worlds + 1):
        world = deal(match, seat, number)
        for line in lines:
            values[line.move, number] = search.follow(line, world.copy(), seat, number)
    seconds = (time.process_time() - began) / len(values)
    return DecisionValues(match, seat, seed, [line.move for line in lines], values, seconds)


def gain(
    found: DecisionValues, search: RecordedSearch, seconds: float, width: int, worlds: int
) -> float:
    """What the choice of a race brings in worlds that it was not run in; either half of them."""
    search.values = found.values
    search.budget = SearchBudget(iterations=max(1, int(seconds / found.seconds)))
    gains = []
    for begun, other in (0, worlds // 2), (worlds // 2, 0):
        search.last = found.seed + begun + worlds // 2
        lines = [Candidate(move, found.match.seats) for move in found.moves[:width]]
        chosen = search.race(lines, found.match, found.seat, found.seed + begun).move
        seeds = range(found.seed + other + 1, found.seed + other + worlds // 2 + 1)
        gains += [found.values[chosen, n] - found.values[found.moves[0], n] for n in seeds]
    return statistics.fmean(gains)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--level", default=STRONG)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--worlds", type=int, default=400)
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    search = levels(args.game)[args.level]()
    if not isinstance(search, Search):
        parser.error(f"{args.level} does not search: a level that does is wanted")
    own = search.policy.width
    search.policy.width = max(own, args.width)
    known: list[DecisionValues] = []
    for match, seat in decisions(args.game, args.seats, rng):
        found = evaluate_candidates(search, match, seat, rng.getrandbits(40), args.worlds)
        if found is not None:
            known.append(found)
        if len(known) == args.positions:
            break
    cost = statistics.fmean(found.seconds for found in known)
    who = f"{args.game}, {args.seats} seats, {args.level}"
    print(f"{who}: {len(known)} decisions, {1000 * cost:.1f} ms a line")
    recorded = RecordedSearch(search.policy)
    for width in dict.fromkeys((own, search.policy.width)):
        for seconds in SECONDS:
            recorded.short = 0
            gains = [100 * gain(found, recorded, seconds, width, args.worlds) for found in known]
            error = statistics.stdev(gains) / math.sqrt(len(gains))
            print(
                f"{width} candidates, {seconds:g} s: {statistics.fmean(gains):.2f} "
                f"± {error:.2f} hundredths of the chance to win a decision; {recorded.short} of "
                f"{2 * len(known)} races ran out of worlds"
            )


if __name__ == "__main__":
    main()
