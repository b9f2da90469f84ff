"""The title got wrong: the laws of the contract tests notice a forgotten reveal."""

from __future__ import annotations

import pytest

import games.rules as rules
from tests.rules import contract
from tests.rules.mutants.injection import forget, law_broken_by

KEY = "puerto_rico"


@pytest.mark.parametrize(("name", "options"), [("row", {}), ("placement", {})])
def test_forgotten_reveal_breaks_a_law(
    name: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch, name)
    assert law_broken_by(rules.get(KEY), 3, options) in (contract.REVEALS, contract.ONLOOKERS)
