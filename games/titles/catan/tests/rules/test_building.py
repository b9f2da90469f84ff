"""Roads, settlements, cities, harbours (rules 5.5, 5.7, 5.11)."""

from __future__ import annotations

import pytest

from ...rules.match import CatanMatch
from .positions import (
    advance_match,
    cities,
    deal,
    enter_main_phase,
    event_kinds,
    event_of_kind,
    give,
    hand,
    main_phase_match,
    moves_with_verb,
    place_barbarians,
    play,
    roads,
    settlements,
    totals,
)

ROAD = {"brick": 1, "lumber": 1}
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
CITY = {"grain": 2, "ore": 3}


def give_everything(match: CatanMatch, seat: int = 0) -> CatanMatch:
    return give(match, seat, brick=5, lumber=5, wool=5, grain=5, ore=5)


# roads


def test_a_road_costs_brick_and_lumber() -> None:
    match = give(main_phase_match(), 0, brick=2, lumber=1)
    play(match, "road -3,-9")
    assert hand(match, 0) == {"brick": 1}
    assert moves_with_verb(match, 0, "road") == []


def test_a_road_connects_to_own_roads_and_buildings() -> None:
    match = give(main_phase_match(), 0, **ROAD)
    assert set(moves_with_verb(match, 0, "road")) == {
        *("road -5,-9", "road -3,-9", "road -5,-3", "road -3,-3"),  # -4,-8 and its road -4,-6
        *("road -1,9", "road 1,9", "road -1,3", "road 1,3"),  # 0,8 and its road 0,6
    }


def test_a_road_may_continue_through_an_own_building() -> None:
    """Ruling 8."""
    match = give(main_phase_match(), 0, **ROAD)
    assert "road -3,-9" in moves_with_verb(match)  # its own settlement -4,-8 is between


def test_a_road_does_not_continue_through_a_foreign_building() -> None:
    """Ruling 8."""
    match = main_phase_match()
    settlements(match, 1, "-4,-4")
    give(match, 0, **ROAD)
    assert "road -5,-3" not in moves_with_verb(match)
    assert "road -3,-3" not in moves_with_verb(match)


def test_the_other_end_of_a_road_beside_a_foreign_building_still_serves() -> None:
    """Ruling 9."""
    match = roads(main_phase_match(), 0, "-3,-3")
    settlements(match, 1, "-4,-4")
    give(match, 0, **ROAD)
    listed = moves_with_verb(match, 0, "road")
    assert "road -5,-3" not in listed
    assert "road -1,-3" in listed  # beyond -2,-2


def test_barbarians_do_not_hinder_roads() -> None:
    match = give(main_phase_match(scenario="traders"), 0, **ROAD)
    place_barbarians(match, "-3,-3", "1,-9", "4,6")
    assert "road -3,-3" in moves_with_verb(match)


def test_roads_pass_a_plaza() -> None:
    """Ruling 15: from inner path to inner path."""
    match = give(main_phase_match(scenario="traders"), 0, **ROAD)  # has -7,-1, up to the plaza -8,0
    listed = moves_with_verb(match, 0, "road")
    assert {"road -8,-2", "road -7,1", "road -8,2"} <= set(listed)


def test_there_are_15_roads() -> None:
    match = main_phase_match()
    free = [path for path in match.board.paths if match.road[match.board.path_index[path]] < 0]
    roads(match, 0, *free[:13])
    give(match, 0, **ROAD)
    assert moves_with_verb(match, 0, "road") == []


# settlements


def ready_to_settle() -> CatanMatch:
    return give(roads(main_phase_match(), 0, "-3,-3", "-1,-3"), 0, **SETTLEMENT)


def test_a_settlement_costs_four_cards_and_brings_a_point() -> None:
    match = ready_to_settle()
    events = play(match, "settlement 0,-4")
    assert hand(match, 0) == {}
    assert totals(match)[0] == 3
    assert event_kinds(events) == ["build", "score"]


