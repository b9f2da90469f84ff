"""A match that programs may play on: it tells nothing that their seat does not know."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

import games.rules as rules
from accounts.models import User
from games.api import redeal_views
from games.bots import ask, levels
from games.models import Table
from games.rules import FastChance
from games.table.session.loader import load_match
from tests import sample_titles
from tests.games.conftest import actor, player, seats_of

ClientOf = Callable[[User], APIClient]


@pytest.mark.same_everywhere
def test_it_is_the_match_as_my_seat_knows_it_and_can_be_played_on(
    table: Table, client_of: ClientOf
) -> None:
    seat = actor(table)
    answer = client_of(player(seat)).get(reverse("api:redealt", args=[table.key])).json()
    assert answer["version"] == table.version
    dealt, real = rules.load(table.game, answer["match"]), load_match(table)
    assert dealt.view(seat.number) == real.view(seat.number)
    assert dealt.legal_moves(seat.number) == real.legal_moves(seat.number)
    move = ask(levels(table.game)["steady"](), dealt, seat.number, random.Random(1))
    assert move in real.legal_moves(seat.number)


@pytest.mark.same_everywhere
def test_it_has_neither_the_seed_nor_what_is_hidden(table: Table, client_of: ClientOf) -> None:
    """Twice asked, what nobody may know is dealt twice."""
    address = reverse("api:redealt", args=[table.key])
    mine = client_of(player(actor(table)))
    answers = [mine.get(address) for _ in range(2)]
    assert table.seed not in answers[0].content.decode()
    assert "moves" not in answers[0].json()["match"]
    chances = [answer.json()["match"]["chance"] for answer in answers]
    assert chances[0] != chances[1]
    assert load_match(table).dump(history=False)["chance"] not in chances


@pytest.mark.same_everywhere
@pytest.mark.parametrize("game", rules.catalogue())
def test_it_is_the_same_in_every_world_that_the_seat_may_be_in(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the letter, with the same chance: there is nothing in it to tell them apart by."""
    monkeypatch.setattr(redeal_views.secrets, "randbits", lambda _bits: 7)
    monkeypatch.setattr(redeal_views.secrets, "token_hex", lambda _bytes: "7")
    seats = rules.get(game).seats[-1]
    for match in itertools.islice(sample_titles.positions(rules.get(game), seats), 0, 100, 11):
        for seat in (*range(seats), None):
            dumps = [
                json.dumps(redeal_views.redeal(world, seat))
                for world in (match, match.determinize(seat, FastChance(random.Random(1))))
            ]
            assert dumps[0] == dumps[1], seat


@pytest.mark.same_everywhere
def test_an_onlooker_gets_what_onlookers_know(
    table: Table, people: list[User], client_of: ClientOf
) -> None:
    assert people[4].pk not in {seat.user_id for seat in seats_of(table)}
    answer = client_of(people[4]).get(reverse("api:redealt", args=[table.key]))
    dealt = rules.load(table.game, answer.json()["match"])
    assert dealt.view(None) == load_match(table).view(None)


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_a_table_that_does_not_run_has_none(people: list[User], client_of: ClientOf) -> None:
    client = client_of(people[0])
    wish = {"game": next(iter(rules.catalogue())), "seats": 2}
    key = client.post(reverse("api:tables"), wish).json()["key"]
    answer = client.get(reverse("api:redealt", args=[key]))
    assert (answer.status_code, answer.json()["error"]) == (409, "not_running")
