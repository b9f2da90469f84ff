"""Turns that have ended: nothing about them is sent, the bell forgets them, devices close them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.models import Notification, PushSubscription, Seat, Table
from games.notifications import delivery, devices
from games.notifications.backends import NotificationContent, mail
from games.notifications.outbox import inbox, turns
from games.table import dispatch
from games.table.actions import automation, player_actions, resignation, rollback
from games.table.session.transaction import recheck_hold
from tests.games.conftest import GAME, actor, fresh, legal, make_notifications_due, play_on, player
from tests.games.notifications.conftest import add
from tests.games.title_installation import TitleInstallation
from tests.plugin import EnqueuedTasks
from tests.push_service import PushService

pytestmark = pytest.mark.same_everywhere


@pytest.fixture
def table(new_table: Callable[..., Table], people: list[User]) -> Table:
    """A table whose people get turns by every channel."""
    for user in people:
        channels = {f"{event}:{way}": True for event in ("turn", "reminder") for way in ("page",)}
        user.notification_settings.assign(notification_overrides=channels)
    return new_table()


def end_wait(seat: Seat) -> None:
    while Seat.objects.get(pk=seat.pk).waiting_since is not None:
        table = fresh(seat.table)
        player_actions.confirm(table.key, player(seat), table.version, [legal(table, seat)[0]])


def turn_rows(seat: Seat, *channels: str) -> list[Notification]:
    rows = player(seat).notifications.filter(table=seat.table_id, event__in=("turn", "reminder"))
    version = seat.waiting_version
    return [
        row
        for row in rows
        if row.data["version"] == version and (not channels or row.channel in channels)
    ]


def send_turn(seat: Seat) -> None:
    make_notifications_due(player(seat))
    delivery.send_due()


def test_move_drops_what_waits(table: Table) -> None:
    seat = actor(table)
    assert {row.state for row in turn_rows(seat)} == {Notification.State.WAITING}
    end_wait(seat)
    rows = turn_rows(seat)
    assert {(row.state, row.reason) for row in rows} == {(Notification.State.DROPPED, "moved")}
    assert all(row.settled_at is not None for row in rows)


def test_move_drops_what_waits_for_the_digest(table: Table) -> None:
    seat = actor(table)
    player(seat).notifications.filter(event="turn").update(state=Notification.State.DIGEST)
    end_wait(seat)
    assert {row.state for row in turn_rows(seat)} == {Notification.State.DROPPED}


def test_move_takes_the_turn_off_the_bell(table: Table) -> None:
    seat = actor(table)
    before = inbox.count_unread(player(seat))
    send_turn(seat)
    assert inbox.count_unread(player(seat)) == before + 1
    end_wait(seat)
    assert inbox.count_unread(player(seat)) == before


def test_turn_of_another_person_or_table_stays(
    table: Table, new_table: Callable[..., Table]
) -> None:
    seat, other = actor(table), actor(new_table())
    end_wait(seat)
    assert {row.state for row in turn_rows(other)} == {Notification.State.WAITING}
    assert {row.state for row in turn_rows(actor(table))} == {Notification.State.WAITING}


def by_time_out(seat: Seat) -> None:
    for _time in range(200):
        if Seat.objects.get(pk=seat.pk).waiting_since is None:
            return
        Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))
        automation.time_out_seats([seat.pk])
    pytest.fail("the seat still waits")


def by_resignation(seat: Seat) -> None:
    resignation.resign(seat.table.key, player(seat))


def by_rollback(seat: Seat) -> None:
    table = fresh(seat.table)
    rollback.roll_back_table(table.key, 0, player(seat), "a mistake", table.version)


@pytest.mark.parametrize("end", [by_time_out, by_resignation, by_rollback])
def test_other_ends_drop_what_waits(end: Callable[[Seat], None], table: Table) -> None:
    seat = actor(table)
    end(seat)
    rows = turn_rows(seat)
    assert rows
    assert {row.state for row in rows} == {Notification.State.DROPPED}


def test_hold_drops_what_waits_and_the_turn_comes_again(
    table: Table, title_installation: TitleInstallation
) -> None:
    seat = actor(table)
    send_turn(seat)
    before = {row.pk for row in turn_rows(seat)}
    title_installation.without(GAME)
    recheck_hold(table.key)
    assert all(row.read_at is not None for row in turn_rows(seat))
    title_installation.as_before()
    recheck_hold(table.key)
    again = [row for row in turn_rows(seat) if row.pk not in before]
    assert {row.state for row in again} == {Notification.State.WAITING}
    send_turn(seat)
    assert any(row.event == "reminder" and row.read_at is None for row in turn_rows(seat))


def test_webhook_of_the_table_keeps_its_turn(table: Table) -> None:
    seat = actor(table)
    row = Notification.objects.create(
        user=player(seat), event="turn", table=table, channel="table_hook", dedup_key="x"
    )
    turns.end_turns([(table.pk, player(seat).pk)], timezone.now())
    row.refresh_from_db()
    assert row.state == Notification.State.WAITING


def test_index_finds_the_turns_that_end(table: Table) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL reads a small table as a whole")
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + turns.END_TURN, ["", "", "", 1, 1])
        assert "notice_of_turn" in str(cursor.fetchall())


def test_live_table_ends_no_turns(
    new_table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[Any] = []
    monkeypatch.setattr(turns, "end_turns", lambda found, now: ended.extend(found))
    play_on(new_table(clock="live-20"), moves=5)
    assert ended == []


# while it is being sent


def move_while_sending(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, backend: Any
) -> list[NotificationContent]:
    """Let the person move while the first message to them is on its way; return all messages."""
    sent: list[NotificationContent] = []

    def send(user: User, content: NotificationContent) -> None:
        sent.append(content)
        if len(sent) == 1:
            end_wait(seat)

    monkeypatch.setattr(backend, "send", send)
    return sent


def test_move_while_a_reminder_is_sent_plans_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = actor(table)
    Notification.objects.exclude(event="turn").delete()
    player(seat).notification_settings.assign(reminder_interval=2)
    sent = move_while_sending(seat, monkeypatch, mail)
    send_turn(seat)
    assert [content.event for content in sent] == ["turn"]
    assert not [row for row in turn_rows(seat) if row.state == Notification.State.WAITING]
    (row,) = turn_rows(seat, "mail")
    assert (row.event, row.state) == ("turn", Notification.State.SENT)


def test_move_of_another_row_in_a_batch_is_not_sent(
    table: Table, new_table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker claims a batch; what ends before its place in the batch comes is not sent."""
    seats = sorted((actor(table), actor(new_table())), key=lambda seat: seat.pk)
    sent: list[NotificationContent] = []

    def send(user: User, content: NotificationContent) -> None:
        sent.append(content)
        if len(sent) == 1:
            for seat in seats:
                end_wait(seat)

    monkeypatch.setattr(mail, "send", send)
    Notification.objects.exclude(event="turn", channel="mail").delete()
    make_notifications_due()
    delivery.send_due()
    assert len(sent) == 1


