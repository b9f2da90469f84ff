"""Who meets whom, and who sits where."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import pytest

from games.contests.formats.base import Entrant, Played, Settings, State
from games.contests.pairing import Past, draw, grouped, in_order, near, table_sizes

pytestmark = pytest.mark.same_everywhere


LEVEL = near(defaultdict(float), 1)  # everybody has as many points


def people(count: int, **more: object) -> list[Entrant]:
    return [Entrant(one, 2000 - one, one, **more) for one in range(1, count + 1)]


def drawn(state: State, pots: bool = False) -> list[set[int]]:
    tables = draw(state, state.entrants, LEVEL, state.chance(), pots).tables
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

    found = grouped(cost, [[0, 1, 2], [3, 4, 5], [6, 7, 8]], rng)
    assert sorted(itertools.chain(*found)) == list(range(9))
    assert total(found) == min(map(total, ways(tuple(range(9)))))


def test_people_with_like_points_sit_together() -> None:
    entrants = people(12)
    scores = {one.id: (one.id - 1) // 4 * 3.0 for one in entrants}
    state = State(Settings(4), tuple(entrants))
    mixed = state.chance().sample(entrants, 12)
    tables = draw(
        state, sorted(mixed, key=lambda one: scores[one.id]), near(scores, 3), state.chance()
    )
    assert {frozenset(seats) for seats in tables.tables} == {
        frozenset(range(low, low + 4)) for low in (1, 5, 9)
    }


def test_at_first_one_of_each_pot_sits_together() -> None:
    state = State(Settings(4), tuple(people(16)), seed="lots")
    for table in drawn(state, pots=True):
        assert sorted((one - 1) // 4 for one in table) == [0, 1, 2, 3]


def test_nobody_meets_again_while_there_are_others() -> None:
    state = State(Settings(4), tuple(people(16)))
    past = (
        Played(1, n, tuple(range(low, low + 4)), (1, 2, 3, 4))
        for n, low in enumerate((1, 5, 9, 13))
    )
    state = State(Settings(4), tuple(people(16)), tuple(past))
    for table in drawn(state):
        assert sorted((one - 1) // 4 for one in table) == [0, 1, 2, 3]


def test_people_kept_apart_never_meet() -> None:
    entrants = [
        Entrant(one, seed=one, apart=frozenset({2, 3, 4}) if one == 1 else frozenset())
        for one in range(1, 9)
    ]
    for table in drawn(State(Settings(4), tuple(entrants))):
        assert 1 not in table or not table & {2, 3, 4}


def test_two_kept_apart_who_are_alone_get_byes() -> None:
    entrants = (Entrant(1, apart=frozenset({2})), Entrant(2))
    found = draw(State(Settings(), entrants), entrants, LEVEL, random.Random(1))
    assert (found.tables, set(found.left)) == ((), {1, 2})


def test_whoever_has_most_blocks_sits_out_and_not_the_last() -> None:
    one = Entrant(1, seed=1, apart=frozenset({2, 3, 4}))
    others = [Entrant(n, seed=n, apart=frozenset({1})) for n in (2, 3, 4)]
    state = State(Settings(2), (one, *others))
    found = draw(state, state.entrants, LEVEL, state.chance())
    assert 1 in found.left
    assert len(found.tables) == 1


def test_where_everybody_has_to_sit_people_kept_apart_meet_only_without_another_way() -> None:
    entrants = (Entrant(1, seed=1, apart=frozenset({2})), Entrant(2, seed=2))
    more = (*entrants, Entrant(3, seed=3), Entrant(4, seed=4))
    for people_there, meet in ((entrants, True), (more, False)):
        state = State(Settings(), people_there)
        found = draw(state, people_there, LEVEL, state.chance(), strict=False)
        assert found.left == ()
        assert ({1, 2} in map(set, found.tables)) is meet


def test_byes_go_round_from_the_last() -> None:
    entrants = people(5)
    played: list[Played] = []
    byes = []
    for number in range(1, 6):
        state = State(Settings(4), tuple(entrants), tuple(played))
        found = draw(
            state, entrants, near(dict.fromkeys(range(1, 6), 0.0), 1), state.chance(number)
        )
        [left] = found.left
        byes.append(left)
        played += [
            Played(number, 1, found.tables[0], (1, 2, 3, 4)),
            Played(number, 2, (left,), (1,)),
        ]
    assert byes == [5, 4, 3, 2, 1]


def test_smaller_tables_go_round() -> None:
    entrants = people(19)
    played: list[Played] = []
    small: Counter[int] = Counter()
    for number in range(1, 4):
        state = State(Settings(4, smaller=True), tuple(entrants), tuple(played))
        found = draw(state, entrants, LEVEL, state.chance(number))
        assert found.left == ()
        for n, seats in enumerate(found.tables):
            played.append(Played(number, n, seats, tuple(range(1, len(seats) + 1))))
            if len(seats) == 3:
                small.update(seats)
    assert set(small.values()) == {1}


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_everybody_begins_about_as_often(size: int) -> None:
    rng = random.Random(size)
    past = Past()
    for _round in range(4 * size):
        mixed = rng.sample(range(size * 4), size * 4)
        for at in range(0, len(mixed), size):
            past.add(in_order(mixed[at : at + size], past, rng))
    # four times in each seat would be even
    assert all(2 <= past.seats[one][seat] <= 6 for one in range(size * 4) for seat in range(size))


def test_the_same_state_gives_the_same_tables() -> None:
    state = State(Settings(4, smaller=True), tuple(people(30)), seed="same")
    assert drawn(state) == drawn(state)
    other = State(Settings(4, smaller=True), tuple(people(30)), seed="other")
    assert drawn(state, pots=True) != drawn(other, pots=True)
