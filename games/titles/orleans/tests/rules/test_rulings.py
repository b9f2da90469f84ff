"""Every ruling of section 10, in its order."""

from __future__ import annotations

from typing import Any

from ...rules import components as box
from ...rules import town_map
from ...rules.match import OrleansMatch
from .positions import (
    ALL_SETS,
    bag,
    finish_round,
    fresh_match,
    legal,
    own_view_data,
    play,
    position,
    score_of,
)

CASTLE = {"castle": "farmer boatman trader"}
VILLAGE = {"village": "farmer boatman craftsman"}


def test_01_five_coins_at_setup() -> None:
    assert [own_view_data(fresh_match(5), seat)["coins"] for seat in range(5)] == [5] * 5


def test_02_farm_house_takes_boatman_and_craftsman() -> None:
    assert own_view_data(fresh_match(), 0)["places"]["farm_house"] == [None, None]
    slots = {move.split()[-1] for move in legal(fresh_match(), 0) if " farm_house " in move}
    assert slots == {"boatman", "craftsman"}


def test_03_last_boatman_space_has_no_coins() -> None:
    match = position(
        {"places": {**VILLAGE, **CASTLE}, "tracks": {"boatman": 4}}, {}, no_citizens=("boatman",)
    )
    events = play(match, "0 act village boatman")
    assert score_of(events, 0, "coins") == 0
    hideout = position(
        {
            "tiles": ["hideout"],
            "places": {"hideout": "boatman knight", **CASTLE},
            "tracks": {"boatman": 5},
            "goods": {"grain": 1},
        },
        {},
    )
    assert not legal(hideout, 0, "act hideout")


def test_04_unused_ready_places_keep_their_tiles() -> None:
    match = position({"places": CASTLE}, {})
    play(match, "0 pass")
    assert own_view_data(match, 0)["places"]["castle"] == ["farmer", "boatman", "trader"]
    assert match.round == 3
    assert "recall boatman castle boatman" in match.legal_moves(0)


def test_05_each_letter_holds_each_event_once() -> None:
    match = fresh_match()
    assert match.deck[0] == "pilgrimage"
    for first in (0, 6, 12):
        assert sorted(match.deck[first : first + 6]) == sorted(box.EVENTS)


def test_06_last_seat_of_two_does_not_pay_in_the_census() -> None:
    match = position({"tracks": {"farmer": 1}}, {}, phase="census")
    assert [own_view_data(match, seat)["coins"] for seat in (0, 1)] == [6, 5]


def test_07_census_debts_cause_torture() -> None:
    boards: list[dict[str, Any]] = [
        {"coins": 0, "development": 2},
        {"tracks": {"farmer": 1}},
        {"tracks": {"farmer": 1}},
    ]
    match = position(*boards, phase="census")
    assert match.legal_moves(0) == ["torture station supply", "torture development"]


def test_08_office_pays_for_trading_stations() -> None:
    places = {"office": "scholar scholar", **CASTLE}
    match = position({"tiles": ["office"], "places": places, "stations": "tours blois"}, {})
    assert score_of(play(match, "0 act office"), 0, "coins") == 2


def test_09_fewer_draws_and_recalls_may_alternate() -> None:
    match = position(
        {"market": "", "bag": "monk monk monk", "places": {"ship": "farmer boatman -"}},
        {},
        phase="followers",
    )
    play(match, "0 draw 1", "0 recall farmer ship farmer", "0 draw 1")
    assert match.view(0)["rights"] == 1
    play(match, "0 done")
    empty = position({"market": "", "places": {"ship": "farmer - -"}}, {}, phase="followers")
    assert empty.legal_moves(0) == ["recall farmer ship farmer", "done"]


def test_10_bathhouse_draws_two_and_settles_one() -> None:
    match = position(
        {"tiles": ["bathhouse"], "places": {"bathhouse": "craftsman"}, "bag": "monk monk monk"}, {}
    )
    play(match, "0 act bathhouse")
    assert match.view(0)["drawn"] == ["monk", "monk"]
    assert "settle none" not in match.legal_moves(0)
    play(match, "0 settle monk castle farmer")
    assert bag(match, 0) == {"craftsman": 1, "monk": 2}


