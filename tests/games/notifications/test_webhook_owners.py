"""Whose a webhook is: what that of a table is told, who may set one, and how it is removed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import ANY

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.deletion import delete_account
from accounts.models import User
from games.clubs import creation, membership
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, Notification, Table, Webhook, WebhookDelivery
from games.notifications import delivery, test_throttle, webhooks
from games.notifications.delivery_decision import filter_within_daily_limit
from games.notifications.outbox import notification_settings
from games.table.actions import chat_messages
from games.table.actions.rollback import roll_back_table
from games.table.agreements import actions as agreements
from games.time_controls import PRESETS_BY_KEY
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, actor, fresh, play_on, seats_of
from tests.hook_server import HookServer

from .webhook_receivers import ADDRESS, as_ann, personal, received_data, server, store_mention

__all__ = ["as_ann", "server"]


# of a table


@pytest.fixture
def hosted_table(new_table: Callable[..., Table], server: HookServer, ann: User) -> Table:
    """A running table that Ann hosts, with a webhook of its own."""
    table = new_table()
    webhooks.set_for_table(table.key, ann, "json", server.url())
    Notification.objects.all().delete()
    return fresh(table)


def due_of_tables() -> None:
    Notification.objects.filter(channel="table_hook", state=Notification.State.WAITING).update(
        send_at=timezone.now() - timedelta(seconds=1)
    )


@pytest.mark.same_everywhere
def test_a_table_tells_that_it_starts_whose_turn_it_is_and_how_it_ends(
    people: list[User], server: HookServer
) -> None:
    table = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    webhooks.set_for_table(table.key, people[0], "json", server.url())
    table_setup.join(table.key, people[1])
    due_of_tables()
    delivery.send_due()
    assert {data["event"] for data in received_data(server)} == {"started", "turn"}
    turn = next(data for data in received_data(server) if data["event"] == "turn")
    assert turn["title"].startswith(f"It is {actor(table).name}'s turn – ")
    table = play_on(table)
    due_of_tables()
    delivery.send_due()
    over = received_data(server)[-1]
    assert over["event"] == "over"
    winner = table.seat_set.filter(rank=1).select_related("user").first()
    assert winner is not None
    assert over["text"].startswith(f"1. {winner.name}: {winner.total} points")
    assert [data["event"] for data in received_data(server)].count("turn") == 1


def test_host_of_a_webhook_table_gets_start_or_turn_like_others(
    people: list[User], server: HookServer
) -> None:
    for _table in range(4):  # the host is asked first at some of them
        table = table_setup.open_table(
            people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
        )
        webhooks.set_for_table(table.key, people[0], "json", server.url())
        table_setup.join(table.key, people[1])
        asked = actor(fresh(table)).user
        for person in people[:2]:
            own = Notification.objects.filter(table=table, user=person).exclude(
                channel="table_hook"
            )
            expected = {"turn"} if person == asked else {"started"}
            assert {*own.values_list("event", flat=True)} - {"joined"} == expected


def test_table_webhook_drops_past_turns(hosted_table: Table, server: HookServer) -> None:
    for number in range(6):
        play_on(hosted_table, moves=1, seed=number)
    rows = Notification.objects.filter(channel="table_hook", event="turn")
    assert rows.count() > 1
    due_of_tables()
    delivery.send_due()
    states = list(rows.order_by("pk").values_list("state", "reason"))
    assert states[-1] == ("sent", "")
    assert set(states[:-1]) == {("dropped", "overtaken")}
    assert len(server.taken) == 1


def test_nothing_of_a_match_but_seats_goes_to_it(hosted_table: Table, server: HookServer) -> None:
    play_on(hosted_table, moves=3)
    for audience in ("public", "players"):
        chat_messages.send_message(
            hosted_table, User.objects.get(username="bob"), "the-talk @ann", audience
        )
    due_of_tables()
    delivery.send_due()
    (data,) = received_data(server)
    keys = {"notice", "event", "table", "table_name", "game", "picture", "seats"}
    assert set(data["data"]) == keys
    assert "the-talk" not in str(data)
    names = {seat.name for seat in seats_of(hosted_table)}
    assert {seat["name"] for seat in data["data"]["seats"]} == names
    assert Notification.objects.filter(channel="table_hook").exclude(event="turn").count() == 0


def test_the_host_is_not_disturbed(
    hosted_table: Table, server: HookServer, ann: User, as_ann: Client
) -> None:
    now = timezone.now()
    ann.notification_settings.assign(
        quiet_from=(now - timedelta(hours=1)).time(),
        quiet_until=(now + timedelta(hours=1)).time(),
        max_notifications_per_day=1,
        disabled_channels={"table_hook": "no"},
        notification_overrides={"turn:table_hook": False},
    )
    play_on(hosted_table, moves=2)
    due_of_tables()
    delivery.send_due()
    assert len(server.taken) == 1
    ann.notification_settings.assign(quiet_from=None, quiet_until=None, disabled_channels={})
    ann.refresh_from_db()
    digest = Notification(user=ann, event="digest")
    assert filter_within_daily_limit([digest], timezone.now()) == [digest]
    assert "webhook of the table" not in as_ann.get("/notifications/").text
    assert "table_hook" not in str(api_of(ann).get("/api/notifications/").json())


def test_table_webhook_skips_bots_and_live_clocks(
    new_table: Callable[..., Table], ann: User, server: HookServer
) -> None:
    for table in (new_table(2, ("random",)), new_table(clock="live-20")):
        webhooks.set_for_table(table.key, ann, "json", server.url())
        Notification.objects.all().delete()
        play_on(table, moves=4)
        waits = Notification.objects.filter(channel="table_hook", event="turn")
        due_of_tables()
        delivery.send_due()
        assert not table.clock.is_live or not waits.exists()
    titles = [data["title"] for data in received_data(server)]
    assert titles == [title for title in titles if title.startswith("It is ann's turn")]


@pytest.mark.same_everywhere
def test_table_webhook_reports_called_off_match(
    hosted_table: Table, people: list[User], server: HookServer
) -> None:
    for user in people[:2]:
        agreements.agree_to_call_off(hosted_table.key, user)
    delivery.send_due()
    assert received_data(server)[-1]["title"].startswith("The match was called off")


@pytest.mark.same_everywhere
def test_a_match_that_is_set_back_is_not_over_and_tells_who_is_awaited(
    hosted_table: Table, people: list[User], server: HookServer
) -> None:
    table = play_on(hosted_table)
    assert table.is_over
    staff = User.objects.create_superuser("staff", "staff@example.org", None)
    roll_back_table(table.key, 3, staff, "for a test", table.version)
    due_of_tables()
    delivery.send_due()
    assert [data["event"] for data in received_data(server)] == ["turn"]
    over = Notification.objects.get(channel="table_hook", event="over")
    assert (over.state, over.reason) == (Notification.State.DROPPED, "past")
    play_on(hosted_table)
    delivery.send_due()
    assert received_data(server)[-1]["event"] == "over"


def test_a_host_who_is_locked_out_tells_nobody_any_more(
    hosted_table: Table, server: HookServer, ann: User
) -> None:
    play_on(hosted_table, moves=1)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    due_of_tables()
    delivery.send_due()
    assert server.connections == 0


def test_the_webhook_of_a_table_that_is_gone_is_switched_off(
    hosted_table: Table, server: HookServer, ann: User
) -> None:
    server.answer = b"HTTP/1.1 410 Gone\r\n\r\n"
    play_on(hosted_table, moves=1)
    due_of_tables()
    delivery.send_due()
    assert not fresh(hosted_table).has_webhook
    assert Webhook.objects.get(table=hosted_table).disabled_at is not None
    (row,) = ann.notifications.filter(event="webhook_stopped")
    assert row.table == hosted_table
    ann.refresh_from_db()
    assert ann.notification_settings.disabled_channels == {}
    before = Notification.objects.filter(channel="table_hook").count()
    play_on(hosted_table, moves=2)
    assert Notification.objects.filter(channel="table_hook").count() == before


# who may


@pytest.mark.same_everywhere
def test_a_webhook_has_one_owner_at_most_and_at_least(ann: User, table: Table) -> None:
    club = Club.objects.create(name="Thursday")
    for owners in ({}, {"user": ann, "table": table}, {"table": table, "club": club}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Webhook.objects.create(kind="json", url=ADDRESS, **owners)


WAYS = ("pages", "api")


def change(user: User | None, table: Table, how: str, what: str) -> int:
    """Try to set, test or remove the webhook of a table; returns the status."""
    client: Any = APIClient() if how == "api" else Client()
    if user is not None:
        client.force_login(user)
    path = f"/tables/{table.key}/webhook/"
    data = {"kind": "slack", "url": "https://evil.example/hook"}
    if how == "pages":
        return int(client.post(path if what == "set" else f"{path}{what}/", data).status_code)
    path = f"/api{path}"
    if what == "set":
        return int(client.put(path, data, format="json").status_code)
    answer = client.post(f"{path}test/") if what == "test" else client.delete(path)
    return int(answer.status_code)


@pytest.mark.same_everywhere
@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("what", ["set", "test", "remove"])
@pytest.mark.parametrize("who", ["player", "stranger", "visitor"])
def test_only_the_host_changes_the_webhook_of_a_table(
    who: str, what: str, how: str, hosted_table: Table, people: list[User], server: HookServer
) -> None:
    before = Webhook.objects.values().get()
    user = {"player": people[1], "stranger": people[3], "visitor": None}[who]
    status = change(user, hosted_table, how, what)
    assert status in ((302,) if how == "pages" else (401, 403))
    assert Webhook.objects.values().get() == before
    assert fresh(hosted_table).has_webhook
    assert server.connections == 0
    assert not WebhookDelivery.objects.exists()


@pytest.mark.same_everywhere
@pytest.mark.parametrize("how", WAYS)
def test_the_host_changes_it(how: str, hosted_table: Table, ann: User, server: HookServer) -> None:
    assert change(ann, hosted_table, how, "test") in (200, 302)
    assert len(server.taken) == 1
    assert change(ann, hosted_table, how, "set") in (200, 302)
    assert Webhook.objects.get().kind == "slack"
    assert change(ann, hosted_table, how, "remove") in (200, 302)
    assert not Webhook.objects.exists()
    assert not fresh(hosted_table).has_webhook


@pytest.mark.parametrize("who", ["host", "player", "stranger", "visitor"])
def test_who_is_at_the_table_sees_that_there_is_one_and_nobody_its_address(
    who: str, hosted_table: Table, people: list[User]
) -> None:
    WebhookDelivery.objects.create(
        webhook=hosted_table.webhook, event="turn", problem="the-problem"
    )
    user = {"host": people[0], "player": people[1], "stranger": people[3], "visitor": None}[who]
    client = Client() if user is None else signed_in(user)
    page = client.get(f"/tables/{hosted_table.key}/", follow=True).text
    assert ("at 127.0.0.1, but nothing hidden" in page) == (who in ("host", "player"))
    assert ("Change the webhook" in page) == (who == "host")
    settings_page = client.get(f"/tables/{hosted_table.key}/webhook/", follow=True).text
    assert ("the-problem" in settings_page) == (who == "host")
    api = APIClient()
    if user is not None:
        api.force_authenticate(user)
    answer = api.get(f"/api/tables/{hosted_table.key}/webhook/")
    assert answer.status_code == {"stranger": 403, "visitor": 401}.get(who, 200)
    assert ("the-problem" in answer.content.decode()) == (who == "host")
    for text in (page, settings_page, answer.content.decode()):
        assert "secret-path" not in text
        assert hosted_table.webhook.secret not in text


@pytest.mark.same_everywhere
def test_nobody_reaches_the_webhook_of_another_person(
    people: list[User], server: HookServer
) -> None:
    personal(people[0], server)
    before = Webhook.objects.values().get()
    other, api = signed_in(people[1]), api_of(people[1])
    assert "127.0.0.1" not in other.get("/preferences/notifications/webhook/").text
    other.post("/preferences/notifications/webhook/test/")
    other.post("/preferences/notifications/webhook/remove/")
    assert api.get("/api/notifications/webhook/").status_code == 404
    assert api.post("/api/notifications/webhook/test/").status_code == 404
    assert api.delete("/api/notifications/webhook/").json() == {"removed": False}
    assert Webhook.objects.values().get() == before
    assert server.connections == 0


@pytest.mark.same_everywhere
@pytest.mark.parametrize("method", ["get", "put", "delete", "post"])
def test_visitors_have_none(method: str, db: None) -> None:
    path = "/api/notifications/webhook/" + ("test/" if method == "post" else "")
    assert getattr(APIClient(), method)(path).status_code == 401
    assert Client().get("/preferences/notifications/webhook/").status_code == 302


# set and removed


def test_the_secret_is_shown_once_and_the_address_never(as_ann: Client, ann: User) -> None:
    path = "/preferences/notifications/webhook/"
    shown = as_ann.post(path, {"kind": "json", "url": ADDRESS}).text
    hook = Webhook.objects.get(user=ann)
    assert len(hook.secret) > 30
    assert hook.secret in shown
    again = as_ann.get(path).text
    assert "hooks.example.org" in again
    for hidden in (hook.secret, "very-secret"):
        assert hidden not in again
        assert hidden not in str(api_of(ann).get("/api/notifications/webhook/").json())


def test_the_api_tells_the_secret_once(ann: User) -> None:
    api = api_of(ann)
    data = {"kind": "json", "url": ADDRESS}
    answer = api.put("/api/notifications/webhook/", data, format="json").json()
    hook = {
        "kind": "json",
        "host": "hooks.example.org",
        "works": True,
        "failures": 0,
        "created_at": ANY,
        "stopped_at": None,
        "secret": "",
        "log": [],
    }
    assert answer == {**hook, "secret": Webhook.objects.get().secret}
    assert api.get("/api/notifications/webhook/").json() == hook
    assert api.delete("/api/notifications/webhook/").json() == {"removed": True}


@pytest.fixture
def club(people: list[User]) -> Club:
    """Ann's, of which Bob is a member."""
    made = creation.create_club(people[0], "Thursday", "", Club.JoinPolicy.OPEN)
    membership.join_or_request(made.key, people[1])
    return made


