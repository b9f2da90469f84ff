"""Passing and technology (5.5.5)."""

from __future__ import annotations

from typing import Any

from ...rules.match import OrleansMatch
from .positions import legal, own_view_data, play, position


def match_after_pass(held: str, craftsman: int, **words: Any) -> OrleansMatch:
    """Seat 0 has just been passed by the rules and holds technology tiles."""
    return position({"held": held, "tracks": {"craftsman": craftsman}, **words}, {})


def technology_moves(match: OrleansMatch) -> set[tuple[str, str]]:
    return {tuple(move.split()[1:]) for move in legal(match, 0, "tech")}


FARMER_SLOTS = {
    ("village", "farmer"),
    ("university", "farmer"),
    ("castle", "farmer"),
    ("ship", "farmer"),
    ("wagon", "farmer"),
    ("guildhall", "farmer"),
}


def test_automatic_pass_asks_for_technology() -> None:
    match = match_after_pass("first", 1)
    assert match.actors == (0,)
    assert match.legal_moves(0)[-1] == "keep"
    assert technology_moves(match) == FARMER_SLOTS


def test_said_pass_asks_for_technology() -> None:
    match = match_after_pass("first", 1, places={"farm_house": "boatman craftsman"})
    play(match, "0 pass")
    assert technology_moves(match) == FARMER_SLOTS


def test_first_tile_goes_on_farmer_slots_whatever_the_position() -> None:
    assert technology_moves(match_after_pass("first", 3)) == FARMER_SLOTS


def test_later_tile_at_position_one_goes_on_farmer_slots() -> None:
    assert technology_moves(match_after_pass("later", 1)) == FARMER_SLOTS


def test_later_tile_from_position_two_goes_on_any_slot() -> None:
    slots = technology_moves(match_after_pass("later", 2))
    assert len(slots) == 2 + 3 * 3 + 2 + 3 * 3 + 2
    assert ("town_hall", "any") not in slots


def test_later_tile_at_position_zero_is_kept_unasked() -> None:
    match = match_after_pass("later", 0)
    assert not legal(match, 0, "tech")
    assert match.round == 3


def test_first_tiles_are_asked_before_later_ones() -> None:
    match = match_after_pass("first later", 2)
    assert technology_moves(match) == FARMER_SLOTS
    play(match, "0 keep")
    assert ("castle", "trader") in technology_moves(match)
    play(match, "0 tech castle trader")
    assert own_view_data(match, 0)["held"] == ["first"]
    assert match.round == 3


def test_each_tile_is_asked_once() -> None:
    match = match_after_pass("later later", 2)
    play(match, "0 keep")
    assert match.legal_moves(0)[-1] == "keep"
    play(match, "0 keep")
    assert match.round == 3
    assert own_view_data(match, 0)["held"] == ["later", "later"]


def test_kept_tile_is_asked_again_with_the_next_pass_and_not_before() -> None:
    match = match_after_pass("first", 1)
    play(match, "0 keep")
    assert match.phase == "planning"
    assert not legal(match, 0, "tech")
    play(match, "0 done", "1 done")
    assert match.step == "technology"
    assert technology_moves(match) == FARMER_SLOTS


def test_one_technology_tile_to_a_place() -> None:
    match = match_after_pass("later", 2, places={"castle": "technology - -"})
    assert not [place for place, _ in technology_moves(match) if place == "castle"]


def test_slot_with_a_tile_is_not_free() -> None:
    match = match_after_pass("first", 1, places={"castle": "own_farmer - -"})
    assert technology_moves(match) == FARMER_SLOTS - {("castle", "farmer")}


def test_places_that_never_take_technology() -> None:
    tiles = ["hayrick", "cellar", "townhouse", "theater", "gunpowder_tower", "pharmacy", "winery"]
    slots = technology_moves(match_after_pass("later", 2, tiles=tiles))
    on_tiles = {(place, slot) for place, slot in slots if place in tiles}
    assert on_tiles == {("cellar", "scholar"), ("winery", "farmer"), ("winery", "trader")}


def test_cheese_factory_takes_one_tile_on_either_farmer_slot() -> None:
    match = match_after_pass(
        "first", 1, tiles=["cheese_factory"], places={"cheese_factory": "farmer -"}
    )
    assert ("cheese_factory", "farmer") in technology_moves(match)
    play(match, "0 tech cheese_factory farmer")
    assert own_view_data(match, 0)["places"]["cheese_factory"] == ["farmer", "technology"]


def test_turn_goes_on_after_the_laying() -> None:
    match = position(
        {"held": "first", "tracks": {"craftsman": 1}},
        {"places": {"castle": "farmer boatman trader"}},
    )
    play(match, "0 tech ship farmer")
    assert match.actors == (1,)


def test_laid_technology_is_an_open_event() -> None:
    events = play(match_after_pass("first", 1), "0 tech ship farmer")
    assert events[0].kind == "tech"
    assert events[0].audience is None
