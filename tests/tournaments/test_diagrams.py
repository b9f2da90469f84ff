"""Drawings of tournaments: who stands beside whom, and which lines lead where."""

from __future__ import annotations

import itertools

import pytest

from games.tournaments import diagrams
from games.tournaments.formats.double_elimination import (
    DoubleElimination,
    DoubleEliminationSettings,
)
from games.tournaments.formats.knockout import Knockout, KnockoutSettings
from games.tournaments.formats.swiss import Swiss, SwissSettings
from tests.tournaments.test_formats import finish_tables, make_state, start_round, to_the_end

pytestmark = pytest.mark.same_everywhere


def names(count: int) -> dict[int, str]:
    return {one: f"Person {one}" for one in range(1, count + 1)}


def test_a_bracket_of_two_has_one_line_from_each_table_and_none_cross() -> None:
    state = to_the_end(Knockout(), make_state(KnockoutSettings(), 16))
    tree = diagrams.bracket_diagram(state, names(16))
    assert [one["number"] for one in tree["rounds"]] == [1, 2, 3, 4]
    assert len(tree["boxes"]) == 15
    assert len(tree["lines"]) == 14
    for column in tree["rounds"]:
        there = [box for box in tree["boxes"] if box["x"] == column["x"]]
        for one, other in itertools.pairwise(there):
            assert one["y"] + one["height"] < other["y"]
    # the two that lead to a table stand around it
    first, second, third = (
        [box["y"] + box["height"] / 2 for box in tree["boxes"] if box["round"] == number]
        for number in (1, 2, 3)
    )
    for before, after in ((first, second), (second, third)):
        assert after == [
            (one + other) / 2 for one, other in zip(before[::2], before[1::2], strict=True)
        ]


def test_who_has_lost_once_stands_below_and_comes_back_for_the_final() -> None:
    state = to_the_end(DoubleElimination(), make_state(DoubleEliminationSettings(), 8))
    tree = diagrams.bracket_diagram(state, names(8))
    upper = [box for box in tree["boxes"] if box["y"] < tree["lower"]]
    lower = [box for box in tree["boxes"] if box["y"] > tree["lower"]]
    unbeaten = [len([box for box in upper if box["round"] == number]) for number in (1, 2, 3)]
    assert unbeaten == [4, 2, 1]
    assert all(box["round"] > 1 for box in lower)
    ends = {line.rsplit("H", 1)[0].rsplit("V", 1)[1] for line in tree["lines"]}
    assert len(lower) + len(upper) == len(tree["boxes"])
    assert any(int(end) > tree["lower"] for end in ends)
    finals = [box for box in upper if box["round"] == tree["rounds"][-1]["number"]]
    assert len(finals) == 1


def test_long_rounds_are_left_to_the_list() -> None:
    state = finish_tables(start_round(Knockout(), make_state(KnockoutSettings(), 256)))
    assert diagrams.bracket_diagram(state, names(256)) == {}
    state = to_the_end(Knockout(), state)
    assert diagrams.bracket_diagram(state, names(256))["first"] == 3


def test_curves_end_where_the_standings_are() -> None:
    state = finish_tables(start_round(Swiss(), make_state(SwissSettings(rounds=3), 8)))
    assert diagrams.points_chart(state, [1, 2]) == {}
    state = to_the_end(Swiss(), state)
    lines = Swiss().standings(state)
    graph = diagrams.points_chart(state, [line.entrant for line in lines[:2]])
    assert [one["number"] for one in graph["rounds"]] == [1, 2, 3]
    assert graph["most"] == lines[0].points
    assert graph["lines"][0].split()[-1] == f"{diagrams.CHART_WIDTH}.0,0.0"
