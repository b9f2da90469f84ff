"""Whoever is new to a game meets easy bots, and the handicap is said."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games import bots
from games.bots import EASY, ONE_IN
from games.bots.easy import Easy
from games.models import Table
from tests.games.conftest import GAME
from tests.games.test_pages import signed_in


class First:
    """Always makes the first legal move."""

    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        return match.legal_moves(seat)[0]


def test_one_decision_in_so_many_is_left_to_chance() -> None:
    match = rules.new_match(GAME, rules.get(GAME).seats[0], seed="easy")
    seat, rng = match.actors[0], random.Random(1)
    legal = match.legal_moves(seat)
    assert len(legal) > 1
    made = Counter(Easy(First()).choose(match, seat, rng) for _ in range(300))
    assert set(made) == set(legal)
    usual = 1 - (1 - 1 / len(legal)) / ONE_IN
    assert abs(made[legal[0]] / 300 - usual) < 0.1


def test_every_game_has_them_unless_it_has_its_own() -> None:
    for key in rules.catalogue():
        assert list(bots.levels(key))[1] == EASY


@pytest.mark.django_db
def test_the_first_match_is_against_easy_bots_and_says_so(people: list[User]) -> None:
    member = signed_in(people[0])
    page = play(member)
    assert "bot, easy" in page
    assert f"Easy bots leave one decision in {ONE_IN} to chance." in page
    assert "bot, easy" not in play(member), "it is no longer the first"
    guest = Client()
    assert all("bot, easy" in play(guest) for _ in range(2))


def play(client: Client) -> str:
    answer = client.post(reverse("games:play_bots", args=[GAME]), follow=True)
    assert Table.objects.latest("pk").is_running
    return answer.content.decode()
