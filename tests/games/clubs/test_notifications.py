"""What a club tells: its webhook of tables, results and people, and its members of the talk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.clubs import chat, creation, membership, queries
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, Notification, Table, Webhook, WebhookDelivery
from games.notifications import content, delivery, webhooks
from games.table.agreements import actions as agreements
from games.time_controls import PRESETS_BY_KEY
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, fresh, play_on
from tests.hook_server import HookServer

pytestmark = pytest.mark.django_db
CHANNEL = "circle_hook"


@pytest.fixture
def server(settings: Any) -> Iterator[HookServer]:
    """A server for webhooks, which is on this machine."""
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    found = HookServer()
    yield found
    found.stop()


@pytest.fixture
def club_with_webhook(club: Club, people: list[User], server: HookServer) -> Club:
    """The club, whose helper has set its webhook."""
    webhooks.set_for_club(club.key, people[1], "json", server.url())
    Notification.objects.all().delete()
    return club


def open_club_table(club: Club | None, host: User) -> Table:
    inside = None if club is None else Club.objects.get(pk=club.pk)
    return table_setup.open_table(
        host, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock), club=inside
    )


def test_it_tells_of_tables_results_and_who_comes_in(
    club_with_webhook: Club, people: list[User], server: HookServer
) -> None:
    ann, bob, cem, dee, _eva = people
    membership.invite_or_admit(club_with_webhook.key, bob, dee)
    table = open_club_table(club_with_webhook, ann)
    open_club_table(None, cem)
    delivery.send_due()
    table_setup.join(table.key, bob)
    table = play_on(fresh(table))
    delivery.send_due()
    payloads = {request.data["event"]: request.data for request in server.taken}
    assert list(payloads) == ["joined", "opened", "over"]
    assert payloads["joined"]["title"] == "dee has joined the club – Thursday"
    assert payloads["opened"]["title"].startswith("ann has opened a table – ")
    assert payloads["opened"]["title"].endswith(", Thursday")
    assert payloads["opened"]["url"].endswith(table.get_absolute_url())
    winner = table.seat_set.select_related("user").filter(rank=1)[0]
    assert payloads["over"]["text"].startswith(f"1. {winner.name}: {winner.total} points")
    assert {data["data"]["circle"] for data in payloads.values()} == {club_with_webhook.key}
    assert Counter(WebhookDelivery.objects.values_list("event", flat=True)) == Counter([*payloads])


def test_club_webhook_drops_outdated_notifications(
    club_with_webhook: Club, people: list[User], server: HookServer
) -> None:
    ann, bob, *_ = people
    table = open_club_table(club_with_webhook, ann)
    table_setup.close(table.key, ann)
    delivery.send_due()
    row = Notification.objects.get(channel=CHANNEL)
    assert (row.state, row.reason) == (Notification.State.DROPPED, "past")
    over = open_club_table(club_with_webhook, ann)
    table_setup.join(over.key, bob)
    for user in (ann, bob):
        agreements.agree_to_call_off(over.key, user, agrees=True)
    webhooks.remove_from_club(club_with_webhook.key, ann)
    delivery.send_due()
    states = Notification.objects.filter(channel=CHANNEL, table=over).values_list("state", "reason")
    assert set(states) == {("dropped", "nowhere")}
    assert server.taken == []


def test_club_webhook_follows_ownership_and_ends_with_the_club(
    club_with_webhook: Club, people: list[User], server: HookServer
) -> None:
    ann, bob, _cem, _dee, eva = people
    User.objects.filter(pk=bob.pk).update(language="ja")
    membership.leave_club(club_with_webhook.key, ann)
    open_club_table(club_with_webhook, eva)
    delivery.send_due()
    assert "evaさんがテーブルを開きました" in server.taken[0].data["title"]
    assert Webhook.objects.get().owner == bob
    creation.close_club(club_with_webhook.key, bob)
    assert not Webhook.objects.exists()
    club_with_webhook.refresh_from_db()
    assert not club_with_webhook.has_webhook


def test_missing_club_webhook_is_disabled_and_its_owner_notified(
    club_with_webhook: Club, people: list[User], server: HookServer
) -> None:
    server.answer = b"HTTP/1.1 410 Gone\r\n\r\n"
    open_club_table(club_with_webhook, people[4])
    delivery.send_due()
    club_with_webhook.refresh_from_db()
    assert not club_with_webhook.has_webhook
    row = people[0].notifications.get(event="webhook_stopped", channel="page")
    assert content.NotificationContext(row).url == f"/clubs/{club_with_webhook.key}/webhook/"
    server.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
    hook = webhooks.get_for_club(club_with_webhook.key)
    assert hook is not None
    assert webhooks.send_test(hook, people[0]).problem == ""
    club_with_webhook.refresh_from_db()
    assert club_with_webhook.has_webhook


def test_those_in_it_see_where_it_goes_and_its_leaders_what_was_sent(
    club_with_webhook: Club, people: list[User]
) -> None:
    hook = club_with_webhook.webhook
    WebhookDelivery.objects.create(webhook=hook, event="opened", problem="the-problem")
    for user, leads in ((people[0], True), (people[1], True), (people[4], False)):
        page = signed_in(user).get(club_with_webhook.get_absolute_url()).text
        answer = api_of(user).get(f"/api/clubs/{club_with_webhook.key}/webhook/")
        assert "127.0.0.1" in page
        assert ("Change the webhook" in page) == leads
        assert ("the-problem" in answer.text) == leads
        assert hook.url not in page + answer.text
        assert hook.secret not in page + answer.text
    assert "A table opens: the-problem" in (
        signed_in(people[0]).get(f"{club_with_webhook.get_absolute_url()}webhook/").text
    )


def test_talk_rings_the_bell_once_an_hour_and_sends_no_mail(club: Club, people: list[User]) -> None:
    ann, bob, _cem, dee, eva = people
    eva.notification_settings.assign(
        notification_overrides={"circle_talk:page": False, "circle_talk:mail": True}
    )
    Notification.objects.all().delete()
    for user, text in ((ann, "hello"), (ann, "anybody?"), (bob, "yes")):
        chat.post_message(queries.get_club_for_member(club.key, user), user, text)
    rows = Notification.objects.filter(event="circle_talk").order_by("user")
    values = [(row.user.username, row.channel, row.data["text"]) for row in rows]
    assert values == [("ann", "page", "yes"), ("bob", "page", "hello"), ("eva", "mail", "hello")]
    assert not dee.notifications.exists()
    message = content.compose(content.NotificationContext(rows[1]))
    assert message.title == "ann writes in the club “Thursday”"
    assert message.url.endswith(club.get_absolute_url())
