"""Drawing the tables of a round: time, repeated meetings, seats; and how far from the best it is.

    python -m benchmarks.pairings [--exact]

Plays seven Swiss rounds of 8 to 500 people at tables of two to five, results by strength.
`--exact` compares the cost of small rounds with that of SciPy's `milp`, which is installed for it
outside of the project.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections.abc import Iterable, Sequence

from games.tournaments.formats.base import Pairing, TableResult, TournamentState
from games.tournaments.formats.swiss import Swiss, SwissSettings
from games.tournaments.pairings import MeetingHistory, group_people

from .tournaments import city, finish_tables

ROUNDS = 7
COUNTS = (8, 21, 50, 120, 250, 500)
SMALL = ((2, 24), (3, 15), (3, 21), (4, 16), (4, 20), (5, 20))
SAMPLES = 6


def rounds(size: int, count: int) -> None:
    rng = random.Random(count)
    settings = SwissSettings(size, smaller=size > 2, rounds=ROUNDS)
    state, slowest = TournamentState(settings, city(count, rng), seed="bench"), 0.0
    for _round in range(ROUNDS):
        since = time.process_time()
        answer = Swiss().next_tables(state)
        slowest = max(slowest, time.process_time() - since)
        assert isinstance(answer, Pairing)
        rows = [TableResult(one.round, one.number, one.seats) for one in answer.tables]
        rows += [TableResult(one.round, one.number, (one.entrant,), (1,)) for one in answer.byes]
        state = TournamentState(
            settings,
            state.entrants,
            (*state.played, *finish_tables(state, rows, rng)),
            seed="bench",
        )
    repeated, spread = repeats(state.played), seat_spread(state.played, size)
    print(f"| {size} | {count} | {slowest:.2f} | {repeated} | {spread:.1%} |", flush=True)


def repeats(played: Iterable[TableResult]) -> int:
    """Meetings of pairs after their first."""
    return sum(times - 1 for times in MeetingHistory.of(played, 2).met.values())


def seat_spread(played: Sequence[TableResult], size: int) -> float:
    """Of the people, how many were in one seat more than once oftener than in another."""
    past = MeetingHistory.of(played, size)
    uneven = 0
    for seats in past.seats.values():
        counts = [seats[seat] for seat in range(size)]
        uneven += max(counts) - min(counts) > 1
    return uneven / max(1, len(past.seats))


def against_milp(size: int, count: int) -> None:
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csc_matrix

    gaps = []
    for seed in range(SAMPLES):
        cost = costs(size, count, random.Random(seed))

        def total(groups: Iterable[Iterable[int]], cost: list[list[int]] = cost) -> int:
            return sum(cost[i][j] for group in groups for i, j in itertools.combinations(group, 2))

        start = [range(at, at + size) for at in range(0, count, size)]
        ours = total(group_people(cost, start, random.Random(seed)))
        every = list(itertools.combinations(range(count), size))
        where = ([one for group in every for one in group], numpy.repeat(range(len(every)), size))
        matrix = csc_matrix((numpy.ones(len(every) * size), where), shape=(count, len(every)))
        best = milp(
            [total([group]) for group in every],
            constraints=LinearConstraint(matrix, 1, 1),
            integrality=numpy.ones(len(every)),
            bounds=Bounds(0, 1),
        ).fun
        gaps.append(ours / best - 1)
    same = sum(gap < 1e-9 for gap in gaps)
    print(f"| {size} | {count} | {same} of {SAMPLES} | {max(gaps):.1%} |", flush=True)


def costs(size: int, count: int, rng: random.Random) -> list[list[int]]:
    """As after four rounds: points that differ, and pairs that have met."""
    points = sorted((rng.randint(0, 12) for _ in range(count)), reverse=True)
    past = MeetingHistory()
    for _round in range(4):
        mixed = rng.sample(range(count), count)
        for at in range(0, count, size):
            past.add(mixed[at : at + size])
    cost = [[0] * count for _ in range(count)]
    for i, j in itertools.combinations(range(count), 2):
        gap = ((points[i] - points[j]) / 3) ** 2
        cost[i][j] = cost[j][i] = (
            round(1000 * gap) + 10**6 * past.meetings(i, j) ** 2 + rng.randint(0, 40)
        )
    return cost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exact", action="store_true")
    if parser.parse_args().exact:
        for size, count in SMALL:
            against_milp(size, count)
        return
    for size in range(2, 6):
        for count in COUNTS:
            rounds(size, count)


if __name__ == "__main__":
    main()
