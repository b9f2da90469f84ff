"""Matches that count without being long."""

import pytest

from games.ratings import participation
from tests.games.conftest import new_table, table

__all__ = ["new_table", "table"]


@pytest.fixture
def soon_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match counts as played from its first move on."""
    monkeypatch.setattr(participation, "required_moves", lambda table: 0)
