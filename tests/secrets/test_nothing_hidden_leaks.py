"""Whole random matches through pages, API and log: two worlds that a seat cannot tell apart look
the same to it, wherever it looks, and the seed is nowhere before the end."""

from __future__ import annotations

import random

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.clocks import BY_KEY
from games.lobby import gathering
from games.models import Move, Seat, Table
from games.table import play
from tests import sample
from tests.clients import signed_in
from tests.secrets.worlds import VARYING, people, redealt

pytestmark = pytest.mark.same_everywhere

CHECKS = 6
MOST_MOVES = 90
PLACES = (
    "games:table",
    "games:fragment",
    "games:log",
    "games:replay",
    "api:table",
    "api:log",
    "api:clocks",
)


def seen(client: Client, table: Table) -> dict[str, bytes]:
    """Everything that this visitor is shown of a table, all its news seen before."""
    table.seat_set.update(seen_move=table.move_count)
    found = {}
    for place in PLACES:
        headers = {"HX-Request": "true"} if place == "games:fragment" else {}
        answer = client.get(reverse(place, args=[table.key]), headers=headers)
        assert answer.status_code == 200, (place, answer.status_code)
        found[place] = VARYING.sub(b"", answer.content)
    return found


def sit_down(game: str, users: list[User]) -> Table:
    """A running table of these people."""
    table = gathering.open_table(users[0], game, len(users), {}, BY_KEY["week"].clock)
    for user in users[1:]:
        gathering.join(table.key, user)
    return Table.objects.get(pk=table.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("game", rules.catalogue())
def test_no_page_api_answer_or_log_line_tells_a_secret(game: str, settings, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("rest_framework.throttling.AnonRateThrottle.rate", None, raising=False)
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", _always)
    rng = random.Random(f"secrets {game}")
    users = people(sample.three_seats(game))
    table = sit_down(game, users)
    visitors = {None: signed_in(None)}
    checked = 0
    for number in range(MOST_MOVES):
        table = Table.objects.get(pk=table.pk)
        if not table.is_running:  # a short match: another one
            table = sit_down(game, users)
            visitors = {None: visitors[None]}
        for seat in table.seat_set.select_related("user"):
            if seat.number not in visitors:
                visitors[seat.number] = signed_in(seat.user)
        if number % (MOST_MOVES // CHECKS) == 0:
            checked += 1
            look_around(table, visitors, rng)
        seat = rng.choice(list(table.seat_set.filter(waiting_since__isnull=False)))
        move = rng.choice(play.load(table).legal_moves(seat.number))
        assert seat.user is not None
        play.confirm(table.key, seat.user, table.version, [move])
    assert checked == CHECKS


def _always(*args: object) -> bool:
    return True


def look_around(table: Table, visitors: dict[int | None, Client], rng: random.Random) -> None:
    real = table.state
    for eyes, client in visitors.items():
        before = seen(client, table)
        for place, content in before.items():
            assert table.seed.encode() not in content, f"the seed is shown in {place}"
        Table.objects.filter(pk=table.pk).update(state=redealt(table, eyes, rng))
        from django.core.cache import cache

        cache.clear()
        after = seen(client, table)
        Table.objects.filter(pk=table.pk).update(state=real)
        cache.clear()
        for place in ("games:table", "games:fragment", "api:table"):
            assert before[place] == after[place], f"{place} tells seat {eyes} a secret"
    check_journal(table, visitors)


def check_journal(table: Table, visitors: dict[int | None, Client]) -> None:
    """No log gives a seat the notation or the private events of another seat's move."""
    private = [
        (move.number, event[3])
        for move in Move.objects.filter(table=table)
        for event in move.events
        if event[3] is not None
    ]
    for eyes, client in visitors.items():
        log = client.get(reverse("api:log", args=[table.key])).json()["entries"]
        shown = {entry["number"]: entry for entry in log}
        for entry in log:
            assert entry["move"] is None or entry["seat"] == eyes
        for number, audience in private:
            if audience == eyes or number not in shown:
                continue
            row = Move.objects.get(table=table, number=number)
            public = [[e[0], e[1], e[2]] for e in row.events if e[3] in (None, eyes)]
            assert [[e["kind"], e["seat"], e["data"]] for e in shown[number]["events"]] == public


@pytest.mark.django_db
def test_a_draft_is_seen_by_its_own_seat_alone() -> None:
    users = people(2)
    table = gathering.open_table(users[0], sample.usual(), 2, {}, BY_KEY["week"].clock)
    gathering.join(table.key, users[1])
    table = Table.objects.get(pk=table.pk)
    seat = table.seat_set.get(waiting_since__isnull=False)
    other = table.seat_set.exclude(pk=seat.pk).get()
    visitors = [signed_in(other.user), signed_in(None)]
    before = [seen(client, table) for client in visitors]
    match = play.load(table)
    listed = match.legal_moves(seat.number)
    move = next(one for one in listed if sample.leaves_to_move(match, seat.number, one))
    play.draft(table.key, seat.user, table.version, 0, [move])  # type: ignore[arg-type]
    assert Seat.objects.get(pk=seat.pk).draft == [move]
    assert [seen(client, table) for client in visitors] == before
