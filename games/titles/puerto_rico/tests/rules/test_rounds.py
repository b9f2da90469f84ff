"""Picking roles, the governor, doubloons on cards, and the end of the match."""

from __future__ import annotations

import pytest

import games.rules as rules

from ...rules.components import ROLE_OF
from ...rules.match import PuertoRico
from .positions import event_kinds, events_of_kind, goods_of, mayor, pick, set_board, start


def all_pass(match: PuertoRico) -> None:
    """Go on to the next pick without doing anything."""
    while match.step != "pick" and not match.over:
        seat = match.actors[0]
        match.play(seat, match.legal_moves(seat)[-1])


def cards(match: PuertoRico) -> dict[str, int]:
    return {role: card["doubloons"] for role, card in match.view(None)["roles"].items()}


def test_picks_go_clockwise_from_the_governor_and_the_governor_passes_on() -> None:
    match = start(3)
    order = []
    for role in ["settler", "builder", "trader"] * 2:
        order.append(match.actors)
        match.play(match.actors[0], f"pick {role}")
        all_pass(match)
    assert order == [(0,), (1,), (2,), (1,), (2,), (0,)]
    assert match.view(None)["governor"] == 2
    assert match.view(None)["round"] == 3


def test_a_role_taken_in_this_round_cannot_be_picked_again() -> None:
    match = start(4)
    match.play(0, "pick prospector")
    assert "pick prospector" not in match.legal_moves(1)
    assert match.view(None)["roles"]["prospector"]["taken_by"] == 0
    with pytest.raises(rules.IllegalMove, match="seat 0 already took"):
        match.play(1, "pick prospector")


def test_cards_that_nobody_took_get_a_doubloon_at_the_end_of_the_round() -> None:
    match = start(3)
    for role in ["settler", "builder", "trader"]:
        match.play(match.actors[0], f"pick {role}")
        all_pass(match)
    assert cards(match) == {
        "mayor": 1,
        "craftsman": 1,
        "trader": 0,
        "settler": 0,
        "builder": 0,
        "captain": 1,
    }
    assert all(card["taken_by"] is None for card in match.view(None)["roles"].values())


def test_doubloons_pile_up_on_a_card_until_it_is_picked() -> None:
    match = start(3)
    for role in ["settler", "builder", "trader"] * 2:
        match.play(match.actors[0], f"pick {role}")
        all_pass(match)
    assert cards(match)["captain"] == 2
    before = match.boards[2].doubloons
    match.play(2, "pick captain")
    assert match.boards[2].doubloons == before + 2
    assert cards(match)["captain"] == 0


def test_doubloons_on_a_card_can_be_spent_in_its_own_phase() -> None:
    match = start(4)
    set_board(match, 0, doubloons=0)
    match.card_doubloons[ROLE_OF["builder"]] = 2
    match.play(0, "pick builder")
    assert "build small_sugar_mill" in match.legal_moves(0)
    assert "build hacienda" in match.legal_moves(0)
    match.play(0, "build small_warehouse")
    assert match.boards[0].doubloons == 0


def test_every_seat_must_pick_a_role() -> None:
    assert all(move.startswith("pick ") for move in start(3).legal_moves(0))


def test_prospector_gets_one_doubloon_and_nobody_acts() -> None:
    match = start(4)
    match.card_doubloons[ROLE_OF["prospector"]] = 2
    before = [board.doubloons for board in match.boards]
    match.play(0, "pick prospector")
    assert [board.doubloons for board in match.boards] == [before[0] + 3, *before[1:]]
    assert match.actors == (1,)
    assert match.step == "pick"


def test_five_seats_have_two_prospectors_with_doubloons_of_their_own() -> None:
    match = start(5)
    assert {"pick prospector", "pick prospector_2"} <= set(match.legal_moves(0))
    match.card_doubloons[ROLE_OF["prospector_2"]] = 3
    match.play(0, "pick prospector")
    assert match.boards[0].doubloons == 5
    assert "pick prospector_2" in match.legal_moves(1)
    match.play(1, "pick prospector_2")
    assert match.boards[1].doubloons == 4 + 3 + 1


def test_two_seats_pick_alternately_three_roles_each() -> None:
    match = start(2)
    order = []
    roles = ["prospector", "builder", "settler", "trader", "craftsman", "captain"]
    for role in roles:
        order.append(match.actors[0])
        match.play(match.actors[0], f"pick {role}")
        all_pass(match)
    assert order == [0, 1, 0, 1, 0, 1]
    assert cards(match) == {role: int(role == "mayor") for role in cards(match)}
    assert match.actors == (1,)
    assert match.view(None)["round"] == 2


