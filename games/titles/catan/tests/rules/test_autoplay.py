"""The moves of a seat whose time has run out (rules 12)."""

from __future__ import annotations

from ...rules.match import CatanMatch
from .positions import (
    advance_match,
    deal,
    empty_bank,
    enter_wagon_phase,
    give,
    load_wagon,
    main_phase_match,
    match_after_founding,
    new_match,
    place_barbarians,
    play,
    roads,
    set_points,
    settlements,
)


def auto(match: CatanMatch, seat: int = 0) -> str:
    move = match.auto_move(seat)
    assert move in match.legal_moves(seat)
    return move


def test_founding_takes_the_most_pips_then_the_first_road() -> None:
    match = new_match()
    pips = match.layout.pips
    best = pips.index(max(pips))
    assert auto(match) == f"settlement {match.board.spots[best]}"
    play(match, auto(match))
    assert auto(match) == match.legal_moves(0)[0]


def test_start_produces() -> None:
    assert auto(match_after_founding()) == "roll"
    assert auto(match_after_founding(events="on")) == "event"


def test_discards_one_card_of_the_kind_held_most() -> None:
    match = match_after_founding(script={"dice": [3, 4]})
    give(match, 1, brick=4, wool=4)
    play(match, "roll")
    assert auto(match, 1) == "discard brick 1"


def test_robber_goes_where_opponents_lose_the_most_pips() -> None:
    match = main_phase_match()
    match.stack = [("main",), ("robber",)]
    advance_match(match)
    # seat 1's fields -8,0 and seat 2's fields 2,6 bear a 6; the first in reading order
    assert auto(match) == "robber -8,0"
    settlements(match, 0, "-8,4")
    # the other 6 has an own building; at the 3 of 4,0 both opponents lose 2 pips
    assert auto(match) == "robber 4,0"


def test_robber_takes_the_first_hex_if_all_have_an_own_building() -> None:
    match = main_phase_match()
    match.stack = [("main",), ("robber",)]
    advance_match(match)
    settlements(match, 0, *match.board.spots)
    assert auto(match) == match.legal_moves(0)[0]


def test_steal_takes_from_the_leader_then_from_most_cards() -> None:
    match = main_phase_match()
    give(give(match, 1, wool=1), 2, wool=4)
    match.stack = [("main",), ("steal", (1, 2))]
    advance_match(match)
    assert auto(match) == "steal 2"
    set_points(match, 1, 5)
    assert auto(match) == "steal 1"


def test_barbarian_leaves_an_own_road_for_a_leaders_road() -> None:
    match = place_barbarians(main_phase_match(scenario="traders"), "4,6", "-1,-3", "1,-9")
    match.stack = [("main",), ("barbarian",)]
    advance_match(match)
    assert auto(match).split(" ")[:2] == ["barbarian", "-1,-3"]
    # nobody has cards: the first path without any road
    assert auto(match) == "barbarian -1,-3 -5,-15"
    set_points(give(give(match, 1, ore=1), 2, ore=1), 2, 5)
    assert auto(match) == "barbarian -1,-3 -5,3"


def test_barbarian_is_the_first_if_none_stands_on_an_own_road() -> None:
    match = main_phase_match(scenario="traders")
    match.stack = [("main",), ("barbarian",)]
    assert auto(advance_match(match)) == "barbarian 1,-9 -5,-15"


def test_banish_takes_the_first_path_without_road() -> None:
    match = main_phase_match(scenario="traders", script={"drive": [6]})
    match.level[0] = 2
    enter_wagon_phase(match, 0, "-6,2")
    place_barbarians(match, "-6,0", "1,-9", "4,6")
    play(match, "drive -6,0")
    assert auto(match) == "banish -5,-15"


def test_main_builds_a_city_then_a_settlement_then_upgrades() -> None:
    match = give(main_phase_match(scenario="traders"), 0, brick=1, lumber=2, wool=2, grain=3, ore=4)
    roads(match, 0, "-3,-3", "-5,-3")
    assert auto(match).startswith("city ")
    match = give(main_phase_match(), 0, brick=1, lumber=1, wool=1, grain=1)
    roads(match, 0, "-3,-3", "-1,-3")
    assert auto(match).startswith("settlement ")
    match = give(main_phase_match(scenario="traders"), 0, lumber=1, wool=1, ore=1)
    assert auto(match) == "upgrade"


