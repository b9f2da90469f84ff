"""Ann and Bob, whose browsers take messages of a push service that the tests run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Notification, PushSubscription, Table
from games.notifications import devices
from games.notifications.outbox import writer
from tests.clients import session_of
from tests.push_service import PushService, Subscriber

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"


@pytest.fixture
def ann(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def bob(people: list[User]) -> User:
    return people[1]


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    found = PushService()
    yield found
    found.stop()


def add(user: User, browser: Subscriber, user_agent: str = FIREFOX) -> PushSubscription:
    keys = browser.json["keys"]
    session = session_of(user) if user.is_active else ""
    return devices.add_device(
        user, browser.endpoint, keys["p256dh"], keys["auth"], user_agent, session_key=session
    )


def store_mention(user: User, table: Table, text: str = "hello", number: int = 1) -> None:
    user.refresh_from_db()
    now = timezone.now()
    writer.store_notifications(
        writer.build_notifications(user, "mention", table, number, now, by="bob", text=text)
    )


def of(user: User) -> list[Notification]:
    return list(user.notifications.filter(channel="push").order_by("pk"))


def rows(user: User) -> list[tuple[str, int]]:
    return [(row.state, row.attempts) for row in of(user)]
