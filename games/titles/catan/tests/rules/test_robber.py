"""The robber, the barbarians and the friendly robber (rules 5.3, 5.4, 5.10)."""

from __future__ import annotations

import pytest

from ...rules.match import CatanMatch
from .positions import (
    advance_match,
    cities,
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
    play,
    roads,
    set_points,
    settlements,
)


def robber_match(
    seats: int = 3, *, script: dict[str, list[list[str]]] | None = None, **options: str
) -> CatanMatch:
    """Seat 0 about to move the robber, all hands empty."""
    match = match_after_founding(seats, script=script, **options)
    clear_hands(match)
    match.stack = [("main",), ("robber",)]
    return advance_match(match)


def barbarian_match(
    *, script: dict[str, list[list[str]]] | None = None, **options: str
) -> CatanMatch:
    """Seat 0 about to move a barbarian, all hands empty."""
    match = match_after_founding(3, scenario="traders", script=script, **options)
    clear_hands(match)
    match.stack = [("main",), ("barbarian",)]
    return advance_match(match)


def test_robber_goes_to_any_other_hex() -> None:
    """Ruling 3: it must move; once away it may go back to the desert."""
    match = robber_match()
    assert len(moves_with_verb(match)) == 18
    assert "robber 0,0" not in moves_with_verb(match)
    play(match, "robber -6,6")
    match.stack = [("main",), ("robber",)]
    assert "robber 0,0" in moves_with_verb(advance_match(match))
    assert "robber -6,6" not in moves_with_verb(match)


def test_a_knight_must_move_the_robber_too() -> None:
    """Ruling 3."""
    match = deal(main_phase_match(), 0, "knight")
    play(match, "play knight")
    assert "robber 0,0" not in moves_with_verb(match)
    assert len(moves_with_verb(match)) == 18


def test_without_anybody_to_rob_nothing_happens() -> None:
    match = robber_match()
    events = play(match, "robber -6,6")
    assert event_kinds(events) == ["robber"]
    assert match.stack == [("main",)]


def test_a_single_candidate_is_robbed_by_itself() -> None:
    match = give(robber_match(script={"steal": [["wool"]]}), 2, wool=1, ore=1)
    events = play(match, "robber 2,6")
    assert hand(match, 0) == {"wool": 1}
    assert hand(match, 2) == {"ore": 1}
    assert event_of_kind(events, "steal").data == {"victim": 2}


def test_the_stolen_card_is_seen_by_the_two_alone() -> None:
    match = give(robber_match(), 2, wool=1)
    events = play(match, "robber 2,6")
    assert [event.audience for event in events if event.kind == "stolen_card"] == [0, 2]


def test_with_several_candidates_the_active_seat_chooses() -> None:
    match = robber_match()
    settlements(match, 1, "2,10")
    give(give(match, 1, ore=1), 2, wool=1)
    play(match, "robber 2,6")
    assert moves_with_verb(match) == ["steal 1", "steal 2"]
    play(match, "steal 1")
    assert hand(match, 0) == {"ore": 1}


def test_seats_without_cards_are_no_candidates_and_buildings_count_once() -> None:
    """Ruling 4."""
    match = robber_match()
    settlements(match, 1, "2,10")
    settlements(match, 2, "0,4")  # seat 2 has 4,4 at this hex as well
    give(match, 2, wool=2)
    play(match, "robber 2,6")
    assert hand(match, 0) == {"wool": 1}
    assert match.stack == [("main",)]


def test_one_does_not_rob_oneself_nor_neutrals() -> None:
    match = robber_match(2)
    give(match, 0, wool=2)
    play(match, "robber 0,12")  # n2 on 0,8
    assert hand(match, 0) == {"wool": 2}


def test_the_draw_is_named_steal_and_offers_the_hand_in_resource_order() -> None:
    match = give(robber_match(script={"steal": [["ore"]]}), 2, ore=1, brick=2)
    play(match, "robber 2,6")
    assert match.record()["chance"]["steal"] == [["ore"]]


