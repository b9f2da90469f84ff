"""Turns, ready places and the ten places of the board (5.5.1, 5.5.2, 5.5.5 and section 6)."""

from __future__ import annotations

from typing import Any

import pytest

from ...rules import components as box
from ...rules.match import OrleansMatch
from .positions import bag, event_kinds, legal, own_view_data, play, position, score_of

READY = {
    "farm_house": "boatman craftsman",
    "village": "farmer boatman craftsman",
    "university": "farmer craftsman trader",
    "castle": "farmer boatman trader",
    "monastery": "trader scholar",
    "ship": "farmer boatman knight",
    "wagon": "farmer trader knight",
    "guildhall": "farmer craftsman knight",
    "scriptorium": "knight scholar",
}


def ready(*keys: str, **words: Any) -> OrleansMatch:
    """Two seats; seat 0 has these places ready."""
    table = {
        name: words.pop(name)
        for name in ("event", "letter", "followers", "goods", "technology", "edges", "no_citizens")
        if name in words
    }
    return position({"places": {key: READY[key] for key in keys}, **words}, {}, **table)


# turns


def test_turns_go_round_from_the_start_player() -> None:
    filled = {"places": {key: READY[key] for key in ("castle", "farm_house")}}
    match = position(filled, filled, filled, start=1)
    turns = []
    for _ in range(6):
        turns.append(match.actors[0])
        seat = match.actors[0]
        match.play(seat, match.legal_moves(seat)[0])
    assert turns == [1, 2, 0, 1, 2, 0]


def test_who_has_passed_is_skipped() -> None:
    filled = {"places": {key: READY[key] for key in ("castle", "farm_house", "scriptorium")}}
    match = position(filled, filled)
    play(match, "0 act castle", "1 pass", "0 act farm_house")
    assert match.actors == (0,)
    assert match.view(0)["seats"][1]["passed"]


def test_seat_that_can_only_pass_is_passed_by_the_rules() -> None:
    match = position({}, {"places": {"castle": READY["castle"]}})
    assert match.actors == (1,)
    passed = [event for event in match.opening if event.kind == "pass"]
    assert [(event.seat, event.data["auto"]) for event in passed] == [(0, True)]


def test_unused_ready_place_keeps_its_tiles() -> None:
    match = ready("castle")
    play(match, "0 pass")
    assert own_view_data(match, 0)["places"]["castle"] == ["farmer", "boatman", "trader"]


def test_incomplete_place_is_not_ready() -> None:
    match = position({"places": {"castle": "farmer boatman -", "ship": READY["ship"]}}, {})
    assert not legal(match, 0, "act castle")
    assert legal(match, 0, "act ship")


def test_technology_counts_as_a_filled_slot_and_stays() -> None:
    match = position({"places": {"castle": "technology boatman trader"}}, {})
    play(match, "0 act castle")
    assert own_view_data(match, 0)["places"]["castle"] == ["technology", None, None]
    assert bag(match, 0) == {"boatman": 1, "trader": 1, "knight": 1}


def test_tiles_go_back_to_the_bag_after_the_action() -> None:
    match = ready("scriptorium", "farm_house")
    events = play(match, "0 act scriptorium")
    assert bag(match, 0) == {"knight": 1, "scholar": 1}
    returned = next(event for event in events if event.kind == "return")
    assert returned.data == {"place": "scriptorium", "tiles": ["knight", "scholar"]}


# farm house


def test_farm_house_takes_a_farmer_and_the_good_of_the_next_space() -> None:
    match = ready("farm_house", "castle", tracks={"farmer": 6})
    before = match.followers[box.FARMER]
    play(match, "0 act farm_house")
    assert own_view_data(match, 0)["goods"]["wool"] == 1
    assert own_view_data(match, 0)["tracks"]["farmer"] == 7
    assert match.followers[box.FARMER] == before - 1
    assert bag(match, 0)["farmer"] == 1


@pytest.mark.parametrize(
    "lack", [{"followers": {"farmer": 0}}, {"tracks": {"farmer": 8}}, {"goods": {"grain": 0}}]
)
def test_farm_house_needs_a_farmer_a_space_and_its_good(lack: dict[str, Any]) -> None:
    assert not legal(ready("farm_house", "castle", **lack), 0, "act farm_house")


# village


def test_village_boatman_brings_coins() -> None:
    for position_, coins in enumerate((2, 3, 4, 5)):
        match = ready("village", "castle", tracks={"boatman": position_})
        events = play(match, "0 act village boatman")
        assert score_of(events, 0, "coins") == coins
        assert bag(match, 0)["boatman"] == 2  # the one taken and the one used


