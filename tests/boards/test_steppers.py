"""Moves that differ by a number alone are one stepper."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.template import engines

import games.rules as rules
from games.boards.base import Presenter
from games.boards.steppers import Stepper, stepper_for
from games.boards.view_models import MoveChoice, MoveGroup

STEPPER = "games/boards/stepper.html"


def labels(*moves: str) -> dict[str, str]:
    return {move: f"“{move}”" for move in moves}


def draws(*numbers: int) -> MoveGroup:
    return MoveGroup("Draw", [MoveChoice(f"draw {n}", f"“draw {n}”") for n in numbers])


def test_moves_that_differ_by_a_number_are_a_stepper() -> None:
    found = stepper_for(labels("draw 2", "draw 1", "draw 4", "draw 3"))
    assert found == Stepper("draw %n", 1, ["“draw 1”", "“draw 2”", "“draw 3”", "“draw 4”"])
    assert found.most == 4


def test_the_number_may_stand_anywhere() -> None:
    found = stepper_for(labels(*(f"sell {n} milk" for n in range(5))))
    assert found is not None
    assert (found.form, found.least, found.most) == ("sell %n milk", 0, 4)


@pytest.mark.parametrize(
    "moves",
    [
        ["draw 1", "draw 2", "draw 3"],  # few enough to be buttons
        ["draw 1", "draw 2", "draw 3", "draw 5"],
        ["draw 1", "draw 2", "draw 3", "draw all"],
        ["draw 1", "draw 2", "draw 3", "draw 4 more"],
        ["sell 1 milk", "sell 2 milk", "sell 3 milk", "sell 4 wool"],
    ],
)
def test_other_moves_stay_buttons(moves: list[str]) -> None:
    assert stepper_for(labels(*moves)) is None


def test_only_a_number_that_counts_is_a_stepper() -> None:
    show = Presenter(next(iter(rules.catalogue().values())))
    assert show.steps(draws(1, 2, 3, 4)) is None
    show.stepper_verbs = frozenset({"draw"})
    assert show.steps(draws(1, 2, 3, 4)) is not None


def test_a_group_is_drawn_with_the_most_preset_and_its_labels_on_the_button() -> None:
    compiled: Any = engines["jinja2"].get_template(STEPPER)
    drawn = compiled.template.environment.from_string(
        f'{{% from "{STEPPER}" import numbered %}}{{{{ numbered("draws", "Draw", steps) }}}}'
    ).render(steps=stepper_for(labels("draw 1", "draw 2", "draw 3", "draw 4")))
    assert 'data-each="draw %n"' in drawn
    assert 'value="4" min="1" max="4"' in drawn
    said = json.dumps(list(labels("draw 1", "draw 2", "draw 3", "draw 4").values()))
    assert f'data-says="{said.replace(chr(34), "&#34;")}"' in drawn
