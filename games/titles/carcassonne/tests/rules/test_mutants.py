"""The title got wrong: the laws of the contract tests notice what it tells and forgets."""

from __future__ import annotations

import pytest

import games.rules as rules
from tests.rules import contract
from tests.rules.mutants.injection import enter, forget, law_broken_by, publicize_events

KEY = "carcassonne"


@pytest.mark.parametrize("kind", ["draw"])
def test_whoever_tells_a_secret_breaks_the_law_of_private_events(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = enter(monkeypatch, rules.get(KEY), publicize_events(KEY, kind))
    assert law_broken_by(game, 3, {"hand": "3"}) == contract.PRIVATE


@pytest.mark.parametrize(("name", "options"), [("tiles", {})])
def test_forgotten_reveal_breaks_a_law(
    name: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch, name)
    assert law_broken_by(rules.get(KEY), 3, options) in (contract.REVEALS, contract.ONLOOKERS)
