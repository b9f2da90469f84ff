"""Setting up, and where a tile may go (rules 3, 4 and 6)."""

from __future__ import annotations

from typing import Any

import pytest

import games.rules as rules

from ...rules.components import KINDS
from ...rules.setup import draw_pile
from .positions import position, start


@pytest.mark.parametrize(
    ("inns", "traders", "size"),
    [("off", "off", 71), ("all", "off", 89), ("off", "tiles", 95), ("tiles", "all", 113)],
)
def test_the_pile_has_the_tiles_of_the_sets_in_play(inns: str, traders: str, size: int) -> None:
    options = rules.get("carcassonne").check(2, {"inns": inns, "traders": traders})
    items = draw_pile(options)
    assert len(items) == size
    assert items.count("d") == 3
    assert items == sorted(items, key=list(KINDS).index)


def test_the_pile_is_shuffled_once_and_journalled_as_tile_ids() -> None:
    match = rules.new_match("carcassonne", 2, seed="journal")
    (pile,) = match.record()["chance"]["tiles"]
    assert sorted(pile) == sorted(draw_pile(match.options))


def test_the_start_tile_lies_in_the_middle_and_takes_no_piece() -> None:
    match = start("v u")
    assert match.view(0)["board"] == [[0, 0, "d", 0]]
    assert match.view(0)["pieces"] == []
    assert match.actors == (0,)
    assert match.view(0)["phase"] == "place"


def test_one_tile_each_is_dealt_in_seat_order() -> None:
    match = start("v u w e", seats=3)
    assert match.view(None)["hands"] == [["v"], ["u"], ["w"]]


def test_three_tiles_each_are_dealt_in_three_rounds() -> None:
    match = start("v u w e b k", hand="3")
    assert match.view(0)["hands"] == [["v", "w", "b"], 3]
    assert match.view(1)["hands"] == [3, ["u", "e", "k"]]
    assert match.view(0)["pile"] == 71 - 6


@pytest.mark.parametrize(
    ("options", "supply"),
    [
        ({}, [7, 0, 0, 0]),
        ({"inns": "tiles", "traders": "tiles"}, [7, 0, 0, 0]),
        ({"inns": "all"}, [7, 1, 0, 0]),
        ({"traders": "all"}, [7, 0, 1, 1]),
    ],
)
def test_every_seat_begins_with_its_pieces(options: dict[str, Any], supply: list[int]) -> None:
    view = start("v u", **options).view(1)
    words = ("meeple", "big", "builder", "pig")
    assert view["supply"] == [dict(zip(words, supply, strict=True))] * 2


def test_every_shared_edge_must_match() -> None:
    # The gap at 0,1 has a city below and a meadow on its left.
    match = position(["0,0 0 d", "-1,0 0 d", "-1,1 180 e"], hands=("n", "u"))
    there = [move for move in match.legal_moves(0) if move.startswith("place 0,1 ")]
    assert there == ["place 0,1 180"]


def test_a_gap_inside_the_board_is_legal() -> None:
    ring = ["0,0 0 b", "1,0 0 b", "2,0 0 b", "2,1 0 b", "2,2 0 b", "1,2 0 b", "0,2 0 b", "0,1 0 b"]
    assert "place 1,1 0" in position(ring, hands=("b", "u")).legal_moves(0)


def test_a_tile_must_share_an_edge_a_corner_is_not_enough() -> None:
    cells = {move.split()[1] for move in position(["0,0 0 b"], hands=("b", "u")).legal_moves(0)}
    assert cells == {"0,1", "1,0", "0,-1", "-1,0"}


def test_rotations_that_look_the_same_are_offered_once() -> None:  # R27
    match = position(["0,0 0 b"], hands=("u", "b"))
    moves = match.legal_moves(0)
    assert "place 1,0 0" in moves
    assert "place 1,0 180" not in moves
    with pytest.raises(rules.IllegalMove):
        match.play(0, "place 1,0 180")


def test_placements_are_sorted_by_x_then_y_then_rotation() -> None:
    assert position(["0,0 0 b"], hands=("e", "u")).legal_moves(0) == [
        "place -1,0 0",
        "place -1,0 180",
        "place -1,0 270",
        "place 0,-1 90",
        "place 0,-1 180",
        "place 0,-1 270",
        "place 0,1 0",
        "place 0,1 90",
        "place 0,1 270",
        "place 1,0 0",
        "place 1,0 90",
        "place 1,0 180",
    ]


def test_with_three_tiles_the_list_goes_by_tile_id_first() -> None:
    match = position(["0,0 0 b"], hands=("v b tb_j", "u u u"), hand="3", traders="tiles")
    tiles = [move.split()[3] for move in match.legal_moves(0)]
    assert tiles == sorted(tiles)
    assert set(tiles) == {"b", "tb_j", "v"}


def test_with_three_tiles_the_move_names_the_tile_even_if_all_are_equal() -> None:
    moves = position(["0,0 0 b"], hands=("b b b", "u u u"), hand="3").legal_moves(0)
    assert moves == ["place -1,0 0 b", "place 0,-1 0 b", "place 0,1 0 b", "place 1,0 0 b"]


def test_one_may_not_pass_on_placing() -> None:  # R29
    match = start("v u")
    assert all(move.startswith("place ") for move in match.legal_moves(0))
    with pytest.raises(rules.IllegalMove, match="place a tile first"):
        match.play(0, "meeple none")


def test_only_the_seat_whose_part_it_is_has_moves() -> None:
    match = start("v u")
    assert match.legal_moves(1) == []
    with pytest.raises(rules.IllegalMove, match="to move: seat 0"):
        match.play(1, "place 1,0 0")
