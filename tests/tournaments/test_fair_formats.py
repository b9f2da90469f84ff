"""Nobody gains by blocking, by staying away, by coming late, or by choosing their company."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.tournaments import pairings, points
from games.tournaments.formats import groups
from games.tournaments.formats.arena import Arena, ArenaSettings
from games.tournaments.formats.base import (
    Bye,
    Entrant,
    Format,
    NoMoreRounds,
    Pairing,
    StandingsRow,
    TableResult,
    TournamentState,
)
from games.tournaments.formats.groups import Groups, GroupsSettings
from games.tournaments.formats.ladder import Ladder
from games.tournaments.formats.registry import FORMATS
from games.tournaments.formats.swiss import Swiss, SwissSettings

pytestmark = pytest.mark.same_everywhere

bounded_search = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(autouse=True)
def _little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (pairings, groups):
        monkeypatch.setattr(module, "EFFORT", 200)


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(one, 2000.0 - 50 * one, one) for one in range(1, count + 1))


def change_entrant(state: TournamentState, who: int, **what: object) -> TournamentState:
    found = tuple(replace(one, **what) if one.id == who else one for one in state.entrants)
    return replace(state, entrants=found)


def blocking(state: TournamentState, who: int, blocked: set[int]) -> TournamentState:
    return change_entrant(state, who, blocked_ids=frozenset(blocked - {who}))


def record_pairing(state: TournamentState, answer: Pairing, rng: random.Random) -> TournamentState:
    """The ledger with a pairing, all of whose tables end at once."""
    byes = [
        TableResult(one.round, one.number, (one.entrant,), (1,), is_walkover=one.is_walkover)
        for one in answer.byes
    ]
    rows = [
        TableResult(one.round, one.number, one.seats, tuple(rng.sample(range(1, n + 1), n)))
        for one in answer.tables
        for n in [len(one.seats)]
    ]
    return replace(state, played=(*state.played, *byes, *rows))


def steps(
    form: Format, state: TournamentState, rng: random.Random
) -> Iterator[tuple[TournamentState, Pairing]]:
    """Every pairing of a tournament, with the state before it."""
    for step in range(12):
        state = replace(state, is_closing=step > 8 and not form.has_rounds)
        answer = form.next_tables(state)
        if not isinstance(answer, Pairing):
            return
        yield state, answer
        state = record_pairing(state, answer, rng)


def line_of(form: Format, state: TournamentState, who: int) -> StandingsRow:
    return next(line for line in form.standings(state) if line.entrant == who)


def seats_of(answer: Pairing, who: int) -> set[tuple[int, tuple[int, ...]]]:
    return {(one.number, one.seats) for one in answer.tables if who in one.seats}


# blocks


PLAYED = [key for key, form in FORMATS.items() if not isinstance(form, Ladder)]


@pytest.mark.parametrize("key", PLAYED)
@bounded_search
@given(data=st.data())
def test_block_brings_no_other_opponent_and_no_points(key: str, data: st.DataObject) -> None:
    """At every step, the blocker plays as without the block, or not at all and for nothing."""
    form, rng = FORMATS[key], random.Random(data.draw(st.integers(0, 1000)))
    size = data.draw(st.sampled_from([*form.settings.sizes]))
    count = data.draw(st.integers(4, 14))
    state = TournamentState(
        form.settings(size, smaller=data.draw(st.booleans())), entrants(count), seed=str(count)
    )
    for _blocker in range(data.draw(st.integers(0, 2))):
        who = data.draw(st.integers(1, count))
        state = blocking(state, who, {*rng.sample(range(1, count + 1), count // 3)})
    cheat = data.draw(st.integers(1, count))
    blocked = {*rng.sample(range(1, count + 1), data.draw(st.integers(1, count)))}
    for before, answer in steps(form, blocking(state, cheat, blocked), rng):
        without_block = blocking(before, cheat, set())
        honest = form.next_tables(without_block)
        assert isinstance(honest, Pairing)
        tables = seats_of(honest, cheat)
        if form.key == "groups":  # a table that the block costs makes room for a later one
            tables = {
                (number, seats) for _, number, seats, _ in groups.pending_tables(without_block)
            }
        assert seats_of(answer, cheat) <= tables
        had = {bye.entrant for bye in honest.byes}
        gained = [bye for bye in answer.byes if bye.entrant == cheat and cheat not in had]
        if form.key == "arena":
            assert not any(cheat in one.seats for one in answer.tables) or not gained
            after = record_pairing(before, replace(answer, tables=()), rng)
            assert line_of(form, after, cheat).points <= line_of(form, before, cheat).points
        else:
            assert gained == []


@pytest.mark.parametrize("format_key", ["swiss", "groups"])
def test_whoever_blocks_everybody_is_last_with_nothing(format_key: str) -> None:
    form, rng = FORMATS[format_key], random.Random(1)
    state = blocking(
        TournamentState(
            SwissSettings(rounds=3) if format_key == "swiss" else form.settings(), entrants(8)
        ),
        1,
        set(range(2, 9)),
    )
    for before, answer in steps(form, state, rng):
        state = record_pairing(before, answer, rng)
    assert isinstance(form.next_tables(replace(state, is_closing=True)), NoMoreRounds)
    line = line_of(form, state, 1)
    assert (line.points, line.byes, line.rank) == (0, 0, 8)


def test_whom_somebody_blocks_in_a_group_gets_a_win() -> None:
    state = blocking(TournamentState(GroupsSettings(), entrants(3)), 1, {2})
    for before, answer in steps(Groups(), state, random.Random(1)):
        state = record_pairing(before, answer, random.Random(1))
    assert [one.seats for one in state.played if one.is_walkover] == [(2,)]
    lost = replace(state, played=tuple(map(replace_walkover, state.played)))
    for who in (2, 3):
        assert line_of(Groups(), state, who).points == line_of(Groups(), lost, who).points


def replace_walkover(row: TableResult) -> TableResult:
    """A walkover of the second person as a match that the first one lost."""
    return replace(row, seats=(2, 1), places=(1, 2), is_walkover=False) if row.is_walkover else row


def test_people_who_all_block_each_other_end_a_swiss() -> None:
    state = TournamentState(SwissSettings(), entrants(3))
    for who in (1, 2, 3):
        state = blocking(state, who, {1, 2, 3})
    answer = Swiss().next_tables(state)
    assert isinstance(answer, Pairing)  # the third had no opponent, whoever blocks whom
    assert len(answer.byes) == 1


# staying away, coming late


@pytest.mark.parametrize("size", [2, 3, 4])
@bounded_search
@given(seed=st.integers(0, 1000))
def test_missed_round_is_never_better_than_a_last_place(size: int, seed: int) -> None:
    rng = random.Random(seed)
    count = 3 * size + 1
    state = TournamentState(
        SwissSettings(size, smaller=size > 2, rounds=4), entrants(count), seed=str(seed)
    )
    for before, answer in steps(Swiss(), state, rng):
        state = record_pairing(before, answer, rng)
    [row] = rng.sample([one for one in state.played if not one.is_bye], 1)
    cheat, *others = row.seats
    met = pairings.MeetingHistory.of([one for one in state.played if one != row], size)
    rest = tuple(one for one in state.played if one != row)
    last = replace(row, places=(size, *range(1, len(others) + 1)))
    byes = (TableResult(row.round, 100 + n, (one,), (1,)) for n, one in enumerate(others))
    played = replace(state, played=(*rest, last))
    missed = replace(state, played=(*rest, *byes))
    honest, away = line_of(Swiss(), played, cheat), line_of(Swiss(), missed, cheat)
    assert away.points == honest.points
    for name in away.ties:
        if name == "opponents" and any(met.meetings(cheat, one) for one in others):
            continue  # the points of an opponent met twice are others in the two ledgers
        if name == "head_to_head":
            continue  # others are level with them, too
        assert away.ties[name] <= honest.ties[name]


def test_missed_rounds_count_as_byes_in_the_next_draw() -> None:
    """Who was away, or came late, is not the first to get a bye."""
    state = TournamentState(SwissSettings(rounds=3), entrants(5))
    first = (TableResult(1, 1, (1, 2), (1, 2)), TableResult(1, 2, (3, 4), (1, 2)))
    answer = Swiss().next_tables(replace(state, played=first))
    assert isinstance(answer, Pairing)
    assert [bye.entrant for bye in answer.byes] != [5]


def test_absence_at_the_end_of_a_league_loses_the_tables_that_are_left() -> None:
    state = change_entrant(TournamentState(GroupsSettings(), entrants(4)), 1, is_away=True)
    answer = Groups().next_tables(replace(state, is_closing=True))
    assert isinstance(answer, Pairing)
    assert answer.tables == ()
    assert sorted((bye.entrant, bye.is_walkover) for bye in answer.byes) == [
        (2, True),
        (3, True),
        (4, True),
    ]
    after = record_pairing(replace(state, is_closing=True), answer, random.Random(1))
    assert isinstance(Groups().next_tables(after), NoMoreRounds)
    assert line_of(Groups(), after, 1).rank == 4


@pytest.mark.parametrize("score", ["places", "share", "wins"])
@pytest.mark.parametrize("size", [2, 4])
def test_walkover_brings_a_part_of_the_win(size: int, score: str) -> None:
    rules = GroupsSettings(size, score=score)
    full = TableResult(
        1, 1, tuple(range(size)), (*[1] * (size - 1), 2), forfeits=frozenset({size - 1})
    )
    entered = [Entrant(one) for one in range(size)]
    counted = points.scores(rules, points.build_scorecards(rules, entered, [full]))
    assert points.walkover_points(rules) == pytest.approx(counted[0])


# company


def test_friends_in_an_arena_meet_again_only_after_all_the_others() -> None:
    state = TournamentState(ArenaSettings(), entrants(6))
    over = (
        TableResult(1, 1, (1, 2), (1, 2)),
        TableResult(1, 2, (1, 3), (1, 2)),
        TableResult(1, 3, (2, 3), (1, 2)),
    )
    runs = (TableResult(1, 4, (4, 5)),)
    away = change_entrant(replace(state, played=(*over, *runs)), 6, is_away=True)
    assert not isinstance(Arena().next_tables(away), Pairing)
    back = Arena().next_tables(replace(state, played=(*over, *runs)))
    assert isinstance(back, Pairing)
    assert [6 in one.seats for one in back.tables] == [True]


def test_whoever_blocks_everybody_holds_up_no_arena() -> None:
    """They are met by nobody, so nobody waits for that before meeting somebody again."""
    over = (
        TableResult(1, 1, (1, 2), (1, 2)),
        TableResult(1, 2, (1, 3), (1, 2)),
        TableResult(1, 3, (2, 3), (1, 2)),
    )
    runs = (TableResult(1, 4, (3, 4)),)
    met = (TableResult(1, 5, (1, 4), (1, 2)), TableResult(1, 6, (2, 4), (1, 2)))
    state = TournamentState(ArenaSettings(), entrants(5), (*over, *met, *runs))
    state = blocking(state, 5, {1, 2, 3, 4})
    barred = TableResult(1, 7, (5,), (1,))
    answer = Arena().next_tables(replace(state, played=(*over, *met, barred, *runs)))
    assert isinstance(answer, Pairing)
    assert [{*one.seats} for one in answer.tables] == [{1, 2}]


def test_friends_who_block_the_others_of_an_arena_still_have_to_meet_them() -> None:
    over = (TableResult(1, 1, (1, 2), (1, 2)),)
    state = TournamentState(ArenaSettings(), entrants(4), (*over, TableResult(1, 2, (3, 4))))
    state = blocking(blocking(state, 1, {3, 4}), 2, {3, 4})
    assert not isinstance(Arena().next_tables(state), Pairing)


def test_sitting_out_in_an_arena_takes_one_of_the_tables_that_count() -> None:
    rows = tuple(TableResult(1, n, (1, n + 1), (1, 2)) for n in range(1, 4))
    state = TournamentState(
        ArenaSettings(best=3), entrants(6), (*rows, TableResult(1, 4, (1,), (1,)))
    )
    assert line_of(Arena(), state, 1).points == 2


def test_sitting_out_in_an_arena_happens_once_before_the_next_table() -> None:
    state = blocking(TournamentState(ArenaSettings(), entrants(2)), 1, {2})
    answer = Arena().next_tables(state)
    assert isinstance(answer, Pairing)
    assert answer.byes == (Bye(1, 1, 1, answer.byes[0].reason),)
    again = Arena().next_tables(record_pairing(state, answer, random.Random(1)))
    assert not isinstance(again, Pairing)
