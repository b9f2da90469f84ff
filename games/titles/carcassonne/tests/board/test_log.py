"""What the log says of the points at the end of a match."""

from __future__ import annotations

from games.boards import presenter
from games.boards.fallback import fallback_log_lines
from games.rules import Event

from .test_board import walk

SHOW = presenter("carcassonne")
NAMES = ("Ann", "Bob")


def points(seat: int, amount: int, reason: str, *pieces: list[object]) -> Event:
    data = {"amount": amount, "reason": reason, "cells": [], "followers": list(pieces)}
    return Event("score", seat, data)


def log_lines(*events: Event) -> list[str]:
    return [line.text for line in fallback_log_lines(SHOW, events, NAMES)]


def test_log_names_an_unfinished_feature_and_its_place() -> None:
    road = points(0, 3, "unfinished", [2, -1, "road:n", 0, "meeple"])
    assert log_lines(road) == ["Ann gets 3 points for an unfinished road (2 east, 1 south)."]
    both = [[0, 1, "monastery", 1, "meeple"], [0, 1, "monastery", 0, "meeple"]]
    assert log_lines(points(0, 7, "unfinished", *both)) == [
        "Ann gets 7 points for an unfinished monastery (1 north)."
    ]


def test_log_tells_equal_features_of_a_player_together() -> None:
    city = points(1, 2, "unfinished", [3, 0, "city:e", 1, "meeple"])
    lines = log_lines(
        points(0, 1, "unfinished", [1, 0, "city:e", 0, "meeple"]),
        city,
        points(0, 4, "unfinished", [0, 2, "city:s", 0, "meeple"]),
        points(0, 6, "farms", [0, 3, "farm:n", 0, "meeple"]),
        points(0, 9, "farms", [0, 4, "farm:n", 0, "meeple"]),
    )
    assert lines == [
        "Ann gets 5 points for 2 unfinished cities (1: 1 east; 4: 2 north).",
        "Bob gets 2 points for an unfinished city (3 east).",
        "Ann gets 15 points for 2 farms (6: 3 north; 9: 4 north).",
    ]


def test_log_of_the_last_move_has_no_two_equal_lines() -> None:
    for seed in range(3):
        *_before, (match, _seat, events) = walk(seed, 2, traders="all")
        assert match.over
        lines = log_lines(*events)
        assert len(set(lines)) == len(lines)
        assert not [line for line in lines if "something" in line]