def test_11_technology_is_restricted_by_the_craftsman_position() -> None:
    match = position({"tiles": ["laboratory"], "places": {"laboratory": "craftsman scholar"}}, {})
    play(match, "0 act laboratory")
    assert own_view_data(match, 0)["held"] == ["later"]
    assert match.round == 3  # held until the position allows it: nobody was asked


def test_12_technology_is_laid_with_this_pass_or_a_later_one_on_free_slots() -> None:
    match = position({"held": "later", "tracks": {"craftsman": 2}}, {})
    play(match, "0 keep")
    assert match.phase == "planning"
    assert not legal(match, 0, "tech")
    play(match, "0 done", "1 done")
    assert legal(match, 0, "tech")
    full = position(
        {"held": "first", "tracks": {"craftsman": 1}, "places": {"castle": "farmer - -"}}, {}
    )
    assert "tech castle farmer" not in full.legal_moves(0)


def test_13_technology_leaves_the_supply_when_gained_and_never_returns() -> None:
    match = position({"places": {**VILLAGE, **CASTLE}}, {})
    play(match, "0 act village craftsman")
    assert match.technology == 15
    lost = position(
        {"coins": 4, "held": "first"}, {"coins": 9}, phase="event", event="harvest", technology=15
    )
    play(lost, "0 torture technology held")
    assert lost.technology == 15


def test_14_taking_a_good_is_voluntary() -> None:
    match = position({"places": {"ship": "farmer boatman knight"}}, {}, edges={"e30": ["wool"]})
    play(match, "0 act ship blois none")
    assert match.view(0)["edges"]["e30"] == ["wool"]


def test_15_an_action_must_be_able_to_have_an_effect() -> None:
    places = {
        "office": "scholar scholar",
        "library": "knight scholar",
        "goldsmith": "craftsman trader",
        **CASTLE,
    }
    board = {"tiles": ["office", "library", "goldsmith"], "places": places, "goods": {"wool": 1}}
    match = position({**board, "development": 30}, {})
    assert match.legal_moves(0) == ["act castle", "pass"]
    almost = position({**board, "development": 29}, {})
    play(almost, "0 act library")
    assert own_view_data(almost, 0)["development"] == 30
    university = position({"places": {"university": "monk monk monk"}, "development": 30}, {})
    assert legal(university, 0, "act university")


def test_16_harvest_is_a_free_choice() -> None:
    match = position(
        {"goods": {"grain": 3}, "coins": 5}, {}, phase="event", event="harvest", letter="b"
    )
    assert match.legal_moves(0) == ["feed grain", "pay"]


def test_17_coin_spaces_pay_each_seat_once() -> None:
    match = position(
        {"places": {"scriptorium": "knight scholar", **CASTLE}, "development": 6, "coins": 0}, {}
    )
    play(match, "0 act scriptorium")
    assert own_view_data(match, 0)["coins"] == 3
    board = match.boards[0]
    board.development = 6  # as after a torture
    board.slots[:] = position({"places": {"scriptorium": "knight scholar"}}, {}).boards[0].slots
    board.listed = None
    match._lists.clear()
    play(match, "0 act scriptorium")
    assert own_view_data(match, 0)["development"] == 7
    assert own_view_data(match, 0)["coins"] == 3


def test_17_levels_fall_with_the_marker() -> None:
    match = position({"coins": 4, "development": 9}, {}, phase="event", event="harvest")
    play(match, "0 torture development")
    assert own_view_data(match, 0)["level"] == 2


def test_18_observatory_skips_coins_and_citizens_without_using_them_up() -> None:
    places = {"observatory": "scholar scholar trader", **CASTLE}
    match = position({"tiles": ["observatory"], "places": places, "development": 1}, {})
    play(match, "0 act observatory")
    assert match.view(0)["citizens"]["development"] == [3, 18, 28]
    coins = position({"tiles": ["observatory"], "places": places, "development": 5}, {})
    play(coins, "0 act observatory")
    assert coins.boards[0].coin_spaces == 0


def test_19_bread_is_taxed_and_becomes_grain_when_the_bakery_is_lost() -> None:
    board = {"coins": 0, "tiles": ["bakery"], "bread": 2, "development": 9}
    match = position(board, {}, phase="event", event="taxes", letter="a")
    assert match.view(0)["debt"] == 2
    assert match.scores()[0].breakdown["bread"] == 6
    events = play(match, "0 torture place bakery")
    assert own_view_data(match, 0)["bread"] == 0
    assert own_view_data(match, 0)["goods"]["grain"] == 2
    assert (score_of(events, 0, "bread"), score_of(events, 0, "goods")) == (-6, 2)