# devices


@pytest.fixture
def turn_on_device(table: Table, service: PushService, redis_server: Any) -> tuple[Seat, Any]:
    """A turn that a device shows: its seat and the browser."""
    cache.clear()
    seat = actor(table)
    user, browser = player(seat), service.subscribe()
    add(user, browser)
    user.refresh_from_db()
    user.notifications.all().delete()
    seat.user = user
    turns.store_notifications(turns.build_turn_notifications(seat, table, timezone.now()))
    send_turn(seat)
    assert [message.data["tag"] for message in browser.messages] == [table.key]
    return seat, browser


def test_device_closes_the_turn_that_was_played_elsewhere(
    turn_on_device: tuple[Seat, Any], service: PushService
) -> None:
    seat, browser = turn_on_device
    end_wait(seat)
    delivery.send_due()
    message = browser.messages[-1]
    assert message.data == {"closes": [seat.table.key], "badge": 0}
    assert message.topic == browser.messages[0].topic
    assert service.refused == []
    delivery.send_due()
    assert len(browser.messages) == 2


def test_device_keeps_a_table_that_waits_again(turn_on_device: tuple[Seat, Any]) -> None:
    _seat, browser = turn_on_device
    Notification.objects.filter(channel="push", event="turn").update(send_at=timezone.now())
    delivery.send_due()
    assert len(browser.messages) == 1


def test_device_that_was_added_later_gets_no_closing_message(
    turn_on_device: tuple[Seat, Any], service: PushService
) -> None:
    seat, browser = turn_on_device
    later = service.subscribe()
    add(player(seat), later)
    end_wait(seat)
    delivery.send_due()
    assert len(browser.messages) == 2
    assert later.messages == []


def test_turn_that_was_never_pushed_sends_no_closing_message(
    table: Table, service: PushService, redis_server: Any
) -> None:
    seat = actor(table)
    add(player(seat), browser := service.subscribe())
    end_wait(seat)
    delivery.send_due()
    assert browser.messages == []


@pytest.mark.parametrize(
    ("host", "count"),
    [
        ("web.push.apple.com", 0),
        ("updates.push.services.mozilla.com", 0),
        ("fcm.googleapis.com", 4),
        ("push.apple.com.example.org", 4),
    ],
)
def test_few_silent_messages_go_to_services_that_allow_them(
    host: str, count: int, ann: User, redis_server: Any
) -> None:
    cache.clear()
    device = PushSubscription(pk=7, user=ann, endpoint=f"https://{host}/send/abc")
    assert sum(devices._may_send_silently(device) for _ in range(9)) == count


class AwayCache:
    """It answers like the site's cache while Redis is away."""

    def add(self, name: str, value: int, seconds: float) -> bool:
        return True

    def get(self, name: str) -> None:
        return None

    def incr(self, name: str) -> int:
        return 1


def test_without_the_cache_no_silent_message_is_sent(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "cache", AwayCache())
    device = PushSubscription(pk=7, user=ann, endpoint="https://fcm.googleapis.com/send/abc")
    assert not devices._may_send_silently(device)


def test_move_during_a_push_closes_it_afterwards(
    table: Table, service: PushService, redis_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    seat = actor(table)
    user, browser = player(seat), service.subscribe()
    add(user, browser)
    user.refresh_from_db()
    user.notifications.all().delete()
    seat.user = user
    turns.store_notifications(turns.build_turn_notifications(seat, table, timezone.now()))
    original = devices.push_to_device

    def push(*given: Any, **more: Any) -> Any:
        end_wait(seat)
        return original(*given, **more)

    monkeypatch.setattr(devices, "push_to_device", push)
    send_turn(seat)
    assert [message.data.get("closes") for message in browser.messages] == [
        None,
        [table.key],
    ]


@pytest.mark.parametrize("has_device", [True, False])
def test_ended_turn_wakes_the_delivery_for_people_with_devices(
    has_device: bool,
    table: Table,
    enqueued_tasks: EnqueuedTasks,
    django_capture_on_commit_callbacks: Any,
) -> None:
    seat = actor(table)
    player(seat).notification_settings.assign(has_push_device=has_device)
    enqueued_tasks.sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        end_wait(seat)
    assert (dispatch.SEND_NOTIFICATIONS in enqueued_tasks.names()) == has_device
