"""What the API answers about one's own things and about matches is as its description says.

The answers to every other operation are checked in tests/portal/test_authorisation.py, where
everybody asks for everything.
"""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.models import Table
from tests.api.description import Description
from tests.clients import api_of
from tests.games.conftest import actor, legal, play_on, player, seats_of
from tests.portal.test_authorisation import World, addresses, of_running_table, world

__all__ = ["world"]

pytestmark = pytest.mark.same_everywhere


def test_every_call_that_only_reads_is_answered_as_described(world: World) -> None:
    description = Description()
    over = play_on(Table.objects.get(key=world.names["running"]), moves=10)
    host = player(seats_of(over)[0])
    for moves in (0, 10_000):  # in the middle of the match, and after it
        play_on(over, moves)
        client = api_of(host)
        for _name, route, method in addresses():
            path = of_running_table(route, world, is_of_api=True)
            if method == "get" and "<" not in path:
                cache.clear()  # which counts how often somebody asks
                answer = client.get(path)
                if answer.status_code < 300 and not answer.streaming:
                    description.check(answer, "the host")
    assert description.faults == []
    assert len(description.answered) > 30


def test_what_is_done_in_a_match_is_answered_as_described(table: Table) -> None:
    description = Description()
    seat = actor(table)
    client, address = api_of(player(seat)), f"/api/tables/{table.key}/"
    move = {"moves": legal(table, seat)[:1]}
    refused = []
    for name, body in (
        ("call-off/", {"agrees": False}),
        ("draft/", {"version": table.version, "step": 0, **move}),
        ("moves/", {"version": table.version, **move}),
        ("resign/", {}),
    ):
        answer = client.post(address + name, body, format="json")
        description.check(answer, "who is to move")
        if answer.status_code >= 300:
            refused.append((name, answer.text))
    assert refused == []
    assert description.faults == []
