"""Tournaments of every format, played at random with people who come late, go away and leave."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.tournaments import pairings
from games.tournaments.formats import groups
from games.tournaments.formats.base import (
    AcceptedChallenge,
    Entrant,
    FormatSettings,
    NoMoreRounds,
    Pairing,
    TableResult,
    TournamentState,
)
from games.tournaments.formats.ladder import Ladder, find_challengeable
from games.tournaments.formats.registry import FORMATS

pytestmark = pytest.mark.same_everywhere

COUNTS = (3, 5, 6, 11, 19, 40)


@pytest.fixture(autouse=True)
def _little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (pairings, groups):
        monkeypatch.setattr(module, "EFFORT", 1_000)


def cases() -> Iterator[tuple[str, int, int]]:
    for key, form in FORMATS.items():
        for size in form.settings.sizes:
            for count in COUNTS:
                yield key, size, count


def make_state(key: str, size: int, count: int, rng: random.Random) -> TournamentState:
    settings = FORMATS[key].settings(size, smaller=rng.random() < 0.5)
    assert settings.faults() == []
    apart = {frozenset(rng.sample(range(1, count + 1), 2)) for _ in range(count // 5)}
    entrants = tuple(
        Entrant(
            id=one,
            rating=2000.0 - 10 * one,
            seed=one,
            wants=rng.choice((1, 1, 2)),
            since_round=rng.choice((1, 1, 1, 2)) if FORMATS[key].allows_late_entry else 1,
            blocked_ids=frozenset(other for pair in apart if one in pair for other in pair - {one}),
        )
        for one in range(1, count + 1)
    )
    return TournamentState(settings, entrants, seed=f"{key}:{size}:{count}")


def fits(state: TournamentState, answer: Pairing, may_meet: bool) -> None:
    """Nobody sits twice in a round, at more tables than they like where there are no rounds or,
    but in brackets and on ladders, with people kept apart."""
    settings: FormatSettings = state.settings
    sits = Counter(state.running_counts)
    before = {(table.round, one) for table in state.played for one in table.seats}
    numbers = {(table.round, table.number) for table in state.played}
    for table in answer.tables:
        assert settings.least <= len(table.seats) <= settings.table_size
        sits.update(table.seats)
        for one, other in itertools.permutations(() if may_meet else table.seats, 2):
            assert one not in state.entrants_by_id[other].blocked_ids
    sat = [(one.round, who) for one in answer.tables for who in one.seats]
    sat += [(bye.round, bye.entrant) for bye in answer.byes]
    assert len({*sat}) == len(sat) or all(number == 1 for number, _ in sat)
    has_rounds = type(settings) in FORMATS_WITH_ROUNDS
    if has_rounds:
        assert not before & {*sat}
    new = [(table.round, table.number) for table in answer.tables]
    new += [(bye.round, bye.number) for bye in answer.byes]
    assert len({*new}) == len(new)
    assert not numbers & {*new}
    for who in state.entrants:
        assert has_rounds or sits[who.id] <= who.wants
        assert not who.is_out or sits[who.id] == state.running_counts[who.id]


FORMATS_WITH_ROUNDS = {form.settings for form in FORMATS.values() if form.has_rounds}


@pytest.mark.parametrize(("key", "size", "count"), list(cases()))
def test_it_ends_and_nobody_waits_without_a_reason(key: str, size: int, count: int) -> None:
    rng = random.Random(f"{key}:{size}:{count}")
    form, state = FORMATS[key], make_state(key, size, count, rng)
    left = count // 6
    for step in range(600):
        if isinstance(form, Ladder) and rng.random() < 0.7:
            state = add_challenge(state, rng)
        if step == 15 and not form.has_rounds:
            state = replace(state, is_closing=True)
        answer = form.next_tables(state)
        assert answer == form.next_tables(state)
        if isinstance(answer, NoMoreRounds):
            break
        if isinstance(answer, Pairing):
            assert answer.tables or answer.byes
            fits(state, answer, may_meet=form.is_bracket or isinstance(form, Ladder))
            state = record_pairing(state, answer)
        waits = form.waits(state)
        assert set(waits) == {one for one, tables in state.running_counts.items() if not tables}
        state = someone_changes(one_table_ends(state, rng), rng, may_leave=left > 0)
        left = count // 6 - sum(one.is_out for one in state.entrants)
    else:
        pytest.fail("it goes on and on")
    assert not any(state.running_counts.values())
    lines = form.standings(state)
    assert sorted(line.entrant for line in lines) == sorted(state.entrants_by_id)
    assert form.standings(replace(state, entrants=state.entrants[::-1])) == lines


def add_challenge(state: TournamentState, rng: random.Random) -> TournamentState:
    by = rng.choice(state.entrants).id
    may = [] if state.entrants_by_id[by].is_out else find_challengeable(state, by)
    if not may:
        return state
    return replace(state, challenges=(*state.challenges, AcceptedChallenge(by, rng.choice(may))))


def record_pairing(state: TournamentState, answer: Pairing) -> TournamentState:
    begun = {frozenset(table.seats) for table in answer.tables}
    byes = (TableResult(one.round, one.number, (one.entrant,), (1,)) for one in answer.byes)
    rows = (TableResult(one.round, one.number, one.seats) for one in answer.tables)
    over = [one for one in state.played if not one.is_running]
    runs = [one for one in state.played if one.is_running]
    return replace(
        state,
        played=(*over, *byes, *runs, *rows),
        challenges=tuple(one for one in state.challenges if {one.by, one.to} not in begun),
    )


def one_table_ends(state: TournamentState, rng: random.Random) -> TournamentState:
    runs = [one for one in state.played if one.is_running]
    if not runs:
        return state
    ended = {one.number: one for one in rng.sample(runs, max(1, len(runs) // 2))}
    rows = []
    for one in runs:
        if one.number not in ended:
            continue
        places = rng.choice([(1, 2, 3, 4, 5), (1, 1, 3, 4, 5), (1, 2, 2, 4, 5)])[: len(one.seats)]
        forfeits = frozenset(seat for seat in one.seats if state.entrants_by_id[seat].is_out)
        mixed = tuple(rng.sample(places, len(places)))
        rows.append(replace(one, places=mixed, forfeits=forfeits))
    others = [one for one in state.played if one.is_running and one.number not in ended]
    over = [one for one in state.played if not one.is_running]
    return replace(state, played=(*over, *rows, *others), is_round_due=rng.random() < 0.2)


def someone_changes(state: TournamentState, rng: random.Random, may_leave: bool) -> TournamentState:
    entrants = list(state.entrants)
    at = rng.randrange(len(entrants))
    if may_leave and rng.random() < 0.2:
        entrants[at] = replace(entrants[at], is_out=True)
    else:
        entrants[at] = replace(
            entrants[at], is_away=not entrants[at].is_away and rng.random() < 0.3
        )
    return replace(state, entrants=tuple(entrants))
