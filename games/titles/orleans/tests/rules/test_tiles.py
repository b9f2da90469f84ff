"""The place tiles, one by one (2.6 and the forms of section 6)."""

from __future__ import annotations

from typing import Any

import pytest

from ...rules import components as box
from ...rules.match import OrleansMatch
from .positions import bag, event_kinds, legal, own_view_data, play, position, score_of

FILLED = {
    tile.key: " ".join(
        "own_farmer" if slot == box.ANY else box.SLOT_TYPES[slot] for slot in tile.slots
    )
    for tile in box.PLACE_TILES
    if tile.slots
}


def match_with_tile(key: str, *others: dict[str, Any], **words: Any) -> OrleansMatch:
    """Seat 0 owns the tile, every slot filled; its farm house keeps it in the phase."""
    table = {
        name: words.pop(name)
        for name in ("event", "followers", "goods_left", "technology", "edges", "script")
        if name in words
    }
    if "goods_left" in table:
        table["goods"] = table.pop("goods_left")
    places = {key: FILLED[key], "farm_house": "boatman craftsman", **words.pop("places", {})}
    tiles = [key, *words.pop("tiles", ())]
    return position({"tiles": tiles, "places": places, **words}, *(others or ({},)), **table)


# goods, coins, development


@pytest.mark.parametrize(
    ("key", "good", "points"),
    [
        ("hayrick", "grain", 1),
        ("cheese_factory", "cheese", 2),
        ("winery", "wine", 3),
        ("wool_manufacturer", "wool", 4),
        ("tailor_shop", "brocade", 5),
    ],
)
def test_producers_take_their_good_from_the_supply(key: str, good: str, points: int) -> None:
    match = match_with_tile(key)
    before = match.view(0)["supply"]["goods"][good]
    events = play(match, f"0 act {key}")
    assert own_view_data(match, 0)["goods"][good] == 1
    assert match.view(0)["supply"]["goods"][good] == before - 1
    assert score_of(events, 0, "goods") == points
    empty = match_with_tile(key, goods_left={good: 0})
    assert not legal(empty, 0, f"act {key}")


@pytest.mark.parametrize(("key", "coins"), [("brewery", 2), ("cellar", 4)])
def test_tiles_that_pay_coins(key: str, coins: int) -> None:
    assert score_of(play(match_with_tile(key), f"0 act {key}"), 0, "coins") == coins


def test_hospital_pays_the_level() -> None:
    assert (
        score_of(play(match_with_tile("hospital", development=16), "0 act hospital"), 0, "coins")
        == 4
    )


def test_windmill_pays_two_coins_and_develops_even_on_the_last_space() -> None:
    match = match_with_tile("windmill")
    assert score_of(play(match, "0 act windmill"), 0, "coins") == 2
    assert own_view_data(match, 0)["development"] == 1
    last = match_with_tile("windmill", development=30)
    assert score_of(play(last, "0 act windmill"), 0, "coins") == 2


@pytest.mark.parametrize(("key", "spaces"), [("shipping_line", 1), ("library", 2)])
def test_tiles_that_develop(key: str, spaces: int) -> None:
    match = match_with_tile(key)
    play(match, f"0 act {key}")
    assert own_view_data(match, 0)["development"] == spaces
    assert not legal(match_with_tile(key, development=30), 0, f"act {key}")


def test_pharmacy_sells_one_to_three_spaces() -> None:
    match = match_with_tile("pharmacy", coins=5)
    assert legal(match, 0, "act pharmacy") == [f"act pharmacy {n}" for n in (1, 2, 3)]
    events = play(match, "0 act pharmacy 2")
    assert score_of(events, 0, "coins") == -2
    assert own_view_data(match, 0)["development"] == 2


def test_pharmacy_is_limited_by_coins_and_by_the_last_space() -> None:
    assert legal(match_with_tile("pharmacy", coins=1), 0, "act pharmacy") == ["act pharmacy 1"]
    assert legal(match_with_tile("pharmacy", coins=0), 0, "act pharmacy") == []
    assert legal(match_with_tile("pharmacy", development=28), 0, "act pharmacy") == [
        "act pharmacy 1",
        "act pharmacy 2",
    ]


