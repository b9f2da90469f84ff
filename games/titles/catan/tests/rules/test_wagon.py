"""Wagons, tolls, deliveries, barbarians driven off (rules 5.8)."""

from __future__ import annotations

from typing import Any

import pytest

import games.rules as rules

from ...rules.match import CatanMatch
from .positions import (
    barbarians,
    bought_now,
    deal,
    give,
    hand,
    in_main,
    in_wagon,
    kinds,
    load_wagon,
    moves,
    only,
    play,
    points,
    put_wagon,
    roads,
    settlements,
    to_main,
    totals,
)

LUMBER_WOOL_ORE = {"lumber": 1, "wool": 1, "ore": 1}


def ready(
    at: str = "-6,-2",
    *,
    script: dict[str, Any] | None = None,
    seats: int = 3,
    rules_version: int | None = None,
) -> CatanMatch:
    """Seat 0's wagon about to leave from a place (its city, unless said otherwise)."""
    match = in_main(seats, scenario="traders", script=script, rules_version=rules_version)
    return in_wagon(match, 0, at)


def wagon(match: CatanMatch, seat: int = 0) -> dict[str, Any]:
    data: dict[str, Any] = match.view(None)["players"][seat]["wagon"]
    return data


# upgrades


def test_upgrades_cost_what_the_level_says() -> None:
    match = give(in_main(scenario="traders"), 0, lumber=6, wool=4, ore=4)
    for level in (2, 3):
        play(match, "upgrade")
        assert wagon(match)["level"] == level
    assert hand(match, 0) == {"lumber": 4, "wool": 2, "ore": 2}
    play(match, "upgrade", "upgrade")
    assert hand(match, 0) == {}
    assert wagon(match)["level"] == 5


def test_level_5_is_worth_a_point_and_is_the_last() -> None:
    match = give(in_main(scenario="traders"), 0, lumber=4, wool=2, ore=2)
    match.level[0] = 4
    match._lists.clear()
    before = totals(match)[0]
    event = only(play(match, "upgrade"), "score")
    assert event.data == {"amount": 1, "reason": "train"}
    assert totals(match)[0] == before + 1
    assert "upgrade" not in moves(match)


def test_level_4_needs_two_lumber() -> None:
    match = give(in_main(scenario="traders"), 0, **LUMBER_WOOL_ORE)
    match.level[0] = 3
    match._lists.clear()
    assert "upgrade" not in moves(match)
    assert "upgrade" in moves(give(match, 0, lumber=1))


# trips


def test_travel_ends_trading_and_building() -> None:
    match = give(in_main(scenario="traders"), 0, brick=5, lumber=5, wool=5)
    play(match, "travel")
    assert {move.split(" ")[0] for move in moves(match)} == {"go", "end"}


def test_a_turn_may_end_without_travelling() -> None:
    match = in_main(scenario="traders")
    assert {"travel", "end"} <= set(moves(match))
    play(match, "end")
    assert match.active == 1


@pytest.mark.parametrize(("level", "points"), [(1, 4), (2, 5), (3, 6), (4, 7), (5, 7)])
def test_movement_points_of_the_level(level: int, points: int) -> None:
    match = in_main(scenario="traders")
    match.level[0] = level
    play(match, "travel")
    assert match.view(None)["trip"]["points"] == points


def step(match: CatanMatch, to: str) -> int:
    """What a step costs."""
    points: int = only(play(match, f"go {to}"), "go").data["points"]
    return points


def test_a_path_without_road_costs_2() -> None:
    match = ready()
    assert step(match, "-6,2") == 2
    assert match.movement == 2


def test_an_own_road_costs_1_and_no_gold() -> None:
    match = roads(ready(), 0, "-6,0")
    assert step(match, "-6,2") == 1
    assert match.gold == [5, 5, 5]


def test_a_foreign_road_costs_1_and_a_gold_paid_to_its_owner() -> None:
    match = roads(ready(), 1, "-6,0")
    event = only(play(match, "go -6,2"), "toll")
    assert event.data == {"to": 1, "gold": 1}
    assert match.gold == [4, 6, 5]
    assert match.movement == 3


