"""Torture in all its forms (5.7)."""

from __future__ import annotations

from typing import Any

from ...rules import components as box
from ...rules.match import OrleansMatch
from .positions import bag, legal, own_view_data, play, position, score_of


def match_with_debt(
    missing: int = 1, *, seats: int = 2, script: Any = None, **words: Any
) -> OrleansMatch:
    """Seat 0 owes a harvest of letter c and has paid all but `missing` of 15 coins or food."""
    board = {"coins": 5 - missing % 5 if missing % 5 else 0, **words}
    letter = {1: "a", 2: "b", 3: "c"}[-(-missing // 5)]
    others = [{"coins": 15}] * (seats - 1)
    return position(board, *others, phase="event", event="harvest", letter=letter, script=script)


def test_everything_owned_can_be_given_up() -> None:
    match = match_with_debt(
        tiles=["school", "country_road", "bakery"],
        stations="tours blois",
        road_stations=1,
        bag="knight own_farmer",
        development=1,
        goods={"wool": 2, "brocade": 1},
        places={"castle": "technology - -"},
        held="later",
    )
    assert match.legal_moves(0) == [
        "torture station supply",
        "torture station blois",
        "torture station tours",
        "torture station country_road",
        "torture follower",
        "torture development",
        "torture good wool",
        "torture good brocade",
        "torture place school",
        "torture place country_road",
        "torture place bakery",
        "torture technology castle",
        "torture technology held",
    ]


def test_every_missing_coin_costs_one_thing() -> None:
    match = match_with_debt(3, development=1)
    assert match.view(0)["debt"] == 3
    play(match, "0 torture station supply", "0 torture station supply")
    assert match.view(0)["debt"] == 1
    play(match, "0 torture station supply")
    assert match.phase != "event"
    assert own_view_data(match, 0)["stock"] == 7


def test_station_of_the_stock_leaves_the_game() -> None:
    match = match_with_debt(development=1)
    play(match, "0 torture station supply")
    assert own_view_data(match, 0)["stock"] == 9


def test_built_station_leaves_the_map() -> None:
    match = match_with_debt(stations="tours blois", development=4)
    events = play(match, "0 torture station tours")
    assert own_view_data(match, 0)["stations"] == ["blois"]
    assert own_view_data(match, 0)["stock"] == 10
    assert score_of(events, 0, "stations") == -2


def test_station_on_the_country_road() -> None:
    match = match_with_debt(tiles=["country_road"], road_stations=2)
    play(match, "0 torture station country_road")
    assert own_view_data(match, 0)["road_stations"] == 1


def test_follower_is_a_random_neutral_one() -> None:
    match = match_with_debt(bag="own_farmer knight monk", script={"torture:0": [["monk"]]})
    before = list(match.followers)
    events = play(match, "0 torture follower")
    assert bag(match, 0) == {"knight": 1, "own_farmer": 1}
    assert match.followers == before
    lost = next(event for event in events if event.kind == "torture")
    assert lost.data == {"what": "follower", "which": "monk", "auto": False}
    assert match.record()["chance"]["torture:0"] == [["monk"]]


def test_own_followers_are_never_lost() -> None:
    assert not legal(match_with_debt(bag="own_farmer", development=1), 0, "torture follower")


def test_development_goes_back_a_space_without_bonus() -> None:
    match = match_with_debt(development=4, citizens=1)
    events = play(match, "0 torture development")
    assert own_view_data(match, 0)["development"] == 3
    assert own_view_data(match, 0)["level"] == 1
    assert score_of(events, 0, "citizens") == -1
    assert own_view_data(match, 0)["citizens"] == 1
    assert 3 in match.view(0)["citizens"]["development"]


def test_good_leaves_the_game() -> None:
    match = match_with_debt(goods={"wool": 1})
    before = list(match.goods)
    events = play(match, "0 torture good wool")
    assert match.goods == before
    assert score_of(events, 0, "goods") == -4


def test_bread_can_be_given_up() -> None:
    match = match_with_debt(tiles=["bakery"], goods={"wool": 1}, coins=4)
    assert not legal(match, 0, "torture good bread")
    taxed = position(
        {"coins": 0, "tiles": ["bakery"], "bread": 1, "stock": 3},
        {},
        phase="event",
        event="taxes",
    )
    play(taxed, "0 torture good bread")
    assert own_view_data(taxed, 0)["bread"] == 0


def test_place_tile_leaves_the_game() -> None:
    match = match_with_debt(tiles=["school"])
    play(match, "0 torture place school")
    assert "school" not in own_view_data(match, 0)["places"]
    assert "school" not in match.view(0)["available"]["2"]


def test_places_of_the_board_are_never_lost() -> None:
    match = match_with_debt(tiles=["school"])
    assert legal(match, 0, "torture place") == ["torture place school"]


def test_laid_technology_frees_its_slot() -> None:
    match = match_with_debt(places={"castle": "technology boatman -"})
    before = match.technology
    play(match, "0 torture technology castle")
    assert own_view_data(match, 0)["places"]["castle"] == [None, "boatman", None]
    assert match.technology == before


def test_held_technology_first_tiles_first() -> None:
    match = match_with_debt(2, held="later first")
    play(match, "0 torture technology held")
    assert own_view_data(match, 0)["held"] == ["later"]


def test_single_possibility_is_carried_out_with_its_chance() -> None:
    match = match_with_debt(bag="knight", stock=0)
    assert match.phase != "event"
    assert match.record()["chance"]["torture:0"] == [["knight"]]
    lost = next(event for event in match.opening if event.kind == "torture")
    assert lost.data["auto"]


def test_debt_is_void_when_nothing_is_left() -> None:
    match = match_with_debt(4, stock=2)
    assert match.phase != "event"
    assert own_view_data(match, 0)["stock"] == 0
    void = next(event for event in match.opening if event.kind == "void")
    assert void.data == {"missing": 2}


def test_several_seats_are_tortured_together() -> None:
    poor = {"coins": 4, "development": 1}
    match = position(poor, {"coins": 15}, poor, phase="event", event="harvest")
    assert match.actors == (0, 2)
    play(match, "2 torture development")
    assert match.actors == (0,)


def test_taxes_torture_too() -> None:
    match = position(
        {"coins": 1, "goods": {"wool": 3}}, {}, phase="event", event="taxes", letter="a"
    )
    assert match.view(0)["debt"] == 2
    assert own_view_data(match, 0)["coins"] == 0
    play(match, "0 torture good wool", "0 torture good wool")
    assert own_view_data(match, 0)["goods"]["wool"] == 1


def test_nothing_is_taken_from_the_market_or_the_slots() -> None:
    match = match_with_debt(market="monk knight", places={"castle": "farmer - -"}, development=1)
    assert legal(match, 0, "torture") == ["torture station supply", "torture development"]
    assert box.OWN_TILES[0] not in match.legal_moves(0)
