"""Live messages through a real Redis and a real socket."""

from __future__ import annotations

import json

import pytest
from django.conf import settings
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from games.table.realtime import publish
from tests.browser_fixtures import make_session, make_user
from tests.live_site import LiveSite
from tests.polling import wait_for


@pytest.fixture
def ada(live_site: LiveSite) -> User:
    return make_user("Ada")


def open_socket(live_site: LiveSite, user: User) -> ClientConnection:
    cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={make_session(user)}"}
    address = live_site.url.replace("http", "ws") + "/ws/me/"
    return connect(address, origin=Origin(live_site.url), additional_headers=cookie)


def publish_until_received(socket: ClientConnection, user: User) -> object:
    """Messages are lost while nobody is subscribed: say it again until one arrives."""

    def next_message() -> object:
        publish.publish_to_groups(
            (publish.person_group(user.pk), {"type": "waiting.changed", "table": "abc"})
        )
        try:
            message = json.loads(socket.recv(timeout=0.2))
        except TimeoutError:
            return None
        return message if "table" in message else None  # the first one comes unasked

    return wait_for(next_message, "a message")


def test_a_message_arrives(live_site: LiveSite, ada: User) -> None:
    with open_socket(live_site, ada) as socket:
        assert publish_until_received(socket, ada) == {"waiting": 0, "unread": 0, "table": "abc"}


def test_an_open_socket_hears_again_after_redis_was_killed(live_site: LiveSite, ada: User) -> None:
    with open_socket(live_site, ada) as socket:
        publish_until_received(socket, ada)
        live_site.kill("redis")
        live_site.start("redis")
        assert publish_until_received(socket, ada) == {"waiting": 0, "unread": 0, "table": "abc"}