def test_a_settlement_needs_an_own_road() -> None:
    match = ready_to_settle()
    # reached are -4,-4 (too near to -4,-8), -2,-2, 0,-4 and 0,4 (too near to 0,8)
    assert set(moves_with_verb(match, 0, "settlement")) == {"settlement -2,-2", "settlement 0,-4"}


def test_distance_rule_counts_foreign_buildings() -> None:
    match = ready_to_settle()
    settlements(match, 1, "2,-2")
    assert moves_with_verb(match, 0, "settlement") == ["settlement -2,-2"]


def test_a_settlement_at_a_foreign_roads_end_is_allowed() -> None:
    match = ready_to_settle()
    roads(match, 1, "-2,0")
    assert "settlement -2,-2" in moves_with_verb(match)


def test_there_are_5_settlements_and_a_city_gives_one_back() -> None:
    match = ready_to_settle()
    settlements(match, 0, "8,-4", "8,8", "-4,16")
    give(match, 0, **CITY)
    assert moves_with_verb(match, 0, "settlement") == []
    play(match, "city -4,-8")
    assert moves_with_verb(match, 0, "settlement") != []


def test_no_settlement_on_a_plaza() -> None:
    match = give(main_phase_match(scenario="traders"), 0, **SETTLEMENT)
    assert match.reach[0] >> match.board.spot_index["-8,0"] & 1
    assert moves_with_verb(match, 0, "settlement") == []


def test_opposite_corners_of_a_goal_hex_may_both_be_built_on() -> None:
    """Ruling 14: the plaza between them never has a building."""
    match = main_phase_match(scenario="traders")  # seat 0 has a city on -6,-2
    roads(match, 0, "-7,1", "-8,2")
    give(match, 0, **SETTLEMENT)
    assert "settlement -8,4" in moves_with_verb(match)
    roads(match, 0, "-8,-2")
    assert "settlement -8,-4" not in moves_with_verb(match)  # a land side joins it to -6,-2


def test_no_move_takes_both_a_hex_and_its_plaza() -> None:
    """Ruling 16: the shared point is never ambiguous."""
    match = main_phase_match(scenario="traders")
    assert "-8,0" in match.board.hex_index
    assert "-8,0" in match.board.spot_index
    match.stack = [("main",), ("barbarian",)]
    assert not any("robber" in move for move in moves_with_verb(advance_match(match)))


# cities


def test_a_city_stands_on_an_own_settlement() -> None:
    match = give(main_phase_match(), 0, **CITY)
    assert moves_with_verb(match, 0, "city") == ["city -4,-8", "city 0,8"]
    events = play(match, "city 0,8")
    assert hand(match, 0) == {}
    assert totals(match)[0] == 3
    scored = [event.data for event in events if event.kind == "score"]
    assert scored == [
        {"amount": -1, "reason": "settlements"},
        {"amount": 2, "reason": "cities"},
    ]


def test_a_new_city_produces_two() -> None:
    match = give(main_phase_match(script={"dice": [5, 5]}), 0, **CITY)
    play(match, "city 0,8")
    match.stack = [("start",)]
    advance_match(match)
    play(match, "roll")  # 10: fields 0,12
    assert hand(match, 0) == {"grain": 2}


def test_there_are_4_cities() -> None:
    match = give(main_phase_match(), 0, **CITY)
    cities(match, 0, "8,-4", "8,8", "-4,16", "-8,8")
    assert moves_with_verb(match, 0, "city") == []


# harbours


@pytest.mark.parametrize(
    ("spots", "rates"),
    [
        ([], {"brick": 4, "wool": 4}),
        (["-6,-14"], {"brick": 3, "wool": 3}),
        (["0,-16"], {"brick": 4, "wool": 2}),
        (["0,-16", "-6,-14"], {"brick": 3, "wool": 2}),
        (["-6,-14", "0,-16"], {"brick": 3, "wool": 2}),
    ],
)
def test_the_best_harbour_rate_is_applied(spots: list[str], rates: dict[str, int]) -> None:
    match = settlements(main_phase_match(), 0, *spots)
    view = match.view(None)["players"][0]["rates"]
    assert {kind: view[kind] for kind in rates} == rates


