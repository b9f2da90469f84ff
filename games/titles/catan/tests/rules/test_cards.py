"""Development cards and the Largest Army (rules 5.5)."""

from __future__ import annotations

import pytest

from ...rules.match import CatanMatch
from .positions import (
    advance_match,
    deal,
    empty_bank,
    enter_main_phase,
    event_kinds,
    event_of_kind,
    give,
    hand,
    main_phase_match,
    match_after_founding,
    moves_with_verb,
    play,
    roads,
    set_points,
    stack_deck,
    totals,
)

CARD = {"wool": 1, "grain": 1, "ore": 1}


def test_buying_costs_three_cards_and_takes_the_top_one() -> None:
    match = give(stack_deck(main_phase_match(), "monopoly"), 0, **CARD)
    events = play(match, "buy")
    assert hand(match, 0) == {}
    assert match.view(0)["own"]["cards"] == {"monopoly": 1}
    assert match.view(None)["development_left"] == 24
    assert event_of_kind(events, "bought_card").audience == 0
    assert event_of_kind(events, "buy").data == {"left": 24}


def test_buying_is_an_undo_boundary() -> None:
    match = give(main_phase_match(), 0, **CARD)
    before = match.reveals
    play(match, "buy")
    assert match.reveals > before


def test_an_empty_deck_cannot_be_bought_from() -> None:
    """Ruling 51."""
    match = give(main_phase_match(), 0, **CARD)
    match.bought = 25
    match._lists.clear()
    assert "buy" not in moves_with_verb(match)


def test_a_card_bought_this_turn_is_not_playable() -> None:
    match = give(stack_deck(main_phase_match(), "knight"), 0, **CARD)
    play(match, "buy")
    assert moves_with_verb(match, 0, "play") == []
    assert match.view(0)["own"]["new_cards"] == {"knight": 1}


def test_of_one_old_and_one_new_knight_one_may_be_played() -> None:
    """Ruling 5: pieces are counted."""
    match = deal(stack_deck(give(main_phase_match(), 0, **CARD), "knight"), 0, "knight")
    stack_deck(match, "knight")
    play(match, "buy")
    assert "play knight" in moves_with_verb(match)
    play(match, "play knight", "robber -6,6")
    assert match.view(0)["own"]["cards"] == {"knight": 1}


def test_one_card_a_turn() -> None:
    match = deal(main_phase_match(), 0, "plenty", "monopoly")
    play(match, "play plenty brick ore")
    assert moves_with_verb(match, 0, "play") == []
    play(match, "end")
    enter_main_phase(match, 0)
    assert moves_with_verb(match, 0, "play") != []


def test_cards_may_be_played_before_the_throw() -> None:
    match = deal(match_after_founding(), 0, "plenty")
    assert "play plenty brick ore" in moves_with_verb(match)
    play(match, "play plenty brick ore")
    assert moves_with_verb(match) == ["roll"]


def test_point_cards_are_never_played() -> None:
    match = deal(main_phase_match(), 0, "vp", "vp")
    assert moves_with_verb(match, 0, "play") == []


def test_point_cards_of_traders_count_a_point_each() -> None:
    match = deal(main_phase_match(scenario="traders"), 0, "toolmaking", "quarrying", "glassmaking")
    assert match.view(0)["own"]["points"] == 6
    assert totals(match)[0] == 3


def test_a_point_card_bought_now_counts_at_once() -> None:
    """Ruling 6."""
    match = set_points(give(stack_deck(main_phase_match(), "vp"), 0, **CARD), 0, 9)
    play(match, "buy")
    assert match.winner == 0


# road building


def test_road_building_builds_two_free_roads() -> None:
    match = deal(main_phase_match(), 0, "road_building")
    play(match, "play road_building")
    assert match.view(None)["pending"] == {"left": 2}
    assert {move.split(" ")[0] for move in moves_with_verb(match)} == {"road"}
    play(match, "road -3,-9", "road -1,9")
    assert match.stack == [("main",)]
    assert match.roads[0].bit_count() == 4


def test_with_one_piece_left_one_road_is_built() -> None:
    """Ruling 10."""
    match = deal(main_phase_match(), 0, "road_building")
    free = [path for path in match.board.paths if match.road[match.board.path_index[path]] < 0]
    roads(match, 0, *free[:12])
    play(match, "play road_building")
    play(match, moves_with_verb(match)[0])
    assert match.roads[0].bit_count() == 15
    assert match.stack == [("main",)]


def test_road_building_is_listed_only_if_a_road_is_possible() -> None:
    match = deal(main_phase_match(), 0, "road_building")
    free = [path for path in match.board.paths if match.road[match.board.path_index[path]] < 0]
    roads(match, 0, *free[:13])
    assert moves_with_verb(match, 0, "play") == []


def test_a_free_road_with_one_legal_place_is_built_by_itself() -> None:
    match = deal(main_phase_match(), 0, "road_building")
    # all but one place around seat 0's pieces are taken
    places = [move.split(" ")[1] for move in road_places(match)]
    roads(match, 1, *places[:-1])
    left = road_places(match)
    assert len(left) == 1
    events = play(match, "play road_building")
    assert next(e.data["at"] for e in events if e.kind == "build") == places[-1]