def poor(**words: Any) -> OrleansMatch:
    """A seat that owes one coin of a harvest."""
    return position({"coins": 4, **words}, {"coins": 9}, phase="event", event="harvest")


def test_20_followers_of_a_lost_place_go_to_the_bag() -> None:
    match = poor(tiles=["winery"], places={"winery": "technology trader"})
    play(match, "0 torture place winery")
    assert bag(match, 0) == {"trader": 1}
    assert own_view_data(match, 0)["held"] == []


def test_20_followers_of_a_lost_tower_go_to_the_market_even_beyond_its_size() -> None:
    match = poor(
        tiles=["gunpowder_tower"],
        market=" ".join(["knight"] * 8),
        places={"gunpowder_tower": "monk monk"},
    )
    play(match, "0 torture place gunpowder_tower")
    assert len(own_view_data(match, 0)["market"]) == 10
    assert match.view(0)["room"] == 0


def test_20_country_road_takes_its_stations_along() -> None:
    match = poor(tiles=["country_road"], road_stations=3, development=4)
    events = play(match, "0 torture place country_road")
    assert own_view_data(match, 0)["road_stations"] == 0
    assert own_view_data(match, 0)["stock"] == 10
    assert score_of(events, 0, "stations") == -6


def test_20_placed_substitutes_stay_when_the_school_is_lost() -> None:
    match = poor(tiles=["school"], places={"castle": "scholar - -"})
    play(match, "0 torture place school")
    assert own_view_data(match, 0)["places"]["castle"] == ["scholar", None, None]


CHAPEL = {"tiles": ["sacristy"], "places": {"sacristy": "monk", **CASTLE}}


def test_21_sacristy_is_asked_only_where_the_event_harms() -> None:
    assert position(CHAPEL, {}, phase="event", event="income").phase != "event"
    census = position(
        {**CHAPEL, "coins": 0}, {"tracks": {"farmer": 1}}, {"tracks": {"farmer": 1}}, phase="census"
    )
    assert "shield" not in census.legal_moves(0)


def test_21_sacristy_cannot_be_used_by_act_or_church() -> None:
    assert not legal(position(CHAPEL, {}), 0, "act sacristy")
    church = {"tiles": ["church"], "places": {"church": "monk", **CASTLE}}
    assert not legal(position(church, CHAPEL), 0, "act church")


def test_22_country_road_stations_count_as_built_but_not_for_the_harbor() -> None:
    board = {
        "tiles": ["country_road", "harbor"],
        "stations": "orleans blois tours",
        "road_stations": 3,
    }
    match = position(board, {"stations": "vierzon"}, phase="event", event="trading_day", letter="a")
    paid = [e.data["amount"] for e in match.opening if e.data.get("reason") == "trading_day"]
    assert paid == [18, 3]
    assert match.scores()[0].breakdown["stations"] == 6
    assert match.scores()[0].breakdown["harbor"] == 0
    last = position(
        {"tiles": ["country_road"], "road_stations": 2},
        {"stations": "tours"},
        phase="event",
        event="pilgrimage",
        letter="c",
        round=18,
    )
    assert own_view_data(last, 0)["citizens"] == 1


def test_23_harbor_counts_branches() -> None:
    towns = "blois tours montrichard chinon"
    match = position({"tiles": ["harbor"], "stations": towns, "places": CASTLE}, {})
    assert match.scores()[0].breakdown["harbor"] == 10


def test_24_quarry_counts_roads_and_waterways_and_two_coins_on_the_spot() -> None:
    places = {"quarry": "craftsman knight", **CASTLE}
    match = position({"tiles": ["quarry"], "places": places, "coins": 4}, {})
    near = {move.split()[-1] for move in legal(match, 0, "act quarry")}
    assert {"orleans", "blois", "chartres"} <= near
    events = play(match, "0 act quarry orleans")
    assert score_of(events, 0, "coins") == -2
    assert own_view_data(match, 0)["merchant"] == "orleans"


