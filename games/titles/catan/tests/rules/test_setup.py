"""Setting up and founding (rules 4)."""

from __future__ import annotations

from typing import Any

import pytest

import games.rules as rules

from .positions import (
    event_of_kind,
    hand,
    match_after_founding,
    moves_with_verb,
    new_match,
    place_barbarians,
    play,
    totals,
)


def chance_names(match: rules.Match) -> list[str]:
    assert isinstance(match.chance, rules.FairChance)
    return list(match.chance.outcomes)


def test_base_draws_terrain_numbers_harbours_and_deck() -> None:
    assert chance_names(new_match()) == ["terrain", "numbers", "harbours", "development"]


def test_everything_is_drawn_in_the_order_of_the_sheet() -> None:
    assert chance_names(new_match(scenario="traders", events="on")) == [
        *("terrain", "numbers", "harbours", "development", "events"),
        *("commodities:castle", "commodities:quarry", "commodities:glassworks"),
    ]


def test_terrain_is_dealt_in_reading_order_around_goal_hexes() -> None:
    hexes = new_match(scenario="traders").view(None)["hexes"]
    assert [hex["terrain"] for hex in hexes[:8]] == [
        *("mountains", "pasture", "quarry", "fields", "hills", "pasture", "hills", "castle"),
    ]


def test_first_item_of_a_shuffled_deck_is_the_top_card() -> None:
    match = new_match(script={"development": [["monopoly", "vp"]]})
    assert match.deck[:2] == (3, 5)


def test_robber_stands_on_the_desert() -> None:
    assert new_match().view(None)["robber"] == "0,0"


def test_traders_have_barbarians_instead_of_a_robber() -> None:
    view = new_match(scenario="traders").view(None)
    assert view["robber"] is None
    assert len(view["barbarians"]) == 3


def test_every_seat_gets_5_gold_in_traders() -> None:
    view = new_match(4, scenario="traders").view(None)
    assert [player["gold"] for player in view["players"]] == [5, 5, 5, 5]
    assert view["gold_in_bank"] == 80


def test_two_seats_meet_two_neutral_settlements_and_hold_5_tokens() -> None:
    view = new_match(2).view(None)
    assert view["buildings"] == [
        {"at": "0,-8", "owner": "n1", "piece": "settlement"},
        {"at": "0,8", "owner": "n2", "piece": "settlement"},
    ]
    assert [player["tokens"] for player in view["players"]] == [5, 5]
    assert view["token_supply"] == 10
    assert view["roads"] == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_founding_goes_there_and_back_again(seats: int) -> None:
    match = new_match(seats)
    order = []
    while match.stack[-1][0] == "founding":
        order.append(match.active)
        match.play(match.active, match.auto_move(match.active))
        match.play(match.active, match.auto_move(match.active))
    assert order == [*range(seats), *reversed(range(seats))]
    assert match.actors == (0,)


def test_founding_follows_the_distance_rule() -> None:
    match = new_match()
    play(match, "settlement -4,-8", "road -4,-6")
    listed = moves_with_verb(match)
    for near in ("-4,-8", "-6,-10", "-2,-10", "-4,-4"):
        assert f"settlement {near}" not in listed
    assert "settlement -2,-14" in listed


def test_founding_road_lies_at_the_new_building() -> None:
    match = new_match()
    play(match, "settlement 0,-16")
    assert moves_with_verb(match) == ["road -1,-15", "road 1,-15"]


def test_second_founding_needs_no_connection() -> None:
    match = new_match()
    play(match, "settlement 0,-16", "road -1,-15", "settlement 0,16", "road -1,15")
    play(match, "settlement -8,4", "road -8,6")
    assert match.active == 2
    assert "settlement 8,-4" in moves_with_verb(match)


def test_second_building_brings_one_card_for_each_producing_hex() -> None:
    match = match_after_founding()
    assert hand(match, 2) == {"lumber": 2, "ore": 1}
    assert hand(match, 0) == {"grain": 2, "ore": 1}


def test_desert_brings_no_card() -> None:
    match = new_match()
    play(match, "settlement -4,-16", "road -5,-15", "settlement 4,-16", "road 5,-15")
    play(match, "settlement 0,16", "road -1,15", "settlement 0,4")
    gains = hand(match, 2)
    assert sum(gains.values()) == 2


def test_second_founding_of_traders_is_a_city_with_the_wagon() -> None:
    match = new_match(scenario="traders")
    play(match, "settlement -2,-2", "road -1,-3", "settlement 4,-4", "road 5,-3")
    play(match, "settlement 4,4", "road 3,3")
    assert {move.split(" ")[0] for move in moves_with_verb(match)} == {"city"}
    play(match, "city -4,4")
    view = match.view(None)
    assert view["players"][2]["wagon"]["at"] == "-4,4"
    assert view["players"][2]["breakdown"]["cities"] == 2


def test_founded_city_brings_one_card_per_hex_not_two() -> None:
    """Ruling 12."""
    match = match_after_founding(scenario="traders")
    assert sum(hand(match, 2).values()) == 3
    assert sum(hand(match, 1).values()) == 2  # 2,-10 touches the quarry, which produces nothing


def test_no_founding_on_a_plaza() -> None:
    listed = moves_with_verb(new_match(scenario="traders"))
    for plaza in ("-8,0", "4,-12", "4,12"):
        assert f"settlement {plaza}" not in listed


def test_founding_road_may_be_an_inner_path() -> None:
    match = new_match(scenario="traders")
    play(match, "settlement 2,-14")
    assert "road 3,-13" in moves_with_verb(match)


def test_barbarians_do_not_hinder_founding() -> None:
    match = place_barbarians(new_match(scenario="traders"), "-1,-3", "1,-9", "4,6")
    play(match, "settlement -2,-2")
    assert "road -1,-3" in moves_with_verb(match)


def test_founding_events_carry_the_points() -> None:
    match = new_match()
    event = event_of_kind(play(match, "settlement -4,-8"), "score")
    assert (event.seat, event.data) == (0, {"amount": 1, "reason": "settlements"})
    assert totals(match) == [1, 0, 0]


def test_opening_tells_the_island() -> None:
    event = event_of_kind(new_match().opening, "setup")
    assert event.data["terrain"]["0,0"] == "desert"
    assert event.data["numbers"]["-4,-12"] == 5
    assert event.data["harbours"][1] == {"path": "1,-15", "type": "wool"}


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ({}, 10),
        ({"harbourmaster": "on"}, 11),
        ({"scenario": "traders"}, 13),
        ({"scenario": "traders", "harbourmaster": "on"}, 14),
    ],
)
def test_target(options: dict[str, Any], target: int) -> None:
    for seats in (2, 3, 4):
        assert new_match(seats, **options).view(None)["target"] == target


def test_a_founding_road_never_touches_a_foreign_building() -> None:
    """Ruling 54: the distance rule sees to it, no check is needed."""
    match = new_match(4)
    while match.stack[-1][0] == "founding":
        for move in moves_with_verb(match):
            if move.startswith("road"):
                ends = match.board.ends[match.board.path_index[move.split(" ")[1]]]
                assert {match.site[end] for end in ends} <= {-1, match.active}
        match.play(match.active, match.auto_move(match.active))
