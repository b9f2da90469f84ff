"""What each format does, rule by rule; Swiss has a file of its own."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from games.tournaments import pairings, round_robin
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
    Wait,
)
from games.tournaments.formats.double_elimination import (
    DoubleElimination,
    DoubleEliminationSettings,
)
from games.tournaments.formats.groups import Groups, GroupsSettings, build_schedule, next_divisions
from games.tournaments.formats.knockout import Knockout, KnockoutSettings
from games.tournaments.formats.ladder import (
    Ladder,
    LadderSettings,
    drop_distances,
    find_challengeable,
    full_ladder_order,
    ladder_order,
)
from games.tournaments.formats.registry import FORMATS
from games.tournaments.points import final_ranks

pytestmark = pytest.mark.same_everywhere


def make_state(settings: FormatSettings, count: int, **more: object) -> TournamentState:
    entrants = tuple(Entrant(one, 2000 - one, one, **more) for one in range(1, count + 1))
    return TournamentState(settings, entrants, seed="seed")


def start_round(form: Format, state: TournamentState) -> TournamentState:
    answer = form.next_tables(state)
    assert isinstance(answer, Pairing)
    rows = [TableResult(one.round, one.number, one.seats) for one in answer.tables]
    byes = [TableResult(one.round, one.number, (one.entrant,), (1,)) for one in answer.byes]
    return replace(state, played=(*state.played, *byes, *rows), challenges=())


def finish_tables(
    state: TournamentState, strength: Callable[[int], int] = lambda one: one
) -> TournamentState:
    """The lower number is the stronger one and wins, unless told otherwise."""
    rows = []
    for one in state.played:
        best = sorted(one.seats, key=strength)
        places = tuple(best.index(seat) + 1 for seat in one.seats)
        rows.append(one if one.places else replace(one, places=places))
    return replace(state, played=tuple(rows))


def to_the_end(form: Format, state: TournamentState) -> TournamentState:
    for _round in range(100):
        if isinstance(form.next_tables(state), NoMoreRounds):
            return state
        state = finish_tables(start_round(form, state))
    raise AssertionError("it goes on and on")


def fates(form: Format, state: TournamentState) -> dict[int, str]:
    return {line.entrant: line.fate for line in form.standings(state)}


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_begins_with_settings_that_hold(key: str) -> None:
    settings = FORMATS[key].settings
    assert settings().faults() == []
    assert settings.read(settings().data()) == settings()


# knock-out


def test_half_are_out_after_each_round_of_two() -> None:
    state = to_the_end(Knockout(), make_state(KnockoutSettings(), 16))
    assert Counter(one.round for one in state.played) == {1: 8, 2: 4, 3: 2, 4: 1}
    lines = Knockout().standings(state)
    assert [line.rank for line in lines] == [1, 2, 3, 3, *[5] * 4, *[9] * 8]
    assert fates(Knockout(), state)[1] == "won"


def test_the_best_seeds_sit_out_so_that_later_rounds_are_full() -> None:
    state = start_round(Knockout(), make_state(KnockoutSettings(), 11))
    assert sorted(one.seats[0] for one in state.played if one.is_bye) == [1, 2, 3, 4, 5]
    state = to_the_end(Knockout(), finish_tables(state))
    assert not any(one.is_bye for one in state.played if one.round > 1)


def test_two_of_each_table_of_four_go_on() -> None:
    state = finish_tables(start_round(Knockout(), make_state(KnockoutSettings(4, go_on=2), 16)))
    assert sum(fate == "on" for fate in fates(Knockout(), state).values()) == 8
    state = to_the_end(Knockout(), state)
    assert [len(one.seats) for one in state.played] == [4] * 7
    assert [line.entrant for line in Knockout().standings(state)][:4] == [1, 2, 3, 4]


def test_the_final_is_full_although_more_must_go_on() -> None:
    state = to_the_end(Knockout(), make_state(KnockoutSettings(4), 5))
    assert [len(one.seats) for one in state.played] == [1, 4, 4]


def test_seeds_are_spread() -> None:
    state = start_round(Knockout(), make_state(KnockoutSettings(4), 16))
    for one in state.played:
        assert sorted((seat - 1) // 4 for seat in one.seats) == [0, 1, 2, 3]


# double elimination


def test_who_has_lost_twice_is_out() -> None:
    state = to_the_end(DoubleElimination(), make_state(DoubleEliminationSettings(), 8))
    lost = Counter(max(one.seats) for one in state.played if not one.is_bye)
    assert lost == dict.fromkeys(range(2, 9), 2)
    assert fates(DoubleElimination(), state)[1] == "won"


def test_the_unbeaten_must_be_beaten_twice() -> None:
    state = make_state(DoubleEliminationSettings(), 2)
    state = finish_tables(start_round(DoubleElimination(), state), lambda one: -one)
    state = finish_tables(start_round(DoubleElimination(), state))
    assert fates(DoubleElimination(), state) == {1: "on", 2: "on"}


@pytest.mark.parametrize("form", [Knockout(), DoubleElimination()])
def test_a_block_leaves_one_winner(form: Format) -> None:
    state = make_state(form.settings(), 4)
    apart = tuple(
        replace(one, blocked_ids=frozenset({1, 2, 3, 4} - {one.id})) for one in state.entrants
    )
    state = to_the_end(form, replace(state, entrants=apart))
    assert [one for one, fate in fates(form, state).items() if fate == "won"] == [1]


# groups and divisions


@pytest.mark.parametrize("size", [0, 1, 41])
def test_a_division_has_a_size(size: int) -> None:
    assert "division_size" in [one.setting for one in GroupsSettings(division_size=size).faults()]


def test_no_division_is_larger_than_its_schedule_can_be() -> None:
    sizes = Counter(
        line.division
        for line in Groups().standings(make_state(GroupsSettings(division_size=40), 59))
    )
    assert max(sizes.values()) <= 40


def test_the_first_of_a_lower_division_is_behind_all_of_the_higher_one() -> None:
    league, mixed = (
        make_state(GroupsSettings(division_size=4, mixed=mixed), 8) for mixed in (False, True)
    )
    for state, firsts, of in ((league, {1}, 8), (mixed, {1, 2}, 4)):
        state = to_the_end(Groups(), state)
        places = final_ranks(state.settings, Groups().standings(state))
        assert {one for one, (place, _of) in places.items() if place == 1} == firsts
        assert {count for _place, count in places.values()} == {of}
        assert max(place for place, _of in places.values()) == of


@pytest.mark.parametrize("count", [3, 4, 7, 8])
@pytest.mark.parametrize("meetings", [1, 2])
def test_everybody_meets_everybody_else_as_often(count: int, meetings: int) -> None:
    rounds = build_schedule(tuple(range(count)), 2, 2, meetings, "seed")
    tables = [seats for tables in rounds for seats in tables if len(seats) == 2]
    met = Counter(map(frozenset, tables))
    assert met == dict.fromkeys(map(frozenset, itertools.combinations(range(count), 2)), meetings)
    first = Counter(seats[0] for seats in tables)
    assert max(first.values()) - min(first.values()) <= 2


@pytest.mark.parametrize(
    ("count", "size", "few", "many"),
    [(16, 4, 1, 1), (9, 3, 1, 1), (7, 4, 2, 2), (7, 3, 2, 2), (13, 3, 0, 2)],
)
def test_at_larger_tables_pairs_meet_about_as_often(
    count: int, size: int, few: int, many: int
) -> None:
    rounds = build_schedule(tuple(range(count)), size, size, 1, "seed")
    met = Counter(
        frozenset(pair)
        for tables in rounds
        for seats in tables
        for pair in itertools.combinations(seats, 2)
    )
    often = [met[frozenset(pair)] for pair in itertools.combinations(range(count), 2)]
    assert few <= min(often) <= max(often) <= many


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("count", [8, 13, 40])
def test_a_schedule_takes_a_fixed_number_of_steps(
    count: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = []
    improve = round_robin._Plan.improve

    def count_and_improve(plan: round_robin._Plan, most: int, rng: random.Random) -> None:
        steps.append(most)
        improve(plan, min(most, 100), rng)

    monkeypatch.setattr(round_robin._Plan, "improve", count_and_improve)
    monkeypatch.setattr(pairings, "group_people", None)  # whose steps would come on top
    sizes = pairings.table_sizes(count, size, size)
    rounds = round_robin.plan_rounds(count, sizes, 12)
    assert 0 < sum(steps) <= round_robin.STEPS
    sits = Counter(one for tables in rounds for one in itertools.chain(*tables))
    assert max(sits.values()) - min(sits[one] for one in range(count)) <= 1
    assert all(len({*itertools.chain(*tables)}) == sum(sizes) for tables in rounds)


def test_round_robin_schedule_is_stable() -> None:
    """Also one that began before the search for it was bounded."""
    before = build_schedule(tuple(range(6)), 3, 3, 1, "seed", False)
    assert before == (
        ((1, 2, 3), (5, 4, 0)),
        ((0, 1, 4), (2, 3, 5)),
        ((4, 5, 2), (3, 0, 1)),
    )


def test_the_first_move_up_and_the_last_down() -> None:
    settings = GroupsSettings(division_size=4, promoted=1, relegated=1)
    state = to_the_end(Groups(), make_state(settings, 12))
    lines = Groups().standings(state)
    assert [(line.division, line.fate) for line in lines] == [
        *[(1, "stay")] * 3,
        (1, "down"),
        (2, "up"),
        *[(2, "stay")] * 2,
        (2, "down"),
        (3, "up"),
        *[(3, "stay")] * 3,
    ]
    later = next_divisions(lines)
    assert [later[one] for one in (1, 4, 5, 8, 9, 12)] == [1, 2, 1, 3, 2, 3]


def test_mixed_groups_are_of_equal_strength() -> None:
    state = make_state(GroupsSettings(division_size=4, mixed=True), 8)
    groups: dict[int, int] = Counter()
    for line in Groups().standings(state):
        groups[line.division] += line.entrant
    assert groups == {1: 18, 2: 18}


def test_a_replacement_plays_the_tables_that_are_left() -> None:
    state = finish_tables(start_round(Groups(), make_state(GroupsSettings(), 4)))
    out = tuple(replace(one, is_out=one.id == 4) for one in state.entrants)
    state = replace(state, entrants=(*out, Entrant(9, seed=9, since_round=2, instead_of=4)))
    state = to_the_end(Groups(), state)
    assert sum(9 in one.seats for one in state.played) == 2
    assert sum(4 in one.seats for one in state.played) == 1


def test_a_replacement_of_a_replacement_is_in_their_division() -> None:
    """Also one who was invited, and so had an id, before the other came in."""
    state = finish_tables(start_round(Groups(), make_state(GroupsSettings(), 4)))
    out = tuple(replace(one, is_out=one.id == 4) for one in state.entrants)
    gone = Entrant(9, seed=5, since_round=2, instead_of=4, is_out=True)
    last = Entrant(8, seed=6, since_round=2, instead_of=9)
    state = to_the_end(Groups(), replace(state, entrants=(*out, last, gone)))
    assert {line.entrant for line in Groups().standings(state)} >= {8, 9}


def test_opponents_of_who_left_get_byes() -> None:
    state = make_state(GroupsSettings(), 4)
    state = replace(state, entrants=(*state.entrants[:3], replace(state.entrants[3], is_out=True)))
    state = to_the_end(Groups(), state)
    assert sorted(one.seats[0] for one in state.played if one.is_bye) == [1, 2, 3]


# ladder


def test_a_winner_moves_in_above_whom_they_beat() -> None:
    state = replace(make_state(LadderSettings(), 5), challenges=(AcceptedChallenge(5, 2),))
    won = finish_tables(start_round(Ladder(), state), lambda one: -one)
    assert ladder_order(won) == [1, 5, 2, 3, 4]
    assert ladder_order(finish_tables(start_round(Ladder(), state))) == [1, 2, 3, 4, 5]


def test_who_does_not_answer_drops() -> None:
    lost = TableResult(1, 1, (4, 2), (1, 2), forfeits=frozenset({2}))
    state = replace(make_state(LadderSettings(), 4), played=(lost,))
    assert ladder_order(state) == [1, 4, 2, 3]
    lines = Ladder().standings(state)
    assert {(line.points, line.played, line.wins) for line in lines} == {(0, 0, 0)}


def test_who_drops_falls_below_the_next_who_is_in() -> None:
    state = make_state(LadderSettings(), 4)
    ones, two, *rest = state.entrants
    state = replace(state, entrants=(ones, replace(two, is_out=True), *rest))
    assert drop_distances(full_ladder_order(state), {2}, [1]) == [2]
    dropped = replace(state, played=(TableResult(1, 1, (1,), (3,)),))
    assert ladder_order(dropped) == [3, 1, 4]
    left = (ones, two, replace(rest[0], is_out=True), rest[1])  # moves nobody
    assert ladder_order(replace(dropped, entrants=left)) == [2, 1, 4]
    assert drop_distances(full_ladder_order(state), {2}, [1, 3]) == [2, 1]  # one after another


def test_one_may_challenge_a_few_places_up() -> None:
    state = make_state(LadderSettings(reach=2), 6)
    assert find_challengeable(state, 5) == [3, 4]
    assert find_challengeable(state, 1) == []
    assert find_challengeable(replace(state, challenges=(AcceptedChallenge(5, 4),)), 5) == [3]


# arena


def test_the_best_tables_count() -> None:
    rows = [TableResult(1, n, (1, 2), (1, 2) if n < 4 else (2, 1)) for n in range(6)]
    state = replace(make_state(ArenaSettings(best=3), 2), played=tuple(rows))
    assert {line.entrant: line.points for line in Arena().standings(state)} == {1: 3, 2: 2}


def test_who_has_just_met_waits_for_others_while_there_are_any() -> None:
    state = start_round(Arena(), make_state(ArenaSettings(), 4))
    first = state.played[0]
    state = replace(state, played=(replace(first, places=(1, 2)), state.played[1]))
    answer = Arena().next_tables(state)
    assert isinstance(answer, Wait)
    assert answer.reason.code == "soon"
    assert isinstance(Arena().next_tables(finish_tables(state)), Pairing)


# people who are out


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", FORMATS)
def test_standings_rank_nobody_who_is_out_above_anyone_who_is_not(
    key: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every step, with the leader and two more out, also after the last table."""
    monkeypatch.setattr(pairings, "EFFORT", 1_000)
    form, rng = FORMATS[key], random.Random(f"{key}:{seed}")
    state = make_state(form.settings(), 9)
    if isinstance(state.settings, GroupsSettings):
        state = replace(state, settings=replace(state.settings, division_size=4))
    for step in range(30):
        if isinstance(form, Ladder):
            by = rng.randint(2, 9)
            challenges = [AcceptedChallenge(by, one) for one in find_challengeable(state, by)[:1]]
            state = replace(state, challenges=tuple(challenges), is_closing=step == 8)
        for one in (form.standings(state)[0].entrant, *rng.sample(range(1, 10), 2)):
            check_out_is_last(form, without(state, {one, 1 + one % 9}))
        answer = form.next_tables(replace(state, is_closing=step == 8))
        if isinstance(answer, NoMoreRounds):
            return
        if isinstance(answer, Pairing):
            state = finish_tables(start_round(form, state), lambda _one: rng.randrange(10**6))
    raise AssertionError("it goes on and on")


def without(state: TournamentState, out: set[int]) -> TournamentState:
    return replace(
        state, entrants=tuple(replace(one, is_out=one.id in out) for one in state.entrants)
    )


def check_out_is_last(form: Format, state: TournamentState) -> None:
    lines = form.standings(state)
    places = final_ranks(state.settings, lines)
    out = {one.id for one in state.entrants if one.is_out}
    assert min(places[one][0] for one in out) > max(
        place for one, (place, _of) in places.items() if one not in out
    )
    for line in lines:
        if line.entrant in out:
            assert line.fate not in ("won", "on", "up")
            ranks = [x.rank for x in lines if x.division == line.division and x.entrant not in out]
            assert not ranks or line.rank > max(ranks)
