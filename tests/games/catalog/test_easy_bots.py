"""Whoever is new to a game meets easy bots, and what they are like is said."""

from __future__ import annotations

import random

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games import bots
from games.bots import EASY, greedy
from games.bots.easy import MOVES_CONSIDERED, CasualBot
from games.models import Table
from tests import sample_titles
from tests.games.conftest import GAME
from tests.games.test_pages import signed_in
from tests.titles.barter import rules as barter

MOVES = 60


class Middle:
    """Always makes the legal move in the middle of the list."""

    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        listed = match.legal_moves(seat)
        return listed[len(listed) // 2]


class AtFirstSight(CasualBot):
    base_bot = Middle
    casual_every = 1


class Never(AtFirstSight):
    kinds = ()


def kind(move: str) -> str:
    return move.split(" ")[0]


@pytest.mark.parametrize("key", rules.catalogue())
def test_at_first_sight_it_makes_the_kind_of_move_that_the_other_bot_makes(key: str) -> None:
    match = rules.new_match(key, sample_titles.few_seats(key), seed="easy")
    rng, differ = random.Random(1), 0
    while not match.over and len(match.moves) < MOVES:
        seat = match.actors[0]
        listed, usual = match.legal_moves(seat), Middle().choose(match, seat, rng)
        move = bots.ask(AtFirstSight(), match, seat, rng)
        assert move in listed
        assert kind(move) == kind(usual)
        assert bots.ask(Never(), match, seat, rng) == usual
        differ += move != usual
        match.play(seat, move)
    assert differ


def test_at_first_sight_it_takes_what_brings_most_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.catalogue(), barter.GAME.key, barter.GAME)
    match = rules.new_match(barter.GAME.key, 2, seed="takes")
    while match.view(None)["phase"] != "turns":
        for seat in match.actors:
            match.play(seat, match.legal_moves(seat)[0])
    (seat,) = match.actors
    brought = {
        move: greedy.total_lead([match], seat, move)
        for move in match.legal_moves(seat)
        if kind(move) == kind(Middle().choose(match, seat, random.Random(1)))
    }
    assert len(brought) <= MOVES_CONSIDERED
    found = bots.ask(AtFirstSight(), match, seat, random.Random(1))
    assert brought[found] == max(brought.values())


def test_every_game_has_them_unless_it_has_its_own() -> None:
    for key in rules.catalogue():
        assert list(bots.levels(key))[1] == EASY


@pytest.mark.django_db
def test_the_first_match_is_against_easy_bots_and_says_so(people: list[User]) -> None:
    member = signed_in(people[0])
    page = play(member)
    assert "bot, easy" in page
    assert "Easy bots make some moves without thinking ahead." in page
    assert "bot, easy" not in play(member), "it is no longer the first"
    guest = Client()
    assert all("bot, easy" in play(guest) for _ in range(2))


def play(client: Client) -> str:
    answer = client.post(reverse("games:play_bots", args=[GAME]), follow=True)
    assert Table.objects.latest("pk").is_running
    return answer.content.decode()
