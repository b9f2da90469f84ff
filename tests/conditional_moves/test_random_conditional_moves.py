"""Random matches with random orders; `python -m benchmarks.conditional_moves` plays a thousand
of each.
"""

from __future__ import annotations

import pytest

import games.rules as rules
from benchmarks.conditional_moves import series

pytestmark = pytest.mark.same_everywhere

MATCHES = range(3)


@pytest.mark.parametrize("game", rules.catalogue())
def test_what_orders_play_is_legal_tells_nothing_and_ends(game: str) -> None:
    found = series(game, MATCHES)
    assert found.wrong == []
    assert found.matches == len(MATCHES)
    assert found.ordered
