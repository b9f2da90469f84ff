"""The stream of events: what it tells, what it tells again, when it ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.tokens import Scope, create_token
from games.api import stream_views
from games.lobby.admission import invitations
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import ApiToken, Seat, Table
from games.streams import events as streams_events
from games.streams import server
from games.table.actions import player_actions
from games.table.agreements import actions as agreements
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation, registration
from games.tournaments.tournament_settings import TournamentSettings
from portal.asgi import build_http_application
from tests.games.conftest import GAME

pytestmark = pytest.mark.django_db(transaction=True)
sync: Callable[..., Any] = sync_to_async


class Reader(ApplicationCommunicator):
    """A program that reads a stream."""

    def __init__(self, token: str, last_id: str = "") -> None:
        headers = [(b"host", settings.ALLOWED_HOSTS[0].encode())]
        headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
        headers += [(b"last-event-id", last_id.encode())] if last_id else []
        scope = {"type": "http", "method": "GET", "path": server.PATH, "query_string": b""}
        super().__init__(
            build_http_application(), {**scope, "headers": headers, "http_version": "1.1"}
        )
        self.last_id = last_id
        self.text = ""

    async def open_stream(self) -> int:
        await self.send_input({"type": "http.request", "body": b""})
        start = await self.receive_output(timeout=5)
        self.headers = dict(start["headers"])
        return int(start["status"])

    async def piece(self) -> str:
        message = await self.receive_output(timeout=5)
        self.has_more = bool(message.get("more_body"))
        return str(message["body"].decode())

    async def event(self) -> tuple[str, dict[str, Any]]:
        """The next event: its name and its data."""
        while True:
            block, end, rest = self.text.partition("\n\n")
            if not end:
                self.text += await self.piece()
                continue
            self.text = rest
            fields = dict(line.split(": ", 1) for line in block.splitlines() if line[0] != ":")
            if "event" in fields:
                self.last_id = fields["id"]
                return fields["event"], json.loads(fields["data"])

    async def until_ready(self) -> list[tuple[str, dict[str, Any]]]:
        found = []
        while (event := await self.event())[0] != "ready":
            found.append(event)
        return found

    async def leave(self) -> None:
        await self.send_input({"type": "http.disconnect"})
        await self.wait(timeout=5)


async def reader_of(user: User, last_id: str = "", **more: Any) -> Reader:
    reader = Reader((await sync(create_token)(user, "test", **more))[1], last_id)
    assert await reader.open_stream() == 200
    return reader


def open_table(host: User, *others: User) -> Table:
    table = table_setup.open_table(host, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock))
    for other in others:
        table_setup.join(table.key, other)
    return Table.objects.get(pk=table.pk)


def move(table: Table) -> Table:
    """One move of whoever is to move."""
    seat = Seat.objects.select_related("user").get(table=table, waiting_since__isnull=False)
    assert seat.user is not None
    table.refresh_from_db()
    player_actions.confirm(
        table.key,
        seat.user,
        table.version,
        [load_match(table).legal_moves(seat.number)[0]],
    )
    table.refresh_from_db()
    return table


async def test_it_tells_whose_turn_it_is_and_what_changes(people: list[User]) -> None:
    table = await sync(open_table)(*people[:2])
    readers = [await reader_of(user) for user in people[:2]]
    first = [await reader.until_ready() for reader in readers]
    turn = ("turn", {"table": table.key, "version": table.version})
    assert sorted(first) == [[], [turn]], "it is the turn of one of them"
    table = await sync(move)(table)
    now = {"table": table.key, "version": table.version}
    assert {(await reader.event())[1]["version"] for reader in readers} == {now["version"]}
    assert readers[0].headers[b"content-type"] == b"text/event-stream"
    assert readers[0].headers[b"x-accel-buffering"] == b"no"
    assert b"content-length" not in readers[0].headers
    for reader in readers:
        await reader.leave()
    assert not server.Stream.open


async def test_stream_says_that_a_wait_is_over(people: list[User]) -> None:
    table = await sync(open_table)(*people[:2])
    seat = await Seat.objects.select_related("user").aget(table=table, waiting_since__isnull=False)
    assert seat.user is not None
    reader = await reader_of(seat.user)
    await reader.until_ready()
    while (await Seat.objects.aget(pk=seat.pk)).waiting_since is not None:
        table = await sync(move)(table)
    name, data = await reader.event()
    while name == "turn":
        name, data = await reader.event()
    assert (name, data["table"]) == ("wait_over", table.key)
    name, data = await reader.event()
    assert (name, data["table"]) == ("table", table.key)
    await reader.leave()


async def test_it_tells_of_invitations(people: list[User]) -> None:
    ann, ben = people[:2]
    reader = await reader_of(ben)
    assert await reader.until_ready() == []
    table = await sync(open_table)(ann)
    await sync(invitations.invite)(table.key, ann, [ben.username])
    name, data = await reader.event()
    assert (name, data["table"], data["by"]) == ("invited", table.key, ann.username)
    await sync(invitations.accept)(table.key, ben)
    assert (await reader.event())[1]["table"] == table.key
    await reader.leave()


async def test_stream_replays_missed_events_after_reconnect(people: list[User]) -> None:
    """By another token, another process: the id is a moment of the database."""
    table = await sync(open_table)(*people[:2])
    reader = await reader_of(people[0])
    await reader.until_ready()
    await reader.leave()
    for user in people[:2]:
        await sync(agreements.agree_to_call_off)(table.key, user, agrees=True)
    again = await reader_of(people[0], reader.last_id)
    missed = await again.until_ready()
    assert [(name, data["table"], data["status"]) for name, data in missed] == [
        ("over", table.key, "called_off")
    ]
    await again.leave()


@pytest.mark.parametrize("last_id", ["nonsense", "12", "9" * 14, "9" * 40])
async def test_stream_sends_resync_after_a_long_absence(people: list[User], last_id: str) -> None:
    reader = await reader_of(people[0], last_id)
    assert await reader.until_ready() == [("resync", {})]
    await reader.leave()


async def test_stream_sends_resync_after_too_many_missed_events(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams_events, "MOST_MISSED", 1)
    for _ in range(2):
        await sync(open_table)(people[0])
    reader = await reader_of(people[0], str(streams_events.event_id(timezone.now())))
    assert await reader.until_ready() == [("resync", {})]
    await reader.leave()


async def test_it_ends_when_its_token_is_revoked(people: list[User]) -> None:
    reader = await reader_of(people[0])
    await reader.until_ready()
    await sync(people[0].api_tokens.all().delete)()
    assert await reader.event() == ("end", {"error": "token_revoked"})
    assert await reader.piece() == ""
    assert not reader.has_more
    await reader.wait(timeout=5)


async def test_it_ends_when_the_account_is_closed(people: list[User]) -> None:
    reader = await reader_of(people[0])
    await reader.until_ready()
    people[0].is_active = False
    await sync(people[0].save)()
    assert await reader.event() == ("end", {"error": "token_revoked"})
    await reader.wait(timeout=5)


async def test_it_ends_when_its_token_expires(people: list[User]) -> None:
    soon = timezone.now() + timedelta(seconds=0.5)
    reader = await reader_of(people[0], expires_at=soon)
    while (event := await reader.event())[0] != "end":
        pass
    assert event[1] == {"error": "token_expired"}
    await reader.wait(timeout=5)


async def test_it_ends_with_the_process_and_says_nothing(people: list[User]) -> None:
    reader = await reader_of(people[0])
    await reader.until_ready()
    server.Stream.end_all()
    assert await reader.piece() == ""
    await reader.wait(timeout=5)


async def test_stream_heartbeat_finds_unpublished_changes(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEARTBEAT", 0.01)
    table = await sync(open_table)(*people[:2])
    reader = await reader_of(people[0])
    await reader.until_ready()
    assert ": still here\n\n" in await reader.piece()
    await Table.objects.filter(pk=table.pk).aupdate(version=table.version + 1)  # without a word
    assert (await reader.event())[1]["version"] == table.version + 1
    await reader.leave()


async def test_so_many_streams_a_token_and_a_person_may_have(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PER_TOKEN", 1)
    monkeypatch.setattr(server, "PER_PERSON", 2)
    token = (await sync(create_token)(people[0], "test"))[1]
    first, second = Reader(token), Reader(token)
    assert await first.open_stream() == 200
    await first.until_ready()
    assert await second.open_stream() == 429
    assert json.loads(await second.piece())["error"] == "too_many_streams"
    other = await reader_of(people[0])
    await other.until_ready()
    third = Reader((await sync(create_token)(people[0], "test"))[1])
    assert await third.open_stream() == 429
    await first.leave()
    again = Reader((await sync(create_token)(people[0], "test"))[1])
    assert await again.open_stream() == 200
    for reader in (other, again):
        await reader.leave()


async def test_of_those_that_ask_at_once_only_so_many_stay(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are let in before the first of them is counted."""
    monkeypatch.setattr(server, "PER_TOKEN", 1)
    monkeypatch.setattr(stream_views, "Stream", SimpleNamespace(is_full=lambda *_: False))
    token = (await sync(create_token)(people[0], "test"))[1]
    readers = [Reader(token) for _ in range(3)]
    assert [await reader.open_stream() for reader in readers] == [200, 200, 200]
    events = [await reader.event() for reader in readers]
    ended = ("end", {"error": "too_many_streams"})
    assert [name for name, _ in events].count("ready") == 1
    assert events.count(ended) == 2
    for reader, event in zip(readers, events, strict=True):
        if event == ended:
            assert await reader.piece() == ""
        else:
            await reader.leave()