def test_without_gold_a_foreign_road_is_closed() -> None:
    match = roads(ready(), 1, "-6,0")
    match.gold[0] = 0
    match._lists.clear()
    assert "go -6,2" not in moves(match)


def test_a_barbarian_costs_2_more() -> None:
    match = barbarians(ready(), "-6,0", "1,-9", "4,6")
    assert step(match, "-6,2") == 4
    match = roads(barbarians(ready(), "-6,0", "1,-9", "4,6"), 0, "-6,0")
    assert step(match, "-6,2") == 3


def test_the_toll_is_owed_with_a_barbarian_too_and_between_own_buildings() -> None:
    """Ruling 18."""
    match = roads(barbarians(ready(), "-6,0", "1,-9", "4,6"), 1, "-6,0")
    settlements(match, 0, "-6,2")
    play(match, "go -6,2")
    assert match.gold == [4, 6, 5]
    assert match.movement == 1


def test_the_whole_cost_must_be_there() -> None:
    """Ruling 17: step by step; a wagon that can pay no step stays, and may end."""
    match = ready()
    play(match, "go -4,-4", "go -2,-2")
    assert match.movement == 0
    assert moves(match) == ["end"]


def test_a_damaged_road_costs_2_and_no_toll() -> None:
    match = roads(ready(), 1, "-6,0")
    match.damaged = 1 << match.board.path_index["-6,0"]
    assert step(match, "-6,2") == 2
    assert match.gold == [5, 5, 5]


def test_buildings_and_wagons_never_block() -> None:
    match = ready("-6,2")
    play(match, "go -4,4")  # seat 2's city with its wagon
    assert wagon(match)["at"] == wagon(match, 2)["at"] == "-4,4"


def test_sea_sides_are_no_way() -> None:
    """Ruling 13."""
    assert set(moves(ready("-8,4"), 0, "go")) == {"go -8,0", "go -6,2", "go -8,8"}


def test_received_tolls_wait_for_the_own_turn() -> None:
    """Ruling 19: there is nothing to do with them in another's turn."""
    match = roads(ready(), 1, "-6,0")
    play(match, "go -6,2")
    assert match.gold[1] == 6
    assert moves(match, 1) == []


def test_grain_brings_2_points_once_a_turn() -> None:
    match = give(ready(), 0, grain=2)
    assert "grain" in moves(match)
    play(match, "grain")
    assert match.movement == 6
    assert hand(match, 0) == {"grain": 1}
    assert "grain" not in moves(match)


def test_grain_may_come_between_steps() -> None:
    match = give(ready(), 0, grain=1)
    play(match, "go -4,-4", "go -2,-2", "grain")
    assert match.movement == 2


def test_unused_points_are_lost() -> None:
    match = ready()
    play(match, "go -6,2", "end")
    assert match.movement == 0
    assert match.active == 1


# plazas


def test_arriving_at_a_plaza_ends_the_trip() -> None:
    match = give(ready(script={"commodities:castle": [["tools"]]}), 0, grain=1)
    match.level[0] = 2
    play(match, "go -8,0")
    assert match.movement == 0
    assert moves(match) == ["end"]


def test_the_first_token_is_taken_without_gold() -> None:
    match = ready(script={"commodities:castle": [["tools"]]})
    before = match.reveals
    events = play(match, "go -8,0")
    assert wagon(match)["load"] == "tools"
    assert wagon(match)["destination"] == "quarry"
    assert match.gold == [5, 5, 5]
    assert "deliver" not in kinds(events)
    assert match.view(None)["goals"]["castle"]["left"] == 11
    assert match.reveals > before


