"""The outbox: one call stores notifications, wakes their delivery and updates open pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Notification, Table
from games.notifications import outbox
from games.table import dispatch
from games.table.realtime import publish
from tests.plugin import EnqueuedTasks

Messages = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def page_messages(monkeypatch: pytest.MonkeyPatch) -> list[Messages]:
    """What was published to open pages, one list for each time."""
    found: list[Messages] = []
    monkeypatch.setattr(publish, "publish_to_groups", lambda *messages: found.append([*messages]))
    return found


def test_many_people_take_one_statement_to_read_one_to_store_and_one_delivery(
    people: list[User],
    page_messages: list[Messages],
    enqueued_tasks: EnqueuedTasks,
    django_capture_on_commit_callbacks: Any,
) -> None:
    fresh = User.objects.filter(pk__in=[user.pk for user in people]).order_by("pk")
    readers = list(fresh)
    with django_capture_on_commit_callbacks(execute=True), CaptureQueriesContext(connection) as sql:
        outbox.send_many(readers, "announced", period=1, en="Hello", ja="")
    assert len(sql) == 2
    for user in people:
        channels = user.notifications.values_list("channel", flat=True)
        assert {*channels} == {"page", "mail"}
    look = {"type": "waiting.changed", "table": ""}
    assert page_messages == [[(publish.person_group(user.pk), look) for user in people]]
    assert enqueued_tasks.names() == [dispatch.SEND_NOTIFICATIONS]


def test_an_event_of_the_same_period_is_stored_once(people: list[User], table: Table) -> None:
    Notification.objects.all().delete()
    for version in (7, 7, 8):
        table.version = version
        outbox.send(people[0], "handed_on", table=table)
    assert people[0].notifications.filter(channel="page").count() == 2


def test_page_of_a_table_gets_its_own_key_unless_people_have_several(
    people: list[User],
    table: Table,
    page_messages: list[Messages],
    django_capture_on_commit_callbacks: Any,
) -> None:
    ann, bob = people[:2]
    with django_capture_on_commit_callbacks(execute=True):
        box = outbox.Outbox()
        box.add(ann, "message", table=table, by="bob", text="Hello")
        box.add(bob, "message", table=table, by="ann", text="Hello")
        box.add(bob, "announced", en="Hello", ja="")
        box.send()
    assert [message["table"] for _group, message in page_messages[0]] == [table.key, ""]


def test_nobody_is_woken_if_nobody_wants_the_event(
    people: list[User],
    page_messages: list[Messages],
    enqueued_tasks: EnqueuedTasks,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings = people[0].notification_settings
    settings.notification_overrides = {"announced:page": False, "announced:mail": False}
    with django_capture_on_commit_callbacks(execute=True):
        outbox.send(people[0], "announced", en="Hello", ja="")
    assert page_messages == []
    assert enqueued_tasks.sent == []
    assert not Notification.objects.exists()
