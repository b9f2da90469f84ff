"""The bathhouse (5.5.4)."""

from __future__ import annotations

from typing import Any

from ...rules.match import OrleansMatch
from .positions import bag, legal, own_view_data, play, position

CASTLE = "farmer boatman -"


def bath(contents: str, drawn: list[str], **words: Any) -> OrleansMatch:
    places = {"bathhouse": "craftsman", "castle": CASTLE, **words.pop("places", {})}
    tiles = ["bathhouse", *words.pop("tiles", ())]
    return position(
        {"tiles": tiles, "places": places, "bag": contents, **words},
        {},
        script={"bathhouse:0": [drawn]},
    )


def test_two_tiles_are_drawn_and_one_is_settled() -> None:
    match = bath("trader knight monk", ["trader", "knight"])
    play(match, "0 act bathhouse")
    assert match.view(0)["drawn"] == ["trader", "knight"]
    assert "settle trader castle trader" in match.legal_moves(0)
    assert "settle knight ship knight" in match.legal_moves(0)
    assert bag(match, 0) == {"monk": 1}
    play(match, "0 settle trader castle trader")
    assert own_view_data(match, 0)["places"]["castle"] == ["farmer", "boatman", "trader"]
    assert own_view_data(match, 0)["places"]["bathhouse"] == [None]
    assert bag(match, 0) == {"craftsman": 1, "knight": 1, "monk": 1}


def test_place_just_filled_may_be_used_in_the_same_phase() -> None:
    match = bath("trader knight", ["trader", "knight"])
    play(match, "0 act bathhouse", "0 settle trader castle trader")
    assert "act castle" in match.legal_moves(0)


def test_one_must_be_settled_where_both_fit() -> None:
    match = bath("trader knight", ["trader", "knight"])
    play(match, "0 act bathhouse")
    assert "settle none" not in match.legal_moves(0)


TOWN_HALL_ONLY = {
    "farm_house": "boatman craftsman",
    "village": "farmer boatman craftsman",
    "university": "farmer craftsman trader",
    "castle": "farmer boatman trader",
    "monastery": "trader scholar",
    "ship": "farmer boatman knight",
    "wagon": "farmer trader knight",
    "guildhall": "farmer craftsman knight",
    "town_hall": "farmer -",
    "scriptorium": "- scholar",
}


def test_a_tile_that_fits_nowhere_may_be_chosen_and_both_go_back() -> None:
    match = bath("trader own_trader", ["trader", "own_trader"], places=TOWN_HALL_ONLY)
    play(match, "0 act bathhouse")
    assert match.legal_moves(0) == ["settle trader town_hall any", "settle none"]
    play(match, "0 settle none")
    assert bag(match, 0) == {"craftsman": 1, "own_trader": 1, "trader": 1}


def test_a_single_settlement_is_asked_all_the_same() -> None:
    match = bath("trader trader", ["trader", "trader"], places=TOWN_HALL_ONLY)
    play(match, "0 act bathhouse")
    assert match.actors == (0,)
    assert match.legal_moves(0) == ["settle trader town_hall any"]


def test_last_tile_alone_is_drawn_as_a_list_and_settled() -> None:
    match = bath("trader", ["trader"])
    play(match, "0 act bathhouse")
    assert match.view(0)["drawn"] == ["trader"]
    assert "settle none" not in match.legal_moves(0)


def test_empty_bag_blocks_the_bathhouse() -> None:
    places = {"bathhouse": "craftsman", "farm_house": "boatman craftsman"}
    match = position({"tiles": ["bathhouse"], "places": places}, {})
    assert not legal(match, 0, "act bathhouse")


def test_tiles_that_fit_nowhere_go_back_without_a_question() -> None:
    full = {**TOWN_HALL_ONLY, "town_hall": "farmer farmer"}
    match = bath(
        "trader own_trader",
        ["trader", "own_trader"],
        tiles=["gunpowder_tower"],
        places=full,
    )
    events = play(match, "0 act bathhouse")
    settled = next(event for event in events if event.kind == "settle")
    assert settled.data["settled"] == ["none"]
    assert bag(match, 0) == {"craftsman": 1, "own_trader": 1, "trader": 1}


def test_nothing_is_settled_on_bathhouse_or_tower() -> None:
    match = bath("trader craftsman", ["trader", "craftsman"], tiles=["gunpowder_tower"])
    play(match, "0 act bathhouse")
    places = {move.split()[2] for move in legal(match, 0, "settle")}
    assert "gunpowder_tower" not in places
    assert "bathhouse" not in places
    assert "town_hall" in places


def test_substitutes_may_be_settled() -> None:
    match = bath("scholar", ["scholar"], tiles=["school"])
    play(match, "0 act bathhouse")
    assert "settle scholar castle trader" in match.legal_moves(0)


def test_equal_tiles_are_listed_once() -> None:
    match = bath("trader trader", ["trader", "trader"])
    play(match, "0 act bathhouse")
    moves = match.legal_moves(0)
    assert len(moves) == len(set(moves))
