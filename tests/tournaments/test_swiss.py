"""Swiss: rounds of people with like points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.tournaments.formats.base import (
    Entrant,
    NoMoreRounds,
    Pairing,
    TableResult,
    TournamentState,
    Wait,
)
from games.tournaments.formats.swiss import Swiss, SwissSettings

pytestmark = pytest.mark.same_everywhere

SWISS = Swiss()


def make_state(count: int, size: int = 2, **settings: object) -> TournamentState:
    entrants = tuple(Entrant(one, 2000 - one, one) for one in range(1, count + 1))
    return TournamentState(SwissSettings(size, **settings), entrants)


def start_round(state: TournamentState) -> TournamentState:
    answer = SWISS.next_tables(state)
    assert isinstance(answer, Pairing)
    rows = [TableResult(one.round, one.number, one.seats) for one in answer.tables]
    byes = [TableResult(one.round, one.number, (one.entrant,), (1,)) for one in answer.byes]
    return replace(state, played=(*state.played, *byes, *rows))


def finish_tables(state: TournamentState, besides: int = 0) -> TournamentState:
    """The lower number wins; `besides` sits at the one table that goes on."""
    rows = [
        one
        if one.is_bye or besides in one.seats
        else replace(one, places=tuple(sorted(one.seats).index(seat) + 1 for seat in one.seats))
        for one in state.played
    ]
    return replace(state, played=tuple(rows))


def change_entrant(state: TournamentState, number: int, **what: object) -> TournamentState:
    return replace(
        state,
        entrants=tuple(replace(one, **what) if one.id == number else one for one in state.entrants),
    )


def test_it_lasts_as_many_rounds_as_were_set() -> None:
    state = make_state(8, rounds=3)
    for _round in range(3):
        state = finish_tables(start_round(state))
    assert isinstance(SWISS.next_tables(state), NoMoreRounds)
    first = SWISS.standings(state)[0]
    assert (first.entrant, first.points) == (1, 3)


def test_winners_meet_winners() -> None:
    state = start_round(finish_tables(start_round(make_state(8))))
    winners = {1, 2, 3, 4}
    assert all(len(winners & {*one.seats}) in (0, 2) for one in state.played if one.round == 2)


def test_a_round_waits_for_the_slow_until_its_time_is_over() -> None:
    state = finish_tables(start_round(make_state(8)), besides=1)
    slow = next(one for one in state.played if one.is_running)
    assert isinstance(SWISS.next_tables(state), Wait)
    assert {*SWISS.waits(state)} == {*range(1, 9)} - {*slow.seats}
    answer = SWISS.next_tables(replace(state, is_round_due=True))
    assert isinstance(answer, Pairing)
    assert {seat for one in answer.tables for seat in one.seats} == {*range(1, 9)}
    assert not answer.rests


def test_slow_opponent_costs_nobody_a_round() -> None:
    state = make_state(8, rounds=3)
    for _round in range(3):
        state = finish_tables(replace(start_round(state), is_round_due=True), besides=1)
    assert all(state.missed_rounds[one] == 0 for one in state.entrants_by_id)


def test_late_joiners_come_in_with_their_round() -> None:
    state = change_entrant(make_state(8), 8, since_round=2)
    first = start_round(state)
    assert SWISS.waits(first)[8].code == "later"
    second = start_round(finish_tables(first))
    assert 8 in {seat for one in second.played if one.round == 2 for seat in one.seats}


def test_who_is_away_or_out_is_not_paired() -> None:
    state = start_round(
        change_entrant(change_entrant(make_state(8), 1, is_away=True), 2, is_out=True)
    )
    assert not {1, 2} & {seat for one in state.played for seat in one.seats}
    assert (SWISS.waits(state)[1].code, SWISS.waits(state)[2].code) == ("away", "out")


def test_it_ends_early_when_too_few_stay() -> None:
    state = finish_tables(start_round(make_state(4, 4)))
    assert isinstance(SWISS.next_tables(change_entrant(state, 3, is_out=True)), NoMoreRounds)


def test_with_too_few_here_it_waits_for_them_until_its_last_day() -> None:
    state = change_entrant(finish_tables(start_round(make_state(4, 4))), 3, is_away=True)
    waits = SWISS.next_tables(state)
    assert isinstance(waits, Wait)
    assert waits.reason.code == "too_few"
    reasons = {one: why.code for one, why in SWISS.waits(state).items()}
    assert reasons == {1: "too_few", 2: "too_few", 3: "away", 4: "too_few"}
    assert isinstance(SWISS.next_tables(replace(state, is_closing=True)), NoMoreRounds)


def test_nothing_new_begins_once_its_time_is_over() -> None:
    state = replace(start_round(make_state(8)), is_closing=True)
    assert isinstance(SWISS.next_tables(state), Wait)
    assert isinstance(SWISS.next_tables(finish_tables(state)), NoMoreRounds)
