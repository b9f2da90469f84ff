"""Catan events: the deck and its cards (rules 5.9, 7.2)."""

from __future__ import annotations

from ...rules.components import EVENT_CARDS
from ...rules.match import CatanMatch
from .positions import (
    cities,
    clear_hands,
    deal,
    empty_bank,
    enter_main_phase,
    event_kinds,
    event_of_kind,
    give,
    hand,
    match_after_founding,
    moves_with_verb,
    play,
    roads,
    set_points,
    settlements,
)


def ready(
    *deck: str, seats: int = 3, script: dict[str, list[object]] | None = None, **options: str
) -> CatanMatch:
    """Seat 0 before its event, the deck stacked, all hands empty."""
    outcomes = {"events": [list(deck)], **(script or {})}
    match = match_after_founding(seats, script=outcomes, events="on", **options)
    clear_hands(match)
    return match


def test_event_takes_the_place_of_the_throw() -> None:
    assert moves_with_verb(ready()) == ["event"]


def test_first_the_event_then_the_number() -> None:
    match = ready("plentiful_year:2")
    play(match, "event")
    assert match.actors == (0, 1, 2)
    assert hand(match, 0) == {}
    for seat in range(3):
        play(match, (seat, "take ore"))
    assert hand(match, 0) == {"grain": 1, "ore": 1}  # -6,-6 has the 2


def test_the_card_is_shown_with_the_cards_left() -> None:
    match = ready("prosperity:8")
    event = event_of_kind(play(match, "event"), "event")
    assert event.data == {"event": "prosperity", "number": 8, "left": 30}
    assert match.view(None)["event"] == {"event": "prosperity", "number": 8}
    assert match.view(None)["events_left"] == 30


def test_new_year_comes_after_31_cards() -> None:
    others = [card for card in EVENT_CARDS if not card.startswith("robber_attacks")]
    match = ready(*others, "robber_attacks:7")
    match.revealed = 31
    events = play(match, "event")
    assert event_kinds(events)[0] == "new_year"
    assert len(match.record()["chance"]["events"]) == 2
    assert sorted(match.record()["chance"]["events"][1]) == sorted(EVENT_CARDS)
    assert match.revealed == 1
    assert match.view(None)["events_left"] == 30


def test_prosperity_only_produces() -> None:
    match = ready("prosperity:6")
    play(match, "event")
    assert [hand(match, seat) for seat in range(3)] == [{"grain": 1}] * 3


def test_robber_attacks_is_a_7() -> None:
    match = give(ready("robber_attacks:7"), 1, wool=8)
    play(match, "event")
    assert match.actors == (1,)
    play(match, (1, "discard wool 4"))
    assert len(moves_with_verb(match, 0, "robber")) == 18


def test_robber_attacks_moves_a_barbarian_in_traders() -> None:
    match = ready("robber_attacks:7", scenario="traders")
    play(match, "event")
    assert len(moves_with_verb(match, 0, "barbarian")) == 216


def test_epidemic_lets_cities_give_one() -> None:
    match = cities(ready("epidemic:8", scenario="traders"), 0, "-4,16")  # forest -4,12
    play(match, "event")
    assert hand(match, 0) == {"lumber": 1}
    assert hand(match, 1) == {"wool": 1}  # its city 2,-10 is at the pasture 0,-12


# earthquake


def test_everybody_damages_a_road_at_once() -> None:
    match = ready("earthquake:6")
    play(match, "event")
    assert match.actors == (0, 1, 2)
    assert moves_with_verb(match, 1) == ["quake -7,-3", "quake 5,-3"]
    play(match, (1, "quake 5,-3"))
    assert list(match.actors) == [0, 2]
    assert moves_with_verb(match, 1) == []
    damaged = [road["at"] for road in match.view(None)["roads"] if road["damaged"]]
    assert damaged == ["5,-3"]


def test_a_single_road_is_damaged_by_itself() -> None:
    match = ready("earthquake:6")
    match.roads[0] = 1 << match.board.path_index["-4,-6"]
    events = play(match, "event")
    assert event_of_kind(events, "quake").seat == 0
    assert match.actors == (1, 2)


def match_with_damage(*paths: str, seat: int = 0) -> CatanMatch:
    """Seat 0 in its main phase with these roads damaged."""
    match = enter_main_phase(ready(), seat)
    for path in paths:
        match.damaged |= 1 << match.board.path_index[path]
    match._lists.clear()
    return match


