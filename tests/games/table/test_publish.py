"""Telling pages: the channel layer's own bytes, groups, presence."""

import asyncio
import gzip
import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from django.utils import timezone

from games.lobby.table_settings import TableSettings
from games.models import PlayerAbsence, Table
from games.table.realtime import publish
from games.table.realtime.consumers import NOT_FOUND, TableConsumer
from tests.games.conftest import GAME


def test_what_is_published_is_what_the_channel_layer_understands(redis_server: Any) -> None:
    """Pins the format: a direct publish arrives like the layer's own group_send."""

    async def exchange() -> dict[str, Any]:
        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        await layer.group_add("table.abc", channel)
        await asyncio.to_thread(
            publish.publish_to_groups, ("table.abc", {"type": "table.changed", "version": 7})
        )
        return dict(await asyncio.wait_for(layer.receive(channel), timeout=5))

    assert asyncio.run(exchange()) == {"type": "table.changed", "version": 7}


def test_looking_is_noted_and_ends(db: None) -> None:
    assert not publish.is_looking(1, 2)
    publish.mark_looking(1, 2)
    assert publish.is_looking(1, 2)
    assert not publish.is_looking(1, 3)
    publish.mark_gone(1, 2)
    assert not publish.is_looking(1, 2)


class Socket(ApplicationCommunicator):
    """One open socket of the table's page, or of another page."""

    def __init__(
        self, key: str, user: Any = None, consumer: Any = TableConsumer, headers: Any = ()
    ) -> None:
        scope = {
            "type": "websocket",
            "headers": list(headers),
            "path": f"/ws/tables/{key}/",
            "url_route": {"kwargs": {"key": key}},
            "person": None if user is None else user.pk,
        }
        super().__init__(consumer.as_asgi(), scope)

    async def connect(self) -> dict[str, Any]:
        await self.send_input({"type": "websocket.connect"})
        return dict(await self.receive_output(timeout=5))

    async def say(self, text: str) -> None:
        await self.send_input({"type": "websocket.receive", "text": text})

    async def hear(self) -> dict[str, Any]:
        """What a message says; a part of the page is under "html"."""
        message = await self.receive_output(timeout=5)
        if part := message.get("bytes"):
            return {"html": gzip.decompress(part).decode()}
        return dict(json.loads(message["text"]))

    async def leave(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(timeout=5)


@pytest.mark.django_db(transaction=True)
async def test_a_socket_says_the_version_and_follows_it(people: Any) -> None:
    from asgiref.sync import sync_to_async

    from games.lobby.setup import table_setup
    from games.time_controls import PRESETS_BY_KEY

    table = await sync_to_async(table_setup.open_table)(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    onlooker = Socket(table.key)
    assert (await onlooker.connect())["type"] == "websocket.accept"
    assert await onlooker.hear() == {"version": table.version, "chat": 0}
    await sync_to_async(table_setup.join)(table.key, people[1])
    current = await Table.objects.aget(pk=table.pk)
    heard = 0
    while heard < current.version:
        heard = (await onlooker.hear())["version"]
    assert heard == current.version
    await onlooker.leave()


@pytest.mark.django_db(transaction=True)
async def test_a_socket_first_names_the_newest_message_that_its_person_may_read(
    people: Any,
) -> None:
    from asgiref.sync import sync_to_async

    from games.lobby.setup import table_setup
    from games.table.actions.chat_messages import send_message
    from games.time_controls import PRESETS_BY_KEY

    table = await sync_to_async(table_setup.open_table)(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    public = await sync_to_async(send_message)(table, people[0], "Good luck!", "public")
    private = await sync_to_async(send_message)(table, people[0], "And have fun!", "players")
    for person, newest in ((people[0], private.pk), (people[1], public.pk), (None, public.pk)):
        socket = Socket(table.key, person)
        await socket.connect()
        assert (await socket.hear())["chat"] == newest
        await socket.leave()


@pytest.mark.django_db(transaction=True)
async def test_nonsense_on_the_socket_is_ignored(people: Any) -> None:
    from asgiref.sync import sync_to_async

    from games.lobby.setup import table_setup
    from games.time_controls import PRESETS_BY_KEY

    table = await sync_to_async(table_setup.open_table)(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    onlooker = Socket(table.key)
    await onlooker.connect()
    await onlooker.hear()
    for text in ("", "{", "[]", '{"looking": "maybe"}', "x" * 5000):
        await onlooker.say(text)
    await onlooker.say('{"looking": true}')
    assert await onlooker.hear() == {"version": table.version}
    await onlooker.leave()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("idle", ["NaN", "Infinity", "-1", "1e300", f"1{'0' * 400}", '"5"', "true"])
async def test_nonsense_about_the_last_use_of_a_page_is_not_stored(people: Any, idle: str) -> None:
    from asgiref.sync import sync_to_async

    from games.lobby.setup import table_setup
    from games.time_controls import PRESETS_BY_KEY

    ann = people[0]
    table = await sync_to_async(table_setup.open_table)(
        ann, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    socket = Socket(table.key, ann)
    await socket.connect()
    await socket.hear()
    await socket.say(f'{{"looking": true, "idle": {idle}}}')
    while "version" not in await socket.hear():
        pass
    assert await sync_to_async(publish.last_activity)(table.pk, ann.pk) is None
    assert await sync_to_async(publish.is_looking)(table.pk, ann.pk)
    await socket.leave()


@pytest.mark.django_db(transaction=True)
async def test_who_turns_to_an_open_page_is_there_and_one_that_stays_open_says_nothing(
    people: Any,
) -> None:
    from asgiref.sync import sync_to_async

    from games.lobby.setup import table_setup
    from games.time_controls import PRESETS_BY_KEY

    ann = people[0]
    table = await sync_to_async(table_setup.open_table)(
        ann, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    await PlayerAbsence.objects.acreate(user=ann, started_at=timezone.now())
    socket = Socket(table.key, ann)
    await socket.connect()
    await socket.hear()
    is_missed = PlayerAbsence.objects.filter(ended_at=None).aexists
    for looking, missed in (("true", True), ("true", True), ("false", True), ("true", False)):
        await socket.say(f'{{"looking": {looking}}}')
        while "version" not in await socket.hear():
            pass
        assert await is_missed() == missed
    await socket.leave()


@pytest.mark.django_db(transaction=True)
async def test_a_socket_for_no_table_is_closed() -> None:
    answer = await Socket("nowhere").connect()
    assert answer["type"] == "websocket.close"
    assert answer["code"] == NOT_FOUND
