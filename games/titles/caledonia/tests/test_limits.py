"""Every upgrade made, full stocks, the same thing done over and over: no page fails."""

from __future__ import annotations

import random

import pytest

from accounts.models import User
from tests.games.table.limits import hobbyist, look_at_a_match, look_everywhere
from tests.games.table.reliability_at import PositionTable

from ..rules.components import MAX_SHIPPING, MERCHANTS, ROUNDS, TECHS
from .rules.positions import round_1_table

pytestmark = pytest.mark.usefixtures("no_failures")

KEY = "caledonia"
HOBBIES = ("ship", "expand", "tech", "hire", "fulfil", "take", "sell", "buy")


def test_no_page_fails_in_a_match_of_people_with_hobbies(people: list[User]) -> None:
    look_at_a_match(KEY, hobbyist(*HOBBIES), people, "hobbyist")


def test_a_match_with_every_upgrade_and_full_stocks(people: list[User]) -> None:
    table = round_1_table(2)
    match = table.match
    match.round = ROUNDS
    for player in match.players:
        player.shipping, player.techs = MAX_SHIPPING, (1 << len(TECHS)) - 1
        player.merchants, player.hirable = MERCHANTS, 0
        player.money, player.goods = 150, [9] * len(player.goods)
    table.clear_caches()
    look_everywhere(PositionTable(match, people), match, random.Random(1), most=12)
