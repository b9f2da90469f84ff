"""The ASGI application: WebSockets go to Channels, HTTP to Django in a pool of threads."""

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
from portal.http.input_validation import StrictContentTypeMixin
from portal.performance.wsgi_bridge import Receive, Scope, Send, WsgiBridge

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
# Every thread may hold a connection, and the thread of the WebSockets one more.
os.environ.setdefault("DATABASE_POOL", str(int(os.environ.get("WEB_THREADS", "4")) + 1))


class StrictRequest(StrictContentTypeMixin, ASGIRequest):
    pass


class StrictASGIHandler(ASGIHandler):
    request_class = StrictRequest


async def reject_unknown_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Close a WebSocket to an unknown address (code 4404) before it opens, without a traceback."""
    await receive()
    await send({"type": "websocket.close", "code": 4404})


def build_http_application() -> Any:
    django.setup(set_prefix=False)
    from games.streams.server import StreamMiddleware

    return StreamMiddleware(_build_django_application())


def _build_django_application() -> Any:
    if not performance.is_enabled("wsgi_bridge"):
        return StrictASGIHandler()
    from portal.wsgi import application as wsgi

    return WsgiBridge(wsgi, settings.WEB_THREADS, settings.MAX_BODY_BYTES)


def build_websocket_application() -> Any:
    from accounts.sockets import SocketSessionMiddleware
    from games.table.realtime.routing import websocket_urlpatterns

    routes: list[Any] = [*websocket_urlpatterns, re_path(r"", cast(Any, reject_unknown_socket))]
    return AllowedHostsOriginValidator(SocketSessionMiddleware(URLRouter(routes)))


# HTTP first: it loads the apps that the WebSocket routes need.
application = ProtocolTypeRouter(
    {"http": build_http_application(), "websocket": build_websocket_application()}
)
