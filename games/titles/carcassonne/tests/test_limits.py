"""The same thing done over and over, until nothing of it is left: no page fails."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.games.table.limits import hobbyist, look_at_a_match

pytestmark = pytest.mark.usefixtures("no_failures")

KEY = "carcassonne"
HOBBIES = ("meeple", "big", "builder", "pig", "farm")


def test_no_page_fails_in_a_match_of_people_with_hobbies(people: list[User]) -> None:
    look_at_a_match(KEY, hobbyist(*HOBBIES), people, "hobbyist")
