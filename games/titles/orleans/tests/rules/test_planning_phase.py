"""The planning phase (5.4)."""

from __future__ import annotations

from typing import Any

import pytest

from ...rules.match import OrleansMatch
from .positions import fresh_match, legal, own_view_data, play, position


def where(match: OrleansMatch, seat: int, tile: str) -> set[tuple[str, str]]:
    """Slots that a tile of the market may take."""
    moves = legal(match, seat, f"place {tile}")
    return {tuple(move.split()[2:]) for move in moves}


TOWER = "gunpowder_tower any"
EIGHT = "own_farmer own_boatman own_craftsman own_trader farmer farmer knight scholar"


def plan(market: str, tiles: tuple[str, ...] = (), **words: Any) -> OrleansMatch:
    return position({"market": market, "tiles": tiles, **words}, {}, phase="planning")


def test_follower_fits_slots_of_its_type() -> None:
    assert where(plan("scholar"), 0, "scholar") == {
        ("monastery", "scholar"),
        ("scriptorium", "scholar"),
        ("town_hall", "any"),
    }


def test_monk_fits_every_slot_of_the_board() -> None:
    slots = where(plan("monk"), 0, "monk")
    assert len(slots) == 2 + 3 * 3 + 2 + 3 * 3 + 2 + 1


def test_monk_slot_takes_monks_only() -> None:
    match = plan("monk own_trader scholar", ("brewery", "school"))
    assert ("brewery", "monk") in where(match, 0, "monk")
    assert ("brewery", "monk") not in where(match, 0, "scholar")
    assert ("brewery", "monk") not in where(match, 0, "own_trader")


def test_any_slot_of_the_pharmacy_takes_own_tiles_too() -> None:
    assert ("pharmacy", "any") in where(plan("own_trader", ("pharmacy",)), 0, "own_trader")


def test_town_hall_and_tower_take_neutral_followers_only() -> None:
    match = plan(f"{EIGHT} trader", ("gunpowder_tower",))
    neutral = {("town_hall", "any"), ("gunpowder_tower", "any")}
    assert neutral <= where(match, 0, "trader")
    assert not neutral & where(match, 0, "own_trader")


@pytest.mark.parametrize(("more", "taken"), [("", 0), ("monk", 1), ("monk trader", 2)])
def test_tower_takes_as_many_tiles_as_the_market_has_above_eight(more: str, taken: int) -> None:
    match = plan(f"{EIGHT} {more}", ("gunpowder_tower",))
    for left in range(taken, 0, -1):
        assert match.view(0)["tower"] == left
        play(match, f"0 {[move for move in match.legal_moves(0) if TOWER in move][-1]}")
    assert match.view(0)["tower"] == 0
    assert not [move for move in match.legal_moves(0) if TOWER in move]
    assert own_view_data(match, 0)["places"]["gunpowder_tower"].count(None) == 2 - taken


def test_any_neutral_tile_of_the_market_may_be_the_one_on_the_tower() -> None:
    match = plan(f"{EIGHT} monk", ("gunpowder_tower",))
    assert [move for move in match.legal_moves(0) if TOWER in move] == [
        f"place {tile} {TOWER}" for tile in ("farmer", "knight", "scholar", "monk")
    ]


def test_tiles_placed_elsewhere_do_not_change_how_many_go_on_the_tower() -> None:
    match = plan(f"{EIGHT} monk", ("gunpowder_tower",))
    play(match, "0 place own_farmer castle farmer", "0 place monk monastery trader")
    assert match.view(0)["tower"] == 1
    play(match, f"0 place knight {TOWER}")
    assert not [move for move in match.legal_moves(0) if TOWER in move]


def test_seat_that_could_only_use_a_closed_tower_is_not_asked() -> None:
    full = {"town_hall": "farmer farmer", "monastery": "trader scholar"}
    full["scriptorium"] = "knight scholar"
    match = plan("scholar", ("gunpowder_tower",), places=full)
    assert match.actors == (1,)


def test_theater_slots_take_exactly_their_type() -> None:
    match = plan("monk own_boatman scholar boatman", ("theater", "school", "herb_garden"))
    assert {slot for place, slot in where(match, 0, "monk") if place == "theater"} == {"monk"}
    assert {slot for place, slot in where(match, 0, "scholar") if place == "theater"} == {"scholar"}
    boatmen = where(match, 0, "own_boatman")
    assert {slot for place, slot in boatmen if place == "theater"} == {"boatman"}