def test_api_shows_deliveries_of_a_webhook_to_those_who_may_set_it(
    table: Table,
    club: Club,
    people: list[User],
    server: HookServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bob plays at Ann's table, and is in her club."""
    monkeypatch.setattr(test_throttle, "EVERY", 0)
    ann, bob = map(api_of, people[:2])
    for about in (f"tables/{table.key}", f"clubs/{club.key}"):
        path = f"/api/{about}/webhook/"
        answer = ann.put(path, {"kind": "json", "url": server.url()}, format="json").json()
        assert answer["secret"] == Webhook.objects.get().secret != ""
        done = ann.post(f"{path}test/").json()
        assert done == {"event": "test", "at": ANY, "status": 204, "problem": ""}
        seen = {**answer, "secret": "", "log": [done]}
        assert ann.get(path).json() == seen
        assert bob.get(path).json() == {**seen, "log": []}
        assert bob.delete(path).status_code == 403
        assert ann.delete(path).json() == {"removed": True}
    personal(people[0], server)
    assert ann.post("/api/notifications/webhook/test/").json() == {**done, "at": ANY}


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "url",
    ["http://example.org/", "https://me:x@example.org/", "nonsense", "https://192.168.1.20/"],
)
def test_an_address_to_which_nothing_would_go_is_refused(
    url: str, as_ann: Client, ann: User
) -> None:
    path = "/preferences/notifications/webhook/"
    assert 'aria-invalid="true"' in as_ann.post(path, {"kind": "json", "url": url}).text
    data = {"kind": "json", "url": url}
    assert api_of(ann).put(f"/api{path[12:]}", data, format="json").status_code == 422
    assert not Webhook.objects.exists()