def test_25_courthouse_moves_seats_that_have_passed_too() -> None:
    places = {"courthouse": "knight", **CASTLE}
    match = position({"tiles": ["courthouse"], "places": places}, {}, edges={"e30": ["wool"]})
    play(match, "0 act castle")
    assert match.view(0)["seats"][1]["passed"]
    play(match, "0 act courthouse 1 waterway blois wool")
    assert own_view_data(match, 0)["goods"]["wool"] == 1
    assert own_view_data(match, 1)["merchant"] == "blois"


def test_26_church_leaves_the_owners_tile_usable() -> None:
    church = {"tiles": ["church"], "places": {"church": "monk"}}
    owner = {
        "tiles": ["winery", "bakery", "country_road"],
        "places": {
            "winery": "farmer trader",
            "bakery": "farmer craftsman",
            "country_road": "craftsman trader",
        },
    }
    match = position(church, owner)
    assert legal(match, 0, "act church") == ["act church 1 winery"]
    play(match, "0 act church 1 winery")
    assert "act winery" in match.legal_moves(1)


def test_27_sluice_takes_a_boatman_even_on_the_last_boatman_space() -> None:
    board = {"tiles": ["sluice"], "places": VILLAGE, "tracks": {"boatman": 5, "knight": 3}}
    match = position(board, {})
    assert "act village boatman" not in match.legal_moves(0)
    tracks = {move.split()[3] for move in legal(match, 0, "act village boatman")}
    assert tracks == {"farmer", "craftsman", "trader", "knight", "scholar", "development"}
    play(match, "0 act village boatman knight")
    assert own_view_data(match, 0)["citizens"] == 1
    assert own_view_data(match, 0)["tracks"]["boatman"] == 5


def test_28_hideout_gives_the_printed_bonus_and_ignores_the_follower_supply() -> None:
    match = position(
        {
            "tiles": ["hideout"],
            "places": {"hideout": "boatman knight", **CASTLE},
            "tracks": {"boatman": 4, "craftsman": 1},
            "goods": {"grain": 2},
        },
        {},
        followers={"boatman": 0, "craftsman": 0},
    )
    other = match.copy()
    assert score_of(play(match, "0 act hideout grain boatman"), 0, "coins") == 5
    play(other, "0 act hideout grain craftsman")
    assert own_view_data(other, 0)["held"] == ["first"]


def test_29_tile_without_a_deed_slot_may_be_planned_but_not_used() -> None:
    match = position(
        {"market": "scholar", "places": CASTLE},
        {"market": ""},
        phase="planning",
        deeds={
            "defeating_plague": "scholar scholar",
            "astronomy": "scholar scholar",
            "boatmen_guild": "scholar",
            "peace_treaty": "scholar",
        },
    )
    play(match, "0 place scholar town_hall any")
    assert match.legal_moves(0) == ["act castle", "pass"]


def test_30_tower_takes_what_the_market_had_above_eight_and_the_seat_says_which() -> None:
    board = {"tiles": ["gunpowder_tower"], "market": " ".join(["monk"] * 8 + ["knight"] * 2)}
    match = position(board, {}, phase="planning")
    play(match, "0 place monk gunpowder_tower any", "0 place knight gunpowder_tower any")
    assert not legal(match, 0, "place monk gunpowder_tower")
    assert own_view_data(match, 0)["places"]["gunpowder_tower"] == ["monk", "knight"]


def test_30_tower_tiles_return_to_the_market_with_the_next_followers_phase() -> None:
    board = {"tiles": ["gunpowder_tower"], "places": {"gunpowder_tower": "monk knight"}}
    match = position(board, {})
    play(match, "0 pass")
    assert match.round == 3
    assert own_view_data(match, 0)["places"]["gunpowder_tower"] == [None, None]
    assert sorted(own_view_data(match, 0)["market"])[:2] == ["knight", "monk"]


def test_31_new_place_tiles_work_at_once() -> None:
    board = {
        "places": {**VILLAGE, "bathhouse": "craftsman"},
        "tiles": ["bathhouse"],
        "bag": "scholar scholar",
        "tracks": {"trader": 1},
    }
    match = position(board, {})
    play(match, "0 act village trader school", "0 act bathhouse")
    assert "settle scholar castle farmer" in match.legal_moves(0)


