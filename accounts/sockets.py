"""Sessions of WebSockets: loaded when a socket opens, stored as a few values, checked again.

Thousands of sockets are open and idle. With a user row, a session and the cookies for each, as in
Channels' own stack, an idle socket needs half as much memory again.

A socket closes when its session ends. A message reports that sessions of a user may have ended
(`session_changed`). For ends without a message, the process checks sockets that have just opened or
whose session has expired within a second, and all others within a minute.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.http import HttpRequest, parse_cookie
from django.utils import timezone

from .models import User

PERSON = "person"
SESSION_SCOPE_KEY = "signed_in_by"
CLOSE_SIGNED_OUT = 4401  # close code of a socket whose session has ended
CHECK_EVERY = 0.5  # seconds
CHECK_ALL_EVERY = 60.0
CHUNK = 500

logger = logging.getLogger(__name__)


class SocketSession(NamedTuple):
    """The session that signs a socket in, with a hash of the user's session auth hash."""

    key: str
    person: int
    auth_hash: int
    expires_at: datetime


class SocketSessionMiddleware:
    """Middleware that stores the user id (`scope_user_id`) and session in a socket's scope."""

    def __init__(self, application: Callable[[Any, Any, Any], Awaitable[None]]) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        found = await database_sync_to_async(load_socket_session)(scope["headers"])
        scope[SESSION_SCOPE_KEY] = found
        scope[PERSON] = None if found is None else found.person
        await self.application(scope, receive, send)


def scope_user_id(scope: Mapping[str, Any]) -> int | None:
    """Return the id of the user who opened this socket, or None for a visitor."""
    found: int | None = scope[PERSON]
    return found


def load_socket_session(headers: Iterable[tuple[bytes, bytes]]) -> SocketSession | None:
    """Return the session in these headers' cookies, or None if it signs nobody in."""
    cookies = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    if key is None:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(request)
    expires_at = Session.objects.filter(session_key=key).values_list("expire_date", flat=True)
    if not isinstance(user, User) or (until := expires_at.first()) is None:
        return None
    return SocketSession(key, user.pk, _auth_hash(user), until)


def _auth_hash(user: User) -> int:
    return hash(user.get_session_auth_hash())


def revalidate_sessions(sessions: Collection[SocketSession]) -> dict[SocketSession, SocketSession]:
    """Return the sessions that are still valid, each mapped to a copy with its current expiry."""
    keys, people = {one.key for one in sessions}, {one.person for one in sessions}
    stored = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    until = dict(stored.values_list("session_key", "expire_date"))
    users = User.objects.filter(pk__in=people, is_active=True).only("password")
    hashes = {user.pk: _auth_hash(user) for user in users}
    return {
        one: one._replace(expires_at=until[one.key])
        for one in sessions
        if one.key in until and hashes.get(one.person) == one.auth_hash
    }


class SessionConsumer(AsyncJsonWebsocketConsumer):
    """A socket that closes when its user's session ends."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_unless_gone(message: Any) -> None:
            with suppress(OSError):  # the client has gone, and its disconnect message comes next
                await send(message)

        try:
            await super().__call__(scope, receive, send_unless_gone)
        finally:
            OPEN.discard(self)

    async def websocket_connect(self, message: Any) -> None:
        await super().websocket_connect(message)
        if self.scope.get(SESSION_SCOPE_KEY) is not None:
            OPEN.add(self)

    async def session_changed(self, event: dict[str, Any]) -> None:
        """Handle a message to the user's group: close if the session of this socket has ended."""
        await OPEN.check([self])


class OpenSockets:
    """The sockets of this process that belong to a session."""

    def __init__(self) -> None:
        self._sessions: dict[SessionConsumer, SocketSession] = {}
        self._new: set[SessionConsumer] = set()
        self._watch: asyncio.Task[None] | None = None

    def add(self, socket: SessionConsumer) -> None:
        scope: Mapping[str, Any] = socket.scope
        self._sessions[socket] = scope[SESSION_SCOPE_KEY]
        self._new.add(socket)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._watch_sessions())

    def discard(self, socket: SessionConsumer) -> None:
        self._sessions.pop(socket, None)
        self._new.discard(socket)

    async def check(self, sockets: Iterable[SessionConsumer]) -> None:
        """Close those of these sockets whose session has ended, with code 4401."""
        found = {one: self._sessions[one] for one in sockets if one in self._sessions}
        asked = list(set(found.values()))
        valid: dict[SocketSession, SocketSession] = {}
        for first in range(0, len(asked), CHUNK):
            valid |= await database_sync_to_async(revalidate_sessions)(asked[first : first + CHUNK])
        for socket, session in found.items():
            if socket not in self._sessions:
                continue
            if session in valid:
                self._sessions[socket] = valid[session]
            else:
                self.discard(socket)
                await socket.close(code=CLOSE_SIGNED_OUT)

    async def _watch_sessions(self) -> None:
        loop = asyncio.get_running_loop()
        last = loop.time()
        while self._sessions:
            await asyncio.sleep(CHECK_EVERY)
            now = timezone.now()
            is_all = loop.time() - last >= CHECK_ALL_EVERY
            due = [
                socket
                for socket, session in self._sessions.items()
                if is_all or socket in self._new or session.expires_at <= now
            ]
            if is_all:
                last = loop.time()
            if not due:
                continue
            try:
                await self.check(due)
                self._new.difference_update(due)
            except DatabaseError as error:
                logger.warning("cannot check the sessions of sockets: %s", error)
            except Exception:
                logger.exception("cannot close the sockets of ended sessions")


OPEN = OpenSockets()