def test_office_pays_for_every_built_station() -> None:
    match = match_with_tile(
        "office", stations="tours blois", tiles=["country_road"], road_stations=1
    )
    assert score_of(play(match, "0 act office"), 0, "coins") == 3
    assert not legal(match_with_tile("office"), 0, "act office")


def test_horse_wagon_moves_like_a_wagon() -> None:
    match = match_with_tile("horse_wagon", edges={"e04": ["wine"]})
    assert "act horse_wagon chartres wine" in match.legal_moves(0)
    assert "act horse_wagon blois none" not in match.legal_moves(0)
    play(match, "0 act horse_wagon chartres none")
    assert own_view_data(match, 0)["merchant"] == "chartres"
    assert match.view(0)["edges"]["e04"] == ["wine"]


def test_laboratory_gives_a_later_technology_tile() -> None:
    match = match_with_tile("laboratory", tracks={"craftsman": 1})
    play(match, "0 act laboratory")
    assert own_view_data(match, 0)["held"] == ["later"]
    assert not legal(match_with_tile("laboratory", technology=0), 0, "act laboratory")


# sets 1 to 5


def test_bakery_turns_grain_into_bread() -> None:
    match = match_with_tile("bakery", goods={"grain": 5}, coins=2, development=9)
    assert legal(match, 0, "act bakery") == [f"act bakery {n}" for n in (1, 2, 3)]
    events = play(match, "0 act bakery 2")
    assert own_view_data(match, 0)["bread"] == 2
    assert own_view_data(match, 0)["goods"]["grain"] == 3
    assert score_of(events, 0, "goods") == -2
    assert score_of(events, 0, "bread") == 6
    assert score_of(events, 0, "coins") == -2


def test_bakery_needs_two_coins_and_grain() -> None:
    assert not legal(match_with_tile("bakery", goods={"grain": 5}, coins=1), 0, "act bakery")
    assert legal(match_with_tile("bakery", goods={"grain": 1}), 0, "act bakery") == ["act bakery 1"]
    assert not legal(match_with_tile("bakery", goods={"cheese": 1}), 0, "act bakery")


def test_goldsmith_develops_by_the_number_of_stations() -> None:
    match = match_with_tile("goldsmith", goods={"wine": 1}, stations="tours blois chinon")
    before = match.view(0)["supply"]["goods"]["wine"]
    assert legal(match, 0, "act goldsmith") == ["act goldsmith wine"]
    play(match, "0 act goldsmith wine")
    assert own_view_data(match, 0)["development"] == 3
    assert match.view(0)["supply"]["goods"]["wine"] == before + 1


def test_goldsmith_needs_a_good_a_station_and_a_space() -> None:
    wine = {"goods": {"wine": 1}}
    assert not legal(match_with_tile("goldsmith", **wine), 0, "act goldsmith")
    assert not legal(match_with_tile("goldsmith", stations="tours"), 0, "act goldsmith")
    full = match_with_tile("goldsmith", **wine, stations="tours", development=30)
    assert not legal(full, 0, "act goldsmith")


def test_goldsmith_takes_bread_back_as_grain() -> None:
    match = match_with_tile("goldsmith", tiles=["bakery"], bread=1, stations="tours")
    before = match.view(0)["supply"]["goods"]["grain"]
    play(match, "0 act goldsmith bread")
    assert own_view_data(match, 0)["bread"] == 0
    assert match.view(0)["supply"]["goods"]["grain"] == before + 1


HIDEOUT: dict[str, Any] = {"goods": {"grain": 1}}