def test_set_anew_it_is_another_one(ann: User, server: HookServer) -> None:
    first = personal(ann, server)
    WebhookDelivery.objects.create(webhook=first, event="turn")
    second = personal(ann, server)
    assert first.secret != second.secret
    assert list(Webhook.objects.all()) == [second]
    assert not WebhookDelivery.objects.exists()


@pytest.mark.same_everywhere
def test_at_a_match_that_is_over_none_is_set(table: Table, ann: User) -> None:
    play_on(table)
    data = {"kind": "json", "url": ADDRESS}
    answer = api_of(ann).put(f"/api/tables/{table.key}/webhook/", data, format="json")
    assert answer.status_code == 409
    assert not Webhook.objects.exists()


def test_removed_it_is_owed_nothing(ann: User, table: Table, server: HookServer) -> None:
    personal(ann, server)
    store_mention(ann, table)
    webhooks.remove_personal(ann)
    assert not ann.notifications.filter(
        channel="webhook", state=Notification.State.WAITING
    ).exists()
    assert ann.notifications.filter(channel="mail", event="mention").exists()
    ann.refresh_from_db()
    assert "webhook" not in notification_settings.enabled_channels(ann, "mention")


def test_with_the_account_its_webhooks_go(
    hosted_table: Table, ann: User, server: HookServer
) -> None:
    personal(ann, server)
    delete_account(ann)
    assert not Webhook.objects.exists()
    assert not fresh(hosted_table).has_webhook
    assert not User.objects.get(pk=ann.pk).notification_settings.has_webhook


@pytest.mark.same_everywhere
def test_the_api_lets_only_who_has_one_choose_it(ann: User) -> None:
    api = api_of(ann)
    wanted = {"events": {"over": ["webhook"]}}
    path = "/api/notifications/settings/"
    assert api.patch(path, wanted, format="json").status_code == 400
    webhooks.set_personal(ann, "slack", ADDRESS)
    ann.refresh_from_db()
    assert api.patch(path, wanted, format="json").json()["events"]["over"] == ["webhook"]
    for events in ({"over": ["table_hook"]}, {"over": ["pigeon"]}):
        assert api.patch(path, {"events": events}, format="json").status_code == 400


def test_a_move_reads_no_webhook(table: Table, ann: User, server: HookServer) -> None:
    webhooks.set_for_table(table.key, ann, "json", server.url())
    personal(ann, server)
    Notification.objects.all().delete()
    with CaptureQueriesContext(connection) as queries:
        play_on(table, moves=3)
    assert not [one for one in queries.captured_queries if '"games_webhook"' in str(one["sql"])]
    assert Notification.objects.filter(channel="table_hook").exists()
