"""What the board page is told about features, and the match as text."""

from __future__ import annotations

import pytest

from ...rules import feature_at
from .positions import position, start


def test_the_view_describes_every_feature_with_a_piece() -> None:
    tiles = ["0,0 0 d", "1,0 90 u", "0,1 90 f"]
    match = position(tiles, ["0 meeple road:e 0,0", "1 meeple city:n 0,1"])
    road, city = match.view(None)["features"]
    assert road == {
        "kind": "road",
        "cells": [[0, 0], [1, 0]],
        "segments": [[0, 0, "road:e"], [1, 0, "road:e"]],
        "open": 2,
        "pieces": [[0, 0, "road:e", 0, "meeple"]],
        "winners": [0],
        "points": 2,
        "finished": 2,
        "by_seat": {"0": [2, 2]},
    }
    assert (city["kind"], city["winners"], city["open"]) == ("city", [1], 1)
    assert (city["points"], city["finished"]) == (3, 6)


def test_a_monastery_counts_the_cells_around_it() -> None:
    match = position(["0,0 0 b", "1,0 0 b"], ["0 meeple monastery 0,0"])
    (monastery,) = match.view(0)["features"]
    assert (monastery["points"], monastery["finished"], monastery["open"]) == (2, 9, 7)


def test_a_farm_says_what_it_is_worth_now_and_once_its_cities_are_complete() -> None:
    tiles = ["0,0 0 e", "0,1 180 e", "1,0 0 e"]
    standing = ["0 meeple farm:ene 0,0", "0 pig farm:ene 1,0"]
    match = position(tiles, standing, traders="all")
    (farm,) = match.view(0)["features"]
    assert (farm["kind"], farm["points"], farm["finished"]) == ("farm", 4, 8)
    assert farm["by_seat"] == {"0": [4, 8]}


def test_leaders_of_a_farm_may_differ_by_their_pigs() -> None:
    tiles = ["0,0 0 e", "0,1 180 e", "1,0 0 b", "2,0 0 b"]
    standing = ["0 meeple farm:ene 0,0", "1 meeple farm:nnw 1,0", "1 pig farm:nnw 2,0"]
    (farm,) = position(tiles, standing, traders="all").view(0)["features"]
    assert farm["winners"] == [0, 1]
    assert farm["by_seat"] == {"0": [3, 3], "1": [4, 4]}
    assert farm["points"] == 4


def test_by_the_first_edition_a_farm_shows_what_its_seats_get_for_its_cities() -> None:
    tiles = ["0,0 0 e", "0,1 180 e"]
    standing = ["0 meeple farm:ene 0,0", "1 meeple farm:nnw 0,1"]
    match = position(tiles, standing, farms="first")
    assert [farm["by_seat"] for farm in match.view(0)["features"]] == [
        {"0": [3, 3]},
        {"1": [3, 3]},
    ]


def test_an_empty_feature_is_described_as_for_a_lone_follower() -> None:
    match = position(["0,0 0 e", "0,1 90 f"])
    before = match.dump()
    city = feature_at(match, 0, 1, "city:n")
    assert (city["winners"], city["pieces"], city["by_seat"]) == ([], [], {})
    assert (city["points"], city["finished"], city["cells"]) == (3, 6, [[0, 0], [0, 1]])
    assert match.dump() == before


def test_a_feature_with_pieces_is_the_same_from_each_of_its_segments() -> None:
    match = position(["0,0 0 d", "1,0 90 u"], ["0 meeple road:e 0,0"])
    (road,) = match.view(None)["features"]
    assert feature_at(match, 0, 0, "road:e") == feature_at(match, 1, 0, "road:e") == road


def test_a_segment_that_is_not_there_is_a_key_error() -> None:
    match = start("v u")
    with pytest.raises(KeyError):
        feature_at(match, 0, 0, "city:s")
    with pytest.raises(KeyError):
        feature_at(match, 5, 5, "city:n")
    with pytest.raises(KeyError):
        feature_at(match, -1, 256, "city:n")


def test_a_match_prints_its_board_and_its_seats() -> None:
    match = position(["0,0 0 d", "1,0 90 u"], ["1 meeple road:e 0,0"], pile="v v v")
    lines = str(match).splitlines()
    assert lines[0].split() == ["0", "d^1", "u>"]
    assert lines[1].split() == ["0", "1"]
    assert lines[2] == "seat 0 to place; 3 tiles in the pile"
    assert lines[4] == "seat 1: 0 points; u; 6 meeple"