def test_32_followers_taken_are_in_the_bag_at_once() -> None:
    board = {"places": {"bathhouse": "craftsman", **CASTLE}, "tiles": ["bathhouse"]}
    match = position(board, {})
    assert not legal(match, 0, "act bathhouse")
    play(match, "0 act castle")
    assert bag(match, 0)["knight"] == 1
    assert legal(match, 0, "act bathhouse")


def test_33_coins_are_unlimited() -> None:
    board = {"coins": 500, "development": 30}
    match = position(board, {}, phase="event", event="income", letter="a")
    assert own_view_data(match, 0)["coins"] == 518


def test_34_most_stations_means_strictly_most_and_at_least_one() -> None:
    for stations, citizens in (
        (("tours", "blois"), [0, 0]),
        (("", ""), [0, 0]),
        (("tours", ""), [1, 0]),
    ):
        boards = [{"stations": towns} for towns in stations]
        match = position(*boards, phase="event", event="pilgrimage", letter="c", round=18)
        assert [own_view_data(match, seat)["citizens"] for seat in (0, 1)] == citizens


def test_35_last_slot_of_a_deed_brings_the_citizen_whoever_filled_the_others() -> None:
    board = {"places": {"town_hall": "scholar trader", **CASTLE}}
    match = position(board, board, deeds={"astronomy": "scholar"})
    play(match, "0 act town_hall scholar astronomy", "0 finish", "1 act town_hall trader astronomy")
    assert [own_view_data(match, seat)["citizens"] for seat in (0, 1)] == [0, 1]


def test_36_no_place_tile_is_excluded() -> None:
    available = fresh_match(**ALL_SETS).view(None)["available"]
    assert len(available["1"]) + len(available["2"]) == 35


def test_37_road_of_set_5_and_sluice_of_set_4() -> None:
    assert "country_road" in fresh_match(set_5="on", places="all").view(None)["available"]["1"]
    assert "sluice" in fresh_match(set_4="on", places="all").view(None)["available"]["2"]


def test_38_round_1_begins_with_planning() -> None:
    match = fresh_match(4)
    assert match.phase == "planning"
    assert match.actors == (0, 1, 2, 3)


def test_39_what_is_not_there_blocks_the_action_that_brings_it() -> None:
    board = {"places": {"farm_house": "boatman craftsman", **VILLAGE}}
    match = position(board, {}, goods={"grain": 0}, technology=0)
    assert not legal(match, 0, "act farm_house")
    assert "act village craftsman" not in match.legal_moves(0)


def test_40_town_house_slots_are_monk_slots() -> None:
    board = {"market": "scholar monk", "tiles": ["townhouse", "school"], "held": "later"}
    match = position({**board, "tracks": {"craftsman": 3}}, {}, phase="planning")
    assert [move for move in match.legal_moves(0) if "townhouse" in move] == [
        "place monk townhouse monk"
    ]


def test_41_development_citizens_lie_on_3_18_and_28() -> None:
    for space in (3, 18, 28):
        board = {"places": {"scriptorium": "knight scholar", **CASTLE}, "development": space - 1}
        match = position(board, {})
        play(match, "0 act scriptorium")
        assert own_view_data(match, 0)["citizens"] == 1


def test_42_goods_spaces_add_up_with_the_players() -> None:
    for seats, spaces in ((2, 43), (3, 48), (4, 52), (5, 52)):
        edges = fresh_match(seats).view(None)["edges"]
        assert sum(map(len, edges.values())) == spaces
    doubled = [edge for edge in town_map.EDGES if len(edge.spaces) == 2]
    assert len(doubled) == 9


def test_43_shipping_line_is_level_one() -> None:
    assert "shipping_line" in fresh_match().view(None)["available"]["1"]


def test_44_church_pays_first() -> None:
    owner = {"tiles": ["pharmacy"], "places": {"pharmacy": "monk"}, "coins": 0}
    board = {"tiles": ["church"], "places": {"church": "monk"}, "coins": 3}
    match = position(board, owner)
    assert legal(match, 0, "act church") == ["act church 1 pharmacy 1"]
    play(match, "0 act church 1 pharmacy 1")
    assert [own_view_data(match, seat)["coins"] for seat in (0, 1)] == [0, 2]
    assert legal(match, 1, "act pharmacy") == ["act pharmacy 1", "act pharmacy 2"]
    finish_round(match)
