"""Wagons: upgrades, trips and tolls, swift journeys (rules 5.8)."""

from __future__ import annotations

import pytest

from .positions import (
    deal,
    event_of_kind,
    give,
    hand,
    main_phase_match,
    mark_cards_new,
    moves_with_verb,
    place_barbarians,
    play,
    roads,
    settlements,
    step,
    totals,
    wagon,
    wagon_ready,
)

LUMBER_WOOL_ORE = {"lumber": 1, "wool": 1, "ore": 1}


# upgrades


def test_upgrades_cost_what_the_level_says() -> None:
    match = give(main_phase_match(scenario="traders"), 0, lumber=6, wool=4, ore=4)
    for level in (2, 3):
        play(match, "upgrade")
        assert wagon(match)["level"] == level
    assert hand(match, 0) == {"lumber": 4, "wool": 2, "ore": 2}
    play(match, "upgrade", "upgrade")
    assert hand(match, 0) == {}
    assert wagon(match)["level"] == 5


def test_level_5_is_worth_a_point_and_is_the_last() -> None:
    match = give(main_phase_match(scenario="traders"), 0, lumber=4, wool=2, ore=2)
    match.level[0] = 4
    match._lists.clear()
    before = totals(match)[0]
    event = event_of_kind(play(match, "upgrade"), "score")
    assert event.data == {"amount": 1, "reason": "train"}
    assert totals(match)[0] == before + 1
    assert "upgrade" not in moves_with_verb(match)


def test_level_4_needs_two_lumber() -> None:
    match = give(main_phase_match(scenario="traders"), 0, **LUMBER_WOOL_ORE)
    match.level[0] = 3
    match._lists.clear()
    assert "upgrade" not in moves_with_verb(match)
    assert "upgrade" in moves_with_verb(give(match, 0, lumber=1))


# trips


def test_travel_ends_trading_and_building() -> None:
    match = give(main_phase_match(scenario="traders"), 0, brick=5, lumber=5, wool=5)
    play(match, "travel")
    assert {move.split(" ")[0] for move in moves_with_verb(match)} == {"go", "end"}


def test_a_turn_may_end_without_travelling() -> None:
    match = main_phase_match(scenario="traders")
    assert {"travel", "end"} <= set(moves_with_verb(match))
    play(match, "end")
    assert match.active == 1


@pytest.mark.parametrize(("level", "points"), [(1, 4), (2, 5), (3, 6), (4, 7), (5, 7)])
def test_movement_points_of_the_level(level: int, points: int) -> None:
    match = main_phase_match(scenario="traders")
    match.level[0] = level
    play(match, "travel")
    assert match.view(None)["trip"]["points"] == points


def test_a_path_without_road_costs_2() -> None:
    match = wagon_ready()
    assert step(match, "-6,2") == 2
    assert match.movement == 2


def test_an_own_road_costs_1_and_no_gold() -> None:
    match = roads(wagon_ready(), 0, "-6,0")
    assert step(match, "-6,2") == 1
    assert match.gold == [5, 5, 5]


def test_a_foreign_road_costs_1_and_a_gold_paid_to_its_owner() -> None:
    match = roads(wagon_ready(), 1, "-6,0")
    event = event_of_kind(play(match, "go -6,2"), "toll")
    assert event.data == {"to": 1, "gold": 1}
    assert match.gold == [4, 6, 5]
    assert match.movement == 3


def test_without_gold_a_foreign_road_is_closed() -> None:
    match = roads(wagon_ready(), 1, "-6,0")
    match.gold[0] = 0
    match._lists.clear()
    assert "go -6,2" not in moves_with_verb(match)


def test_a_barbarian_costs_2_more() -> None:
    match = place_barbarians(wagon_ready(), "-6,0", "1,-9", "4,6")
    assert step(match, "-6,2") == 4
    match = roads(place_barbarians(wagon_ready(), "-6,0", "1,-9", "4,6"), 0, "-6,0")
    assert step(match, "-6,2") == 3


def test_the_toll_is_owed_with_a_barbarian_too_and_between_own_buildings() -> None:
    """Ruling 18."""
    match = roads(place_barbarians(wagon_ready(), "-6,0", "1,-9", "4,6"), 1, "-6,0")
    settlements(match, 0, "-6,2")
    play(match, "go -6,2")
    assert match.gold == [4, 6, 5]
    assert match.movement == 1


