"""What a circle tells: its webhook of tables, results and people, and its members of the talk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.clubs import chat, creation, membership, queries
from games.lobby import table_setup
from games.models import Circle, Delivery, Notice, Table, Webhook
from games.notifications import content, delivery, webhooks
from games.table.actions import player_actions
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
def hooked(circle: Circle, people: list[User], server: HookServer) -> Circle:
    """The circle, whose helper has set its webhook."""
    webhooks.set_for_club(circle.key, people[1], "json", server.url())
    Notice.objects.all().delete()
    return circle


def opened(circle: Circle | None, host: User) -> Table:
    inside = None if circle is None else Circle.objects.get(pk=circle.pk)
    return table_setup.open_table(host, GAME, 2, {}, PRESETS_BY_KEY["day"].clock, circle=inside)


def test_it_tells_of_tables_results_and_who_comes_in(
    hooked: Circle, people: list[User], server: HookServer
) -> None:
    ann, bob, cem, dee, _eva = people
    membership.invite_or_admit(hooked.key, bob, dee)
    table = opened(hooked, ann)
    opened(None, cem)
    delivery.send_due()
    table_setup.join(table.key, bob)
    table = play_on(fresh(table))
    delivery.send_due()
    told = {asked.data["event"]: asked.data for asked in server.taken}
    assert list(told) == ["joined", "opened", "over"]
    assert told["joined"]["title"] == "dee has joined the club – Thursday"
    assert told["opened"]["title"].startswith("ann has opened a table – ")
    assert told["opened"]["title"].endswith(", Thursday")
    assert told["opened"]["url"].endswith(table.get_absolute_url())
    winner = table.seat_set.select_related("user").filter(rank=1)[0]
    assert told["over"]["text"].startswith(f"1. {winner.name}: {winner.total} points")
    assert {data["data"]["circle"] for data in told.values()} == {hooked.key}
    assert Counter(Delivery.objects.values_list("event", flat=True)) == Counter([*told])


def test_what_is_not_so_any_more_is_not_told(
    hooked: Circle, people: list[User], server: HookServer
) -> None:
    ann, bob, *_ = people
    table = opened(hooked, ann)
    table_setup.close(table.key, ann)
    delivery.send_due()
    row = Notice.objects.get(channel=CHANNEL)
    assert (row.state, row.reason) == (Notice.State.DROPPED, "past")
    over = opened(hooked, ann)
    table_setup.join(over.key, bob)
    for user in (ann, bob):
        player_actions.agree_to_call_off(over.key, user, agrees=True)
    webhooks.remove_from_club(hooked.key, ann)
    delivery.send_due()
    states = Notice.objects.filter(channel=CHANNEL, table=over).values_list("state", "reason")
    assert set(states) == {("dropped", "nowhere")}
    assert server.taken == []


def test_it_goes_with_the_circle_and_speaks_for_whoever_owns_it(
    hooked: Circle, people: list[User], server: HookServer
) -> None:
    ann, bob, _cem, _dee, eva = people
    User.objects.filter(pk=bob.pk).update(language="ja")
    membership.leave_club(hooked.key, ann)
    opened(hooked, eva)
    delivery.send_due()
    assert "evaさんがテーブルを開きました" in server.taken[0].data["title"]
    assert Webhook.objects.get().owner == bob
    creation.close_club(hooked.key, bob)
    assert not Webhook.objects.exists()
    hooked.refresh_from_db()
    assert not hooked.has_webhook


def test_one_that_is_gone_is_switched_off_and_its_owner_told(
    hooked: Circle, people: list[User], server: HookServer
) -> None:
    server.answer = b"HTTP/1.1 410 Gone\r\n\r\n"
    opened(hooked, people[4])
    delivery.send_due()
    hooked.refresh_from_db()
    assert not hooked.has_webhook
    row = people[0].notices.get(event="webhook_stopped", channel="page")
    assert content.NotificationContext(row).url == f"/circles/{hooked.key}/webhook/"
    server.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
    hook = webhooks.get_for_club(hooked.key)
    assert hook is not None
    assert webhooks.send_test(hook, people[0]).problem == ""
    hooked.refresh_from_db()
    assert hooked.has_webhook


def test_those_in_it_see_where_it_goes_and_its_leaders_what_was_sent(
    hooked: Circle, people: list[User]
) -> None:
    hook = hooked.webhook
    Delivery.objects.create(webhook=hook, event="opened", problem="the-problem")
    for user, leads in ((people[0], True), (people[1], True), (people[4], False)):
        page = signed_in(user).get(hooked.get_absolute_url()).text
        told = api_of(user).get(f"/api/circles/{hooked.key}/webhook/")
        assert "127.0.0.1" in page
        assert ("Change the webhook" in page) == leads
        assert ("the-problem" in told.text) == leads
        assert hook.url not in page + told.text
        assert hook.secret not in page + told.text
    assert "A table opens: the-problem" in (
        signed_in(people[0]).get(f"{hooked.get_absolute_url()}webhook/").text
    )


def test_talk_rings_the_bell_once_an_hour_and_sends_no_mail(
    circle: Circle, people: list[User]
) -> None:
    ann, bob, _cem, dee, eva = people
    User.objects.filter(pk=eva.pk).update(
        told={"circle_talk:page": False, "circle_talk:mail": True}
    )
    Notice.objects.all().delete()
    for user, text in ((ann, "hello"), (ann, "anybody?"), (bob, "yes")):
        chat.post_message(queries.get_club_for_member(circle.key, user), user, text)
    rows = Notice.objects.filter(event="circle_talk").order_by("user")
    told = [(row.user.username, row.channel, row.data["text"]) for row in rows]
    assert told == [("ann", "page", "yes"), ("bob", "page", "hello"), ("eva", "mail", "hello")]
    assert not dee.notices.exists()
    word = content.compose(content.NotificationContext(rows[1]))
    assert word.title == "ann writes in the club “Thursday”"
    assert word.url.endswith(circle.get_absolute_url())
