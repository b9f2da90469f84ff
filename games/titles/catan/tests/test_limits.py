"""An empty bank, the best wagon, the same thing done over and over: no page fails."""

from __future__ import annotations

import random

import pytest

from accounts.models import User
from tests.games.table.limits import hobbyist, look_at_a_match, look_everywhere
from tests.games.table.reliability_at import PositionTable

from ..rules.components import CARDS, TOP_LEVEL
from .rules.positions import deal, empty_bank, enter_wagon_phase, main_phase_match

pytestmark = pytest.mark.usefixtures("no_failures")

KEY = "catan"
HOBBIES = ("road", "settlement", "city", "buy", "upgrade", "play", "go")


def test_no_page_fails_in_a_match_of_people_with_hobbies(people: list[User]) -> None:
    look_at_a_match(KEY, hobbyist(*HOBBIES), people, "hobbyist")


def test_a_match_with_an_empty_bank_and_no_card_left(people: list[User]) -> None:
    match = main_phase_match(3)
    empty_bank(match, to=0)
    deal(match, 0, *(CARDS[kind] for kind in match.deck))
    look_everywhere(PositionTable(match, people), match, random.Random(1), most=12)


def test_a_match_with_the_best_wagon(people: list[User]) -> None:
    match = main_phase_match(3, scenario="traders")
    match.level[:] = [TOP_LEVEL] * len(match.level)
    empty_bank(match, to=0)
    table = PositionTable(match, people)
    look_everywhere(table, match, random.Random(1), most=12)
    look_everywhere(table, enter_wagon_phase(match), random.Random(1))
