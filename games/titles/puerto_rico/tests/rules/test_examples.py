"""Worked examples and whole recorded games, move by move, with all their checks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import games.rules as rules

EXAMPLES = json.loads((Path(__file__).parent / "examples.json").read_text())


def legal_includes(match: rules.Match, expected: tuple[int, list[str]]) -> None:
    seat, moves = expected
    assert set(moves) <= set(match.legal_moves(seat))


def legal_excludes(match: rules.Match, expected: tuple[int, list[str]]) -> None:
    seat, moves = expected
    assert not set(moves) & set(match.legal_moves(seat))


def legal_count(match: rules.Match, expected: tuple[int, int]) -> None:
    seat, n = expected
    assert len(match.legal_moves(seat)) == n


def breakdown(match: rules.Match, expected: dict[str, dict[str, int]]) -> None:
    scores = match.scores()
    for seat, points in expected.items():
        assert scores[int(seat)].breakdown.items() >= points.items()


def actors(match: rules.Match, expected: list[int]) -> None:
    assert list(match.actors) == expected


def over(match: rules.Match, expected: bool) -> None:
    assert match.over is expected


def totals(match: rules.Match, expected: list[int]) -> None:
    assert [score.total for score in match.scores()] == expected


def ranks(match: rules.Match, expected: list[int]) -> None:
    assert [score.rank for score in match.scores()] == expected


CHECKS: dict[str, Callable[[rules.Match, Any], None]] = {
    "actors": actors,
    "legal_includes": legal_includes,
    "legal_excludes": legal_excludes,
    "legal_count": legal_count,
    "scores": totals,
    "ranks": ranks,
    "breakdown": breakdown,
    "over": over,
}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_recorded_example_plays_as_checked(example: dict[str, Any]) -> None:
    match = rules.new_match(
        "puerto_rico", example["seats"], example["options"], seed="", script=example["script"]
    )
    checked = 0
    for played in range(len(example["moves"]) + 1):
        for check in example["checks"]:
            if check["after"] == played:
                for key in check.keys() - {"after"}:
                    CHECKS[key](match, check[key])
                checked += 1
        if played < len(example["moves"]):
            match.play(*example["moves"][played])
    assert checked == len(example["checks"])
