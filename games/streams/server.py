"""Serves event streams, which stay open without a thread.

The API's view handles the request (`api/stream_views.py`): limits, token, scope, headers, errors.
If it accepts the request, this module keeps the response open while the token is valid and the
client reads. The messages that update the pages of the person (`table/realtime/publish.py`) also
wake the stream. It also reads the database from time to time, as messages may be lost.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import DatabaseError
from django.utils import timezone
from redis import RedisError

from accounts.tokens import token_digest

from ..models import ApiToken
from ..table.realtime import publish
from .events import END, Event, StreamState

PATH = "/api/stream/"
PER_TOKEN = 4  # in one web process
PER_PERSON = 12
TOO_MANY_STREAMS = "too_many_streams"
HEARTBEAT = 20.0  # seconds; proxies close silent responses after half a minute or more
POLL_EVERY = 3  # heartbeats
READ_WITHIN = 30.0  # seconds; the stream of a client that reads slower ends
HEARTBEAT_LINE = b": still here\n\n"

App = Callable[[Any, Any, Any], Awaitable[None]]
logger = logging.getLogger(__name__)


class StreamMiddleware:
    """An ASGI application for HTTP that keeps streams open and forwards all other requests."""

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if path != PATH or scope["method"] != "GET":
            await self.application(scope, receive, send)
            return
        answer: list[Any] = []

        async def keep(message: Any) -> None:
            answer.append(message)

        await self.application(scope, receive, keep)
        if not answer or answer[0]["status"] != 200:
            for message in answer:
                await send(message)
            return
        start, *bodies = answer
        headers = [one for one in start["headers"] if one[0].lower() != b"content-length"]
        await send({**start, "headers": headers})
        request_headers = dict(scope["headers"])
        token = request_headers[b"authorization"].split()[1].decode("latin-1")
        stream = Stream(receive, send)
        first = b"".join(message.get("body", b"") for message in bodies)
        await stream.run(
            token_digest(token), request_headers.get(b"last-event-id", b"").decode("latin-1"), first
        )


class Stream:
    """One response that stays open."""

    open: set[Stream] = set()  # those of this process

    def __init__(self, receive: Any, send: Any) -> None:
        self.receive, self.send = receive, send
        self.wake_event = asyncio.Event()
        self.is_over = False
        self.watch: StreamState | None = None

    @classmethod
    def is_full(cls, token: int, person: int) -> bool:
        """Return whether a token or a person has as many streams in this process as allowed."""
        watches = [stream.watch for stream in cls.open.copy() if stream.watch is not None]
        return (
            sum(watch.token == token for watch in watches) >= PER_TOKEN
            or sum(watch.person == person for watch in watches) >= PER_PERSON
        )

    @classmethod
    def end_all(cls) -> None:
        """End all streams because the process stops; the clients reconnect to another one."""
        for stream in cls.open:
            stream.end()

    def end(self) -> None:
        self.is_over = True
        self.wake_event.set()

    async def run(self, digest: str, last_id: str, first: bytes) -> None:
        self.watch = watch = await database_sync_to_async(StreamState.of)(digest)
        helpers: list[asyncio.Future[None]] = []
        # The view may accept several requests before the first of their streams is counted.
        is_full = watch is not None and self.is_full(watch.token, watch.person)
        self.open.add(self)
        try:
            if watch is not None and is_full:
                await self._send(Event(END, {"error": TOO_MANY_STREAMS}).encode(timezone.now()))
            elif watch is not None:
                helpers.append(asyncio.ensure_future(self._wait_for_disconnect()))
                helpers.append(await self._subscribe(watch))
                await self._send(first)
                await self._send_events(watch, last_id)
            await self._send(b"", more=False)
        except (TimeoutError, OSError, RedisError) as error:
            logger.info("a stream ends: %r", error)  # the client does not read, or Redis is down
        finally:
            self.open.discard(self)
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)

    async def _subscribe(self, watch: StreamState) -> asyncio.Future[None]:
        """Let messages to the person or the token wake this stream."""
        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        groups = (publish.person_group(watch.person), publish.token_group(watch.token))

        async def listen() -> None:
            try:
                while True:
                    await layer.receive(channel)
                    self.wake_event.set()
            finally:
                for group in groups:
                    await layer.group_discard(group, channel)

        for group in groups:
            await layer.group_add(group, channel)
        return asyncio.ensure_future(listen())

    async def _wait_for_disconnect(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass
        self.end()

    async def _send_events(self, watch: StreamState, last_id: str) -> None:
        """Send the first events, then new ones, until the token expires or the client leaves."""
        at, events = await database_sync_to_async(watch.first_events)(last_id)
        beats = 0
        while not self.is_over:
            await self._send(b"".join(event.encode(at) for event in events))
            if any(event.name == END for event in events):
                return
            events = []
            if not await self._wait_for_news(watch):
                beats += 1
                await self._send(HEARTBEAT_LINE)
                if beats % POLL_EVERY:
                    continue
            try:
                at, events = await database_sync_to_async(watch.look)()
            except DatabaseError as error:
                logger.warning("a stream cannot read the database: %s", error)

    async def _wait_for_news(self, watch: StreamState) -> bool:
        """Wait for news or the end of the token; return False if a heartbeat is due first."""
        wait = HEARTBEAT * random.uniform(0.75, 1.25)
        left = watch.seconds_left()
        try:
            async with asyncio.timeout(min(wait, left)):
                await self.wake_event.wait()
        except TimeoutError:
            return left < wait
        self.wake_event.clear()
        return True

    async def _send(self, text: bytes, *, more: bool = True) -> None:
        if text or not more:
            message = {"type": "http.response.body", "body": text, "more_body": more}
            async with asyncio.timeout(READ_WITHIN):
                await self.send(message)


def end_streams_of_token(instance: ApiToken, **_more: Any) -> None:
    """End the streams of a token that was revoked (a signal receiver)."""
    publish.end_token_streams(instance.pk)