def test_a_second_earthquake_spares_whoever_still_has_a_damaged_road() -> None:
    """Ruling 33."""
    match = ready("earthquake:6")
    match.damaged = 1 << match.board.path_index["-4,-6"]
    play(match, "event")
    assert match.actors == (1, 2)


def test_with_a_damaged_road_no_road_is_built() -> None:
    match = deal(give(match_with_damage("-4,-6"), 0, brick=2, lumber=2), 0, "road_building")
    assert moves_with_verb(match, 0, "road") == []
    assert moves_with_verb(match, 0, "play") == []
    assert moves_with_verb(match, 0, "repair") == ["repair -4,-6"]


def test_a_repair_costs_a_road_and_opens_building_again() -> None:
    match = give(match_with_damage("-4,-6"), 0, brick=2, lumber=2)
    play(match, "repair -4,-6")
    assert hand(match, 0) == {"brick": 1, "lumber": 1}
    assert match.damaged == 0
    assert moves_with_verb(match, 0, "road") != []


def test_only_ones_own_damaged_road_is_repaired() -> None:
    match = give(match_with_damage("5,-3"), 0, brick=2, lumber=2)
    assert moves_with_verb(match, 0, "repair") == []
    assert moves_with_verb(match, 0, "road") != []


def test_nobody_settles_at_the_end_of_a_damaged_road() -> None:
    match = give(match_with_damage(), 0, brick=1, lumber=1, wool=1, grain=1)
    roads(match, 0, "-3,-3", "-1,-3")
    assert "settlement 0,-4" in moves_with_verb(match)
    roads(match, 1, "1,-3")
    match.damaged = 1 << match.board.path_index["1,-3"]
    match._lists.clear()
    assert "settlement 0,-4" not in moves_with_verb(match)
    assert "settlement -2,-2" in moves_with_verb(match)


def test_a_damaged_road_still_counts_for_the_longest_road() -> None:
    """Ruling 33."""
    match = match_with_damage("-4,-6")
    roads(match, 0, "-5,-9", "-7,-9", "-8,-6", "-3,-9")
    assert match.lengths[0] == 4
    roads(match, 0, "-3,-3")
    assert match.road_holder == 0


def test_any_own_road_may_be_damaged_inner_paths_included() -> None:
    """Ruling 34."""
    match = ready("earthquake:6", scenario="traders")
    play(match, "event")
    assert "quake -7,-1" in moves_with_verb(match, 0)


# good neighbours


def gift_phase_match() -> CatanMatch:
    match = ready("good_neighbours:6")
    give(give(give(match, 0, ore=2), 1, wool=1, brick=1), 2, lumber=3)
    play(match, "event")
    return match


def test_gifts_go_to_the_next_seat_at_the_same_moment() -> None:
    """Ruling 52: the next seat in turn order."""
    match = gift_phase_match()
    play(match, (0, "gift ore"), (1, "gift brick"))
    assert hand(match, 1) == {"wool": 1, "brick": 1}
    play(match, (2, "gift lumber"))
    assert hand(match, 0) == {"ore": 1, "lumber": 1, "grain": 1}
    assert hand(match, 1) == {"wool": 1, "ore": 1, "grain": 1}
    assert hand(match, 2) == {"lumber": 2, "brick": 1, "grain": 1}


def test_a_chosen_gift_is_hidden_until_all_have_chosen() -> None:
    match = gift_phase_match()
    play(match, (1, "gift brick"))
    assert match.view(1)["pending"] == {"due": [0, 2], "chosen": [1], "own": "brick"}
    assert match.view(0)["pending"] == {"due": [0, 2], "chosen": [1], "own": None}
    assert match.view(None)["pending"]["own"] is None


def test_revealing_the_gifts_is_an_undo_boundary() -> None:
    match = gift_phase_match()
    play(match, (0, "gift ore"), (1, "gift brick"))
    before = match.reveals
    play(match, (2, "gift lumber"))
    assert match.reveals > before


def test_a_single_card_in_hand_is_given_by_itself() -> None:
    match = give(give(ready("good_neighbours:6"), 0, ore=1), 1, wool=2)
    play(match, "event")
    assert match.actors == (1,)
    assert moves_with_verb(match, 1) == ["gift wool"]  # two cards of one kind: asked all the same


def test_seats_without_cards_give_nothing_but_receive() -> None:
    match = give(ready("good_neighbours:6"), 0, ore=2)
    play(match, "event", (0, "gift ore"))
    assert hand(match, 1) == {"ore": 1, "grain": 1}


