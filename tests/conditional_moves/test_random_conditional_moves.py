"""Random matches with random conditional moves."""

from __future__ import annotations

import pytest

import games.rules as rules

from .random_matches import series

pytestmark = pytest.mark.same_everywhere

MATCHES = range(3)


@pytest.mark.parametrize("game", rules.catalogue())
def test_conditional_moves_are_legal_reveal_nothing_and_end(game: str) -> None:
    found = series(game, MATCHES)
    assert found.wrong == []
    assert found.matches == len(MATCHES)
    assert found.answers
