"""Everything sold, the same thing done over and over: no page fails."""

from __future__ import annotations

import random

import pytest

from accounts.models import User
from tests.games.table.limits import hobbyist, look_at_a_match, look_everywhere
from tests.games.table.reliability_at import PositionTable

from .rules.positions import pick, start

pytestmark = pytest.mark.usefixtures("no_failures")

KEY = "puerto_rico"
HOBBIES = ("build", "take", "builder", "settler", "mayor", "load", "craftsman")


def test_no_page_fails_in_a_match_of_people_with_hobbies(people: list[User]) -> None:
    look_at_a_match(KEY, hobbyist(*HOBBIES), people, "hobbyist")


@pytest.mark.parametrize("role", ["builder", "settler", "mayor", "craftsman", "captain", "trader"])
def test_a_match_with_everything_sold(role: str, people: list[User]) -> None:
    match = start(3)
    match.copies = [0] * len(match.copies)
    match.chips_left = 0
    pick(match, 0, role)
    look_everywhere(PositionTable(match, people), match, random.Random(1))