def test_giver_and_receiver_see_the_gift() -> None:
    match = give(ready("good_neighbours:6"), 0, ore=2)
    play(match, "event")
    events = play(match, (0, "gift ore"))
    assert [e.audience for e in events if e.kind == "given_card"] == [0, 1]


# taking from the bank


def test_tournament_pays_the_seats_with_the_most_knights() -> None:
    match = ready("tournament:5")
    match.knights[:] = [1, 2, 2]
    play(match, "event")
    assert match.actors == (1, 2)


def test_tournament_pays_nobody_without_knights() -> None:
    match = ready("tournament:5")
    play(match, "event")
    assert match.stack == [("main",)]


def test_calm_seas_pays_the_seats_with_the_most_harbour_buildings() -> None:
    match = ready("calm_seas:9")
    settlements(match, 2, "8,8")
    play(match, "event")
    assert match.actors == (1, 2)  # seat 1 has -8,-4


def test_a_city_on_a_harbour_counts_once_for_calm_seas() -> None:
    match = ready("calm_seas:9")
    give(settlements(match, 2, "8,8"), 1, grain=2, ore=3)
    enter_main_phase(match, 1)
    play(match, "city -8,-4", "end")
    play(match, "event")
    assert match.actors == (1, 2)


def test_taking_is_limited_by_the_bank_in_the_order_of_play() -> None:
    match = ready("plentiful_year:2")
    match.robber = match.board.hex_index["-6,-6"]
    empty_bank(match, to=2, ore=1, wool=2)
    play(match, "event", (1, "take ore"))
    # one kind is left: the other two take it by themselves
    assert hand(match, 0) == {"wool": 1}
    assert match.bank == [0, 0, 0, 0, 0]
    assert match.actors == (0,)


def test_with_an_empty_bank_nobody_takes_anything() -> None:
    """Ruling 35."""
    match = ready("plentiful_year:2")
    empty_bank(match, to=2)
    play(match, "event")
    assert match.stack == [("main",)]
    assert hand(match, 0) == {}


# the robber flees


def test_the_robber_flees_to_the_desert_and_nobody_is_robbed() -> None:
    match = give(ready("robber_flees:4"), 1, ore=1)
    match.robber = match.board.hex_index["4,12"]
    settlements(match, 1, "0,4")
    play(match, "event")
    assert match.view(None)["robber"] == "0,0"
    assert hand(match, 1)["ore"] == 1


def test_in_traders_nobody_flees() -> None:
    match = ready("robber_flees:4", scenario="traders")
    before = match.view(None)["barbarians"]
    play(match, "event")
    assert match.view(None)["barbarians"] == before


# neighbourly assistance


def test_leaders_give_a_card_to_somebody_with_fewer_points() -> None:
    match = set_points(give(ready("neighbourly_assistance:11"), 0, ore=1, wool=1), 0, 3)
    play(match, "event")
    assert match.actors == (0,)
    assert moves_with_verb(match, 0) == ["aid 1 wool", "aid 1 ore", "aid 2 wool", "aid 2 ore"]
    play(match, "aid 2 ore")
    assert hand(match, 2) == {"ore": 1}


def test_assistance_looks_at_public_points_only() -> None:
    """Ruling 36."""
    match = give(deal(ready("neighbourly_assistance:11"), 0, "vp", "vp"), 0, ore=2)
    set_points(give(match, 1, wool=2), 1, 3)
    play(match, "event")
    assert match.actors == (1,)


def test_no_assistance_among_equals() -> None:
    match = give(ready("neighbourly_assistance:11"), 0, ore=2)
    play(match, "event")
    assert match.stack == [("main",)]


def test_leaders_without_cards_give_nothing() -> None:
    match = set_points(ready("neighbourly_assistance:11"), 0, 3)
    play(match, "event")
    assert match.stack == [("main",)]


def test_the_only_card_goes_to_the_only_receiver_by_itself() -> None:
    match = give(ready("neighbourly_assistance:11"), 0, ore=1)
    set_points(set_points(match, 0, 3), 1, 3)
    events = play(match, "event")
    assert event_of_kind(events, "aid").data == {"to": 2, "resource": "ore"}
    assert match.stack == [("main",)]


# robbing


def test_conflict_lets_the_largest_army_rob() -> None:
    match = ready("conflict:3", script={"steal": [["ore"]]})
    match.knights[:] = [3, 3, 0]
    match.army_holder = 1
    give(give(match, 0, ore=1), 2, wool=1)
    play(match, "event")
    assert match.actors == (1,)
    assert moves_with_verb(match, 1) == ["rob 0", "rob 2"]
    play(match, (1, "rob 0"))
    assert hand(match, 1)["ore"] == 1


