"""Rounds, the census and the end (5.1, 5.2, 5.8)."""

from __future__ import annotations

from typing import Any

from ...rules.match import OrleansMatch
from .positions import finish_round, fresh_match, own_view_data, play, position, score_of


def census(*farmers: int, **words: Any) -> OrleansMatch:
    boards = [{"tracks": {"farmer": farmer}, **words} for farmer in farmers]
    return position(*boards, phase="census")


def coins(match: OrleansMatch) -> list[int]:
    return [own_view_data(match, seat)["coins"] for seat in range(match.seats)]


def test_single_leader_gains_and_single_last_pays() -> None:
    assert coins(census(0, 3, 1)) == [4, 6, 5]


def test_ties_neither_gain_nor_pay() -> None:
    assert coins(census(2, 2, 1, 1)) == [5, 5, 5, 5]


def test_tied_leaders_do_not_spare_the_last() -> None:
    assert coins(census(2, 2, 1)) == [5, 5, 4]


def test_census_announces_coins() -> None:
    match = census(0, 3, 1)
    assert score_of(match.opening, 0, "coins") == -1
    assert score_of(match.opening, 1, "coins") == 1


def test_census_debt_is_tortured_before_the_round_goes_on() -> None:
    match = position(
        {"coins": 0, "goods": {"wine": 1}},
        {"tracks": {"farmer": 1}, "bag": "farmer"},
        {"tracks": {"farmer": 2}},
        phase="census",
    )
    assert match.phase == "census"
    assert match.actors == (0,)
    assert match.legal_moves(0) == ["torture station supply", "torture good wine"]
    play(match, "0 torture good wine")
    assert match.phase == "followers"
    assert match.actors == (1,)


def test_leader_is_judged_before_the_last_pays_on_the_same_comparison() -> None:
    match = position(
        {"coins": 0, "tracks": {"farmer": 0}},
        {"coins": 0, "tracks": {"farmer": 1}},
        {"coins": 0, "tracks": {"farmer": 2}},
        phase="census",
    )
    assert [own_view_data(match, seat)["coins"] for seat in range(3)] == [0, 0, 1]
    assert own_view_data(match, 0)["stock"] == 9  # a single possibility needs no decision


def test_first_reveal_is_known_and_later_ones_count_as_shown() -> None:
    match = fresh_match()
    before = match.reveals
    finish_round(match)
    assert match.round == 2
    assert match.reveals > before
    assert match.view(None)["past"] == [{"name": "pilgrimage", "letter": "a", "value": None}]


def test_start_player_moves_on_each_round() -> None:
    match = fresh_match(3)
    starts = []
    while not match.over:
        starts.append(match.start)
        finish_round(match)
    assert starts == [number % 3 for number in range(18)]


def test_match_ends_after_round_18() -> None:
    match = fresh_match()
    while not match.over:
        finish_round(match)
    assert match.round == 18
    assert match.actors == ()
    assert match.view(None)["phase"] == "end"


def last_round(*stations: str) -> OrleansMatch:
    boards = [{"stations": towns} for towns in stations]
    return position(*boards, phase="event", event="pilgrimage", letter="c", round=18)


def test_most_stations_take_the_last_citizen() -> None:
    match = last_round("tours", "blois chinon")
    assert match.over
    assert [own_view_data(match, seat)["citizens"] for seat in (0, 1)] == [0, 1]
    assert match.scores()[1].breakdown["citizens"] == 1
    assert score_of(match.opening, 1, "citizens") == 1


def test_event_of_round_18_still_happens() -> None:
    match = position({}, {}, phase="event", event="income", letter="c", round=18)
    assert match.over
    assert [own_view_data(match, seat)["coins"] for seat in (0, 1)] == [6, 6]


def test_tie_is_broken_by_development_and_else_shared() -> None:
    apart = position(
        {"coins": 5, "development": 2},
        {"coins": 5, "development": 1},
        phase="event",
        event="pilgrimage",
        letter="c",
        round=18,
    )
    assert [score.rank for score in apart.scores()] == [1, 2]
    equal = last_round("", "")
    assert [score.rank for score in equal.scores()] == [1, 1]