def test_hideout_gives_the_bonus_of_the_own_space_without_a_step() -> None:
    tracks = {"farmer": 5, "boatman": 2, "craftsman": 1, "trader": 1, "scholar": 3}
    match = match_with_tile("hideout", **HIDEOUT, tracks=tracks)
    for move, key, amount in (
        ("farmer", "goods", 3 - 1),
        ("boatman", "coins", 3),
    ):
        trial = match.copy()
        events = play(trial, f"0 act hideout grain {move}")
        assert score_of(events, 0, key) == amount
        assert own_view_data(trial, 0)["tracks"] == own_view_data(match, 0)["tracks"]
    scholar = match.copy()
    play(scholar, "0 act hideout grain scholar")
    assert own_view_data(scholar, 0)["development"] == 4
    craftsman = match.copy()
    play(craftsman, "0 act hideout grain craftsman")
    assert own_view_data(craftsman, 0)["held"] == ["first"]
    play(match, "0 act hideout grain trader library")
    assert "library" in own_view_data(match, 0)["places"]
    assert bag(match, 0) == {"boatman": 1, "knight": 1}


def test_hideout_needs_a_position_and_its_bonus() -> None:
    assert not legal(match_with_tile("hideout", **HIDEOUT), 0, "act hideout")
    assert not legal(match_with_tile("hideout", tracks={"boatman": 1}), 0, "act hideout")
    cases = {
        "farmer": ({"farmer": 8}, {"goods_left": {"brocade": 0}}),
        "craftsman": ({"craftsman": 2}, {"technology": 0}),
        "scholar": ({"scholar": 2}, {"development": 30}),
        "boatman": ({"boatman": 5}, {}),
    }
    for track, (tracks, lack) in cases.items():
        match = match_with_tile("hideout", **HIDEOUT, tracks=tracks, **lack)
        assert not legal(match, 0, f"act hideout grain {track}"), track


def test_hideout_counts_the_good_just_paid() -> None:
    match = match_with_tile(
        "hideout", goods={"grain": 1}, goods_left={"grain": 0}, tracks={"farmer": 1}
    )
    assert "act hideout grain farmer" in match.legal_moves(0)
    other = match_with_tile(
        "hideout", goods={"wine": 1}, goods_left={"grain": 0}, tracks={"farmer": 1}
    )
    assert "act hideout wine farmer" not in other.legal_moves(0)


def test_hideout_trader_respects_the_levels_of_the_position() -> None:
    first = match_with_tile("hideout", **HIDEOUT, tracks={"trader": 1})
    assert "act hideout grain trader library" in first.legal_moves(0)
    assert "act hideout grain trader school" not in first.legal_moves(0)
    second = match_with_tile("hideout", **HIDEOUT, tracks={"trader": 2})
    assert "act hideout grain trader school" in second.legal_moves(0)


def test_courthouse_moves_another_merchant_for_a_coin() -> None:
    match = match_with_tile(
        "courthouse", {"merchant": "chinon"}, edges={"e41": ["wool"], "e16": []}
    )
    assert "act courthouse 1 waterway chatellerault wool" in match.legal_moves(0)
    assert "act courthouse 1 road chatellerault none" in match.legal_moves(0)
    events = play(match, "0 act courthouse 1 waterway chatellerault wool")
    assert own_view_data(match, 1)["merchant"] == "chatellerault"
    assert own_view_data(match, 0)["merchant"] == "orleans"
    assert own_view_data(match, 0)["goods"]["wool"] == 1
    assert score_of(events, 0, "coins") == -1
    assert score_of(events, 1, "coins") == 1


def test_courthouse_needs_a_coin_and_another_seat() -> None:
    assert not legal(match_with_tile("courthouse", coins=0), 0, "act courthouse")
    seats = {
        move.split()[2]
        for move in legal(match_with_tile("courthouse", {}, {}), 0, "act courthouse")
    }
    assert seats == {"1", "2"}


def test_theater_pays_a_coin_for_each_tile_and_is_ready_with_one() -> None:
    match = match_with_tile("theater", places={"theater": "farmer - - - - scholar monk"})
    events = play(match, "0 act theater")
    assert score_of(events, 0, "coins") == 3
    assert own_view_data(match, 0)["places"]["theater"] == [None] * 7