def test_main_else_travels_or_ends() -> None:
    assert auto(main_phase_match(scenario="traders")) == "travel"
    assert auto(give(main_phase_match(), 0, wool=8)) == "end"


def test_wagon_drives_to_the_nearest_plaza() -> None:
    match = enter_wagon_phase(main_phase_match(scenario="traders"))
    assert auto(match) == "go -8,0"


def test_wagon_drives_to_the_destination_of_its_load() -> None:
    match = main_phase_match(scenario="traders")
    match.load[0] = 2  # tools, for the quarry
    enter_wagon_phase(match)
    assert auto(match) == "go -4,-4"


def match_after_delivery(swift_to: str | None = None) -> CatanMatch:
    """Seat 0 has brought glass to the castle, and may have driven off again by swift."""
    match = deal(
        enter_wagon_phase(load_wagon(main_phase_match(scenario="traders"), "glass")), 0, "swift"
    )
    play(match, "go -8,0", "play swift")
    if swift_to:
        play(match, f"go {swift_to}")
    return match


def test_wagon_stays_on_a_plaza_after_a_delivery_in_this_turn() -> None:
    match = match_after_delivery()
    assert match.movement == 4
    assert auto(match) == "end"


def test_wagon_off_the_plaza_after_a_delivery_drives_to_the_nearest() -> None:
    assert auto(match_after_delivery("-6,2")) == "go -8,0"


def test_wagon_never_pays_its_last_gold() -> None:
    match = main_phase_match(scenario="traders")
    roads(match, 1, "-6,-12", "-7,-9", "-8,-6")
    enter_wagon_phase(match, 0, "-6,-2")
    match.wagons[0] = match.board.spot_index["-6,2"]
    match.load[0] = 0
    roads(match, 1, "-7,1")
    match.gold[0] = 1
    match._lists.clear()
    assert auto(match) == "end"
    match.gold[0] = 2
    assert auto(match) == "go -8,0"


def test_wagon_ends_after_arriving() -> None:
    match = enter_wagon_phase(main_phase_match(scenario="traders"))
    play(match, "go -8,0")
    assert auto(match) == "end"


def test_take_the_kind_held_least_that_the_bank_has() -> None:
    match = match_after_founding(events="on", script={"events": [["plentiful_year:2"]]})
    empty_bank(match, to=2, wool=3, ore=3)
    give(match, 1, wool=1)
    play(match, "event")
    assert auto(match, 1) == "take ore"


def test_gift_and_aid_give_the_kind_held_most() -> None:
    match = match_after_founding(events="on", script={"events": [["good_neighbours:6"]]})
    give(match, 1, wool=3)
    play(match, "event")
    assert auto(match, 1) == "gift wool"
    match = match_after_founding(events="on", script={"events": [["neighbourly_assistance:10"]]})
    set_points(give(match, 0, ore=3), 0, 4)
    set_points(match, 1, 3)
    play(match, "event")
    assert auto(match) == "aid 2 ore"


def test_return_gives_the_two_most_plentiful() -> None:
    match = give(
        give(main_phase_match(2, script={"forced": [["wool", "wool"]]}), 0, ore=4), 1, wool=3
    )
    play(match, "token trade")
    assert auto(match) == "return ore ore"
    match = give(
        give(main_phase_match(2, script={"forced": [["wool", "wool"]]}), 0, ore=2), 1, wool=3
    )
    play(match, "token trade")
    assert auto(match) == "return wool ore"


def test_quake_neutral_and_free_roads_take_the_first() -> None:
    match = match_after_founding(events="on", script={"events": [["earthquake:6"]]})
    play(match, "event")
    assert auto(match) == "quake -4,-6"
    match = give(main_phase_match(2), 0, brick=1, lumber=1)
    play(match, "road -3,-9")
    assert auto(match) == match.legal_moves(0)[0]
    match = deal(main_phase_match(), 0, "road_building")
    play(match, "play road_building")
    assert auto(match) == match.legal_moves(0)[0]


def test_offers_are_dropped_and_declined() -> None:
    match = give(give(main_phase_match(), 0, wool=1), 1, ore=1)
    play(match, "offer")
    assert auto(match) == "cancel"
    play(match, "give wool", "want ore", "propose")
    assert auto(match, 1) == "decline"
    play(match, (1, "accept"))
    assert match.actors == (0,)
    assert auto(match) == "cancel"
