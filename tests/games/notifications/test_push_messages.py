"""Messages to devices: what they say, what becomes of those that fail, and tests of a device."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from accounts.models import User
from games.models import Notification, PushSubscription, Table
from games.notifications import delivery, devices
from games.notifications.backends import NotificationContent
from games.notifications.devices import PushResult
from games.notifications.outbox import notification_settings, turns, writer
from portal.errors import Conflict, Invalid
from portal.http import web_push
from portal.server import push_key
from tests import hook_server
from tests.clients import api_of, signed_in
from tests.games.conftest import actor, make_notifications_due, player
from tests.games.notifications.conftest import FIREFOX, add, of, rows, store_mention
from tests.hook_server import HookServer
from tests.push_service import PushService, Subscriber
from tests.refusals import expect_refusal

PAGE, API = "/preferences/notifications/devices/", "/api/notifications/devices/"


# what is shown


def test_push_message_shows_the_notification(ann: User, table: Table, service: PushService) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    store_mention(ann, table, "Are you there?")
    delivery.send_due()
    assert service.refused == []
    (message,) = browser.messages
    assert message.data["title"].startswith("bob writes to you – ")
    assert message.data["body"] == "Are you there?"
    assert message.data["url"] == f"/tables/{table.key}/"
    assert message.data["tag"] == table.key
    assert set(message.data) == {"title", "body", "url", "tag", "badge", "turn", "waits"}
    assert not message.data["turn"]
    assert (message.urgency, message.ttl) == ("normal", 24 * 3600)
    assert service.keys == {devices.application_server_key()}
    device.refresh_from_db()
    assert device.last_ok_at is not None
    assert rows(ann) == [("sent", 0)]


@pytest.mark.same_everywhere
def test_push_message_uses_the_recipients_language(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    add(ann, browser)
    User.objects.filter(pk=ann.pk).update(language="ja")
    store_mention(ann, table)
    delivery.send_due()
    assert not browser.messages[0].data["title"].isascii()


@pytest.mark.same_everywhere
def test_a_turn_is_urgent_and_kept_while_it_is_awaited(table: Table, service: PushService) -> None:
    seat = actor(table)
    user, browser = player(seat), service.subscribe()
    add(user, browser)
    user.notifications.all().delete()
    seat.user = user
    writer.store_notifications(turns.build_turn_notifications(seat, table, timezone.now()))
    make_notifications_due()
    delivery.send_due()
    (message,) = browser.messages
    assert message.urgency == "high"
    assert seat.due_at is not None
    assert abs(message.ttl - (seat.due_at - timezone.now()).total_seconds()) < 60
    assert message.data["badge"] == 1
    assert message.data["turn"]
    assert message.data["waits"] == [table.key]


@pytest.mark.same_everywhere
def test_the_next_word_of_a_table_replaces_the_last_one(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    add(ann, browser)
    for number in range(2):
        store_mention(ann, table, f"number {number}", number)
        delivery.send_due()
    one, other = browser.messages
    assert one.topic == other.topic != ""
    assert table.key not in one.topic
    (waiting,) = service.waiting.values()
    assert waiting.data["body"] == "number 1"


@pytest.mark.same_everywhere
def test_long_words_are_cut_to_what_a_service_takes(
    ann: User, table: Table, service: PushService
) -> None:
    add(ann, browser := service.subscribe())
    word = NotificationContent(
        "mention", "key", "題" * 900, "\x01" * 9000, "https://x.example/", {}
    )
    assert len(devices.payload(ann, word)) <= web_push.MAX_BODY_BYTES
    store_mention(ann, table, "言" * 1500)
    delivery.send_due()
    assert service.refused == []
    assert browser.messages[0].data["body"].endswith("言…")


@pytest.mark.same_everywhere
def test_a_word_of_no_table_replaces_none(ann: User, service: PushService) -> None:
    word = NotificationContent("webhook_stopped", "", "t", "x", "https://x.example/", {})
    assert "Topic" not in devices.push_headers(add(ann, service.subscribe()), word, timezone.now())


@pytest.mark.parametrize(("left", "seconds"), [(-5, 60), (3600, 3600), (90 * 86400, 7 * 86400)])
def test_a_turn_is_kept_no_longer_than_it_lasts(left: int, seconds: int) -> None:
    now = timezone.now()
    due = (now + timedelta(seconds=left)).isoformat()
    word = NotificationContent("turn", "key", "", "", "", {"due_at": due})
    assert devices.time_to_live(word, now).total_seconds() == seconds
    assert devices.time_to_live(word._replace(event="over"), now) == devices.KEPT


@pytest.mark.same_everywhere
def test_without_a_device_there_is_no_row_and_no_column(
    ann: User, table: Table, service: PushService
) -> None:
    store_mention(ann, table)
    assert of(ann) == []
    client = signed_in(ann, user_agent=FIREFOX)
    assert "turn:push" not in client.get("/preferences/notifications/").text
    add(ann, service.subscribe())
    assert 'name="turn:push"' in client.get("/preferences/notifications/").text


@pytest.mark.same_everywhere
def test_push_respects_notification_settings(ann: User, table: Table, service: PushService) -> None:
    add(ann, service.subscribe())
    ann.notification_settings.assign(
        notification_overrides={notification_settings.setting_key("mention", "push"): False}
    )
    store_mention(ann, table)
    assert of(ann) == []


# several devices, and those that fail


@pytest.mark.same_everywhere
def test_push_goes_to_all_devices(
    ann: User, table: Table, service: PushService, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    browsers = [service.subscribe() for _ in range(3)]
    for browser in browsers:
        add(ann, browser)
    Notification.objects.all().delete()
    store_mention(ann, table)
    assert delivery.send_due() == 2
    assert [len(browser.messages) for browser in browsers] == [1, 1, 1]
    assert len(mailoutbox) == 1


@pytest.mark.same_everywhere
@pytest.mark.parametrize("status", [404, 410])
def test_expired_device_is_removed_and_others_get_the_push(
    status: int, ann: User, table: Table, service: PushService
) -> None:
    Notification.objects.all().delete()
    gone, there = service.subscribe(), service.subscribe()
    gone.status = status
    add(ann, gone)
    add(ann, there)
    store_mention(ann, table)
    delivery.send_due()
    assert [device.endpoint for device in ann.devices.all()] == [there.endpoint]
    assert len(there.messages) == 1
    assert rows(ann) == [("sent", 0)]
    there.status = status
    for number in (2, 3):
        store_mention(ann, table, number=number)
    delivery.send_due()
    ann.refresh_from_db()
    assert not ann.notification_settings.has_push_device
    assert ann.notification_settings.disabled_channels == {}
    make_notifications_due()
    delivery.send_due()
    assert {(row.state, row.reason) for row in of(ann)[1:]} == {("dropped", "nowhere")}
    store_mention(ann, table, number=4)
    assert len(of(ann)) == 3


@pytest.mark.parametrize("status", [400, 403, 413, 429, 500, 503])
def test_what_fails_is_tried_again_for_that_device_alone(
    status: int, ann: User, table: Table, service: PushService, redis_server: Any
) -> None:
    Notification.objects.all().delete()
    bad, good = service.subscribe(), service.subscribe()
    bad.status = status
    add(ann, good)
    device = add(ann, bad)
    PushSubscription.objects.filter(pk=device.pk).update(
        created_at=timezone.now() - timedelta(days=1)
    )
    store_mention(ann, table)
    delivery.send_due()
    assert rows(ann) == [("waiting", 1)]
    assert str(status) in of(ann)[0].reason
    assert len(good.messages) == 1
    bad.status = 201
    make_notifications_due()
    delivery.send_due()
    assert rows(ann) == [("sent", 1)]
    assert (len(good.messages), len(bad.messages)) == (1, 1)
    assert ann.devices.count() == 2


@pytest.mark.same_everywhere
def test_a_service_that_fails_is_not_asked_again_in_the_same_round(
    ann: User, table: Table, service: PushService
) -> None:
    browser = service.subscribe()
    browser.status = 503
    add(ann, browser)
    for number in range(5):
        store_mention(ann, table, number=number)
    delivery.send_due()
    assert service.server.connections == 1
    assert set(rows(ann)) == {("waiting", 1)}


@pytest.mark.same_everywhere
def test_a_service_that_hangs_holds_nobody_else_up(
    people: list[User], table: Table, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging = HookServer(behave=hook_server.hang)
    add(people[0], Subscriber(hanging.url("/push/x")))
    add(people[1], browser := service.subscribe())
    for user in people[:2]:
        store_mention(user, table)
    given: list[float] = []
    really = devices.push_to_device

    def sooner(device: PushSubscription, word: NotificationContent, seconds: float) -> PushResult:
        """The one that hangs has less time, so that the test takes less."""
        given.append(seconds)
        hangs = device.endpoint.startswith(hanging.url(""))
        return really(device, word, 0.3 if hangs else seconds)

    monkeypatch.setattr(devices, "push_to_device", sooner)
    delivery.send_due()
    assert len(browser.messages) == 1
    assert max(given) <= devices.SECONDS
    assert rows(people[0]) == [("waiting", 1)]
    hanging.stop()


@pytest.mark.same_everywhere
def test_an_address_that_has_become_private_is_not_asked(
    ann: User, table: Table, service: PushService, settings: Any
) -> None:
    add(ann, service.subscribe())
    settings.WEBHOOKS_MAY_BE_LOCAL = False
    store_mention(ann, table)
    delivery.send_due()
    assert service.server.connections == 0
    assert rows(ann) == [("waiting", 1)]


@pytest.mark.same_everywhere
def test_with_another_key_a_service_refuses(ann: User, service: PushService, settings: Any) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    first = devices.application_server_key()
    settings.PUSH_KEY = push_key.generate()
    devices.send_test(ann, device.pk)
    assert service.keys == {devices.application_server_key()} != {first}


@pytest.mark.same_everywhere
def test_a_site_without_a_key_tells_no_devices(
    ann: User, table: Table, service: PushService, settings: Any
) -> None:
    add(ann, service.subscribe())
    settings.PUSH_KEY = ""
    store_mention(ann, table)
    delivery.send_due()
    assert [row.reason for row in of(ann)] == ["nowhere"]
    assert (
        "This site does not send notifications to devices."
        in signed_in(ann, user_agent=FIREFOX).get(PAGE).text
    )
    assert api_of(ann).get(API).json()["key"] == ""
    with expect_refusal(Invalid, "bad_device"):
        add(ann, service.subscribe())


# tests


def test_a_test_shows_a_word_at_once(ann: User, service: PushService, redis_server: Any) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    client = signed_in(ann, user_agent=FIREFOX)
    assert "Test sent" in client.post(f"{PAGE}{device.pk}/test/", follow=True).text
    (message,) = browser.messages
    assert (message.data["title"], message.data["url"]) == ("Longtable: this is a test", "/")
    assert message.urgency == "high"
    assert api_of(ann).post(f"{API}{device.pk}/test/").status_code == 429


@pytest.mark.same_everywhere
def test_api_sends_a_test_to_a_device(ann: User, service: PushService) -> None:
    browser = service.subscribe()
    device = add(ann, browser)
    assert api_of(ann).post(f"{API}{device.pk}/test/").json() == {"sent": True}
    assert len(browser.messages) == 1


@pytest.mark.same_everywhere
def test_a_test_says_what_went_wrong(ann: User, service: PushService) -> None:
    browser = service.subscribe()
    browser.status = 500
    device = add(ann, browser)
    answer = api_of(ann).post(f"{API}{device.pk}/test/")
    assert answer.status_code == 409
    assert "500" in answer.json()["message"]


@pytest.mark.same_everywhere
def test_a_test_of_a_device_that_is_gone_removes_it(ann: User, service: PushService) -> None:
    browser = service.subscribe()
    browser.status = 410
    device = add(ann, browser)
    with expect_refusal(Conflict, "not_sent", match="no longer accepts notifications"):
        devices.send_test(ann, device.pk)
    assert not ann.devices.exists()
