"""Catan for two: double production, neutrals, trade tokens, retiring (rules 5.12)."""

from __future__ import annotations

from typing import Any

import pytest

from ...rules.match import CatanMatch
from .positions import (
    advance_match,
    clear_hands,
    deal,
    enter_main_phase,
    event_kinds,
    event_of_kind,
    give,
    hand,
    main_phase_match,
    match_after_founding,
    moves_with_verb,
    new_match,
    place_barbarians,
    play,
    roads,
    set_points,
    settlements,
    totals,
)

N1, N2 = 2, 3
ROAD = {"brick": 1, "lumber": 1}
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


def before_roll(*dice: int, **options: str) -> CatanMatch:
    match = match_after_founding(2, script={"dice": list(dice)}, **options)
    clear_hands(match)
    return match


# double production


def test_a_second_throw_follows_and_differs_from_the_first() -> None:
    match = before_roll(4, 5, 3, 6, 2, 3)
    events = play(match, "roll")
    throws = [event.data for event in events if event.kind == "roll"]
    assert [throw["number"] for throw in throws] == [9, 5]
    assert throws[1]["thrown_again"] == [[3, 6]]


def test_a_seven_is_resolved_before_the_second_throw() -> None:
    match = before_roll(3, 4, 4, 4)
    give(match, 1, wool=8)
    play(match, "roll")
    assert match.actors == (1,)
    play(match, (1, "discard wool 4"))
    assert {move.split(" ")[0] for move in moves_with_verb(match, 0)} == {"robber"}
    events = play(match, "robber -6,6")
    assert [event.data["number"] for event in events if event.kind == "roll"] == [8]
    assert match.stack == [("main",)]


def test_nothing_is_played_between_the_two_throws() -> None:
    """Ruling 50: the second comes by itself."""
    match = deal(before_roll(4, 5, 2, 3), 0, "knight")
    play(match, "roll")
    assert match.stack == [("main",)]
    assert match.dice == (2, 3)


def test_traders_repeat_2_and_12_in_both_throws() -> None:
    match = before_roll(1, 1, 4, 5, 6, 6, 3, 2, scenario="traders")
    throws = [event.data["number"] for event in play(match, "roll") if event.kind == "roll"]
    assert throws == [9, 5]


# neutrals


def test_neutrals_block_as_usual() -> None:
    listed = moves_with_verb(new_match(2))
    assert len(listed) == 46
    for spot in ("0,-8", "-2,-10", "2,-10", "0,-4"):
        assert f"settlement {spot}" not in listed


def test_founding_is_not_building_no_neutral_follows_but_tokens_come() -> None:
    """Ruling 41."""
    match = match_after_founding(2)
    assert match.roads[N1] == match.roads[N2] == 0
    assert match.tokens == [7, 6]


def test_a_road_is_followed_by_a_neutral_road() -> None:
    match = give(main_phase_match(2), 0, **ROAD)
    play(match, "road -3,-9")
    assert match.actors == (0,)
    assert moves_with_verb(match) == [
        *("neutral n1 -1,-9", "neutral n1 1,-9", "neutral n1 0,-6"),
        *("neutral n2 0,6", "neutral n2 -1,9", "neutral n2 1,9"),
    ]
    play(match, "neutral n2 0,6")
    assert match.view(None)["neutrals"][1]["roads_left"] == 14
    assert match.stack == [("main",)]


def test_a_neutral_road_costs_nothing() -> None:
    match = give(main_phase_match(2), 0, brick=3, lumber=3)
    play(match, "road -3,-9", "neutral n1 0,-6")
    assert hand(match, 0) == {"brick": 2, "lumber": 2}


def ready_to_settle() -> CatanMatch:
    match = roads(main_phase_match(2), 0, "-5,-3", "-6,0")
    return give(match, 0, **SETTLEMENT)


def test_neutrals_settle_at_own_roads_only() -> None:
    """Ruling 43: without one it is a road instead."""
    match = ready_to_settle()
    play(match, "settlement -6,-2")
    assert match.view(None)["pending"] == {"piece": "settlement"}
    assert all(move.split(" ")[2] in match.board.path_index for move in moves_with_verb(match))


