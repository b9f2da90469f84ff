"""Staff who set a table back to an earlier move."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Table
from games.table.actions.rollback import roll_back_table
from tests.games.conftest import fresh

REASON = "A ship was loaded twice."

Back = Callable[[Table, int], Table]


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("staffa", "staffa@example.org", None, is_staff=True)


@pytest.fixture
def back(staff: User) -> Back:
    """Set a table back to a move."""

    def act(table: Table, to_move: int) -> Table:
        roll_back_table(table.key, to_move, staff, REASON, fresh(table).version)
        return fresh(table)

    return act
