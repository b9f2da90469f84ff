"""People and servers for tests of webhooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Notification, Table, Webhook
from games.notifications import webhooks
from games.notifications.outbox import writer
from tests.clients import signed_in
from tests.hook_server import HookServer

ADDRESS = "https://hooks.example.org/services/very-secret"


@pytest.fixture
def as_ann(ann: User) -> Client:
    return signed_in(ann)


@pytest.fixture
def server(settings: Any) -> Iterator[HookServer]:
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    found = HookServer()
    yield found
    found.stop()


def personal(user: User, server: HookServer, kind: str = "json") -> Webhook:
    return webhooks.set_personal(user, kind, server.url())


def store_mention(user: User, table: Table, text: str = "hello", number: int = 1) -> None:
    user.refresh_from_db()
    now = timezone.now()
    writer.store_notifications(
        writer.build_notifications(user, "mention", table, number, now, by="bob", text=text)
    )


def of(user: User, channel: str = "webhook") -> list[Notification]:
    return list(user.notifications.filter(channel=channel).order_by("pk"))


def received_data(server: HookServer) -> list[Any]:
    return [asked.data for asked in server.taken]