def test_quarry_costs_two_and_two_for_each_edge() -> None:
    match = match_with_tile("quarry", coins=4)
    towns = {move.split()[2] for move in legal(match, 0, "act quarry")}
    assert towns == {
        "orleans",
        "chartres",
        "chateaudun",
        "montargis",
        "vierzon",
        "blois",
        "briare",
    }
    events = play(match, "0 act quarry blois")
    assert score_of(events, 0, "coins") == -4
    assert own_view_data(match, 0)["stations"] == ["blois"]


def test_quarry_follows_the_rules_of_the_guildhall() -> None:
    match = match_with_tile("quarry", {"stations": "blois"}, coins=9)
    assert "act quarry blois" not in match.legal_moves(0)
    assert not legal(match_with_tile("quarry", stock=0), 0, "act quarry")
    assert not legal(match_with_tile("quarry", coins=1), 0, "act quarry")


def test_workshop_moves_a_technology_tile() -> None:
    match = match_with_tile(
        "workshop", places={"castle": "technology boatman trader"}, tracks={"craftsman": 2}
    )
    assert "act workshop castle village boatman" in match.legal_moves(0)
    events = play(match, "0 act workshop castle village boatman")
    assert own_view_data(match, 0)["places"]["castle"] == [None, "boatman", "trader"]
    assert own_view_data(match, 0)["places"]["village"] == [None, "technology", None]
    assert score_of(events, 0, "coins") == -1


def test_workshop_may_make_a_place_ready() -> None:
    places = {"castle": "technology - -", "village": "- boatman craftsman"}
    match = match_with_tile("workshop", places=places, tracks={"craftsman": 1})
    play(match, "0 act workshop castle village farmer")
    assert legal(match, 0, "act village")


def test_workshop_may_move_within_a_place_to_another_slot() -> None:
    match = match_with_tile(
        "workshop", places={"castle": "technology - trader"}, tracks={"craftsman": 2}
    )
    moves = legal(match, 0, "act workshop castle castle")
    assert moves == ["act workshop castle castle boatman"]
    play(match, f"0 {moves[0]}")
    assert own_view_data(match, 0)["places"]["castle"] == [None, "technology", "trader"]


def test_workshop_follows_the_craftsman_position() -> None:
    places = {"castle": "technology - -"}
    assert not legal(match_with_tile("workshop", places=places), 0, "act workshop")
    one = match_with_tile("workshop", places=places, tracks={"craftsman": 1})
    assert {move.split()[-1] for move in legal(one, 0, "act workshop")} == {"farmer"}
    poor = match_with_tile("workshop", places=places, tracks={"craftsman": 1}, coins=0)
    assert not legal(poor, 0, "act workshop")


def test_workshop_does_not_double_technology_on_a_place() -> None:
    places = {"castle": "technology - -", "ship": "technology - -"}
    match = match_with_tile("workshop", places=places, tracks={"craftsman": 2})
    assert not legal(match, 0, "act workshop castle ship")


def test_townhouse_offers_coins_a_good_a_move_or_development() -> None:
    match = match_with_tile("townhouse", edges={"e30": ["wine"]}, goods_left={"wool": 0})
    moves = legal(match, 0, "act townhouse")
    assert "act townhouse coins" in moves
    assert "act townhouse good brocade" in moves
    assert "act townhouse good wool" not in moves
    assert "act townhouse move waterway blois wine" in moves
    assert "act townhouse move road chartres none" in moves
    assert "act townhouse development" in moves
    results = {}
    for move in ("coins", "good brocade", "move waterway blois wine", "development"):
        trial = match.copy()
        play(trial, f"0 act townhouse {move}")
        results[move] = own_view_data(trial, 0)
    assert results["coins"]["coins"] == 10
    assert results["good brocade"]["goods"]["brocade"] == 1
    assert results["move waterway blois wine"]["goods"]["wine"] == 1
    assert results["move waterway blois wine"]["merchant"] == "blois"
    assert results["development"]["development"] == 3


def test_townhouse_gives_no_development_on_the_last_space() -> None:
    match = match_with_tile("townhouse", development=30)
    assert "act townhouse development" not in match.legal_moves(0)