def test_a_harbour_works_from_the_moment_the_building_stands() -> None:
    match = give(roads(main_phase_match(), 0, "-3,-9", "-2,-12", "-1,-15"), 0, **SETTLEMENT)
    give(match, 0, ore=2, wool=2)
    assert moves_with_verb(match, 0, "bank") == []
    play(match, "settlement 0,-16")  # the wool harbour
    assert set(moves_with_verb(match, 0, "bank")) == {
        f"bank wool {word}" for word in ("brick", "lumber", "grain", "ore")
    }


# harbourmaster


def test_harbourmaster_comes_with_3_harbour_points() -> None:
    match = main_phase_match(harbourmaster="on")
    assert match.target == 11
    settlements(match, 0, "-6,-14", "0,-16")
    assert match.view(None)["players"][0]["harbour_points"] == 2
    assert totals(match)[0] == 4
    settlements(match, 0, "8,-8")
    assert totals(match)[0] == 5 + 2
    assert match.scores()[0].breakdown["harbourmaster"] == 2


def test_a_city_on_a_harbour_counts_2() -> None:
    match = settlements(main_phase_match(harbourmaster="on"), 0, "-6,-14", "0,-16")
    give(match, 0, **CITY)
    play(match, "city 0,-16")
    assert match.view(None)["players"][0]["harbourmaster"]


def test_harbourmaster_goes_to_strictly_more() -> None:
    match = settlements(main_phase_match(harbourmaster="on"), 0, "-6,-14", "0,-16", "8,-8")
    settlements(match, 1, "10,2", "8,8")  # with -8,-4 three points: a tie
    assert match.view(None)["players"][0]["harbourmaster"]
    enter_main_phase(match, 1)
    give(match, 1, **CITY)
    events = play(match, "city 10,2")
    assert match.view(None)["players"][1]["harbourmaster"]
    assert {
        (e.seat, e.data["amount"]) for e in events if e.data.get("reason") == "harbourmaster"
    } == {
        (0, -2),
        (1, 2),
    }


def test_harbourmaster_is_lost_only_to_somebody_with_more() -> None:
    """Ruling 40: the holder keeps it in a tie and nothing takes harbour points away."""
    match = settlements(main_phase_match(harbourmaster="on"), 0, "-6,-14", "0,-16", "8,-8")
    settlements(match, 1, "10,2", "8,8")
    settlements(match, 2, "0,16", "-8,8", "-4,16")
    assert [player["harbourmaster"] for player in match.view(None)["players"]] == [
        True,
        False,
        False,
    ]


def test_founding_counts_for_the_harbourmaster() -> None:
    match = main_phase_match(harbourmaster="on")
    assert match.view(None)["players"][1]["harbour_points"] == 1  # -8,-4


def test_without_the_option_nobody_gets_the_harbourmaster() -> None:
    match = settlements(main_phase_match(), 0, "-6,-14", "0,-16", "8,-8")
    assert "harbourmaster" not in match.scores()[0].breakdown
    assert totals(match)[0] == 5


def test_neutrals_take_no_part_in_the_harbourmaster() -> None:
    match = main_phase_match(2, harbourmaster="on")
    settlements(match, 2, "-6,-14", "0,-16", "8,-8")
    assert match.harbour_holder == -1


def test_free_roads_cost_nothing() -> None:
    match = give_everything(deal(main_phase_match(), 0, "road_building"))
    before = hand(match, 0)
    play(match, "play road_building", "road -3,-9", "road -1,9")
    assert hand(match, 0) == before
    assert event_of_kind(play(match, "end"), "turn").data == {"turn": 2, "round": 1}
