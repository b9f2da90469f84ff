"""Who meets whom, and who sits where."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from games.tournaments import pairings
from games.tournaments.formats.base import Entrant, FormatSettings, TableResult, TournamentState
from games.tournaments.pairings import (
    MeetingHistory,
    draw_tables,
    group_people,
    score_gap_cost,
    starting_order,
    table_sizes,
)

pytestmark = pytest.mark.same_everywhere


LEVEL = score_gap_cost(defaultdict(float), 1)  # everybody has as many points


def people(count: int, **more: object) -> list[Entrant]:
    return [Entrant(one, 2000 - one, one, **more) for one in range(1, count + 1)]


def drawn_pairings(state: TournamentState, pots: bool = False) -> list[set[int]]:
    tables = draw_tables(state, state.entrants, LEVEL, state.chance(), pots).tables
    return [set(seats) for seats in tables]


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("count", range(2, 41))
def test_few_are_left_over_and_few_tables_are_smaller(size: int, count: int) -> None:
    full, some = table_sizes(count, size, size), table_sizes(count, size, size - 1)
    assert full == [size] * (count // size)
    assert set(some) <= {size, size - 1}
    if count >= (size - 1) * (size - 2):  # from there on everybody can sit
        assert sum(some) == count
        assert some.count(size - 1) == -count % size


def test_the_search_finds_the_best_where_all_can_be_tried() -> None:
    rng = random.Random(1)
    cost = [[0] * 9 for _ in range(9)]
    for i, j in itertools.combinations(range(9), 2):
        cost[i][j] = cost[j][i] = rng.randrange(100)

    def total(groups: Iterable[Iterable[int]]) -> int:
        return sum(cost[i][j] for group in groups for i, j in itertools.combinations(group, 2))

    def ways(rest: tuple[int, ...]) -> Iterator[tuple]:
        if not rest:
            yield ()
        for two in itertools.combinations(rest[1:], 2):
            for others in ways(tuple(one for one in rest[1:] if one not in two)):
                yield ((rest[0], *two), *others)

    found = group_people(cost, [[0, 1, 2], [3, 4, 5], [6, 7, 8]], rng)
    assert sorted(itertools.chain(*found)) == list(range(9))
    assert total(found) == min(map(total, ways(tuple(range(9)))))


def test_people_with_like_points_sit_together() -> None:
    entrants = people(12)
    scores = {one.id: (one.id - 1) // 4 * 3.0 for one in entrants}
    state = TournamentState(FormatSettings(4), tuple(entrants))
    mixed = state.chance().sample(entrants, 12)
    tables = draw_tables(
        state,
        sorted(mixed, key=lambda one: scores[one.id]),
        score_gap_cost(scores, 3),
        state.chance(),
    )
    assert {frozenset(seats) for seats in tables.tables} == {
        frozenset(range(low, low + 4)) for low in (1, 5, 9)
    }


def test_at_first_one_of_each_pot_sits_together() -> None:
    state = TournamentState(FormatSettings(4), tuple(people(16)), seed="lots")
    for table in drawn_pairings(state, pots=True):
        assert sorted((one - 1) // 4 for one in table) == [0, 1, 2, 3]


def test_nobody_meets_again_while_there_are_others() -> None:
    state = TournamentState(FormatSettings(4), tuple(people(16)))
    past = (
        TableResult(1, n, tuple(range(low, low + 4)), (1, 2, 3, 4))
        for n, low in enumerate((1, 5, 9, 13))
    )
    state = TournamentState(FormatSettings(4), tuple(people(16)), tuple(past))
    for table in drawn_pairings(state):
        assert sorted((one - 1) // 4 for one in table) == [0, 1, 2, 3]


def test_people_kept_apart_never_meet() -> None:
    entrants = [
        Entrant(one, seed=one, blocked_ids=frozenset({2, 3, 4}) if one == 1 else frozenset())
        for one in range(1, 9)
    ]
    for table in drawn_pairings(TournamentState(FormatSettings(4), tuple(entrants))):
        assert 1 not in table or not table & {2, 3, 4}


def test_draw_bars_the_blocker_and_leaves_the_blocked_a_bye() -> None:
    entrants = (Entrant(1, blocked_ids=frozenset({2})), Entrant(2))
    found = draw_tables(
        TournamentState(FormatSettings(), entrants), entrants, LEVEL, random.Random(1)
    )
    assert (found.tables, found.left, found.barred) == ((), (2,), (1,))


def test_draw_seats_people_whose_opponents_are_barred_with_each_other() -> None:
    entrants = [
        Entrant(
            n, seed=n, blocked_ids=frozenset({1, 2, 3, 4} - {n}) if n in (1, 2) else frozenset()
        )
        for n in range(1, 9)
    ]
    others = {one for one in range(1, 9) if one > 2}
    found = draw_tables(
        TournamentState(FormatSettings(), tuple(entrants)), entrants, LEVEL, random.Random(3)
    )
    assert not {*found.left} & {1, 2}
    assert {one for seats in found.tables for one in seats} >= others - {*found.left}


@pytest.mark.parametrize("size", [2, 4])
def test_blocks_change_no_table_at_which_nobody_is_barred(size: int) -> None:
    entrants = people(16)
    before = draw_tables(
        TournamentState(FormatSettings(size), tuple(entrants)),
        entrants,
        LEVEL,
        random.Random(1),
        pots=True,
    )
    cheat = before.tables[1][0]
    entrants[cheat - 1] = Entrant(
        cheat, 2000 - cheat, cheat, blocked_ids=frozenset(range(1, 17)) - {cheat}
    )
    after = draw_tables(
        TournamentState(FormatSettings(size), tuple(entrants)),
        entrants,
        LEVEL,
        random.Random(1),
        pots=True,
    )
    assert after.barred == (cheat,)
    assert {*after.tables} >= {one for one in before.tables if cheat not in one}


def test_brackets_ignore_blocks() -> None:
    entrants = people(8)
    apart = [replace(one, blocked_ids=frozenset(range(1, 9)) - {one.id}) for one in entrants]
    plain, blocked = (
        draw_tables(
            TournamentState(FormatSettings(), tuple(some)),
            some,
            LEVEL,
            random.Random(1),
            strict=False,
        )
        for some in (entrants, apart)
    )
    assert plain == blocked


def test_draw_ends_when_its_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody still has a seat."""
    monkeypatch.setattr(pairings, "STEPS", 500)
    entrants = people(60)
    found = draw_tables(
        TournamentState(FormatSettings(3), tuple(entrants)),
        entrants,
        LEVEL,
        random.Random(1),
        pots=True,
    )
    assert sorted(itertools.chain(*found.tables)) == list(range(1, 61))


