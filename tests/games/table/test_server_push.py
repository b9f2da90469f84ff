"""News drawn on the socket: sent once, to whom they are for, and only while they are of use."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.table.actions import player_actions
from games.table.realtime import server_push
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, actor, fresh, legal
from tests.games.table.pages import OpenPage
from tests.games.table.test_publish import Socket


def start_table(host: User, guest: User) -> Table:
    table = table_setup.open_table(host, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock))
    return table_setup.join(table.key, guest)


def make_move(table: Table) -> None:
    """Somebody makes a move."""
    seat = actor(table)
    assert seat.user is not None
    player_actions.confirm(table.key, seat.user, fresh(table).version, [legal(table, seat)[0]])


async def open_socket(page: OpenPage) -> Socket:
    """The socket of an open page, which has said what it has."""
    socket = Socket(page.table.key, page.user, headers=page.scope()["headers"])
    await socket.connect()
    await socket.hear()
    if page.user is not None:
        await socket.hear()
    await sync_to_async(page.look)()
    await socket.say(page.says())
    return socket


async def receive_until(socket: Socket, key: str = "version") -> dict[str, Any]:
    while key not in (message := await socket.hear()):
        pass
    return message


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_says_what_it_has_is_sent_its_part_once(people: Any) -> None:
    table = await sync_to_async(start_table)(*people[:2])
    page = await sync_to_async(OpenPage)(table, people[0])
    socket = await open_socket(page)
    await sync_to_async(make_move)(table)
    page.take((await receive_until(socket, "html"))["html"])
    current = await Table.objects.aget(pk=table.pk)
    assert page.version == current.version
    assert await receive_until(socket) == {"version": current.version}
    await sync_to_async(make_move)(table)  # the page has not said what it has by now
    assert "html" not in await receive_until(socket)
    await socket.say(page.says())
    page.take((await receive_until(socket, "html"))["html"])
    assert page.version > current.version
    old = json.dumps({"page": {**asdict(page.page), "version": 1}})
    await socket.say(old)  # what was drawn is not drawn again, whatever it says
    await socket.say('{"looking": true}')
    assert "html" not in await receive_until(socket)
    await socket.leave()


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_is_about_to_ask_hears_the_version_alone(people: Any) -> None:
    table = await sync_to_async(start_table)(*people[:2])
    socket = await open_socket(await sync_to_async(OpenPage)(table, people[0]))
    await socket.say('{"page": null, "looking": true}')
    await receive_until(socket)
    await sync_to_async(make_move)(table)
    assert "html" not in await receive_until(socket)
    await socket.leave()


@pytest.mark.django_db(transaction=True)
async def test_a_part_that_cannot_be_drawn_is_asked_for(
    people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: Any) -> str:
        raise OSError("the database is away")

    table = await sync_to_async(start_table)(*people[:2])
    socket = await open_socket(OpenPage(table, None))
    monkeypatch.setattr(server_push, "render_fragment", fail)
    await sync_to_async(make_move)(table)
    assert set(await receive_until(socket)) == {"version"}
    await socket.leave()


@pytest.mark.django_db
def test_who_has_signed_out_asks_by_themselves(table: Table, people: list[User]) -> None:
    page = OpenPage(table, people[0])
    page.look()
    assert "move-form" in page.fetch_push()
    page.client.logout()
    assert page.fetch_push() == ""


@pytest.mark.django_db
def test_whose_session_has_a_new_key_is_not_taken_for_a_visitor(
    table: Table, people: list[User]
) -> None:
    """As when a guest becomes an account in another tab: the socket knows the old one."""
    page = OpenPage(table, people[0])
    page.look()
    assert "move-form" in page.fetch_push()
    page.client.session.flush()
    assert page.fetch_push() == ""


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_news_come_in_the_language_of_the_page(table: Table) -> None:
    page = OpenPage(table, None)
    page.look()
    page.language = "ja"
    assert "手番" in page.fetch_push()


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        {},
        {"version": "1", "since": "", "words": False, "have": "aaaaaaaa"},
        {"version": True, "since": "", "words": False, "have": "aaaaaaaa"},
        {"version": 1, "since": "x", "words": False, "have": "aaaaaaaa"},
        {"version": 1, "since": "9" * 40, "words": False, "have": "aaaaaaaa"},
        {"version": 1, "since": "", "words": 1, "have": "aaaaaaaa"},
        {"version": 1, "since": "", "words": False, "have": "nonsense!"},
        {"version": 1, "since": "", "words": False, "have": ""},
    ],
)
def test_what_a_page_says_is_read_strictly(said: object) -> None:
    assert server_push.PageState.from_json(said) is None
