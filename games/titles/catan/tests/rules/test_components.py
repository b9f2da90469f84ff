"""What is in the box, counted against the rules sheet (section 2)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from games.rules.primitives.bitsets import members

from ...rules.components import (
    CARDS,
    DELIVERY_GOLD,
    DESTINATION,
    DEVELOPMENT,
    DRIVE_OFF_FACES,
    EVENT_CARDS,
    EVENTS_BEFORE_NEW_YEAR,
    GOALS,
    GOODS,
    HARBOUR_TYPES,
    MOVEMENT,
    NUMBER_TOKENS,
    STACKS,
    TERRAIN,
    UPGRADE_COST,
)
from ...rules.grid import GOAL_HEXES, HEXES, Board, board_of, number_token_order, place_name
from ...rules.layout import Layout
from .positions import HARBOURS, TERRAIN_A, TERRAIN_T, match_after_founding, new_match

BASE, TRADERS = board_of("base"), board_of("traders")
FACTS = json.loads((Path(__file__).parent / "board.json").read_text())


def spot_names(places: Board, mask: int) -> list[str]:
    return [places.spots[spot] for spot in members(mask)]


def path_names(places: Board, mask: int) -> list[str]:
    return [places.paths[path] for path in members(mask)]


def test_base_board_has_19_hexes_54_intersections_72_paths() -> None:
    assert (len(BASE.hexes), len(BASE.spots), len(BASE.paths)) == (19, 54, 72)


def test_traders_board_has_48_sites_3_plazas_75_paths() -> None:
    assert (len(TRADERS.hexes), len(TRADERS.spots), len(TRADERS.paths)) == (19, 51, 75)
    assert TRADERS.sites.bit_count() == 48
    assert spot_names(TRADERS, TRADERS.plazas) == ["4,-12", "-8,0", "4,12"]
    assert TRADERS.inner.bit_count() == 12


def test_places_are_in_reading_order() -> None:
    for places in (BASE.spots, BASE.paths, BASE.hexes, TRADERS.spots, TRADERS.paths):
        points = [tuple(map(int, place.split(",")[::-1])) for place in places]
        assert points == sorted(points)


@pytest.mark.parametrize("scenario", ["base", "traders"])
def test_every_intersection_touches_the_hexes_and_paths_of_the_data(scenario: str) -> None:
    places = board_of(scenario)
    touching = {
        spot: [
            sorted(places.hexes[hex] for hex in places.spot_hexes[index]),
            sorted(path_names(places, places.spot_paths[index])),
        ]
        for index, spot in enumerate(places.spots)
    }
    assert touching == FACTS[scenario]["intersections"]
    assert spot_names(places, places.coast) == FACTS[scenario]["coast"]


def test_worked_intersection() -> None:
    spot = BASE.spot_index["-4,-8"]
    assert {BASE.hexes[hex] for hex in BASE.spot_hexes[spot]} == {"-4,-12", "-6,-6", "-2,-6"}
    assert path_names(BASE, BASE.spot_paths[spot]) == ["-5,-9", "-3,-9", "-4,-6"]
    ends = BASE.ends[BASE.path_index["-4,-6"]]
    assert [BASE.spots[end] for end in ends] == ["-4,-8", "-4,-4"]


@pytest.mark.parametrize(
    ("plaza", "paths", "corners", "sea_sides", "sea_corners"),
    [
        (
            "-8,0",
            ["-8,-2", "-7,-1", "-7,1", "-8,2"],
            ["-8,-4", "-6,-2", "-6,2", "-8,4"],
            ["-9,-3", "-10,0", "-9,3"],
            ["-10,-2", "-10,2"],
        ),
        (
            "4,-12",
            ["3,-13", "3,-11", "5,-11", "4,-10"],
            ["2,-14", "2,-10", "6,-10", "4,-8"],
            ["3,-15", "5,-15", "6,-12"],
            ["4,-16", "6,-14"],
        ),
        (
            "4,12",
            ["4,10", "3,11", "5,11", "3,13"],
            ["4,8", "2,10", "6,10", "2,14"],
            ["6,12", "5,15", "3,15"],
            ["6,14", "4,16"],
        ),
    ],
)
def test_goal_hexes_have_four_inner_paths_and_no_sea_side(
    plaza: str,
    paths: list[str],
    corners: list[str],
    sea_sides: list[str],
    sea_corners: list[str],
) -> None:
    steps = TRADERS.steps[TRADERS.spot_index[plaza]]
    assert {TRADERS.paths[path]: TRADERS.spots[spot] for spot, path in steps} == dict(
        zip(paths, corners, strict=True)
    )
    assert set(paths) <= set(path_names(TRADERS, TRADERS.inner))
    assert not set(sea_sides) & set(TRADERS.paths)  # ruling 13
    assert not set(sea_corners) & set(TRADERS.spots)
    assert set(sea_sides) <= set(BASE.paths)
    assert set(sea_corners) <= set(BASE.spots)


def test_goals_are_castle_quarry_glassworks() -> None:
    goals = match_after_founding(scenario="traders").view(None)["goals"]
    assert {goal: data["plaza"] for goal, data in goals.items()} == {
        "castle": "-8,0",
        "quarry": "4,-12",
        "glassworks": "4,12",
    }
    assert [place_name(point) for point in GOAL_HEXES] == ["-8,0", "4,-12", "4,12"]


def test_barbarians_start_on_their_three_paths() -> None:
    assert new_match(scenario="traders").view(None)["barbarians"] == ["1,-9", "-5,3", "4,6"]


@pytest.mark.parametrize("corner", range(1, 7))
def test_spirals_run_as_in_the_data(corner: int) -> None:
    assert [place_name(HEXES[hex]) for hex in number_token_order(corner)] == FACTS["spirals"][
        str(corner)
    ]


def test_harbours_lie_on_their_paths() -> None:
    assert {
        BASE.paths[path]: [BASE.spots[spot] for spot in spots]
        for path, spots in zip(BASE.harbour_paths, BASE.harbour_spots, strict=True)
    } == {
        "-5,-15": ["-4,-16", "-6,-14"],
        "1,-15": ["0,-16", "2,-14"],
        "7,-9": ["6,-10", "8,-8"],
        "10,0": ["10,-2", "10,2"],
        "7,9": ["8,8", "6,10"],
        "1,15": ["2,14", "0,16"],
        "-5,15": ["-6,14", "-4,16"],
        "-8,6": ["-8,4", "-8,8"],
        "-8,-6": ["-8,-8", "-8,-4"],
    }
    assert Counter(HARBOUR_TYPES) == {
        "any": 4,
        **dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 1),
    }


def test_traders_use_the_same_harbours() -> None:
    names = [TRADERS.paths[path] for path in TRADERS.harbour_paths]
    assert names == [BASE.paths[path] for path in BASE.harbour_paths]


def test_terrain_counts() -> None:
    assert sum(TERRAIN["base"].values()) == 19
    assert sum(TERRAIN["traders"].values()) == 16
    assert "desert" not in TERRAIN["traders"]


def test_18_number_tokens_of_which_traders_leave_out_2_and_12() -> None:
    assert NUMBER_TOKENS == (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
    base = Layout(BASE, TERRAIN_A, 1, HARBOURS)
    assert sorted(filter(None, base.numbers)) == sorted(NUMBER_TOKENS)
    numbers = [number for number in new_match(scenario="traders").layout.numbers if number]
    assert sorted([*numbers, 2, 12]) == sorted(NUMBER_TOKENS)


def test_goal_hexes_and_desert_use_up_no_number() -> None:
    for match in (new_match(), new_match(scenario="traders")):
        for terrain, number in zip(match.layout.terrain, match.layout.numbers, strict=True):
            assert (number == 0) == (terrain in ("desert", "castle", "quarry", "glassworks"))
    assert len(TERRAIN_T) == 16


@pytest.mark.parametrize("corner", range(1, 7))
def test_the_alphabetical_order_of_numbers_is_kept_in_traders(corner: int) -> None:
    """Ruling 49: nothing is rearranged, whatever numbers become neighbours."""
    numbers = new_match(scenario="traders", script={"numbers": [corner]}).layout.numbers
    laid = [numbers[hex] for hex in number_token_order(corner) if numbers[hex]]
    assert laid == [5, 6, 3, 8, 10, 9, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]


def test_development_decks() -> None:
    assert DEVELOPMENT["base"] == {
        "knight": 14,
        "road_building": 2,
        "plenty": 2,
        "monopoly": 2,
        "vp": 5,
    }
    # ruling 32: 16 knights
    assert DEVELOPMENT["traders"] == {
        "knight": 16,
        "swift": 3,
        "road_building": 3,
        "toolmaking": 1,
        "quarrying": 1,
        "glassmaking": 1,
    }
    for scenario in ("base", "traders"):
        assert len(new_match(scenario=scenario).deck) == 25
        assert set(DEVELOPMENT[scenario]) <= set(CARDS)


def test_wagon_levels() -> None:
    lumber, wool, ore = 1, 2, 4
    assert MOVEMENT[1:] == (4, 5, 6, 7, 7)
    assert DELIVERY_GOLD[1:] == (1, 2, 3, 4, 5)
    assert DRIVE_OFF_FACES[1:] == ((), (6,), (5, 6), (4, 5, 6), (3, 4, 5, 6))
    assert UPGRADE_COST[2] == UPGRADE_COST[3] == ((lumber, 1), (wool, 1), (ore, 1))
    assert UPGRADE_COST[4] == UPGRADE_COST[5] == ((lumber, 2), (wool, 1), (ore, 1))


def test_36_commodity_tokens_each_with_one_destination() -> None:
    assert STACKS == (
        {"tools": 6, "sand": 6},
        {"marble": 6, "sand": 6},
        {"glass": 6, "tools": 6},
    )
    accepts = {good: GOALS[goal] for good, goal in zip(GOODS, DESTINATION, strict=True)}
    assert accepts == {
        "glass": "castle",
        "marble": "castle",
        "tools": "quarry",
        "sand": "glassworks",
    }
    for goal, stack in zip(GOALS, STACKS, strict=True):
        assert not any(accepts[good] == goal for good in stack)


def test_36_event_cards() -> None:
    assert len(EVENT_CARDS) == 36
    assert EVENTS_BEFORE_NEW_YEAR == 31
    assert Counter(card.split(":")[0] for card in EVENT_CARDS) == {
        "plentiful_year": 1,
        "conflict": 1,
        "robber_flees": 2,
        "tournament": 1,
        "trade_advantage": 1,
        "epidemic": 2,
        "earthquake": 1,
        "good_neighbours": 1,
        "robber_attacks": 6,
        "calm_seas": 2,
        "neighbourly_assistance": 2,
        "prosperity": 16,
    }
    # as often as two dice throw it
    assert Counter(int(card.split(":")[1]) for card in EVENT_CARDS) == {
        number: 6 - abs(7 - number) for number in range(2, 13)
    }


def test_19_cards_of_each_resource_and_100_gold() -> None:
    match = match_after_founding(scenario="traders")
    view = match.view(None)
    held = sum(player["cards"] for player in view["players"])
    assert sum(view["bank"].values()) + held == 95
    assert view["gold_in_bank"] + sum(player["gold"] for player in view["players"]) == 100


def test_15_roads_5_settlements_4_cities_each() -> None:
    player = match_after_founding().view(None)["players"][0]
    assert (player["roads_left"], player["settlements_left"], player["cities_left"]) == (13, 3, 4)


def test_traders_founding_takes_a_city_piece() -> None:
    """Ruling 11: after founding 4 settlements and 3 cities are left."""
    player = match_after_founding(scenario="traders").view(None)["players"][0]
    assert (player["roads_left"], player["settlements_left"], player["cities_left"]) == (13, 4, 3)
