"""Which pieces may stand on the new tile (rules 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import games.rules as rules

from .positions import play, position, start

ALL: dict[str, Any] = {"inns": "all", "traders": "all"}


def pieces(tiles: list[str], standing: Sequence[str] = (), **options: Any) -> list[str]:
    """What seat 0 may put on the last of these tiles."""
    return position(tiles, standing, phase="piece", **options).legal_moves(0)


def test_pieces_are_listed_kind_by_kind_over_the_segments_in_file_order() -> None:
    assert pieces(["0,0 0 b", "1,0 270 a"], inns="all") == [
        "meeple none",
        "meeple monastery",
        "meeple road:e",
        "meeple farm:nnw",
        "big monastery",
        "big road:e",
        "big farm:nnw",
    ]


def test_segments_are_named_as_the_tile_lies() -> None:
    # City corner with a bend of road, turned half: the city now lies e and s.
    assert pieces(["0,0 0 b", "0,-1 180 m"]) == ["meeple none", "meeple city:e", "meeple farm:nnw"]


def test_an_inner_meadow_is_farm_c() -> None:  # R25
    moves = pieces(["0,0 0 d", "0,1 0 ic_h"], inns="tiles")
    assert "meeple farm:c" in moves
    assert "meeple city:n" in moves


def test_putting_nothing_is_always_listed_first() -> None:
    assert pieces(["0,0 0 b", "1,0 0 b"])[0] == "meeple none"


def test_a_follower_anywhere_in_the_feature_takes_it() -> None:
    row = ["0,0 0 d", "1,0 90 u", "2,0 90 u"]
    assert "meeple road:e" not in pieces(row, ["1 meeple road:e 0,0"])
    assert "meeple road:e" in pieces(row)


def test_ones_own_follower_takes_the_feature_as_well() -> None:
    assert "meeple road:e" not in pieces(["0,0 0 d", "1,0 90 u"], ["0 meeple road:e 0,0"])


def test_features_count_as_they_are_with_the_new_tile_in_them() -> None:
    # The tile in the middle joins the two roads, one of which is taken.
    row = ["0,0 90 u", "0,1 0 b", "1,1 0 b", "2,1 0 b", "2,0 90 u", "1,0 90 u"]
    assert "meeple road:e" not in pieces(row, ["1 meeple road:e 2,0"])


def test_two_segments_of_one_feature_are_both_listed() -> None:
    # A ring of road through three corners comes back to the crossing tile.
    ring = ["0,0 270 v", "1,0 0 v", "1,-1 90 v", "0,-1 0 x"]
    moves = pieces(ring)
    assert "meeple road:n" in moves
    assert "meeple road:e" in moves


def test_a_feature_that_this_tile_completes_may_be_taken() -> None:  # R20
    match = position(["0,0 0 d", "0,1 180 e"], phase="piece")
    assert "meeple city:s" in match.legal_moves(0)
    play(match, "0 meeple city:s")
    assert [score.total for score in match.scores()] == [4, 0]
    assert match.view(0)["supply"][0]["meeple"] == 7


def test_farms_take_one_follower_too() -> None:
    moves = pieces(["0,0 0 b", "1,0 0 b"], ["1 meeple farm:nnw 0,0"])
    assert moves == ["meeple none", "meeple monastery"]


def test_a_monastery_and_the_farm_around_it_are_different_segments() -> None:  # R23
    match = position(["0,0 0 b", "1,0 0 b"], phase="piece")
    assert match.legal_moves(0) == ["meeple none", "meeple monastery", "meeple farm:nnw"]
    play(match, "0 meeple monastery")
    assert match.view(0)["phase"] == "place"
    assert match.actors == (1,)


def test_without_followers_in_supply_none_is_listed() -> None:
    row = [f"{x},0 0 b" for x in range(8)]
    abbots = [f"0 meeple monastery {x},0" for x in range(7)]
    assert pieces(row, abbots) == ["meeple none"]
    assert pieces(row, abbots, inns="all") == ["meeple none", "big monastery", "big farm:nnw"]


@pytest.mark.parametrize("segment", ["monastery", "road:e", "farm:nnw"])
def test_the_large_follower_stands_anywhere_a_follower_may(segment: str) -> None:  # R11
    assert f"big {segment}" in pieces(["0,0 0 b", "1,0 270 a"], inns="all")


def test_with_tiles_only_there_are_no_extra_pieces() -> None:  # R1
    row = ["0,0 0 d", "1,0 90 u"]
    moves = pieces(row, ["0 meeple road:e 0,0"], inns="tiles", traders="tiles")
    assert {move.split()[0] for move in moves} == {"meeple"}


def test_a_builder_joins_a_follower_of_its_seat_on_a_city_or_road() -> None:
    row = ["0,0 0 d", "1,0 90 u"]
    assert "builder road:e" in pieces(row, ["0 meeple road:e 0,0"], **ALL)
    assert "builder road:e" in pieces(row, ["0 big road:e 0,0"], **ALL)
    assert "builder road:e" not in pieces(row, **ALL)
    assert "builder road:e" not in pieces(row, ["1 meeple road:e 0,0"], **ALL)


def test_a_builder_never_stands_on_a_farm_or_monastery() -> None:
    moves = pieces(["0,0 0 b", "1,0 0 b"], ["0 meeple farm:nnw 0,0"], **ALL)
    assert [move for move in moves if move.startswith("builder")] == []


def test_builders_of_other_seats_do_not_matter() -> None:
    # Two roads with followers of both seats have been joined; seat 1 has its builder there.
    row = ["0,0 0 d", "1,0 90 u", "2,0 90 u", "3,0 90 u"]
    standing = ["0 meeple road:e 0,0", "1 meeple road:e 1,0", "1 builder road:e 2,0"]
    assert "builder road:e" in pieces(row, standing, **ALL)


def test_a_pig_joins_a_farmer_of_its_seat() -> None:
    row = ["0,0 0 b", "1,0 0 b"]
    assert "pig farm:nnw" in pieces(row, ["0 meeple farm:nnw 0,0"], **ALL)
    assert "pig farm:nnw" in pieces(row, ["0 big farm:nnw 0,0"], **ALL)
    assert "pig farm:nnw" not in pieces(row, **ALL)
    assert "pig farm:nnw" not in pieces(row, ["1 meeple farm:nnw 0,0"], **ALL)


def test_pigs_of_other_seats_do_not_matter() -> None:
    row = ["0,0 0 b", "1,0 0 b", "2,0 0 b", "3,0 0 b"]
    standing = ["0 meeple farm:nnw 0,0", "1 meeple farm:nnw 1,0", "1 pig farm:nnw 2,0"]
    assert "pig farm:nnw" in pieces(row, standing, **ALL)


def test_each_seat_has_one_builder_and_one_pig() -> None:
    row = ["0,0 0 d", "1,0 90 u", "2,0 90 u"]
    standing = ["0 meeple road:e 0,0", "0 builder road:e 1,0"]
    assert "builder road:e" not in pieces(row, standing, **ALL)
    meadow = ["0,0 0 b", "1,0 0 b", "2,0 0 b"]
    farmers = ["0 meeple farm:nnw 0,0", "0 pig farm:nnw 1,0"]
    assert "pig farm:nnw" not in pieces(meadow, farmers, **ALL)


def test_a_builder_does_not_bar_or_count() -> None:  # R12
    # Seat 0: follower and builder; seat 1: one follower: both win.
    tiles = ["0,0 270 a", "1,0 90 u", "2,0 90 u", "3,0 90 a"]
    standing = ["0 meeple road:e 0,0", "0 builder road:e 1,0", "1 meeple road:e 2,0"]
    match = position(tiles, standing, phase="piece", **ALL)
    play(match, "0 meeple none")
    assert [score.total for score in match.scores()] == [4, 4]


def test_a_move_that_is_not_listed_changes_nothing() -> None:
    match = start("v u")
    play(match, f"0 {match.legal_moves(0)[0]}")
    before = match.dump()
    with pytest.raises(rules.IllegalMove):
        match.play(0, "meeple city:n")
    assert match.dump() == before