# barbarians


def test_each_barbarian_may_go_to_any_path_without_one() -> None:
    match = barbarian_match()
    listed = moves_with_verb(match)
    assert len(listed) == 216
    assert "barbarian 1,-9 -7,-1" in listed  # an inner path with a road
    assert "barbarian 1,-9 4,6" not in listed
    assert not any(move.endswith(" 1,-9") for move in listed)


def test_sea_sides_are_no_paths_for_barbarians() -> None:
    """Ruling 13."""
    listed = moves_with_verb(barbarian_match())
    assert not any(move.endswith(side) for move in listed for side in (" -10,0", " 5,-15", " 6,12"))


def test_a_road_costs_its_owner_a_card() -> None:
    match = give(barbarian_match(script={"steal": [["ore"]]}), 1, ore=1)
    play(match, "barbarian 4,6 5,-3")
    assert hand(match, 0) == {"ore": 1}
    assert "4,6" not in match.view(None)["barbarians"]


def test_gold_is_never_taken() -> None:
    """Ruling 30."""
    match = barbarian_match()
    play(match, "barbarian 4,6 5,-3")  # seat 1 has gold, but no card
    assert match.gold == [5, 5, 5]
    assert hand(match, 0) == {}


def test_own_roads_give_nothing() -> None:
    match = give(barbarian_match(), 0, ore=1)
    play(match, "barbarian 4,6 -1,-3")
    assert hand(match, 0) == {"ore": 1}


def test_neutral_roads_give_nothing() -> None:
    match = main_phase_match(2, scenario="traders")
    roads(give(match, 1, ore=1), 2, "0,6")
    deal(match, 0, "knight")
    play(match, "play knight", "barbarian 4,6 0,6")
    assert hand(match, 1) == {"ore": 1}


def test_a_barbarian_must_move_even_if_nobody_gains() -> None:
    """Ruling 27: there is no way to pass."""
    match = barbarian_match()
    assert {move.split(" ")[0] for move in moves_with_verb(match)} == {"barbarian"}


def test_a_knight_before_the_throw_moves_a_barbarian() -> None:
    """Ruling 28."""
    match = deal(match_after_founding(scenario="traders"), 0, "knight")
    play(match, "play knight")
    assert len(moves_with_verb(match)) == 216
    play(match, "barbarian 1,-9 0,6")
    assert moves_with_verb(match) == ["roll"]


# friendly robber


def test_friendly_robber_spares_seats_with_2_points() -> None:
    match = robber_match(friendly_robber="on")
    spared = [hex for hex in match.board.hexes if f"robber {hex}" not in moves_with_verb(match)]
    touched = {
        match.board.hexes[hex]
        for spot, owner in enumerate(match.site)
        if owner >= 0
        for hex in match.board.spot_hexes[spot]
    }
    assert set(spared) == touched | {"0,0"}


def test_protection_is_checked_at_the_moment_of_moving() -> None:
    """Ruling 53: points may have changed since."""
    match = robber_match(friendly_robber="on")
    assert "robber -4,0" not in moves_with_verb(match)  # seats 0 and 2, 2 points each
    set_points(set_points(match, 0, 3), 2, 3)
    assert "robber -4,0" in moves_with_verb(match)
    set_points(match, 2, 2)
    assert "robber -4,0" not in moves_with_verb(match)


def test_ones_own_protection_counts_too() -> None:
    match = robber_match(friendly_robber="on")
    set_points(set_points(match, 1, 5), 2, 5)
    assert "robber 0,12" not in moves_with_verb(match)  # only seat 0's 0,8 is there


def test_if_all_hexes_are_protected_the_robber_goes_to_the_desert_by_itself() -> None:
    match = deal(main_phase_match(friendly_robber="on"), 0, "knight")
    match.robber = match.board.hex_index["4,12"]
    protect_everything(match)
    play(match, "play knight")
    assert match.view(None)["robber"] == "0,0"
    assert match.stack == [("main",)]