async def test_a_stream_asks_for_a_token_that_may_read(people: list[User]) -> None:
    assert await Reader("").open_stream() == 401
    assert await Reader("lt_nonsense").open_stream() == 401
    talker = (await sync(create_token)(people[0], "test", [Scope.TALK]))[1]
    refused = Reader(talker)
    assert await refused.open_stream() == 403
    assert json.loads(await refused.piece())["error"] == "missing_scope"


async def test_whoever_does_not_read_is_let_go(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "READ_WITHIN", 0.01)

    async def nobody_takes_it(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def nothing() -> Any:
        await asyncio.Event().wait()

    row, _ = await sync(create_token)(people[0], "test")
    stream = server.Stream(nothing, nobody_takes_it)
    await asyncio.wait_for(stream.run(row.digest, "", b"retry: 1\n\n"), timeout=5)
    assert not server.Stream.open
    assert await ApiToken.objects.filter(pk=row.pk).aexists()


async def test_stream_sends_tournament_changes(people: list[User]) -> None:
    """Of those in which one is, to the end; and again to whoever comes back."""
    ann, bob, *_ = people
    day = TableSettings(seats=2, options={}, clock=PRESETS_BY_KEY["day"].clock)
    tournament = await sync(creation.create_tournament)(
        ann, TournamentSettings("Cup", GAME, "swiss", {}, day, 3, least=2)
    )
    await sync(registration.enter)(tournament.key, bob)
    reader = await reader_of(bob)
    assert await reader.until_ready() == []
    await sync(creation.call_off_tournament)(tournament.key, ann)
    name, data = await reader.event()
    assert (name, data["contest"]) == ("contest", tournament.key)
    await reader.leave()
    again = await reader_of(bob, reader.last_id)
    assert ("contest", data) in await again.until_ready()
    await again.leave()
