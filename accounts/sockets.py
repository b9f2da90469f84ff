"""Who holds a socket: found once when it opens, and kept as a number.

Thousands of sockets are open that say nothing. With a person's row, a session and the cookies, as
Channels' own stack keeps them for each, an idle one takes half as much again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, parse_cookie

PERSON = "person"


class SignedIn:
    """Middleware: notes in the scope of a socket who is signed in (`person_in`)."""

    def __init__(self, application: Callable[[Any, Any, Any], Awaitable[None]]) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        scope[PERSON] = await database_sync_to_async(person_of)(scope["headers"])
        await self.application(scope, receive, send)


def person_in(scope: Mapping[str, Any]) -> int | None:
    """The id of the person who holds this socket; None for a visitor."""
    found: int | None = scope[PERSON]
    return found


def person_of(headers: Iterable[tuple[bytes, bytes]]) -> int | None:
    """Who is signed in, by the session of these headers' cookies."""
    kept = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
    session = parse_cookie(kept).get(settings.SESSION_COOKIE_NAME)
    if session is None:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session)
    user = get_user(request)
    return user.pk if user.is_authenticated else None