def test_the_whole_cost_must_be_there() -> None:
    """Ruling 17: step by step; a wagon that can pay no step stays, and may end."""
    match = wagon_ready()
    play(match, "go -4,-4", "go -2,-2")
    assert match.movement == 0
    assert moves_with_verb(match) == ["end"]


def test_a_damaged_road_costs_2_and_no_toll() -> None:
    match = roads(wagon_ready(), 1, "-6,0")
    match.damaged = 1 << match.board.path_index["-6,0"]
    assert step(match, "-6,2") == 2
    assert match.gold == [5, 5, 5]


def test_buildings_and_wagons_never_block() -> None:
    match = wagon_ready("-6,2")
    play(match, "go -4,4")  # seat 2's city with its wagon
    assert wagon(match)["at"] == wagon(match, 2)["at"] == "-4,4"


def test_sea_sides_are_no_way() -> None:
    """Ruling 13."""
    assert set(moves_with_verb(wagon_ready("-8,4"), 0, "go")) == {"go -8,0", "go -6,2", "go -8,8"}


def test_received_tolls_wait_for_the_own_turn() -> None:
    """Ruling 19: there is nothing to do with them in another's turn."""
    match = roads(wagon_ready(), 1, "-6,0")
    play(match, "go -6,2")
    assert match.gold[1] == 6
    assert moves_with_verb(match, 1) == []


def test_grain_brings_2_points_once_a_turn() -> None:
    match = give(wagon_ready(), 0, grain=2)
    assert "grain" in moves_with_verb(match)
    play(match, "grain")
    assert match.movement == 6
    assert hand(match, 0) == {"grain": 1}
    assert "grain" not in moves_with_verb(match)


def test_grain_may_come_between_steps() -> None:
    match = give(wagon_ready(), 0, grain=1)
    play(match, "go -4,-4", "go -2,-2", "grain")
    assert match.movement == 2


def test_unused_points_are_lost() -> None:
    match = wagon_ready()
    play(match, "go -6,2", "end")
    assert match.movement == 0
    assert match.active == 1


# swift


def test_swift_gives_a_second_trip_with_fresh_points() -> None:
    match = deal(wagon_ready(), 0, "swift")
    assert moves_with_verb(match, 0, "play") == []
    play(match, "go -6,2")
    assert moves_with_verb(match, 0, "play") == ["play swift"]
    play(match, "play swift")
    assert match.movement == 4
    assert moves_with_verb(match, 0, "play") == []


def test_swift_may_follow_the_arrival_at_a_plaza() -> None:
    match = deal(wagon_ready(), 0, "swift")
    play(match, "go -8,0")
    assert moves_with_verb(match) == ["play swift", "end"]
    play(match, "play swift")
    assert "go -6,2" in moves_with_verb(match)


def test_grain_is_once_a_turn_not_once_a_trip() -> None:
    """Ruling 23."""
    match = give(deal(wagon_ready(), 0, "swift"), 0, grain=2)
    play(match, "grain", "go -6,2", "play swift")
    assert "grain" not in moves_with_verb(match)


def test_swift_is_the_one_card_of_the_turn() -> None:
    match = main_phase_match(scenario="traders")
    deal(match, 0, "swift", "knight")
    play(match, "play knight", "barbarian 1,-9 0,6", "travel", "go -6,2")
    assert moves_with_verb(match, 0, "play") == []


def test_swift_bought_this_turn_is_not_playable() -> None:
    match = deal(wagon_ready(), 0, "swift")
    mark_cards_new(match)
    play(match, "go -6,2")
    assert moves_with_verb(match, 0, "play") == []


def test_two_swifts_do_not_make_three_trips() -> None:
    match = deal(wagon_ready(), 0, "swift", "swift")
    play(match, "go -6,2", "play swift", "go -6,-2")
    assert moves_with_verb(match, 0, "play") == []


# two seats


def test_a_neutrals_toll_goes_by_turns_to_bank_and_opponent() -> None:
    match = wagon_ready("-6,2", seats=2)
    match.level[0] = 5
    match.movement = 7
    roads(match, 2, "-6,0")
    tolls = []
    for there in ("-6,-2", "-6,2", "-6,-2"):
        tolls.append(event_of_kind(play(match, f"go {there}"), "toll").data["to"])
    assert tolls == [None, 1, None]
    assert match.gold == [2, 6]
    assert match.view(None)["gold_in_bank"] == 92


def test_the_count_of_neutral_tolls_starts_anew_each_turn() -> None:
    match = roads(wagon_ready("-6,2", seats=2), 2, "-6,0")
    play(match, "go -6,-2", "end")
    assert match.neutral_tolls == 0
