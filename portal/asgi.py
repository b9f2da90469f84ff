"""The web process's application: sockets go to channels, HTTP to Django in a pool of threads."""

from __future__ import annotations

import os
from typing import Any, cast

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.urls import re_path

from portal import performance
from portal.http.input_validation import StrictHeader
from portal.performance.wsgi_bridge import Receive, Scope, Send, WsgiBridge

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
# Every thread may hold a connection, and the sockets' thread one more.
os.environ.setdefault("DATABASE_POOL", str(int(os.environ.get("WEB_THREADS", "4")) + 1))


class StrictRequest(StrictHeader, ASGIRequest):
    pass


class Handler(ASGIHandler):
    request_class = StrictRequest


async def close_unknown(scope: Scope, receive: Receive, send: Send) -> None:
    """A socket address that does not exist: refused before it opens, without a traceback."""
    await receive()
    await send({"type": "websocket.close", "code": 4404})


def http_application() -> Any:
    django.setup(set_prefix=False)
    from games.streams.server import Streams

    return Streams(_requests())


def _requests() -> Any:
    if not performance.is_on("bridge"):
        return Handler()
    from portal.wsgi import application as wsgi

    return WsgiBridge(wsgi, settings.WEB_THREADS, settings.MAX_BODY_BYTES)


def websocket_application() -> Any:
    from accounts.sockets import SignedIn
    from games.table.realtime.routing import websocket_urlpatterns

    routes: list[Any] = [*websocket_urlpatterns, re_path(r"", cast(Any, close_unknown))]
    return AllowedHostsOriginValidator(SignedIn(URLRouter(routes)))


# HTTP first: it loads the apps that the routes need.
application = ProtocolTypeRouter({"http": http_application(), "websocket": websocket_application()})
