"""What people are told when a move is not possible."""

from __future__ import annotations

import random
from typing import Any

import pytest

import games.rules as rules

from .positions import position, start

ALL: dict[str, Any] = {"inns": "all", "traders": "all"}


def why(match: rules.Match, seat: int, move: str) -> str:
    before = match.dump()
    with pytest.raises(rules.IllegalMove) as refused:
        match.play(seat, move)
    assert match.dump() == before
    return refused.value.reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (
            "place 1,0 90 v",
            "'place 1,0 90 v' is not a valid form of this move; valid forms: 'place "
            "x,y rotation', 'place -1,0 180'",
        ),
        (
            "place 1,0",
            "'place 1,0' is not a valid form of this move; valid forms: 'place x,y "
            "rotation', 'place -1,0 180'",
        ),
        ("place 1;0 90", "'1;0' is not a cell: write it x,y, such as '1,-2'"),
        ("place 01,0 90", "'01,0' is not a cell: write it x,y, such as '1,-2'"),
        ("place 1,0 45", "'45' is not a rotation; choose from: 0, 90, 180, 270"),
        ("place 0,0 0", "0,0 is taken: tile d is there"),
        ("place 1,1 0", "1,1 touches no tile: a tile must share an edge with another"),
        ("place 0,200 0", "0,200 touches no tile: a tile must share an edge with another"),
        (
            "place 0,1 0",
            "the road on your tile meets a city to the south; tile k fits there at rotation 180",
        ),
        (
            "place 1,0 180",
            "the meadow on your tile meets a road to the west; tile k fits there at rotation 0, 90",
        ),
        ("meeple none", "place a tile first, then a follower on it"),
        ("fly 1,0", "'fly' is not possible now; possible: place"),
    ],
)
def test_a_wrong_placement(move: str, reason: str) -> None:
    assert why(start("k o"), 0, move) == reason


def test_several_edges_that_do_not_match_are_all_named() -> None:
    match = position(["0,0 0 d", "-1,0 0 d", "-1,1 180 e"], hands=("n", "u"))
    assert why(match, 0, "place 0,1 90") == (
        "the meadow on your tile meets a city to the south; tile n fits there at rotation 180"
    )
    assert why(match, 0, "place 0,1 270") == (
        "the city on your tile meets a meadow to the west; tile n fits there at rotation 180"
    )


def test_a_cell_that_no_rotation_fits() -> None:
    match = position(["0,0 0 d", "-1,0 0 d"], hands=("b", "u"))
    assert "does not fit there in any rotation" in why(match, 0, "place 0,1 0")


def test_a_rotation_that_is_not_offered_because_it_looks_the_same() -> None:  # R27
    match = position(["0,0 0 b"], hands=("u", "b"))
    assert why(match, 0, "place 1,0 180") == (
        "tile u looks the same at a smaller rotation, and only that one is used; "
        "tile u fits there at rotation 0"
    )


def test_a_tile_that_is_not_in_the_hand() -> None:
    match = start("v u w e b k", hand="3")
    assert why(match, 0, "place 1,0 0 k") == "you do not hold tile k: you hold v, w, b"
    assert why(match, 0, "place 1,0 0 zz") == "there is no tile 'zz'; you hold v, w, b"
    assert "valid forms: 'place x,y rotation tile'" in why(match, 0, "place 1,0 0")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("place 2,0 0", "your tile is placed: now place a follower on it (or: meeple none)"),
        (
            "meeple",
            "'meeple' is not a valid form of this move; valid forms: 'meeple "
            "segment', 'meeple road:e'",
        ),
        (
            "meeple road:e now",
            "'meeple road:e now' is not a valid form of this move; valid forms: "
            "'meeple segment', 'meeple road:e'",
        ),
        ("big none", "to place no follower, write 'meeple none'"),
        (
            "meeple city:n",
            "the tile just placed has no segment 'city:n'; it has road:e, farm:ese, farm:nnw",
        ),
        ("meeple road:e", "road:e is part of a road that already holds a follower of yours"),
        ("meeple farm:ese", "farm:ese is part of a farm that already holds a follower of seat 1"),
        ("big road:e", "road:e is part of a road that already holds a follower of yours"),
        ("builder farm:nnw", "a builder goes on a city or road, not on a farm"),
        ("pig road:e", "a pig goes on a farm, not on a road"),
        (
            "pig farm:nnw",
            ("farm:nnw is part of a farm without one of your followers: a pig needs one there"),
        ),
    ],
)
def test_a_wrong_piece(move: str, reason: str) -> None:
    match = position(
        ["0,0 0 d", "1,0 90 u"],
        ["0 meeple road:e 0,0", "1 meeple farm:ese 0,0"],
        phase="piece",
        **ALL,
    )
    assert why(match, 0, move) == reason


def test_a_builder_without_a_follower_of_ones_own() -> None:
    match = position(["0,0 0 d", "1,0 90 u"], ["1 meeple road:e 0,0"], phase="piece", **ALL)
    assert why(match, 0, "builder road:e") == (
        "road:e is part of a road without one of your followers: a builder needs one there"
    )


def test_pieces_that_are_spent_or_not_in_this_match() -> None:
    row = [f"{x},0 0 b" for x in range(8)]
    abbots = [f"0 meeple monastery {x},0" for x in range(7)]
    match = position(row, abbots, phase="piece")
    assert why(match, 0, "meeple monastery") == ("you have no meeple left: all 7 are on the board")
    assert why(match, 0, "big monastery") == ("big is not in this match: it comes with inns = all")
    assert why(match, 0, "pig farm:nnw") == "pig is not in this match: it comes with traders = all"


def test_nonsense_is_refused_and_nothing_else_is_raised() -> None:
    rng = random.Random(1)
    words = (
        "place meeple big builder pig none 0,0 1,0 -0,1 1,0,0 ,  9999999,1 90 ٣,١ k zz city:n \n"
    )
    for hand in ("1", "3"):
        match = start("k o v u w e", hand=hand, **ALL)
        for _ in range(2):
            listed = match.legal_moves(0)
            for _ in range(300):
                move = " ".join(rng.choices(words.split(" "), k=rng.randint(1, 5)))
                if move not in listed:
                    assert why(match, 0, move)
            match.play(0, listed[0])