def test_first_boatman_on_the_last_space_takes_the_citizen() -> None:
    match = ready("village", "castle", tracks={"boatman": 4})
    events = play(match, "0 act village boatman")
    assert own_view_data(match, 0)["citizens"] == 1
    assert score_of(events, 0, "coins") == 0
    assert not match.view(0)["citizens"]["boatman"]


def test_later_boatman_on_the_last_space_gets_nothing() -> None:
    match = ready("village", "castle", tracks={"boatman": 4}, no_citizens=("boatman",))
    events = play(match, "0 act village boatman")
    assert own_view_data(match, 0)["citizens"] == 0
    assert "score" not in event_kinds(events)


def test_village_craftsman_brings_a_held_technology_tile() -> None:
    match = ready("village", "castle")
    play(match, "0 act village craftsman")
    assert own_view_data(match, 0)["held"] == ["first"]
    assert match.view(0)["supply"]["technology"] == 15


def test_later_craftsmen_bring_later_tiles() -> None:
    match = ready("village", "castle", tracks={"craftsman": 1})
    play(match, "0 act village craftsman")
    assert own_view_data(match, 0)["held"] == ["later"]


def test_village_trader_takes_a_place_tile_of_choice() -> None:
    match = ready("village", "castle", tracks={"trader": 1})
    assert "act village trader school" in match.legal_moves(0)
    play(match, "0 act village trader school")
    assert "school" in own_view_data(match, 0)["places"]
    assert "school" not in match.view(0)["available"]["2"]


def test_first_trader_takes_level_one_only() -> None:
    match = ready("village", "castle")
    keys = {move.split()[-1] for move in legal(match, 0, "act village trader")}
    assert keys == {tile.key for tile in box.PLACE_TILES if tile.level == 1}


@pytest.mark.parametrize(
    ("lack", "gone"),
    [
        ({"followers": {"boatman": 0}}, "boatman"),
        ({"tracks": {"boatman": 5}}, "boatman"),
        ({"followers": {"craftsman": 0}}, "craftsman"),
        ({"technology": 0}, "craftsman"),
        ({"tracks": {"craftsman": 5}}, "craftsman"),
        ({"followers": {"trader": 0}}, "trader"),
        ({"tracks": {"trader": 5}}, "trader"),
    ],
)
def test_village_needs_follower_space_and_bonus(lack: dict[str, Any], gone: str) -> None:
    match = ready("village", "castle", **lack)
    chosen = {move.split()[2] for move in legal(match, 0, "act village")}
    assert chosen == {"boatman", "craftsman", "trader"} - {gone}


# university, castle, monastery


def test_university_takes_a_scholar_and_develops() -> None:
    match = ready("university", "castle", tracks={"scholar": 4})
    play(match, "0 act university")
    assert own_view_data(match, 0)["development"] == 6
    assert own_view_data(match, 0)["tracks"]["scholar"] == 5
    assert bag(match, 0)["scholar"] == 1


def test_university_is_legal_on_the_last_development_space() -> None:
    match = ready("university", "castle", development=30)
    play(match, "0 act university")
    assert own_view_data(match, 0)["tracks"]["scholar"] == 1


@pytest.mark.parametrize("lack", [{"followers": {"scholar": 0}}, {"tracks": {"scholar": 5}}])
def test_university_needs_a_scholar_and_a_space(lack: dict[str, Any]) -> None:
    assert not legal(ready("university", "castle", **lack), 0, "act university")


def test_castle_takes_a_knight_and_more_draws() -> None:
    match = ready("castle", "farm_house")
    play(match, "0 act castle")
    assert own_view_data(match, 0)["draws"] == 5
    assert bag(match, 0)["knight"] == 1


def test_first_knight_on_the_fourth_space_takes_the_citizen() -> None:
    match = ready("castle", "farm_house", tracks={"knight": 3})
    play(match, "0 act castle")
    assert own_view_data(match, 0)["citizens"] == 1
    late = ready("castle", "farm_house", tracks={"knight": 3}, no_citizens=("knight",))
    play(late, "0 act castle")
    assert own_view_data(late, 0)["citizens"] == 0


@pytest.mark.parametrize("lack", [{"followers": {"knight": 0}}, {"tracks": {"knight": 5}}])
def test_castle_needs_a_knight_and_a_space(lack: dict[str, Any]) -> None:
    assert not legal(ready("castle", "farm_house", **lack), 0, "act castle")


def test_monastery_takes_a_monk() -> None:
    match = ready("monastery", "castle")
    play(match, "0 act monastery")
    assert bag(match, 0) == {"monk": 1, "trader": 1, "scholar": 1}


def test_monastery_is_closed_in_a_pilgrimage() -> None:
    match = ready("monastery", "castle", event="pilgrimage", letter="b")
    assert not legal(match, 0, "act monastery")


def test_monastery_needs_a_monk() -> None:
    match = ready("monastery", "castle", followers={"monk": 0})
    assert not legal(match, 0, "act monastery")


