"""Every title driven to where a match seldom comes; what is special to one is in its own tests."""

from __future__ import annotations

import pytest

import games.rules as rules
from accounts.models import User
from tests.games.table.limits import adventurer, look_at_a_match

pytestmark = [pytest.mark.same_everywhere, pytest.mark.usefixtures("no_failures")]


@pytest.mark.parametrize("key", sorted(rules.catalogue()))
def test_no_page_fails_anywhere_in_a_match(key: str, people: list[User]) -> None:
    look_at_a_match(key, adventurer, people, "adventurer")