SLUICE = {
    "tiles": ["sluice"],
    "places": {"village": "farmer boatman craftsman", "castle": "farmer boatman trader"},
}


def test_sluice_lets_a_boatman_advance_another_track() -> None:
    match = position({**SLUICE}, {})
    chosen = {move.split()[3] for move in legal(match, 0, "act village boatman")[1:]}
    assert chosen == {"farmer", "craftsman", "trader", "knight", "scholar", "development"}
    assert "act village boatman" in match.legal_moves(0)
    play(match, "0 act village boatman farmer")
    assert own_view_data(match, 0)["tracks"]["farmer"] == 1
    assert own_view_data(match, 0)["tracks"]["boatman"] == 0
    assert own_view_data(match, 0)["goods"]["grain"] == 1
    assert bag(match, 0)["boatman"] == 2


def test_sluice_knight_takes_the_citizen() -> None:
    match = position({**SLUICE, "tracks": {"knight": 3}}, {})
    play(match, "0 act village boatman knight")
    assert own_view_data(match, 0)["citizens"] == 1


def test_sluice_trader_names_a_tile() -> None:
    match = position({**SLUICE}, {})
    play(match, "0 act village boatman trader library")
    assert "library" in own_view_data(match, 0)["places"]
    assert own_view_data(match, 0)["tracks"]["trader"] == 1


def test_sluice_craftsman_and_scholar_bring_their_bonus() -> None:
    match = position({**SLUICE}, {})
    other = match.copy()
    play(match, "0 act village boatman craftsman")
    assert own_view_data(match, 0)["held"] == ["first"]
    play(other, "0 act village boatman scholar")
    assert own_view_data(other, 0)["development"] == 2


def test_sluice_respects_ends_and_supplies() -> None:
    match = position(
        {
            **SLUICE,
            "tracks": {"farmer": 8, "knight": 5, "scholar": 5, "trader": 5},
            "development": 30,
        },
        {},
        technology=0,
    )
    assert [m for m in match.legal_moves(0) if m.startswith("act village boatman")] == [
        "act village boatman"
    ]


def test_observatory_goes_to_the_next_level_past_coins_and_citizens() -> None:
    match = match_with_tile("observatory", development=2)
    events = play(match, "0 act observatory")
    assert own_view_data(match, 0)["development"] == 4
    assert own_view_data(match, 0)["citizens"] == 0
    later = match_with_tile("observatory", development=5)
    events = play(later, "0 act observatory")
    assert own_view_data(later, 0)["development"] == 9
    assert score_of(events, 0, "coins") == 0
    last = match_with_tile("observatory", development=29)
    play(last, "0 act observatory")
    assert own_view_data(last, 0)["development"] == 30
    assert not legal(match_with_tile("observatory", development=30), 0, "act observatory")


def test_ballroom_sells_place_tiles() -> None:
    match = match_with_tile("ballroom", coins=3)
    events = play(match, "0 act ballroom school")
    assert score_of(events, 0, "coins") == -3
    assert "school" in own_view_data(match, 0)["places"]
    poorer = match_with_tile("ballroom", coins=2)
    assert "act ballroom library" in poorer.legal_moves(0)
    assert "act ballroom school" not in poorer.legal_moves(0)
    assert not legal(match_with_tile("ballroom", coins=1), 0, "act ballroom")


def test_country_road_takes_at_most_four_stations() -> None:
    match = match_with_tile("country_road", road_stations=3)
    events = play(match, "0 act country_road")
    assert own_view_data(match, 0)["road_stations"] == 4
    assert own_view_data(match, 0)["stock"] == 9
    assert score_of(events, 0, "stations") == 1
    assert not legal(match_with_tile("country_road", road_stations=4), 0, "act country_road")
    assert not legal(match_with_tile("country_road", stock=0), 0, "act country_road")


# the church


def owner(*keys: str, **words: Any) -> dict[str, Any]:
    return {"tiles": list(keys), "places": {key: FILLED[key] for key in keys}, **words}