def test_the_picker_order_of_a_phase_is_clockwise_from_the_picker_also_with_two_seats() -> None:
    match = start(2)
    match.play(0, "pick prospector")
    match.play(1, "pick settler")
    assert match.actors == (1,)
    match.play(1, "pass")
    assert match.actors == (0,)


def last_pick(seats: int = 3) -> PuertoRico:
    """Everybody but the last seat has picked."""
    match = start(seats)
    for role in ["builder", "trader"]:
        match.play(match.actors[0], f"pick {role}")
        all_pass(match)
    return match


def test_a_condition_ends_the_match_only_after_the_last_pick_of_the_round() -> None:
    match = start(3)
    match.worker_supply = 0
    mayor(match, 0)
    all_pass(match)
    assert match.ending == ("workers",)
    assert not match.over
    for role in ["builder", "trader"]:
        match.play(match.actors[0], f"pick {role}")
        all_pass(match)
    assert match.over
    assert match.actors == ()


def test_the_last_round_puts_no_doubloons_on_cards() -> None:
    match = last_pick()
    match.worker_supply = 0
    events = match.play(2, "pick mayor")
    assert match.over
    assert cards(match) == dict.fromkeys(cards(match), 0)
    assert "round" not in event_kinds(events)


def test_a_condition_met_in_the_last_phase_counts_like_one_met_earlier() -> None:
    match = last_pick()
    match.worker_supply = 0
    events = match.play(2, "pick mayor")
    assert events_of_kind(events, "ending")[0].data == {"condition": "workers"}
    assert match.over


def test_the_last_phase_runs_in_full() -> None:
    match = last_pick()
    match.ending = ("city",)
    set_board(match, 0, goods={"corn": 6})
    match.play(2, "pick captain")
    assert match.over
    assert goods_of(match, 0) == {}
    assert match.view(None)["ships"]["6"] == {"good": None, "n": 0}


def test_several_conditions_may_be_met() -> None:
    match = last_pick()
    match.ending = ("city",)
    match.worker_supply = 0
    match.play(2, "pick mayor")
    assert match.ending == ("city", "workers")


def test_an_exactly_covered_need_lets_the_game_go_on_with_an_empty_supply() -> None:
    match = start(3)
    match.worker_supply = 3
    mayor(match, 0)
    all_pass(match)
    assert (match.worker_supply, match.worker_ship) == (0, 3)
    assert match.ending == ()


def test_a_need_not_covered_ends_the_game() -> None:
    match = start(3)
    match.worker_supply = 2
    mayor(match, 0)
    all_pass(match)
    assert (match.worker_supply, match.worker_ship) == (0, 2)
    assert match.ending == ("workers",)


def test_a_supply_emptied_by_university_or_hospice_is_no_end() -> None:
    match = start(3)
    match.worker_supply = 1
    set_board(match, 0, doubloons=5, city={"university": 1})
    pick(match, 0, "builder")
    match.play(0, "build small_market worker")
    assert match.worker_supply == 0
    assert match.ending == ()


def test_exactly_the_last_chip_ends_the_game() -> None:
    match = start(3)
    match.chips_left = 3
    set_board(match, 0, goods={"corn": 2})
    pick(match, 0, "captain")
    match.play(0, "load corn 6")
    assert (match.chips_left, match.ending) == (0, ("chips",))


def test_one_chip_left_does_not_end_the_game() -> None:
    match = start(3)
    match.chips_left = 4
    set_board(match, 0, goods={"corn": 2})
    pick(match, 0, "captain")
    match.play(0, "load corn 6")
    assert (match.chips_left, match.ending) == (1, ())


def test_points_beyond_the_supply_count_and_the_supply_never_goes_below_0() -> None:
    match = start(3)
    match.chips_left = 1
    set_board(match, 0, goods={"corn": 4})
    pick(match, 0, "captain")
    match.play(0, "load corn 4")
    assert match.scores()[0].breakdown["chips"] == 5
    assert match.view(None)["chips_left"] == 0


def test_filling_the_twelfth_city_space_ends_the_game() -> None:
    match = start(3)
    city = ["small_market", "hacienda", "construction_hut", "small_warehouse", "hospice"]
    city += ["office", "large_market", "large_warehouse", "factory", "university"]
    set_board(match, 0, doubloons=10, city=dict.fromkeys(city, 0))
    pick(match, 0, "builder")
    events = match.play(0, "build fortress")
    assert match.boards[0].spaces == 12
    assert match.ending == ("city",)
    assert "ending" in event_kinds(events)


def test_many_rounds_may_be_played() -> None:
    match = start(3)
    for _ in range(40):
        for role in ["settler", "builder", "trader"]:
            match.play(match.actors[0], f"pick {role}")
            all_pass(match)
    assert not match.over
    assert match.view(None)["round"] == 41
    assert cards(match)["mayor"] == 40
