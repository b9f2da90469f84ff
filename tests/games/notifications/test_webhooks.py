"""Webhooks: what they are told, in which shape, and when they are switched off."""

from __future__ import annotations

import hashlib
import hmac
import socket
import time
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Notification, Table, Webhook, WebhookDelivery
from games.notifications import delivery, webhook_payloads, webhooks
from games.notifications.backends import NotificationContent
from portal.errors import Invalid
from tests import hook_server
from tests.clients import api_of
from tests.games.conftest import make_notifications_due
from tests.hook_server import HookServer
from tests.refusals import expect_refusal

from .webhook_receivers import ADDRESS, as_ann, of, personal, received_data, server, store_mention

__all__ = ["as_ann", "server"]


@pytest.fixture
def short_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hostile servers are given half a second."""
    monkeypatch.setattr(webhooks.deliver, "__defaults__", (0.5,))


# shapes

WORD = NotificationContent(
    event="mention",
    tag="abc",
    title="bob writes to you | A *table*",
    text="@everyone <!channel> & [free](https://evil.example) `x`",
    url="https://longtable.example/tables/abc/",
    data={"table": "abc"},
)


def payload_data(kind: str, word: NotificationContent = WORD) -> Any:
    hook = Webhook(kind=kind, url=ADDRESS, secret="s")
    return hook_server.ReceivedRequest(
        "", {}, webhook_payloads.payload(hook, word, timezone.now()).body
    ).data


@pytest.mark.same_everywhere
def test_discord_calls_nobody_and_shows_marks_as_text() -> None:
    data = payload_data("discord")
    assert data["allowed_mentions"] == {"parse": []}
    assert data["content"] == (
        "**bob writes to you \\| A \\*table\\***\n"
        "@everyone \\<!channel\\> & \\[free\\](https://evil.example) \\`x\\`\n"
        "https://longtable.example/tables/abc/"
    )


@pytest.mark.same_everywhere
def test_discord_takes_no_more_than_it_can() -> None:
    for text in ("x" * 5000, "*" * 5000, "é\\" * 3000):
        content = payload_data("discord", WORD._replace(title=text, text=text))["content"]
        assert len(content) <= webhook_payloads.MAX_DISCORD_LENGTH
        assert content.endswith(WORD.url)


@pytest.mark.same_everywhere
def test_slack_calls_nobody_and_shows_marks_as_text() -> None:
    assert payload_data("slack") == {
        "text": "<https://longtable.example/tables/abc/|bob writes to you · A *table*>\n"
        "@everyone &lt;!channel&gt; &amp; [free](https://evil.example) `x`"
    }


@pytest.mark.same_everywhere
def test_mattermost_and_matrix_call_nobody_and_show_marks_as_text() -> None:
    text = payload_data("matrix")["text"]
    assert "@everyone" not in text
    assert "@\u200beveryone" in text
    assert "\\[free\\]" in text
    assert text.endswith(WORD.url)


@pytest.mark.same_everywhere
def test_json_webhook_contains_everything() -> None:
    assert payload_data("json") == {
        "event": "mention",
        "title": WORD.title,
        "text": WORD.text,
        "url": WORD.url,
        "data": {"table": "abc"},
    }


@pytest.mark.same_everywhere
def test_json_is_signed_with_its_moment(ann: User, table: Table, server: HookServer) -> None:
    hook = personal(ann, server)
    store_mention(ann, table)
    assert delivery.send_due() >= 1
    asked = next(one for one in server.taken if one.data["event"] == "mention")
    stamp = asked.headers["X-Longtable-Timestamp"]
    assert abs(int(stamp) - time.time()) < 60
    expected = hmac.new(hook.secret.encode(), stamp.encode() + b"." + asked.body, hashlib.sha256)
    assert asked.headers["X-Longtable-Signature"] == f"sha256={expected.hexdigest()}"
    assert asked.line == "POST /hook/secret-path HTTP/1.1"
    assert asked.data["data"]["table"] == table.key


@pytest.mark.same_everywhere
@pytest.mark.parametrize("kind", ["discord", "slack", "matrix"])
def test_others_are_not_signed(kind: str, ann: User, table: Table, server: HookServer) -> None:
    assert personal(ann, server, kind).secret == ""
    store_mention(ann, table)
    delivery.send_due()
    assert "bob writes to you" in str(received_data(server))
    assert not [name for asked in server.taken for name in asked.headers if "X-Long" in name]


# who is told


def test_without_a_webhook_there_is_no_row_and_no_column(
    table: Table, as_ann: Client, ann: User
) -> None:
    assert not Notification.objects.filter(channel__in=("webhook", "table_hook")).exists()
    assert "turn:webhook" not in as_ann.get("/preferences/notifications/").text
    webhooks.set_personal(ann, "slack", ADDRESS)
    page = as_ann.get("/preferences/notifications/").text
    assert 'name="turn:webhook"' in page
    assert "table_hook" not in page


def test_what_is_chosen_for_it_stays_while_there_is_none(as_ann: Client, ann: User) -> None:
    ann.notification_settings.assign(notification_overrides={"over:webhook": False})
    data = {"turn_notification_delay": "2", "max_notifications_per_day": "20", "digest_hour": "8"}
    as_ann.post("/preferences/notifications/", data)
    ann.refresh_from_db()
    assert ann.notification_settings.notification_overrides["over:webhook"] is False
    assert not [
        name
        for name in ann.notification_settings.notification_overrides
        if name.endswith(":webhook") and name != "over:webhook"
    ]


@pytest.mark.same_everywhere
def test_webhook_respects_notification_settings(
    ann: User, table: Table, server: HookServer
) -> None:
    personal(ann, server)
    ann.notification_settings.assign(notification_overrides={"mention:webhook": False})
    store_mention(ann, table)
    assert of(ann) == []
    ann.notification_settings.assign(notification_overrides={})
    store_mention(ann, table, number=2)
    assert [row.event for row in of(ann)] == ["mention"]


@pytest.mark.same_everywhere
def test_quiet_hours_and_the_limit_hold_for_it_as_for_mail(
    ann: User, table: Table, server: HookServer
) -> None:
    personal(ann, server)
    Notification.objects.all().delete()
    ann.notification_settings.assign(max_notifications_per_day=1)
    store_mention(ann, table)
    delivery.send_due()
    assert server.taken == []
    assert of(ann)[0].reason == "limit"


@pytest.mark.same_everywhere
def test_mail_and_webhook_count_as_one_daily_notification_and_once_in_the_digest(
    ann: User, table: Table, server: HookServer, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    personal(ann, server)
    Notification.objects.all().delete()
    ann.notification_settings.assign(max_notifications_per_day=4)
    for number in range(5):
        store_mention(ann, table, number=number)
    delivery.send_due()
    assert len(mailoutbox) == len(server.taken) == 3
    ann.notifications.filter(event="digest").update(send_at=timezone.now() - timedelta(seconds=1))
    delivery.send_due()
    assert mailoutbox[-1].subject.startswith("Your digest")
    assert mailoutbox[-1].body.count("bob writes to you") == 2
    assert not ann.notifications.filter(state=Notification.State.DIGEST).exists()


# failing, and switched off


def fail_times(user: User, table: Table, times: int) -> None:
    for number in range(times):
        store_mention(user, table, number=number)
        delivery.send_due()


@pytest.mark.parametrize(
    ("behave", "answer"),
    [
        (hook_server.hang, b""),
        (hook_server.drip_body, b""),
        (hook_server.hang_up, b""),
        (None, b"HTTP/1.1 500 Oops\r\n\r\n"),
        (None, b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n"),
    ],
)
def test_a_hostile_server_fails_alone(
    behave: Any,
    answer: bytes,
    short_timeout: None,
    people: list[User],
    table: Table,
    server: HookServer,
    mailoutbox: list[EmailMultiAlternatives],
) -> None:
    good = HookServer()
    server.behave, server.answer = behave, answer
    personal(people[0], server)
    webhooks.set_personal(people[1], "json", good.url())
    Notification.objects.all().delete()
    for user in people[:2]:
        store_mention(user, table)
    begin = time.monotonic()
    assert delivery.send_due() == 3
    assert time.monotonic() - begin < 5
    assert [data["event"] for data in received_data(good)] == ["mention"]
    assert {mail.to[0] for mail in mailoutbox} == {user.email for user in people[:2]}
    (row,) = of(people[0])
    assert (row.state, row.attempts) == (Notification.State.WAITING, 1)
    assert people[0].webhook.deliveries.get().problem
    assert User.objects.get(pk=people[0].pk).notification_settings.disabled_channels == {}
    good.stop()


def test_what_has_failed_is_not_waited_for_again_in_the_same_round(
    short_timeout: None, ann: User, table: Table, server: HookServer
) -> None:
    server.behave = hook_server.hang
    personal(ann, server)
    for number in range(5):
        store_mention(ann, table, number=number)
    begin = time.monotonic()
    delivery.send_due()
    assert time.monotonic() - begin < 2
    assert server.connections == 1


def test_a_server_that_asks_to_wait_is_left_alone_so_long(
    ann: User, table: Table, server: HookServer
) -> None:
    server.answer = b"HTTP/1.1 503 Later\r\nRetry-After: 7200\r\n\r\n"
    personal(ann, server)
    for number in range(2):
        store_mention(ann, table, number=number)
    delivery.send_due()
    rows = ann.notifications.filter(channel="webhook", attempts=1)
    assert server.connections == 1
    late = timezone.now() + timedelta(seconds=7190)
    assert rows.filter(send_at__gt=late).count() == rows.count() == 2


@pytest.mark.same_everywhere
def test_webhook_may_reach_a_configured_local_network(
    ann: User, table: Table, server: HookServer, settings: Any
) -> None:
    settings.WEBHOOKS_MAY_BE_LOCAL = False
    with expect_refusal(Invalid, "bad_address", match="https"):
        personal(ann, server)
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
    personal(ann, server)
    store_mention(ann, table)
    delivery.send_due()
    assert len(server.taken) == 1


@pytest.mark.same_everywhere
@pytest.mark.parametrize("status", [404, 410])
def test_a_webhook_that_is_gone_is_switched_off_at_once_and_the_bell_says_so(
    status: int, ann: User, table: Table, server: HookServer, as_ann: Client
) -> None:
    server.answer = f"HTTP/1.1 {status} Gone\r\n\r\n".encode()
    hook = personal(ann, server)
    fail_times(ann, table, 1)
    hook.refresh_from_db()
    ann.refresh_from_db()
    assert hook.disabled_at is not None
    assert (ann.notification_settings.has_webhook, ann.notification_settings.disabled_channels) == (
        False,
        {},
    )
    (row,) = ann.notifications.filter(event="webhook_stopped")
    assert (row.channel, row.read_at) == ("page", None)
    page = as_ann.get("/notifications/").text
    assert "Your webhook at 127.0.0.1 is switched off" in page
    assert "secret-path" not in page
    make_notifications_due(ann)
    delivery.send_due()
    assert server.connections == 1
    assert of(ann)[0].reason == "nowhere"


def test_it_is_switched_off_after_failures_in_a_row_over_an_hour_and_not_before(
    ann: User, table: Table, server: HookServer
) -> None:
    server.answer = b"HTTP/1.1 500 Oops\r\n\r\n"
    hook = personal(ann, server)
    fail_times(ann, table, 7)
    hook.refresh_from_db()
    assert hook.disabled_at is None
    assert hook.failures == 7
    Webhook.objects.update(failing_since=timezone.now() - timedelta(minutes=61), failures=3)
    for number, is_off in ((10, False), (11, True)):
        store_mention(ann, table, number=number)
        delivery.send_due()
        hook.refresh_from_db()
        assert (hook.disabled_at is not None) == is_off
    assert ann.notifications.filter(event="webhook_stopped").count() == 1


@pytest.mark.same_everywhere
def test_one_that_gets_through_starts_the_count_anew(
    ann: User, table: Table, server: HookServer
) -> None:
    hook = personal(ann, server)
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=5), failures=4)
    store_mention(ann, table)
    delivery.send_due()
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since) == (0, None)


@pytest.mark.same_everywhere
def test_a_test_that_gets_through_switches_it_on_again(
    as_ann: Client, ann: User, table: Table, server: HookServer
) -> None:
    server.answer = b"HTTP/1.1 410 Gone\r\n\r\n"
    hook = personal(ann, server)
    fail_times(ann, table, 1)
    assert "Switched off on" in as_ann.get("/preferences/notifications/webhook/").text
    server.answer = hook_server.OK
    page = as_ann.post("/preferences/notifications/webhook/test/", follow=True).text
    assert "The test was delivered. The answer was 204." in page
    hook.refresh_from_db()
    ann.refresh_from_db()
    assert hook.disabled_at is None
    assert ann.notification_settings.has_webhook
    assert received_data(server)[-1]["event"] == "test"


@pytest.mark.same_everywhere
def test_tests_that_fail_are_said_and_not_counted(
    as_ann: Client, ann: User, server: HookServer
) -> None:
    server.answer = b"HTTP/1.1 404 Not here\r\n\r\ninternal secret"
    hook = personal(ann, server)
    page = as_ann.post("/preferences/notifications/webhook/test/", follow=True).text
    assert "The answer was 404." in page
    assert "internal secret" not in page
    hook.refresh_from_db()
    assert (hook.failures, hook.disabled_at) == (0, None)


@pytest.mark.same_everywhere
def test_tests_are_few(as_ann: Client, ann: User, server: HookServer) -> None:
    personal(ann, server)
    for _press in range(3):
        page = as_ann.post("/preferences/notifications/webhook/test/", follow=True).text
    assert "Wait ten seconds between tests" in page
    assert len(server.taken) == 1
    assert api_of(ann).post("/api/notifications/webhook/test/").status_code == 429


@pytest.mark.same_everywhere
def test_a_name_that_turned_private_is_not_asked(
    ann: User, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = webhooks.set_personal(ann, "json", ADDRESS)
    place = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("169.254.169.254", 443))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: [place])
    monkeypatch.setattr(socket.socket, "connect", lambda *args: pytest.fail("connects"))
    store_mention(ann, table)
    delivery.send_due()
    assert "not public" in hook.deliveries.get().problem


def test_the_log_is_kept_short(ann: User, table: Table, server: HookServer) -> None:
    hook = personal(ann, server)
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(webhook=hook, event="turn") for _ in range(200)
    )
    other = webhooks.set_personal(User.objects.get(username="bob"), "json", server.url())
    WebhookDelivery.objects.create(webhook=other, event="turn")
    store_mention(ann, table)
    delivery.send_due()
    assert hook.deliveries.count() == webhooks.KEPT
    assert hook.deliveries.first().status == 204  # type: ignore[union-attr]
    assert other.deliveries.count() == 1


def test_webhook_removed_during_delivery_leaves_no_rows(
    ann: User, table: Table, server: HookServer
) -> None:
    hook = personal(ann, server)
    word = WORD._replace(data={})
    webhooks.remove_personal(ann)
    webhooks.deliver(hook, word)
    assert not WebhookDelivery.objects.exists()
    assert not Webhook.objects.exists()