# ship, wagon, guildhall


def test_ship_moves_along_waterways_and_takes_a_good() -> None:
    match = ready("ship", "castle", edges={"e30": ["wool"], "e31": []})
    assert legal(match, 0, "act ship") == [
        "act ship blois wool",
        "act ship blois none",
        "act ship briare none",
    ]
    events = play(match, "0 act ship blois wool")
    assert own_view_data(match, 0)["merchant"] == "blois"
    assert own_view_data(match, 0)["goods"]["wool"] == 1
    assert match.view(0)["edges"]["e30"] == []
    assert score_of(events, 0, "goods") == 4


def test_only_one_good_of_two_is_taken() -> None:
    boards = [{"places": {"ship": READY["ship"]}}, {}, {}]
    match = position(*boards, edges={"e30": [], "e31": ["wool", "grain"]})
    assert {move.split()[-1] for move in legal(match, 0, "act ship briare")} == {
        "wool",
        "grain",
        "none",
    }
    play(match, "0 act ship briare grain")
    assert match.view(0)["edges"]["e31"] == ["wool"]


def test_two_equal_goods_are_one_move() -> None:
    boards = [{"places": {"ship": READY["ship"]}}, {}, {}]
    match = position(*boards, edges={"e30": [], "e31": ["wool", "wool"]})
    assert legal(match, 0, "act ship briare") == ["act ship briare wool", "act ship briare none"]


def test_wagon_moves_along_roads() -> None:
    match = ready("wagon", "castle")
    towns = {move.split()[2] for move in legal(match, 0, "act wagon")}
    assert towns == {"chartres", "chateaudun", "montargis", "vierzon"}


def test_road_and_waterway_between_chinon_and_chatellerault_are_two() -> None:
    match = ready("ship", "wagon", merchant="chinon", edges={"e16": ["wine"], "e41": ["wool"]})
    assert "act wagon chatellerault wine" in match.legal_moves(0)
    assert "act wagon chatellerault wool" not in match.legal_moves(0)
    assert "act ship chatellerault wool" in match.legal_moves(0)


def test_merchant_can_be_stuck_without_a_waterway() -> None:
    match = ready("ship", "castle", merchant="chartres")
    assert not legal(match, 0, "act ship")


def test_guildhall_builds_where_the_merchant_stands() -> None:
    match = ready("guildhall", "castle", merchant="tours")
    events = play(match, "0 act guildhall")
    assert own_view_data(match, 0)["stations"] == ["tours"]
    assert own_view_data(match, 0)["stock"] == 9
    assert score_of(events, 0, "stations") == 1


def test_one_station_to_a_town() -> None:
    filled = {"places": {"guildhall": READY["guildhall"], "castle": READY["castle"]}}
    match = position({**filled, "merchant": "tours"}, {"stations": "tours"})
    assert not legal(match, 0, "act guildhall")


def test_in_orleans_each_seat_may_build_once() -> None:
    filled = {"places": {"guildhall": READY["guildhall"], "castle": READY["castle"]}}
    assert legal(position(filled, {"stations": "orleans"}), 0, "act guildhall")
    own = position({**filled, "stations": "orleans"}, {})
    assert not legal(own, 0, "act guildhall")


def test_guildhall_needs_a_station() -> None:
    assert not legal(ready("guildhall", "castle", stock=0), 0, "act guildhall")


# scriptorium and the development track


def test_scriptorium_develops_by_one() -> None:
    match = ready("scriptorium", "castle")
    play(match, "0 act scriptorium")
    assert own_view_data(match, 0)["development"] == 1


def test_scriptorium_needs_a_space() -> None:
    assert not legal(ready("scriptorium", "castle", development=30), 0, "act scriptorium")


def test_development_passes_coins_and_citizens_on_the_way() -> None:
    match = ready("university", "castle", tracks={"scholar": 4}, development=2)
    events = play(match, "0 act university")
    assert own_view_data(match, 0)["development"] == 8
    assert score_of(events, 0, "coins") == 3
    assert own_view_data(match, 0)["citizens"] == 1
    assert match.view(0)["citizens"]["development"] == [18, 28]


def test_citizen_on_development_is_for_the_first_only() -> None:
    match = ready("scriptorium", "castle", development=2, no_citizens=("development:3",))
    play(match, "0 act scriptorium")
    assert own_view_data(match, 0)["citizens"] == 0


def test_level_raises_what_depends_on_it() -> None:
    match = ready("scriptorium", "castle", development=8, stations="tours blois", citizens=1)
    events = play(match, "0 act scriptorium")
    assert score_of(events, 0, "stations") == 2
    assert score_of(events, 0, "citizens") == 1
    assert match.scores()[0].breakdown["stations"] == 6