@pytest.mark.parametrize(("level", "gold"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_a_delivery_brings_a_point_and_the_levels_gold(level: int, gold: int) -> None:
    match = load_wagon(ready(), "glass")
    match.level[0] = level
    before = totals(match)[0]
    events = play(match, "go -8,0")
    assert totals(match)[0] == before + 1
    assert match.gold[0] == 5 + gold
    assert only(events, "deliver").data == {"good": "glass", "goal": "castle", "gold": gold}
    assert match.view(None)["players"][0]["delivered"] == 1


@pytest.mark.parametrize(
    ("good", "plaza", "corner"),
    [
        ("glass", "-8,0", "-6,-2"),
        ("marble", "-8,0", "-6,-2"),
        ("tools", "4,-12", "4,-8"),
        ("sand", "4,12", "4,8"),
    ],
)
def test_every_good_has_its_destination(good: str, plaza: str, corner: str) -> None:
    match = load_wagon(ready(corner), good)
    play(match, f"go {plaza}")
    assert match.delivered[0] == 1


def test_nothing_happens_at_the_wrong_building() -> None:
    """Ruling 20: the trip ends, the load stays."""
    match = load_wagon(ready(), "tools")
    play(match, "go -8,0")
    assert wagon(match)["load"] == "tools"
    assert match.gold == [5, 5, 5]
    assert moves(match) == ["end"]
    assert match.view(None)["goals"]["castle"]["left"] == 12


def test_a_plaza_must_be_left_before_it_is_entered_again() -> None:
    """Ruling 20."""
    match = ready("-8,0")
    assert "go -8,0" not in moves(match)
    assert {"go -8,-4", "go -6,-2", "go -6,2", "go -8,4"} == set(moves(match, 0, "go"))


def test_an_empty_stack_leaves_the_wagon_empty() -> None:
    """Ruling 21."""
    match = ready()
    match.taken[0] = 12
    play(match, "go -8,0")
    assert wagon(match)["load"] is None
    assert moves(match) == ["end"]


def test_gold_never_exceeds_100() -> None:
    """Ruling 29: a delivery pays what the bank has."""
    match = load_wagon(ready(), "glass")
    match.level[0] = 5
    match.gold = [5, 48, 45]
    play(match, "go -8,0")
    assert match.gold[0] == 7
    assert match.view(None)["gold_in_bank"] == 0


# the next token after a delivery

STACKS = {"commodities:castle": [["sand"]], "commodities:quarry": [["marble"]]}


def delivered(*, swift: bool = False, rules_version: int | None = None) -> CatanMatch:
    """Seat 0 has just brought glass to the castle, where sand lies on top."""
    match = load_wagon(ready(script=STACKS, rules_version=rules_version), "glass")
    if swift:
        deal(match, 0, "swift")
    play(match, "go -8,0")
    return match


def next_trip(match: CatanMatch) -> None:
    """After seat 0's turn everybody else ends, and it sends its wagon off again."""
    for seat in (1, 2):
        play(to_main(match, seat), "end")
    play(to_main(match), "travel")


def test_a_delivery_takes_no_token() -> None:
    match = load_wagon(ready(script=STACKS), "glass")
    before = match.reveals
    events = play(match, "go -8,0")
    assert kinds(events) == ["go", "deliver", "score"]
    assert wagon(match)["load"] is None
    assert moves(match) == ["end"]
    assert match.reveals == before  # so the step may be taken back (rules 11)


def test_the_next_token_is_the_last_action_of_the_turn() -> None:
    """Ruling 22."""
    match = delivered()
    before = match.reveals
    events = play(match, "end")
    assert kinds(events) == ["load", "turn"]
    assert only(events, "load").seat == 0
    assert only(events, "load").data == {
        "good": "sand",
        "at": "castle",
        "destination": "glassworks",
        "left": 11,
    }
    assert wagon(match)["load"] == "sand"
    assert match.reveals > before
    assert match.active == 1


def test_the_next_token_is_of_the_plaza_where_the_turn_ends() -> None:
    match = delivered(swift=True)
    put_wagon(match, "4,-8")
    events = play(match, "play swift", "go 4,-12")
    assert kinds(events) == ["go"]  # arriving takes nothing
    assert wagon(match)["load"] is None
    play(match, "end")
    assert wagon(match)["load"] == "marble"
    assert [goal["left"] for goal in match.view(None)["goals"].values()] == [12, 11, 12]


def test_a_wagon_that_drove_off_takes_its_token_on_the_next_arrival() -> None:
    match = delivered(swift=True)
    assert kinds(play(match, "play swift", "go -6,2", "end")) == ["turn"]
    assert wagon(match)["load"] is None
    next_trip(match)
    assert "load" in kinds(play(match, "go -8,0"))
    assert wagon(match)["load"] == "sand"


def test_a_plaza_left_and_entered_again_gives_its_token_at_the_end() -> None:
    match = delivered(swift=True)
    assert kinds(play(match, "play swift", "go -6,-2", "go -8,0")) == ["go"]
    assert kinds(play(match, "end")) == ["load", "turn"]


def test_a_second_trip_that_does_not_leave_the_plaza_ends_with_the_token() -> None:
    match = delivered(swift=True)
    assert kinds(play(match, "play swift", "end")) == ["load", "turn"]


def test_a_token_taken_on_arrival_may_be_delivered_in_the_same_turn() -> None:
    """Only the token after a delivery waits; one may drive on with the first by swift."""
    match = deal(ready(script={**STACKS, "commodities:castle": [["tools"]]}), 0, "swift")
    play(match, "go -8,0")
    assert wagon(match)["load"] == "tools"
    put_wagon(match, "4,-8")
    assert "deliver" in kinds(play(match, "play swift", "go 4,-12"))
    play(match, "end")
    assert wagon(match)["load"] == "marble"


def test_an_empty_stack_gives_no_next_token() -> None:
    """Ruling 21: the wagon stays empty until it arrives at a plaza with tokens."""
    match = delivered()
    match.taken[0] = 12
    assert match.view(None)["trip"]["next_token"] is None
    assert kinds(play(match, "end")) == ["turn"]
    assert wagon(match)["load"] is None
    next_trip(put_wagon(match, "4,-8"))
    play(match, "go 4,-12")
    assert wagon(match)["load"] == "marble"


def test_a_turn_that_ends_on_a_plaza_without_a_delivery_takes_nothing() -> None:
    """The load stays, and a second token is never taken."""
    match = load_wagon(ready(), "tools")
    assert kinds(play(match, "go -8,0", "end")) == ["turn"]
    match = ready()
    assert kinds(play(match, "go -8,0", "end")) == ["turn"]
    assert match.taken == [1, 0, 0]


def test_the_next_token_is_taken_before_the_clock_ends_the_match() -> None:
    """Ruling 21: also at the end of round 100."""
    match = delivered()
    match.turn = 299
    events = play(match, "end")
    assert match.over
    assert kinds(events)[:1] == ["load"]
    assert wagon(match)["load"] == "sand"


def test_a_winning_delivery_ends_the_match_at_once_without_a_next_token() -> None:
    """Ruling 22."""
    match = points(load_wagon(ready(script=STACKS), "marble"), 0, 12)
    events = play(match, "go -8,0")
    assert match.over
    assert match.winner == 0
    assert wagon(match)["load"] is None
    assert kinds(events) == ["go", "deliver", "score", "over"]
    assert match.view(None)["goals"]["castle"]["left"] == 12


def test_the_view_says_that_a_token_is_due_and_where() -> None:
    match = load_wagon(ready(script=STACKS), "glass")
    deal(match, 0, "swift")

    def told() -> tuple[bool, str | None]:
        trip = match.view(None)["trip"]
        return trip["delivered"], trip["next_token"]

    assert told() == (False, None)
    play(match, "go -8,0")
    assert told() == (True, "castle")
    play(match, "play swift", "go -6,2")
    assert told() == (True, None)
    play(match, "go -8,0")
    assert told() == (True, "castle")
    play(match, "end")
    next_trip(match)
    assert told() == (False, None)


def test_a_stored_match_remembers_that_a_token_is_due() -> None:
    match = delivered()
    assert "unloaded" in match.dump()["state"]
    again = rules.load("catan", match.dump())
    assert again.dump() == match.dump()
    assert kinds(again.play(0, "end")) == ["load", "turn"]


# version 1 of the rules: the next token was taken on arrival (ruling 22)


def test_version_1_takes_the_next_token_on_arrival() -> None:
    match = load_wagon(ready(script=STACKS, rules_version=1), "glass")
    before = match.reveals
    events = play(match, "go -8,0")
    assert kinds(events) == ["go", "deliver", "score", "load"]
    assert wagon(match)["load"] == "sand"
    assert match.reveals > before
    assert kinds(play(match, "end")) == ["turn"]
    assert match.taken == [1, 0, 0]


def test_version_1_drives_on_with_the_next_token_by_swift() -> None:
    match = delivered(swift=True, rules_version=1)
    put_wagon(match, "4,8")
    play(match, "play swift", "go 4,12")
    assert match.delivered[0] == 2


def test_version_1_an_empty_stack_leaves_the_wagon_empty() -> None:
    match = load_wagon(ready(rules_version=1), "glass")
    match.taken[0] = 12
    play(match, "go -8,0")
    assert wagon(match)["load"] is None
    assert match.delivered[0] == 1


def test_version_1_shows_the_next_token_after_a_winning_delivery() -> None:
    match = points(load_wagon(ready(script=STACKS, rules_version=1), "marble"), 0, 12)
    events = play(match, "go -8,0")
    assert match.over
    assert match.winner == 0
    assert wagon(match)["load"] == "sand"
    assert kinds(events)[-2:] == ["load", "over"]


def test_version_1_is_stored_and_shown_as_it_was() -> None:
    match = delivered(rules_version=1)
    assert "unloaded" not in match.dump()["state"]
    assert set(match.view(None)["trip"]) == {"points", "arrived", "moved", "grain_used", "tried"}


# swift


def test_swift_gives_a_second_trip_with_fresh_points() -> None:
    match = deal(ready(), 0, "swift")
    assert moves(match, 0, "play") == []
    play(match, "go -6,2")
    assert moves(match, 0, "play") == ["play swift"]
    play(match, "play swift")
    assert match.movement == 4
    assert moves(match, 0, "play") == []


def test_swift_may_follow_the_arrival_at_a_plaza() -> None:
    match = deal(ready(), 0, "swift")
    play(match, "go -8,0")
    assert moves(match) == ["play swift", "end"]
    play(match, "play swift")
    assert "go -6,2" in moves(match)


def test_grain_is_once_a_turn_not_once_a_trip() -> None:
    """Ruling 23."""
    match = give(deal(ready(), 0, "swift"), 0, grain=2)
    play(match, "grain", "go -6,2", "play swift")
    assert "grain" not in moves(match)


def test_swift_is_the_one_card_of_the_turn() -> None:
    match = in_main(scenario="traders")
    deal(match, 0, "swift", "knight")
    play(match, "play knight", "barbarian 1,-9 0,6", "travel", "go -6,2")
    assert moves(match, 0, "play") == []


def test_swift_bought_this_turn_is_not_playable() -> None:
    match = deal(ready(), 0, "swift")
    bought_now(match)
    play(match, "go -6,2")
    assert moves(match, 0, "play") == []


def test_two_swifts_do_not_make_three_trips() -> None:
    match = deal(ready(), 0, "swift", "swift")
    play(match, "go -6,2", "play swift", "go -6,-2")
    assert moves(match, 0, "play") == []


# driving barbarians off


def at_a_barbarian(*dice: int, level: int = 3) -> CatanMatch:
    """Seat 0's wagon on -6,2, barbarians on -5,3 and -6,0 next to it and on 4,6."""
    match = barbarians(ready("-6,2", script={"drive": list(dice)}), "-5,3", "-6,0", "4,6")
    match.level[0] = level
    match._lists.clear()
    return match


def test_level_1_drives_nobody_off() -> None:
    assert moves(at_a_barbarian(level=1), 0, "drive") == []


def test_barbarians_next_to_the_wagon_may_be_driven_off() -> None:
    assert moves(at_a_barbarian(), 0, "drive") == ["drive -6,0", "drive -5,3"]


@pytest.mark.parametrize(("level", "lowest"), [(2, 6), (3, 5), (4, 4), (5, 3)])
def test_the_level_says_which_dice_succeed(level: int, lowest: int) -> None:
    for die in range(1, 7):
        match = at_a_barbarian(die, level=level)
        events = play(match, "drive -5,3")
        assert only(events, "drive").data["success"] == (die >= lowest)
        assert (match.stack[-1][0] == "banish") == (die >= lowest)


def test_a_driven_off_barbarian_goes_to_any_other_path_without_one() -> None:
    """Ruling 26: with or without roads, and nothing is stolen."""
    match = give(at_a_barbarian(6), 1, ore=1)
    play(match, "drive -5,3")
    listed = moves(match)
    assert len(listed) == 72
    assert "banish -5,3" not in listed
    assert "banish 4,6" not in listed
    play(match, "banish 5,-3")  # seat 1's road
    assert hand(match, 1) == {"ore": 1}
    assert match.stack[-1][0] == "wagon"


def test_a_failed_try_costs_no_points_and_the_trip_goes_on() -> None:
    match = at_a_barbarian(1)
    play(match, "drive -5,3")
    assert match.movement == 4
    assert moves(match, 0, "drive") == ["drive -6,0"]


def test_each_barbarian_is_tried_once_a_turn_wherever_it_goes() -> None:
    """Ruling 24."""
    match = at_a_barbarian(6, 6)
    play(match, "drive -5,3", "banish -7,1")  # at -6,2 again, but tried
    assert moves(match, 0, "drive") == ["drive -6,0"]
    play(match, "drive -6,0", "banish 0,6")
    assert moves(match, 0, "drive") == []
    assert match.view(None)["trip"]["tried"] == ["-7,1", "0,6"]


def test_tries_are_not_renewed_by_swift() -> None:
    match = deal(at_a_barbarian(1, 1), 0, "swift")
    play(match, "drive -5,3", "drive -6,0", "go -8,4", "play swift", "go -6,2")
    assert moves(match, 0, "drive") == []


def test_driving_off_is_possible_with_no_points_left() -> None:
    """Ruling 25."""
    match = at_a_barbarian(6)
    match.movement = 0
    match._lists.clear()
    assert moves(match) == ["drive -6,0", "drive -5,3", "end"]


def test_driving_off_is_not_possible_after_the_trip_has_ended() -> None:
    """Ruling 25."""
    match = barbarians(ready("-6,2"), "-7,-1", "1,-9", "4,6")
    match.level[0] = 3
    play(match, "go -8,0")
    assert moves(match) == ["end"]


def test_driving_off_is_possible_on_the_plaza_where_the_trip_starts() -> None:
    """Ruling 25: the starting intersection counts."""
    match = barbarians(ready("-8,0"), "-7,-1", "1,-9", "4,6")
    match.level[0] = 3
    match._lists.clear()
    assert "drive -7,-1" in moves(match)


def test_after_a_barbarian_is_gone_its_path_is_cheaper() -> None:
    match = at_a_barbarian(6)
    play(match, "drive -6,0", "banish 0,6")
    assert step(match, "-6,-2") == 2


# two seats


def test_a_neutrals_toll_goes_by_turns_to_bank_and_opponent() -> None:
    match = ready("-6,2", seats=2)
    match.level[0] = 5
    match.movement = 7
    roads(match, 2, "-6,0")
    tolls = []
    for there in ("-6,-2", "-6,2", "-6,-2"):
        tolls.append(only(play(match, f"go {there}"), "toll").data["to"])
    assert tolls == [None, 1, None]
    assert match.gold == [2, 6]
    assert match.view(None)["gold_in_bank"] == 92


def test_the_count_of_neutral_tolls_starts_anew_each_turn() -> None:
    match = roads(ready("-6,2", seats=2), 2, "-6,0")
    play(match, "go -6,-2", "end")
    assert match.neutral_tolls == 0
