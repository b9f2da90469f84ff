"""The same turn with different ends, sent at once: it is played once, and nobody is told more."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.models import Move, Seat, Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from tests import sample_titles
from tests.clients import signed_in
from tests.secrets.worlds import start_table

pytestmark = pytest.mark.django_db(transaction=True)
RACES = 4
MOST_MOVES = 150
TAILS = ("", "zzz", "pass", "end", "done")


def revealing_moves(match: rules.Match, seat: int) -> list[str]:
    found = []
    for move in match.legal_moves(seat):
        trial = match.copy()
        trial.play(seat, move)
        if trial.reveals > match.reveals:
            found.append(move)
    return found


def race(clients: list[Client], table: Table, move: str) -> list[tuple[int, dict[str, Any]]]:
    """Each client sends the move with another tail, all at once; what they are answered."""
    gate = threading.Barrier(len(clients))
    answers: list[tuple[int, dict[str, Any]]] = []
    address = reverse("api:moves", args=[table.key])

    def send(client: Client, tail: str) -> None:
        try:
            data = {"version": table.version, "moves": [move, tail] if tail else [move]}
            gate.wait(10)
            answer = client.post(address, data, content_type="application/json")
            answers.append((answer.status_code, answer.json()))
        finally:
            connection.close()

    pairs = zip(clients, TAILS, strict=True)
    threads = [threading.Thread(target=send, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(answers) == len(clients), "somebody waits for ever"
    return answers


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_turn_sent_with_many_ends_at_once_is_played_once(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True
    )
    rng = random.Random(f"races {game}")
    table = start_table(game, sample_titles.three_seats(game))
    races = 0
    for _ in range(MOST_MOVES):
        table = Table.objects.get(pk=table.pk)
        if not table.is_running or races == RACES:
            break
        seat = rng.choice(list(table.seat_set.filter(waiting_since__isnull=False)))
        assert isinstance(seat.user, User)
        match = load_match(table)
        found = revealing_moves(match, seat.number)
        if not found:
            move = rng.choice(match.legal_moves(seat.number))
            player_actions.confirm(table.key, seat.user, table.version, [move])
            continue
        move = rng.choice(found)
        answers = race([signed_in(seat.user) for _ in TAILS], table, move)
        check_played_once(table, seat, move, answers)
        races += 1
    assert races


def check_played_once(
    table: Table, seat: Seat, move: str, answers: list[tuple[int, dict[str, Any]]]
) -> None:
    entered = Move.objects.filter(table=table, version__gt=table.version, by=Move.Source.PERSON)
    first = [m.text for m in entered.filter(seat=seat.number).order_by("number")]
    assert first[0] == move
    assert len(first) <= 1 + len(TAILS)
    for status, data in answers:
        assert status == 200, "the turn was in the match, or put there: nobody is refused unpaid"
        assert data["played"] >= 1
        assert data["version"] > table.version
