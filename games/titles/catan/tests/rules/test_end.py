"""Winning, the end by the clock, points and ranks (rules 5.1, 8)."""

from __future__ import annotations

from typing import Any

from ...rules.match import CatanMatch
from .positions import (
    advance_match,
    deal,
    enter_main_phase,
    event_kinds,
    event_of_kind,
    give,
    main_phase_match,
    match_after_founding,
    new_match,
    play,
    set_points,
    settlements,
    totals,
)


def test_reaching_the_target_ends_the_match_at_once() -> None:
    match = set_points(give(main_phase_match(), 0, grain=2, ore=3), 0, 9)
    events = play(match, "city 0,8")
    assert match.over
    assert match.actors == ()
    assert match.winner == 0
    assert event_of_kind(events, "over").data == {"winner": 0}
    assert match.legal_moves(0) == []


def test_a_seat_does_not_win_in_anothers_turn() -> None:
    match = main_phase_match()
    match.score(1, 8, "longest_road")
    assert not advance_match(match).over
    play(match, "end")
    assert match.winner == 1


def test_the_match_may_end_inside_an_interrupting_phase() -> None:
    match = set_points(deal(main_phase_match(), 0, "knight"), 0, 8)
    match.knights[0] = 2
    play(match, "play knight")
    assert match.over


def test_the_own_longest_road_wins_at_once() -> None:
    match = set_points(give(main_phase_match(), 0, brick=9, lumber=9), 0, 8)
    play(match, "road -5,-9", "road -7,-9", "road -8,-6")
    assert not match.over
    play(match, "road -3,-3")
    assert match.winner == 0


def test_harbourmaster_raises_the_target_by_one() -> None:
    match = set_points(give(main_phase_match(harbourmaster="on"), 0, grain=4, ore=6), 0, 9)
    play(match, "city 0,8")
    assert not match.over
    play(match, "city -4,-8")
    assert match.over


def test_after_round_100_there_is_no_winner() -> None:
    match = main_phase_match()
    match.turn = 298
    match.active = 1
    play(enter_main_phase(match), "end")
    assert match.active == 2
    assert match.view(None)["round"] == 100
    play(enter_main_phase(match), "end")
    assert match.over
    assert match.winner == -1
    assert match.view(None)["winner"] is None


def test_after_an_end_by_the_clock_all_rank_by_total() -> None:
    match = settlements(main_phase_match(), 1, "8,8")
    match.turn = 299
    match.active = 2
    play(enter_main_phase(match), "end")
    assert [score.rank for score in match.scores()] == [2, 1, 2]
    assert [score.tiebreak for score in match.scores()] == [(0,), (0,), (0,)]


def test_the_winner_ranks_first_even_with_fewer_points() -> None:
    match = set_points(give(main_phase_match(), 0, grain=2, ore=3), 0, 9)
    settlements(match, 1, *match.board.spots[:12])
    play(match, "city 0,8")
    scores = match.scores()
    assert scores[1].total > scores[0].total
    assert [score.rank for score in scores] == [1, 2, 3]
    assert scores[0].tiebreak == (1,)


def test_equal_totals_share_a_rank() -> None:
    assert [score.rank for score in main_phase_match().scores()] == [1, 1, 1]


def test_all_keys_of_the_scenario_are_always_there() -> None:
    base = ["settlements", "cities", "largest_army", "longest_road", "vp_cards"]
    traders = ["settlements", "cities", "largest_army", "deliveries", "train", "vp_cards"]
    assert sorted(new_match().scores()[0].breakdown) == sorted(base)
    assert sorted(new_match(scenario="traders").scores()[0].breakdown) == sorted(traders)
    with_option = new_match(harbourmaster="on").scores()[0].breakdown
    assert sorted(with_option) == sorted([*base, "harbourmaster"])


def test_point_cards_count_only_when_the_match_is_over() -> None:
    match = deal(deal(main_phase_match(), 0, "vp"), 1, "vp", "vp")
    assert totals(match) == [2, 2, 2]
    set_points(match, 0, 8)
    give(match, 0, grain=2, ore=3)
    events = play(match, "city 0,8")
    assert match.over
    shown = [(e.seat, e.data["amount"]) for e in events if e.data.get("reason") == "vp_cards"]
    assert shown == [(0, 1), (1, 2)]
    assert [score.breakdown["vp_cards"] for score in match.scores()] == [1, 2, 0]
    assert match.view(None)["players"][1]["point_cards"] == {"vp": 2}


def test_gold_tokens_and_cards_in_hand_are_worth_nothing() -> None:
    match = give(main_phase_match(scenario="traders"), 0, wool=9)
    match.gold[0] = 50
    assert totals(match)[0] == 3


def test_a_turn_begins_with_an_event_that_counts_rounds() -> None:
    match = match_after_founding()
    events = play(enter_main_phase(match), "end")
    assert event_of_kind(events, "turn").seat == 1
    assert event_of_kind(events, "turn").data == {"turn": 2, "round": 1}
    assert event_kinds(events) == ["turn"]


def whole_match(match: CatanMatch) -> dict[int, int]:
    totals_by_event = dict.fromkeys(range(match.seats), 0)
    events = list(match.opening)
    while not match.over:
        seat = match.actors[0]
        events += match.play(seat, match.auto_move(seat))
    for event in events:
        if event.kind == "score":
            assert event.seat is not None
            totals_by_event[event.seat] += event.data["amount"]
    return totals_by_event


def test_score_events_sum_to_the_totals() -> None:
    settings: list[dict[str, Any]] = [{}, {"scenario": "traders", "harbourmaster": "on"}]
    for options in settings:
        match = new_match(3, **options)
        assert list(whole_match(match).values()) == totals(match)


def test_reasons_sum_to_the_breakdown() -> None:
    match = new_match(4, scenario="traders")
    sums: dict[tuple[int | None, str], int] = {}
    events = list(match.opening)
    while not match.over:
        seat = match.actors[0]
        events += match.play(seat, match.auto_move(seat))
    for event in events:
        if event.kind == "score":
            key = (event.seat, event.data["reason"])
            sums[key] = sums.get(key, 0) + event.data["amount"]
    for score in match.scores():
        for reason, amount in score.breakdown.items():
            assert sums.get((score.seat, reason), 0) == amount