def test_a_settlement_is_followed_by_a_neutral_settlement_if_possible() -> None:
    match = roads(ready_to_settle(), N1, "1,-9", "2,-12")
    roads(match, N2, "1,9", "2,12")
    play(match, "settlement -6,-2")
    assert moves_with_verb(match) == ["neutral n1 2,-14", "neutral n2 2,14"]
    play(match, "neutral n1 2,-14")
    assert match.view(None)["neutrals"][0]["settlements_left"] == 3


def test_a_single_neutral_place_is_taken_by_itself() -> None:
    match = roads(ready_to_settle(), N1, "1,-9", "2,-12")
    events = play(match, "settlement -6,-2")
    data = {"neutral": "n1", "piece": "settlement", "at": "2,-14"}
    assert event_of_kind(events, "neutral").data == data
    assert match.stack == [("main",)]


def test_if_no_neutral_can_build_nothing_happens() -> None:
    match = give(main_phase_match(2), 0, **ROAD)
    free = [path for path in match.board.paths if match.road[match.board.path_index[path]] < 0]
    rest = [path for path in free if path not in ("-3,-9", "-5,-9")]
    roads(match, N1, *rest[:15])
    roads(match, N2, *rest[15:30])
    play(match, "road -5,-9")
    assert match.stack == [("main",)]


def test_cities_and_cards_cause_nothing() -> None:
    match = give(main_phase_match(2), 0, grain=3, ore=4, wool=1)
    play(match, "city -4,-8")
    assert match.stack == [("main",)]
    play(match, "buy")
    assert match.stack == [("main",)]


def test_each_free_road_is_followed_by_its_neutral_road() -> None:
    """Ruling 10."""
    match = deal(main_phase_match(2), 0, "road_building")
    play(match, "play road_building", "road -3,-9")
    assert {move.split(" ")[0] for move in moves_with_verb(match)} == {"neutral"}
    play(match, "neutral n1 0,-6")
    assert {move.split(" ")[0] for move in moves_with_verb(match)} == {"road"}
    play(match, "road -5,-9")
    assert {move.split(" ")[0] for move in moves_with_verb(match)} == {"neutral"}
    play(match, "neutral n1 1,-9")
    assert match.stack == [("main",)]


def test_neutrals_are_never_robbed() -> None:
    match = main_phase_match(2)
    match.stack = [("main",), ("robber",)]
    play(advance_match(match), "robber 0,-12")
    assert hand(match, 0) == {}


# tokens


@pytest.mark.parametrize(
    ("spot", "tokens"),
    [("-4,-16", 1), ("2,-2", 2), ("-4,-4", 0), ("0,-4", 2)],
)
def test_new_settlements_bring_tokens(spot: str, tokens: int) -> None:
    match = new_match(2)
    for neutral in (N1, N2):
        match.settlements[neutral] = 0
    match.open_spots = match.board.sites
    match._lists.clear()
    play(match, f"settlement {spot}")
    assert match.tokens[0] == 5 + tokens


def test_a_settlement_in_main_brings_tokens_too() -> None:
    match = give(roads(main_phase_match(2), 0, "-5,-9", "-6,-12"), 0, **SETTLEMENT)
    before = match.tokens[0]
    play(match, "settlement -6,-14")
    assert match.tokens[0] == before + 1


def test_the_goal_hex_brings_one_token_besides_the_coast() -> None:
    match = new_match(2, scenario="traders")
    play(match, "settlement -8,4")  # castle corner on the coast
    assert match.tokens[0] == 7
    play(match, "road -8,2", "settlement 4,8")  # a corner of the glassworks inland
    assert match.tokens[1] == 6


def test_the_founded_city_of_traders_brings_tokens() -> None:
    match = match_after_founding(2, scenario="traders")
    # -2,-2 and 4,-4 are inland; -6,-2 touches the castle, 2,-14 the quarry and the coast
    assert match.tokens == [6, 7]


def test_each_ground_counts_once() -> None:
    """Ruling 42: a corner between coast and desert brings 1 + 2, and no more."""
    terrain = ["desert", *("hills",) * 3, *("forest",) * 4, *("pasture",) * 4, *("fields",) * 4]
    match = new_match(2, script={"terrain": [[*terrain, *("mountains",) * 3]]})
    play(match, "settlement -2,-14")
    assert match.tokens[0] == 5 + 3


