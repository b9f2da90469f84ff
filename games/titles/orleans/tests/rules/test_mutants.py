"""The title got wrong: the laws of the contract tests notice what it tells and forgets."""

from __future__ import annotations

from typing import Any

import pytest

import games.rules as rules
from tests.rules import contract
from tests.rules.mutants.injection import enter, forget, law_broken_by, publicize_events

from ...rules import planning_phase

KEY = "orleans"


@pytest.mark.parametrize("kind", ["place"])
def test_whoever_tells_a_secret_breaks_the_law_of_private_events(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = enter(monkeypatch, rules.get(KEY), publicize_events(KEY, kind))
    assert law_broken_by(game, 3) == contract.PRIVATE


@pytest.mark.parametrize(("name", "options"), [("plans", {}), ("hourglass", {})])
def test_forgotten_reveal_breaks_a_law(
    name: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch, name)
    assert law_broken_by(rules.get(KEY), 3, options) in (contract.REVEALS, contract.ONLOOKERS)


def test_plans_that_reveal_only_if_there_are_any_break_the_law_of_reveals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So the last seat was once told whether the others had planned anything."""
    show = planning_phase.reveal_plans

    def show_if_any(state: Any) -> str:
        before = state.chance.reveals
        stage = show(state)
        if not state._events[-1].data["plans"]:
            state.chance.reveals = before - 1
        return stage

    monkeypatch.setattr(planning_phase, "reveal_plans", show_if_any)
    assert law_broken_by(rules.get(KEY), 2) in (contract.REVEALS, contract.ONLOOKERS)
