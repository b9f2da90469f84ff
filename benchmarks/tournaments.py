"""A city of 500 people of given strengths and habits plays tournaments of every kind, without a
site.

    python -m benchmarks.tournaments [--people 500]

Some come late, some are absent for a time, some leave. It is checked that every tournament ends and
that nobody waits without a reason. Reported are tables, repeated meetings, seats, and how often
the stronger of two finished ahead at a table against what their strengths say.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.tournaments.formats.arena import Arena, ArenaSettings
from games.tournaments.formats.base import (
    AcceptedChallenge,
    Entrant,
    Format,
    FormatSettings,
    NoMoreRounds,
    Pairing,
    TableResult,
    TournamentState,
)
from games.tournaments.formats.double_elimination import (
    DoubleElimination,
    DoubleEliminationSettings,
)
from games.tournaments.formats.groups import Groups, GroupsSettings
from games.tournaments.formats.knockout import Knockout, KnockoutSettings
from games.tournaments.formats.ladder import Ladder, LadderSettings, find_challengeable
from games.tournaments.formats.swiss import Swiss, SwissSettings

SPREAD = 250  # of strengths, in points of rating
LATE, ABSENT, LEAVING = 0.04, 0.03, 0.002  # of the people; the latter two in each step
STEPS = 400
CLOSING = 40  # the step at which what has no end of its own is closed


def city(count: int, rng: random.Random) -> tuple[Entrant, ...]:
    ratings = sorted((rng.gauss(1500, SPREAD) for _ in range(count)), reverse=True)
    return tuple(Entrant(n, rating, n) for n, rating in enumerate(ratings, 1))


def finish_tables(
    state: TournamentState, rows: Iterable[TableResult], rng: random.Random
) -> Iterator[TableResult]:
    """Places by strength and luck: of two, the stronger is ahead as often as Elo expects."""
    for row in rows:
        if not row.is_running:
            yield row
            continue
        # the weakest of some exponential waits: every pair's odds are those of their strengths
        luck = {
            one: rng.expovariate(10 ** (state.entrants_by_id[one].rating / 400))
            for one in row.seats
        }
        order = sorted(row.seats, key=luck.__getitem__)
        gone = frozenset(one for one in row.seats if state.entrants_by_id[one].is_out)
        yield replace(row, places=tuple(order.index(one) + 1 for one in row.seats), forfeits=gone)


def play_tournament(form: Format, state: TournamentState, rng: random.Random) -> TournamentState:
    """To the end: half of what runs ends in each step."""
    for step in range(STEPS):
        if isinstance(form, Ladder):
            state = add_challenges(state, rng)
        if step == CLOSING and not form.has_rounds and not isinstance(form, Groups):
            state = replace(state, is_closing=True)
        answer = form.next_tables(state)
        if isinstance(answer, NoMoreRounds):
            assert not any(state.running_counts.values())
            return state
        runs = [one for one in state.played if one.is_running]
        over = [one for one in state.played if not one.is_running]
        if isinstance(answer, Pairing):
            runs += [TableResult(one.round, one.number, one.seats) for one in answer.tables]
            over += [
                TableResult(one.round, one.number, (one.entrant,), (1,)) for one in answer.byes
            ]
            begun = {frozenset(one.seats) for one in answer.tables}
            left = (one for one in state.challenges if {one.by, one.to} not in begun)
            state = replace(state, challenges=tuple(left))
        rng.shuffle(runs)
        half = math.ceil(len(runs) / 2)
        ended = finish_tables(state, runs[:half], rng)
        state = replace(state, played=(*over, *ended, *runs[half:]))
        waits = form.waits(state)
        assert all(one in waits for one, tables in state.running_counts.items() if not tables)
        state = replace(state, entrants=tuple(update_presence(one, rng) for one in state.entrants))
    raise AssertionError(f"{form.key} goes on and on")


def update_presence(one: Entrant, rng: random.Random) -> Entrant:
    if rng.random() < LEAVING:
        return replace(one, is_out=True)
    return replace(one, is_away=rng.random() < (0.7 if one.is_away else ABSENT))


def add_challenges(state: TournamentState, rng: random.Random) -> TournamentState:
    for one in rng.sample(state.entrants, len(state.entrants) // 20):
        if not one.is_out and (above := find_challengeable(state, one.id)):
            new = AcceptedChallenge(one.id, rng.choice(above))
            state = replace(state, challenges=(*state.challenges, new))
    return state


def luck_of(state: TournamentState) -> tuple[float, float]:
    """Of pairs at tables, how many the stronger finished ahead in, and as strengths expect."""
    ahead = expected = total = 0.0
    for row in state.finished_tables:
        places = dict(zip(row.seats, row.places or (), strict=True))
        for pair in itertools.combinations(row.seats, 2):
            if row.forfeits.isdisjoint(pair):
                strong, weak = sorted(pair, key=lambda one: -state.entrants_by_id[one].rating)
                gap = state.entrants_by_id[strong].rating - state.entrants_by_id[weak].rating
                expected += 1 / (1 + 10 ** (-gap / 400))
                ahead += places[strong] < places[weak]
                total += 1
    return ahead / total, expected / total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=500)
    people = parser.parse_args().people
    tournaments: list[tuple[str, Format, TournamentState]] = []
    kinds: tuple[tuple[str, Format, FormatSettings], ...] = (
        ("league of divisions of eight", Groups(), GroupsSettings()),
        ("league, four at a table", Groups(), GroupsSettings(4, True, division_size=16)),
        ("Swiss, four at a table", Swiss(), SwissSettings(4, True, rounds=7)),
        ("knock-out, two of four go on", Knockout(), KnockoutSettings(4, go_on=2)),
        ("double elimination", DoubleElimination(), DoubleEliminationSettings()),
        ("ladder", Ladder(), LadderSettings()),
        ("arena, three at a table", Arena(), ArenaSettings(3)),
    )
    for name, form, settings in kinds:
        rng = random.Random(name)
        entrants = city(people, rng)
        if form.allows_late_entry:
            late = {one.id for one in entrants if rng.random() < LATE}
            entrants = tuple(replace(one, since_round=1 + (one.id in late)) for one in entrants)
        tournaments.append((name, form, TournamentState(settings, entrants, seed=name)))
    for name, form, state in tournaments:
        rng = random.Random(name)
        since = time.process_time()
        state = play_tournament(form, state, rng)
        spent = time.process_time() - since
        lines = form.standings(state)
        mixed = list(state.entrants)
        rng.shuffle(mixed)
        assert form.standings(replace(state, entrants=tuple(mixed))) == lines
        tables = [one for one in state.played if not one.is_bye]
        met = [frozenset(p) for one in tables for p in itertools.combinations(one.seats, 2)]
        ahead, expected = luck_of(state)
        top = [line.entrant for line in lines if line.division < 2][:8]
        print(
            f"| {name} | {len(tables)} | {len(state.played) - len(tables)}"
            f" | {len(met) - len({*met})} | {ahead:.1%}, {expected:.1%}"
            f" | {', '.join(map(str, top))} | {spent:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