def protect_everything(match: CatanMatch) -> None:
    """A settlement of a seat with 2 points at every hex but the desert."""
    settlements(match, 1, "-4,-16", "0,-16", "4,-16", "-6,-10", "2,-10", "6,-10", "-8,-4", "4,-4")
    settlements(match, 1, "8,-4", "-6,10", "-2,10", "2,10", "6,10", "-4,16", "0,16", "4,16", "-4,4")
    settlements(match, 1, "4,4")
    set_points(match, 1, 2)


def test_in_the_desert_only_unprotected_seats_are_robbed() -> None:
    match = deal(main_phase_match(friendly_robber="on"), 0, "knight")
    protect_everything(match)
    settlements(match, 1, "0,-4")
    settlements(match, 2, "2,2")
    set_points(set_points(match, 2, 4), 1, 2)
    give(give(match, 1, ore=1), 2, wool=1)
    play(match, "play knight")  # the robber stays in the desert
    assert hand(match, 0) == {"wool": 1}
    assert hand(match, 1) == {"ore": 1}


def test_a_single_hex_left_is_taken_by_itself() -> None:
    match = deal(main_phase_match(friendly_robber="on"), 0, "knight")
    match.robber = match.board.hex_index["4,12"]
    settlements(match, 1, "-4,-16", "0,-16", "4,-16", "-6,-10", "2,-10", "6,-10", "-8,-4", "4,-4")
    settlements(match, 1, "8,-4", "-6,10", "2,10", "6,10", "-4,16", "0,16", "4,16", "-4,4", "4,4")
    settlements(match, 1, "0,4")
    set_points(set_points(set_points(match, 1, 2), 0, 5), 2, 5)
    play(match, "play knight")
    assert match.view(None)["robber"] == "-2,-6"


def test_discarding_is_unchanged_by_the_friendly_robber() -> None:
    match = match_after_founding(script={"dice": [3, 4]}, friendly_robber="on")
    give(match, 1, wool=8)
    play(match, "roll")
    assert match.actors == (1,)


def test_friendly_barbarians_spare_roads_of_seats_with_3_points() -> None:
    match = barbarian_match(friendly_robber="on")
    listed = moves_with_verb(match)
    assert not any(move.endswith((" -1,-3", " 5,-3", " 3,3", " -7,-1")) for move in listed)
    set_points(match, 1, 4)
    assert "barbarian 4,6 5,-3" in moves_with_verb(match)
    assert "barbarian 4,6 3,3" not in moves_with_verb(match)


def test_friendly_robber_does_not_limit_banishing() -> None:
    """Rulings 26 and 55."""
    match = match_after_founding(scenario="traders", friendly_robber="on", script={"drive": [6]})
    match.level[0] = 2
    match.wagons[0] = match.board.spot_index["0,-8"]
    enter_main_phase(match)
    play(match, "travel", "drive 1,-9")
    assert "banish 5,-3" in moves_with_verb(match)


@pytest.mark.parametrize("way", ["token", "event"])
def test_friendly_robber_does_not_limit_sending_the_robber_home(way: str) -> None:
    """Ruling 55: the desert may touch protected buildings."""
    seats = 2 if way == "token" else 3
    deck = {"events": [["robber_flees:4"]]} if way == "event" else {}
    match = match_after_founding(
        seats, friendly_robber="on", script=deck, events="on" if deck else "off"
    )
    settlements(match, 1, "0,4")
    set_points(match, 1, 2)
    match.robber = match.board.hex_index["-6,6"]
    match._lists.clear()
    play(match, "token robber" if way == "token" else "event")
    assert match.view(None)["robber"] == "0,0"


def test_protected_seats_are_named_in_the_view() -> None:
    match = cities(new_match(friendly_robber="on"), 1, "4,4")
    set_points(match, 1, 3)
    assert [player["protected"] for player in match.view(None)["players"]] == [True, False, True]
