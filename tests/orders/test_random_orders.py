"""Random matches with random orders; `python -m benchmarks.orders` plays a thousand of each."""

from __future__ import annotations

import pytest

import games.rules as rules
from benchmarks.orders import series

pytestmark = pytest.mark.same_everywhere

MATCHES = range(3)


@pytest.mark.parametrize("game", rules.catalogue())
def test_what_orders_play_is_legal_tells_nothing_and_ends(game: str) -> None:
    found = series(game, MATCHES)
    assert found.wrong == []
    assert found.matches == len(MATCHES)
    assert found.ordered