def test_byes_go_round_from_the_last() -> None:
    entrants = people(5)
    played: list[TableResult] = []
    byes = []
    for number in range(1, 6):
        state = TournamentState(FormatSettings(4), tuple(entrants), tuple(played))
        found = draw_tables(
            state,
            entrants,
            score_gap_cost(dict.fromkeys(range(1, 6), 0.0), 1),
            state.chance(number),
        )
        [left] = found.left
        byes.append(left)
        played += [
            TableResult(number, 1, found.tables[0], (1, 2, 3, 4)),
            TableResult(number, 2, (left,), (1,)),
        ]
    assert byes == [5, 4, 3, 2, 1]


def test_smaller_tables_go_round() -> None:
    entrants = people(19)
    played: list[TableResult] = []
    small: Counter[int] = Counter()
    for number in range(1, 4):
        state = TournamentState(FormatSettings(4, smaller=True), tuple(entrants), tuple(played))
        found = draw_tables(state, entrants, LEVEL, state.chance(number))
        assert found.left == ()
        for n, seats in enumerate(found.tables):
            played.append(TableResult(number, n, seats, tuple(range(1, len(seats) + 1))))
            if len(seats) == 3:
                small.update(seats)
    assert set(small.values()) == {1}


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_everybody_begins_about_as_often(size: int) -> None:
    rng = random.Random(size)
    past = MeetingHistory()
    for _round in range(4 * size):
        mixed = rng.sample(range(size * 4), size * 4)
        for at in range(0, len(mixed), size):
            past.add(starting_order(mixed[at : at + size], past, rng))
    # four times in each seat would be even
    assert all(2 <= past.seats[one][seat] <= 6 for one in range(size * 4) for seat in range(size))


def test_the_same_state_gives_the_same_tables() -> None:
    state = TournamentState(FormatSettings(4, smaller=True), tuple(people(30)), seed="same")
    assert drawn_pairings(state) == drawn_pairings(state)
    other = TournamentState(FormatSettings(4, smaller=True), tuple(people(30)), seed="other")
    assert drawn_pairings(state, pots=True) != drawn_pairings(other, pots=True)