def road_places(match: CatanMatch) -> list[str]:
    give(match, 0, brick=1, lumber=1)
    listed = moves_with_verb(match, 0, "road")
    for kind in (0, 1):
        match.hands[0][kind] -= 1
        match.bank[kind] += 1
    match._lists.clear()
    return listed


# plenty and monopoly


def test_plenty_takes_two_cards_of_the_bank() -> None:
    match = deal(main_phase_match(), 0, "plenty")
    assert len(moves_with_verb(match, 0, "play")) == 15
    play(match, "play plenty wool wool")
    assert hand(match, 0) == {"wool": 2}


def test_plenty_names_resources_in_order() -> None:
    listed = moves_with_verb(deal(main_phase_match(), 0, "plenty"), 0, "play")
    assert "play plenty brick ore" in listed
    assert "play plenty ore brick" not in listed


def test_plenty_offers_what_the_bank_has() -> None:
    match = deal(main_phase_match(), 0, "plenty")
    empty_bank(match, to=1, wool=1, ore=2)
    assert moves_with_verb(match, 0, "play") == ["play plenty wool ore", "play plenty ore ore"]


def test_plenty_takes_a_single_last_card() -> None:
    match = deal(main_phase_match(), 0, "plenty")
    empty_bank(match, to=1, wool=1)
    assert moves_with_verb(match, 0, "play") == ["play plenty wool"]
    play(match, "play plenty wool")
    assert hand(match, 0) == {"wool": 1}


def test_plenty_is_not_listed_with_an_empty_bank() -> None:
    match = deal(main_phase_match(), 0, "plenty")
    empty_bank(match, to=1)
    assert moves_with_verb(match, 0, "play") == []


def test_monopoly_takes_all_cards_of_a_kind() -> None:
    match = deal(main_phase_match(), 0, "monopoly")
    give(give(match, 1, wool=3, ore=1), 2, wool=2)
    before = match.reveals
    events = play(match, "play monopoly wool")
    assert hand(match, 0) == {"wool": 5}
    assert hand(match, 1) == {"ore": 1}
    assert event_of_kind(events, "monopoly").data == {"resource": "wool", "taken": {"1": 3, "2": 2}}
    assert match.reveals > before


def test_monopoly_may_name_a_kind_that_nobody_has() -> None:
    assert moves_with_verb(deal(main_phase_match(), 0, "monopoly"), 0, "play") == [
        f"play monopoly {word}" for word in ("brick", "lumber", "wool", "grain", "ore")
    ]


# knights and the Largest Army


def knights(match: CatanMatch, *counts: int) -> CatanMatch:
    match.knights[:] = counts
    return match


def test_the_army_comes_with_the_third_knight() -> None:
    match = deal(knights(main_phase_match(), 1, 0, 0), 0, "knight")
    play(match, "play knight", "robber -6,6")
    assert totals(match)[0] == 2
    play(match, "end")
    deal(enter_main_phase(match, 0), 0, "knight")
    events = play(match, "play knight")
    assert totals(match)[0] == 4
    assert event_of_kind(events, "largest_army").data == {"from": None, "to": 0, "knights": 3}


def test_the_army_goes_to_strictly_more_knights() -> None:
    match = deal(knights(main_phase_match(), 3, 2, 0), 1, "knight", "knight")
    match.army_holder = 0
    set_points(match, 0, 4)
    enter_main_phase(match, 1)
    play(match, "play knight", "robber -6,6")
    assert match.army_holder == 0
    play(match, "end")
    enter_main_phase(match, 1)
    events = play(match, "play knight")
    assert match.army_holder == 1
    scored = [(e.seat, e.data["amount"]) for e in events if e.kind == "score"]
    assert scored == [(0, -2), (1, 2)]


def test_a_knight_before_the_throw_may_win() -> None:
    """Ruling 7: even before the robber is moved."""
    match = set_points(deal(knights(match_after_founding(), 2, 0, 0), 0, "knight"), 0, 8)
    play(match, "play knight")
    assert match.over
    assert match.winner == 0


def test_traders_use_the_largest_army_too() -> None:
    match = deal(knights(main_phase_match(scenario="traders"), 2, 0, 0), 0, "knight")
    play(match, "play knight")
    assert totals(match)[0] == 5
    assert match.scores()[0].breakdown["largest_army"] == 2


def test_played_cards_are_open_and_never_return() -> None:
    """Ruling 51."""
    match = deal(main_phase_match(), 0, "plenty")
    play(match, "play plenty brick ore")
    assert match.view(None)["players"][0]["played"] == {"plenty": 1}
    assert match.view(None)["development_left"] == 24


@pytest.mark.parametrize("phase", ["start", "main"])
def test_swift_is_not_played_before_the_trip(phase: str) -> None:
    match = deal(main_phase_match(scenario="traders"), 0, "swift")
    match.stack = [(phase,)]
    assert moves_with_verb(advance_match(match), 0, "play") == []


def test_played_card_emits_public_event() -> None:
    match = deal(main_phase_match(), 0, "knight")
    assert event_kinds(play(match, "play knight"))[0] == "play"
