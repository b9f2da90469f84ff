"""WebSocket consumers: a page hears the version of its table and how many tables wait for a move.

Both send JSON. The table's socket also sends rendered fragments as gzip bytes.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.sockets import SessionConsumer, scope_user_id
from portal.http import fair_queue

from ...models import Table
from ...notifications.outbox.inbox import UNREAD_QUERY
from ...ratings import absence_tracking
from ..access import find_viewing_seat, is_restricted, is_visible_to, readable_chat
from ..views.turn_counter import TO_MOVE_QUERY
from . import publish, server_push

NOT_FOUND = 4404
MAX_MESSAGE_LENGTH = 5000  # characters; enough for the hashes of all page chunks

logger = logging.getLogger(__name__)


@database_sync_to_async
def turn_count_message(person: int, event: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a message: how many tables wait for this person, how many notifications are unread.

    `event` is the group message about a changed table; its key is added as "table".
    """
    changed = {} if event is None else {"table": event.get("table")}
    return {"waiting": TO_MOVE_QUERY.count(person), "unread": UNREAD_QUERY.count(person), **changed}


class TableConsumer(SessionConsumer):
    """The socket of one open page of one table.

    It sends {"version": n} for each new version. It receives {"looking": true|false}, with "idle":
    the seconds since the last key, pointer or touch there.

    A page that has sent {"page": {…}} (`server_push.PageState`) first gets the fragment of the next
    new version as gzip bytes, once for each such message. {"page": null} means that the page will
    fetch the fragment itself.

    After connecting, the first {"version": n} also has "chat": the id of the newest chat message
    that the person may read, 0 without one. Later {"chat": true} says that there is a new message.
    The page fetches the chat unless it shows that message.

    After connecting, it also sends {"waiting": n, "unread": m}: how many tables wait for the person
    and how many notifications are unread. It sends the same, with "table": key, when another table
    of the person changes. When this table changes, it sends {"unread": m} alone.
    """

    key = ""
    table: int | None = None  # its id
    is_restricted = False  # if so, people who leave the club or their seat are disconnected
    person: int | None = None
    joined: Sequence[str] = ()
    has_looked_away = False
    page: server_push.PageState | None = None  # what the page has; None while unknown
    newest = 0  # the newest version that was published
    drawn = 0  # the last rendered version: none is rendered twice

    async def connect(self) -> None:
        self.person = scope_user_id(self.scope)
        self.key = self.scope["url_route"]["kwargs"]["key"]
        # Later requests are built from these headers only, so drop all others.
        headers: Any = self.scope["headers"]
        headers[:] = [one for one in headers if one[0] in server_push.FORWARDED_HEADERS]
        self.table = await self._find_table()
        if self.table is None:
            await self.close(code=NOT_FOUND)
            return
        own = [] if self.person is None else [publish.person_group(self.person)]
        self.joined = [publish.table_group(self.key), *own]
        for group in self.joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        await self.send_json(await self._load_news())
        if self.person is not None:  # the count may have changed since the page was rendered
            await self.send_json(await turn_count_message(self.person))

    async def disconnect(self, code: int) -> None:
        for group in self.joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        await self._record_presence(looking=False)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        if text_data is None or len(text_data) > MAX_MESSAGE_LENGTH or self.table is None:
            return
        try:
            content = await self.decode_json(text_data)
        except (ValueError, RecursionError):
            return
        if not isinstance(content, dict):
            return
        if "page" in content:
            self.page = server_push.PageState.from_json(content["page"])
            if self.page is not None and self.page.version < self.newest:
                await self._send_fragment()
        if isinstance(content.get("looking"), bool):
            await self._record_presence(looking=content["looking"], idle=content.get("idle"))
            await self.send_json({"version": await self._load_version()})

    async def table_changed(self, event: dict[str, Any]) -> None:
        if self.is_restricted and await self._find_table() is None:
            await self.close(code=NOT_FOUND)
            return
        self.newest = max(self.newest, event["version"])
        await self._send_fragment()
        await self.send_json({"version": event["version"]})

    async def _send_fragment(self) -> None:
        """Send the page the fragment of the newest version, if the page said what it has."""
        page = self.page
        if page is None or self.table is None or self.drawn >= self.newest:
            return
        self.page, self.drawn = None, self.newest
        try:
            draw = database_sync_to_async(server_push.render_fragment)
            with fair_queue.SERVER_PUSHES.track():
                part = await draw(self.scope, self.key, page, self.drawn)
        except Exception:
            logger.exception("cannot render table %s for a socket", self.key)
            return
        if part is not None:
            await self.send(bytes_data=part)

    async def chat_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"chat": True})

    async def waiting_changed(self, event: dict[str, Any]) -> None:
        """Send counts after a change; for this table only the unread count.

        The fragment of this table already has the number of waiting tables.
        """
        if self.person is None:
            return
        if event.get("table") != self.key:
            await self.send_json(await turn_count_message(self.person, event))
        else:
            count = database_sync_to_async(UNREAD_QUERY.count)
            await self.send_json({"unread": await count(self.person)})

    async def _record_presence(self, *, looking: bool, idle: Any = None) -> None:
        if self.table is not None and self.person is not None:
            if looking:
                is_known = type(idle) in (int, float) and 0 <= idle <= publish.ACTIVE_SECONDS
                seconds = float(idle) if is_known else None
                await sync_to_async(publish.mark_looking)(self.table, self.person, seconds)
            else:
                await sync_to_async(publish.mark_gone)(self.table, self.person)
            # A visible page may have nobody in front of it. Only a return to it shows a person.
            if looking and self.has_looked_away:
                await database_sync_to_async(absence_tracking.end_absence)(self.person)
            self.has_looked_away = not looking

    @database_sync_to_async
    def _find_table(self) -> int | None:
        """Return the id of the table, if this person may know of it."""
        table = Table.objects.only("club", "visibility").filter(key=self.key).first()
        if table is None:
            return None
        self.is_restricted = is_restricted(table)
        if self.is_restricted and not is_visible_to(table, self._load_user()):
            return None
        return table.pk

    def _load_user(self) -> User | None:
        people = User.objects.filter(is_active=True)
        return None if self.person is None else people.filter(pk=self.person).first()

    @database_sync_to_async
    def _load_version(self) -> int:
        versions = Table.objects.filter(key=self.key).values_list("version", flat=True)
        return versions.first() or 0

    @database_sync_to_async
    def _load_news(self) -> dict[str, int]:
        """Return the table's version and the newest message that this person may read."""
        user = self._load_user() or AnonymousUser()
        table = Table.objects.only("version", "status", "has_hidden_names").get(key=self.key)
        chat = readable_chat(table, find_viewing_seat(table, user), user)
        return {"version": table.version, "chat": chat.values_list("pk", flat=True).first() or 0}


class PersonConsumer(SessionConsumer):
    """The socket of any other page of a signed-in person.

    It sends {"waiting": n, "unread": m} after connecting and when one of the person's tables
    changes, then with the key of that table as "table".
    """

    group = ""
    person: int | None = None

    async def connect(self) -> None:
        self.person = scope_user_id(self.scope)
        if self.person is None:
            await self.close(code=NOT_FOUND)
            return
        self.group = publish.person_group(self.person)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send_json(await turn_count_message(self.person))

    async def disconnect(self, code: int) -> None:
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def waiting_changed(self, event: dict[str, Any]) -> None:
        assert self.person is not None
        await self.send_json(await turn_count_message(self.person, event))
