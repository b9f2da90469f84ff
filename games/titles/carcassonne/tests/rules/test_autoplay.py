"""What is played for a seat whose time has run out (rules 12)."""

from __future__ import annotations

from typing import Any

from .positions import position, start


def test_the_placement_with_the_most_tiles_around_it() -> None:
    ring = ["0,0 0 b", "1,0 0 b", "2,0 0 b", "2,1 0 b", "2,2 0 b", "1,2 0 b", "0,2 0 b", "0,1 0 b"]
    assert position(ring, hands=("b", "u")).auto_move(0) == "place 1,1 0"


def test_of_equal_placements_the_first_in_the_list() -> None:
    match = position(["0,0 0 b"], hands=("e", "u"))
    assert match.auto_move(0) == match.legal_moves(0)[0]


def test_with_three_tiles_the_tile_does_not_matter() -> None:
    match = start("v u w e b k", hand="3")
    assert match.auto_move(0) == match.legal_moves(0)[0]


def piece(tiles: list[str], standing: list[str], **options: Any) -> str:
    return position(tiles, standing, phase="piece", **options).auto_move(0)


def abbots(number: int) -> tuple[list[str], list[str]]:
    """Tiles below the start tile with so many monks of seat 0."""
    cells = [f"{x},-1" for x in range(number)]
    return [f"{cell} 0 b" for cell in cells], [f"0 meeple monastery {cell}" for cell in cells]


def test_a_follower_that_scores_at_once_with_the_most_points() -> None:
    # The last tile closes a city of two tiles (4 points) and a road of two (2 points).
    tiles = ["0,0 270 a", "0,1 0 b", "1,1 180 e", "2,1 0 b", "2,0 90 a", "1,0 0 d"]
    assert piece(tiles, []) == "meeple city:n"
    assert piece(tiles, ["1 meeple city:s 1,1"]) == "meeple road:e"


def test_points_at_once_go_before_a_monastery() -> None:
    tiles = ["0,0 270 a", "1,0 90 a"]
    assert piece(tiles, []) == "meeple road:w"


def test_a_monastery_that_is_complete_counts_nine() -> None:
    cells = ["0,1", "1,1", "2,1", "2,0", "2,-1", "1,-1", "0,-1"]
    tiles = ["0,0 0 b", *(f"{cell} 0 b" for cell in cells), "1,0 0 b"]
    assert piece(tiles, []) == "meeple monastery"


def test_else_a_monastery_however_few_followers_are_left() -> None:
    tiles, standing = abbots(6)
    assert piece(["0,0 0 d", *tiles, "6,-1 0 b"], standing) == "meeple monastery"


def test_else_with_four_followers_the_first_city_then_the_first_road() -> None:
    tiles, standing = abbots(3)
    assert piece(["0,0 0 d", *tiles, "0,1 90 g"], standing) == "meeple city:n"
    assert piece(["0,0 0 d", *tiles, "1,0 90 u"], standing) == "meeple road:e"


def test_with_fewer_than_four_followers_none() -> None:
    tiles, standing = abbots(4)
    assert piece(["0,0 0 d", *tiles, "0,1 90 g"], standing) == "meeple none"
    assert piece(["0,0 0 d", *tiles, "1,0 90 u"], standing) == "meeple none"


def test_never_a_farm_or_another_kind_of_piece() -> None:
    tiles, standing = abbots(7)
    options: dict[str, Any] = {"inns": "all", "traders": "all"}
    row = ["0,0 270 a", "0,-1 0 b", *tiles[1:], "1,0 90 a"]
    assert piece(row, standing, **options) == "meeple none"
    taken = ["0 meeple road:e 0,0"]
    assert piece(["0,0 0 d", "1,0 90 u"], taken, **options) == "meeple none"