def test_tokens_are_limited_by_the_supply() -> None:
    match = give(roads(main_phase_match(2), 0, "-5,-9", "-6,-12"), 0, **SETTLEMENT)
    match.tokens = [7, 13]
    match._lists.clear()
    play(match, "settlement -6,-14")
    assert match.tokens == [7, 13]


# token actions


def forced_trade_match(script: dict[str, Any] | None = None) -> CatanMatch:
    match = main_phase_match(2, script=script)
    return give(give(match, 0, ore=1), 1, wool=2, brick=1)


def test_forced_trade_draws_two_and_gives_two_back() -> None:
    match = forced_trade_match({"forced": [["brick", "wool"]]})
    play(match, "token trade")
    assert hand(match, 0) == {"brick": 1, "wool": 1, "ore": 1}
    assert moves_with_verb(match) == ["return brick wool", "return brick ore", "return wool ore"]
    play(match, "return wool ore")
    assert hand(match, 0) == {"brick": 1}
    assert hand(match, 1) == {"wool": 2, "ore": 1}
    assert match.tokens[0] == 6


def test_forced_trade_draws_one_if_there_is_one() -> None:
    match = give(give(main_phase_match(2), 0, ore=1), 1, wool=1)
    events = play(match, "token trade")  # exactly two cards then: they go back by themselves
    assert hand(match, 0) == {}
    assert hand(match, 1) == {"wool": 1, "ore": 1}
    assert "return" in event_kinds(events)


def test_forced_trade_needs_two_cards_to_give() -> None:
    match = give(main_phase_match(2), 1, wool=1)
    assert "token trade" not in moves_with_verb(match)
    assert "token trade" in moves_with_verb(give(match, 1, wool=1))


def test_forced_trade_is_not_possible_with_an_empty_hand() -> None:
    assert "token trade" not in moves_with_verb(give(main_phase_match(2), 0, wool=5))


def test_return_may_name_two_of_a_kind() -> None:
    match = give(forced_trade_match({"forced": [["wool", "wool"]]}), 0, wool=1)
    play(match, "token trade")
    assert "return wool wool" in moves_with_verb(match)
    assert "return ore ore" not in moves_with_verb(match)


def test_both_seats_see_the_forced_cards() -> None:
    match = forced_trade_match()
    events = play(match, "token trade")
    assert [e.audience for e in events if e.kind == "forced_cards"] == [0, 1]
    assert event_of_kind(events, "forced").audience is None
    assert event_of_kind(events, "forced").data == {"from": 1, "count": 2}


def test_the_price_is_1_up_to_the_opponents_points_else_2() -> None:
    match = forced_trade_match()
    play(match, "token trade")
    assert match.tokens[0] == 6
    match = set_points(forced_trade_match(), 0, 3)
    play(match, "token trade")
    assert match.tokens[0] == 5
    match = set_points(forced_trade_match(), 0, 3)
    match.tokens[0] = 1
    match._lists.clear()
    assert moves_with_verb(match, 0, "token") == []


def test_the_price_is_judged_by_public_points_before_paying() -> None:
    """Rulings 36 and 45."""
    match = deal(forced_trade_match(), 0, "vp")
    play(match, "token trade")
    assert match.tokens[0] == 6


def test_one_token_action_a_turn() -> None:
    match = forced_trade_match()
    match.robber = 0
    play(match, "token robber")
    assert moves_with_verb(match, 0, "token") == []
    play(match, "end")
    enter_main_phase(match, 0)
    assert "token trade" in moves_with_verb(match)


def test_tokens_may_be_used_before_the_throw() -> None:
    match = give(give(match_after_founding(2), 0, ore=1), 1, wool=1)
    assert "token trade" in moves_with_verb(match)


def test_token_robber_sends_it_home_and_robs_nobody() -> None:
    match = main_phase_match(2)
    assert "token robber" not in moves_with_verb(match)
    match.robber = match.board.hex_index["4,12"]
    match._lists.clear()
    give(match, 1, wool=3)
    play(match, "token robber")
    assert match.view(None)["robber"] == "0,0"
    assert hand(match, 0) == {}