def test_church_uses_a_ready_tile_of_another_seat() -> None:
    match = match_with_tile("church", owner("winery"))
    assert legal(match, 0, "act church") == ["act church 1 winery"]
    events = play(match, "0 act church 1 winery")
    assert own_view_data(match, 0)["goods"]["wine"] == 1
    assert score_of(events, 0, "coins") == -2
    assert score_of(events, 1, "coins") == 2
    assert own_view_data(match, 0)["places"]["church"] == [None]
    assert bag(match, 0) == {"monk": 1}
    assert own_view_data(match, 1)["places"]["winery"] == ["farmer", "trader"]
    assert match.legal_moves(1) == ["act winery", "pass"]


def test_church_needs_two_coins_and_a_ready_tile() -> None:
    assert not legal(match_with_tile("church", owner("winery"), coins=1), 0, "act church")
    unready = {"tiles": ["winery"], "places": {"winery": "farmer -"}}
    assert not legal(match_with_tile("church", unready), 0, "act church")


def test_church_never_uses_own_tiles_bakery_country_road_tower_or_sacristy() -> None:
    closed = owner("bakery", "country_road", "gunpowder_tower", "sacristy")
    match = match_with_tile(
        "church", closed, tiles=["hayrick"], places={"hayrick": "farmer"}, goods={"grain": 3}
    )
    assert not legal(match, 0, "act church")


def test_church_counts_its_price_for_further_costs() -> None:
    match = match_with_tile("church", owner("pharmacy"), coins=4)
    assert legal(match, 0, "act church") == [
        "act church 1 pharmacy 1",
        "act church 1 pharmacy 2",
    ]
    play(match, "0 act church 1 pharmacy 2")
    assert own_view_data(match, 0)["coins"] == 0
    assert own_view_data(match, 0)["development"] == 2


def test_church_theater_counts_the_owners_tiles() -> None:
    host = {"tiles": ["theater"], "places": {"theater": "farmer boatman - - - - monk"}}
    match = match_with_tile("church", host)
    events = play(match, "0 act church 1 theater")
    assert score_of(events, 0, "coins") == 3 - 2
    assert own_view_data(match, 1)["places"]["theater"].count(None) == 4


def test_church_bathhouse_draws_from_the_own_bag() -> None:
    match = match_with_tile(
        "church",
        owner("bathhouse", bag="farmer"),
        bag="trader trader",
        places={"castle": "farmer boatman -"},
        script={"bathhouse:0": [["trader", "trader"]]},
    )
    play(match, "0 act church 1 bathhouse", "0 settle trader castle trader")
    assert own_view_data(match, 0)["places"]["castle"] == ["farmer", "boatman", "trader"]
    assert bag(match, 0) == {"monk": 1, "trader": 1}
    assert own_view_data(match, 1)["places"]["bathhouse"] == ["craftsman"]


def test_church_uses_own_tracks_goods_and_merchant() -> None:
    match = match_with_tile(
        "church",
        owner("horse_wagon", "hospital", "office", stations="tours", merchant="tours"),
        development=9,
    )
    moves = legal(match, 0, "act church")
    assert "act church 1 horse_wagon chartres none" in moves
    assert "act church 1 office" not in moves
    events = play(match, "0 act church 1 hospital")
    assert score_of(events, 0, "coins") == 3 - 2


# tiles without an act


@pytest.mark.parametrize("key", ["herb_garden", "barracks", "school", "sluice", "harbor"])
def test_passive_tiles_have_no_action(key: str) -> None:
    match = position({"tiles": [key], "places": {"castle": "farmer boatman trader"}}, {})
    assert match.legal_moves(0) == ["act castle", "pass"]


def test_sacristy_has_no_action() -> None:
    assert match_with_tile("sacristy").legal_moves(0) == ["act farm_house", "pass"]


def test_every_action_tile_returns_its_followers() -> None:
    match = match_with_tile("winery")
    events = play(match, "0 act winery")
    assert "return" in event_kinds(events)
    assert bag(match, 0) == {"farmer": 1, "trader": 1}