def test_school_lets_scholars_stand_everywhere_but_on_monk_slots() -> None:
    match = plan("scholar", ("school", "brewery"))
    slots = where(match, 0, "scholar")
    assert {slot for _, slot in slots} == {
        "farmer",
        "boatman",
        "craftsman",
        "trader",
        "knight",
        "scholar",
        "any",
    }
    assert len(slots) == 2 + 3 * 3 + 2 + 3 * 3 + 2 + 1


def test_herb_garden_lets_boatmen_stand_for_craftsmen_traders_and_farmers() -> None:
    match = plan("own_boatman", ("herb_garden",))
    slots = {slot for _, slot in where(match, 0, "own_boatman")}
    assert slots == {"boatman", "craftsman", "trader", "farmer"}


def test_barracks_let_five_types_stand_for_knights() -> None:
    match = plan("scholar craftsman trader farmer boatman", ("barracks",))
    for tile in ["scholar", "craftsman", "trader", "farmer", "boatman"]:
        assert ("ship", "knight") in where(match, 0, tile)
    assert ("castle", "boatman") not in where(match, 0, "scholar")


def test_tiles_of_other_seats_do_not_help() -> None:
    match = position({"market": "scholar"}, {"tiles": ["school"]}, phase="planning")
    assert ("castle", "farmer") not in where(match, 0, "scholar")


def test_equal_slots_are_named_once_and_filled_in_order() -> None:
    match = plan("own_farmer farmer", ("cheese_factory",))
    play(match, "0 place farmer cheese_factory farmer")
    assert own_view_data(match, 0)["places"]["cheese_factory"] == ["farmer", None]
    assert ("cheese_factory", "farmer") in where(match, 0, "own_farmer")
    play(match, "0 place own_farmer cheese_factory farmer")
    assert own_view_data(match, 0)["places"]["cheese_factory"] == ["farmer", "own_farmer"]


def test_taken_slot_is_no_longer_listed() -> None:
    match = plan("own_farmer farmer")
    play(match, "0 place farmer castle farmer")
    assert ("castle", "farmer") not in where(match, 0, "own_farmer")
    assert ("village", "farmer") in where(match, 0, "own_farmer")


def test_placed_tile_cannot_be_moved_in_planning() -> None:
    match = plan("own_farmer", places={"castle": "- own_boatman -"})
    assert not [move for move in match.legal_moves(0) if "own_boatman" in move]


def test_incomplete_places_are_allowed_and_keep_their_tiles() -> None:
    match = plan("own_farmer own_boatman")
    play(match, "0 place own_farmer castle farmer", "0 done", "1 done")
    assert own_view_data(match, 0)["places"]["castle"] == ["own_farmer", None, None]


def test_seat_without_placements_is_not_asked() -> None:
    match = position({"market": ""}, {}, phase="planning")
    assert match.actors == (1,)


def test_seat_is_finished_when_its_market_is_empty() -> None:
    match = plan("own_farmer")
    play(match, "0 place own_farmer castle farmer")
    assert match.actors == (1,)


def test_technology_is_never_laid_in_planning() -> None:
    match = plan("own_farmer", held="first later", tracks={"craftsman": 2})
    assert not legal(match, 0, "tech")


def test_seat_that_only_holds_technology_is_not_asked() -> None:
    match = position({"market": "", "held": "first"}, {}, phase="planning")
    assert match.actors == (1,)


def test_phase_is_skipped_when_nobody_can_place() -> None:
    seat = {"market": "", "places": {"scriptorium": "knight scholar"}}
    match = position(seat, {"market": ""}, phase="planning")
    assert match.phase == "actions"


def test_plans_are_shown_together_at_the_end() -> None:
    match = fresh_match()
    first = play(match, "0 place own_farmer castle farmer", "0 done")
    assert all(event.audience == 0 for event in first)
    events = play(match, "1 place own_boatman ship boatman", "1 done")
    shown = next(event for event in events if event.kind == "plans")
    assert shown.audience is None
    assert shown.data == {
        "plans": [
            {"seat": 0, "placed": [["own_farmer", "castle", "farmer"]], "technology": []},
            {"seat": 1, "placed": [["own_boatman", "ship", "boatman"]], "technology": []},
        ]
    }