def test_token_barbarian_goes_to_a_path_without_road_or_barbarian() -> None:
    match = main_phase_match(2, scenario="traders")
    listed = moves_with_verb(match, 0, "token")
    free = 75 - 4 - 3
    assert len(listed) == 3 * free
    assert "token barbarian 1,-9 -7,-1" not in listed
    give(match, 1, wool=3)
    play(match, "token barbarian 1,-9 0,6")
    assert match.view(None)["barbarians"] == ["-5,3", "0,6", "4,6"]
    assert hand(match, 0) == {}


def test_a_barbarian_on_a_road_may_be_sent_away_too() -> None:
    match = place_barbarians(main_phase_match(2, scenario="traders"), "-1,-3", "1,-9", "4,6")
    assert "token barbarian -1,-3 0,6" in moves_with_verb(match)


# retiring


def retire_match(own: int, other: int, army: int = -1) -> CatanMatch:
    match = main_phase_match(2)
    match.knights[:] = [own, other]
    match.army_holder = army
    if army >= 0:
        match.points[army] += 2
    match._lists.clear()
    return match


def test_a_retired_knight_brings_two_tokens_once_a_turn() -> None:
    match = retire_match(2, 0)
    play(match, "retire")
    assert match.tokens[0] == 9
    assert match.knights[0] == 1
    assert "retire" not in moves_with_verb(match)


def test_retiring_needs_a_played_knight_and_a_token_in_the_supply() -> None:
    assert "retire" not in moves_with_verb(retire_match(0, 0))
    match = retire_match(1, 0)
    match.tokens = [7, 13]
    match._lists.clear()
    assert "retire" not in moves_with_verb(match)
    match.tokens = [7, 12]
    match._lists.clear()
    play(match, "retire")
    assert match.tokens == [8, 12]


def test_retiring_is_possible_before_the_throw() -> None:
    match = match_after_founding(2)
    match.knights[0] = 1
    match._lists.clear()
    assert "retire" in moves_with_verb(match)


def test_the_army_is_set_aside_below_three() -> None:
    match = retire_match(3, 2, army=0)
    play(match, "retire")
    assert match.army_holder == -1
    assert totals(match) == [2, 2]


def test_the_army_is_set_aside_in_a_tie() -> None:
    match = retire_match(4, 3, army=0)
    play(match, "retire")
    assert match.army_holder == -1


def test_the_army_stays_while_it_is_deserved() -> None:
    match = retire_match(5, 3, army=0)
    play(match, "retire")
    assert match.army_holder == 0


def test_the_army_may_pass_at_once_to_strictly_more() -> None:
    match = retire_match(3, 3, army=0)
    play(match, "retire")
    assert match.army_holder == 1
    assert match.points == [2, 4]


def test_a_set_aside_army_goes_to_strictly_more() -> None:
    match = deal(retire_match(4, 3, army=0), 0, "knight")
    play(match, "retire", "play knight")
    assert match.army_holder == 0


def test_a_retired_knight_no_longer_counts_for_events() -> None:
    """Ruling 44."""
    match = match_after_founding(
        2, events="on", script={"events": [["tournament:5", "prosperity:8"]]}
    )
    match.knights[:] = [1, 1]
    match._lists.clear()
    play(match, "retire", "event")
    assert match.actors == (1,)
    assert match.view(None)["players"][0]["knights"] == 0


def test_the_target_is_unchanged_with_two_seats() -> None:
    assert new_match(2).target == 10
    assert new_match(2, scenario="traders").target == 13


def test_three_seats_have_neither_tokens_nor_neutrals() -> None:
    view = match_after_founding(3).view(None)
    assert view["neutrals"] == []
    assert view["token_supply"] is None
    assert "tokens" not in view["players"][0]


def test_a_neutral_settlement_cuts_a_road() -> None:
    match = roads(main_phase_match(2), 0, "-5,-9", "-7,-9", "-3,-3")
    settlements(match, N2, "-4,-4")
    assert match.lengths[0] == 3