def test_conflict_without_army_goes_to_the_most_knights_alone() -> None:
    match = give(ready("conflict:3"), 0, ore=1)
    match.knights[:] = [0, 0, 1]
    play(match, "event")  # one victim: by itself
    assert "ore" in hand(match, 2)


def test_conflict_in_a_tie_does_nothing() -> None:
    match = give(ready("conflict:3"), 0, ore=1)
    match.knights[:] = [0, 1, 1]
    play(match, "event")
    assert hand(match, 0)["ore"] == 1
    assert match.stack == [("main",)]


def test_trade_advantage_goes_to_the_longest_road() -> None:
    match = give(ready("trade_advantage:5"), 1, ore=1)
    roads(match, 0, "-5,-9", "-7,-9", "-8,-6", "-3,-3")
    play(match, "event")
    assert hand(match, 0)["ore"] >= 1


def test_trade_advantage_without_the_card_goes_to_the_most_roads_alone() -> None:
    """Ruling 33: damaged roads count."""
    match = give(ready("trade_advantage:5"), 1, wool=1)
    roads(match, 2, "-1,3")
    match.damaged = 1 << match.board.path_index["-1,3"]
    play(match, "event")
    assert hand(match, 2).get("wool") == 1


def test_trade_advantage_of_a_neutral_does_nothing() -> None:
    match = ready("trade_advantage:5", "prosperity:8", seats=2)
    give(match, 1, wool=1)
    roads(match, 2, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15")
    roads(match, 0, "-5,-9")
    play(match, "event")
    assert hand(match, 1)["wool"] == 1


def test_trade_advantage_in_traders_is_about_the_most_roads() -> None:
    match = give(ready("trade_advantage:5", scenario="traders"), 1, wool=1)
    roads(match, 0, "-8,-2")
    play(match, "event")
    assert hand(match, 0)["wool"] == 1


# traders: cards with 2 and 12


def test_a_card_with_2_or_12_has_its_event_then_another_card_follows() -> None:
    match = ready("calm_seas:12", "plentiful_year:2", "prosperity:5", scenario="traders")
    settlements(match, 0, "8,8")
    settlements(match, 1, "-6,14")
    play(match, "event")
    while match.actors and match.stack[-1][0] == "take":
        play(match, (match.actors[0], "take wool"))
    assert match.revealed == 3
    assert match.view(None)["event"] == {"event": "prosperity", "number": 5}
    assert match.stack == [("main",)]


# two seats


def test_the_event_of_the_second_card_is_resolved_too() -> None:
    """Ruling 38."""
    match = ready("prosperity:8", "plentiful_year:2", seats=2)
    play(match, "event")
    assert match.actors == (0, 1)
    assert moves_with_verb(match, 0, "take") != []
    play(match, (0, "take ore"), (1, "take ore"))
    assert match.stack == [("main",)]
    assert match.revealed == 2


def test_two_cards_of_equal_number_count_twice() -> None:
    """Ruling 1: a shortage is judged for each of the two separately."""
    match = ready("prosperity:9", "prosperity:9", seats=2)
    empty_bank(match, to=1, brick=1, wool=5)
    play(match, "event")
    assert match.revealed == 2
    assert hand(match, 0) == {
        "brick": 1
    }  # -4,-8 at hills -2,-6: the first 9 pays, the second cannot


def test_new_year_may_fall_on_the_second_card() -> None:
    """Ruling 37: the new deck gives that card."""
    match = ready("prosperity:9", seats=2)
    match.revealed = 30
    match.event_deck = (*match.event_deck[:30], "prosperity:8", *match.event_deck[31:])
    events = play(match, "event")
    order = [kind for kind in event_kinds(events) if kind in ("event", "new_year")]
    assert order == ["event", "new_year", "event"]
    assert match.revealed == 1


def test_the_replacement_for_a_2_belongs_to_the_same_draw() -> None:
    """Ruling 39: traders with two seats."""
    match = ready("calm_seas:12", "prosperity:5", "prosperity:9", seats=2, scenario="traders")
    match.settlements[:] = [0, 0, *match.settlements[2:]]
    match.cities[:] = [0, 0, 0, 0]
    play(match, "event")
    assert match.revealed == 3
    assert match.stack == [("main",)]
