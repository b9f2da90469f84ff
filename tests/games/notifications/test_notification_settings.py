"""What people choose: the matrix, quiet hours, the limit, the digest; pages and API alike."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient, APIRequestFactory, force_authenticate

from accounts import models
from accounts.models import User
from games.api.notification_views import NotificationSettings
from games.models import Notification, Seat, Table
from games.notifications import delivery, delivery_decision, unsubscribe_links
from games.notifications.backends import NotificationContent, mail
from games.notifications.outbox import notification_settings, writer
from games.table.actions import chat_messages, resignation
from tests.games.conftest import actor, make_notifications_due, player

PLAIN = {
    "turn_notification_delay": "2",
    "quiet_from": "",
    "quiet_until": "",
    "max_notifications_per_day": "20",
    "digest_hour": "8",
    "turn:mail": "on",
}


@pytest.fixture
def as_ann(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def set_for(user: User, **chosen: object) -> None:
    user.notification_settings.assign(**chosen)


# quiet hours


@pytest.mark.parametrize(
    ("begin", "end", "at", "until"),
    [
        ("22:00", "08:00", "2026-01-10 23:30", "2026-01-11 08:00"),
        ("22:00", "08:00", "2026-01-10 03:00", "2026-01-10 08:00"),
        ("22:00", "08:00", "2026-01-10 08:00", None),
        ("22:00", "08:00", "2026-01-10 21:59", None),
        ("13:00", "14:00", "2026-01-10 13:00", "2026-01-10 14:00"),
        ("13:00", "13:00", "2026-01-10 13:00", None),
        ("22:00", "08:00", "2026-03-28 23:00", "2026-03-29 08:00"),  # the night is an hour short
    ],
)
def test_quiet_hours_are_those_of_the_persons_clock(
    begin: str, end: str, at: str, until: str | None
) -> None:
    zone = ZoneInfo("Europe/Berlin")
    user = User(time_zone=str(zone))
    user.notification_settings = models.NotificationSettings(
        quiet_from=time.fromisoformat(begin), quiet_until=time.fromisoformat(end)
    )
    now = datetime.fromisoformat(at).replace(tzinfo=zone).astimezone(UTC)
    expected = None if until is None else datetime.fromisoformat(until).replace(tzinfo=zone)
    assert notification_settings.quiet_hours_end(user, now) == expected


@pytest.mark.parametrize(
    ("zone", "midnight", "end"),
    [
        ("Europe/Berlin", "2026-10-25 00:00", "02:30"),
        ("America/St_Johns", "2026-11-01 00:00", "01:30"),
        ("Australia/Lord_Howe", "2026-04-05 00:00", "01:45"),
        ("America/Havana", "2026-11-01 00:00", "00:30"),
        ("Pacific/Apia", "2011-12-29 22:00", "02:30"),
    ],
)
def test_quiet_hours_end_ahead_where_an_hour_comes_twice(
    zone: str, midnight: str, end: str
) -> None:
    user = User(time_zone=zone)
    user.notification_settings = models.NotificationSettings(
        quiet_from=time(22), quiet_until=time.fromisoformat(end), digest_hour=2
    )
    begin = datetime.fromisoformat(midnight).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    for minutes in range(0, 300, 5):
        now = begin + timedelta(minutes=minutes)
        until = notification_settings.quiet_hours_end(user, now)
        assert until is None or (
            until > now and notification_settings.quiet_hours_end(user, until) is None
        )
        assert notification_settings.next_digest_at(user, now) > now
        assert notification_settings.day_start(user, now) <= now


def test_a_round_looks_at_a_notification_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where its postponement lies in the past."""
    seat = actor(table)
    make_notifications_due(player(seat))
    looked_at = []

    def postpone(
        notification: Notification, now: delivery_decision.DecisionInput
    ) -> delivery_decision.DeliveryDecision:
        looked_at.append(notification.pk)
        return delivery_decision.DeliveryDecision(
            Notification.State.WAITING, "quiet", now.at - timedelta(minutes=40)
        )

    monkeypatch.setattr(delivery, "decide_delivery", postpone)
    monkeypatch.setattr(delivery, "ROUND_SECONDS", 1)
    delivery.send_due()
    waiting = player(seat).notifications.filter(state=Notification.State.WAITING)
    assert max(looked_at.count(pk) for pk in looked_at) == 2, "for its batch, and before sending"
    assert all(row.send_at is None or row.send_at > timezone.now() for row in waiting)


def be_quiet(user: User) -> datetime:
    """It is quiet for this person for six hours from now on; returns until when."""
    now = timezone.now()
    end = (now + timedelta(hours=6)).replace(second=0, microsecond=0)
    set_for(user, quiet_from=(now - timedelta(hours=1)).time(), quiet_until=end.time())
    return end


def test_what_comes_in_quiet_hours_waits_for_their_end(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    seat = actor(table)
    end = be_quiet(player(seat))
    make_notifications_due(player(seat))
    delivery.send_due()
    assert not [mail for mail in mailoutbox if mail.to == [player(seat).email]]
    row = player(seat).notifications.get(event="turn", channel="mail")
    assert (row.state, row.reason, row.send_at) == (Notification.State.WAITING, "quiet", end)


@pytest.mark.same_everywhere
def test_what_would_be_too_late_after_them_comes_and_says_so(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    seat = actor(table)
    be_quiet(player(seat))
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() + timedelta(hours=5))
    make_notifications_due(player(seat))
    delivery.send_due()
    (mail,) = [mail for mail in mailoutbox if mail.to == [player(seat).email]]
    assert (
        "We are sending this during your quiet hours because it would be too late afterwards."
        in mail.body
    )


# the limit, and the digest


def store_mentions(user: User, table: Table, count: int) -> None:
    for number in range(count):
        now = timezone.now()
        writer.store_notifications(
            writer.build_notifications(user, "mention", table, number, now, by="bob", text="hello")
        )


def test_never_more_than_the_limit_of_a_day_and_the_rest_with_the_digest(
    table: Table, ann: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    Notification.objects.all().delete()
    set_for(ann, max_notifications_per_day=3)
    store_mentions(ann, table, 5)
    delivery.send_due()
    assert len(mailoutbox) == 2, "the third is the digest"
    held = ann.notifications.filter(state=Notification.State.DIGEST)
    assert {(row.event, row.reason) for row in held} == {("mention", "limit")}
    assert held.count() == 3
    ann.notifications.filter(event="digest").update(send_at=timezone.now() - timedelta(seconds=1))
    delivery.send_due()
    digest = mailoutbox[-1]
    assert digest.subject.startswith("Your digest")
    assert digest.body.count("bob writes to you") == 3
    assert not ann.notifications.filter(state=Notification.State.DIGEST).exists()
    assert len(mailoutbox) == 3


def test_what_another_worker_is_sending_counts(
    table: Table,
    ann: User,
    mailoutbox: list[EmailMultiAlternatives],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A second worker comes while the first has the last notice of the day half told."""
    Notification.objects.all().delete()
    set_for(ann, max_notifications_per_day=2)
    store_mentions(ann, table, 1)
    really = mail.send

    def notify_and_send(user: User, word: NotificationContent) -> None:
        monkeypatch.setattr(mail, "send", really)
        writer.store_notifications(
            writer.build_notifications(
                user, "mention", table, 9, timezone.now(), by="bob", text="hello"
            )
        )
        delivery.send_due()
        really(user, word)

    monkeypatch.setattr(mail, "send", notify_and_send)
    delivery.send_due()
    assert len(mailoutbox) == 1, "the second is the digest"
    states = (
        ann.notifications.exclude(event="digest").order_by("pk").values_list("state", flat=True)
    )
    assert set(states) == {Notification.State.SENT, Notification.State.DIGEST}


def test_the_digest_lists_what_waits_by_the_time_left_with_a_figure(
    new_table: Callable[..., Table], ann: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    tables = [new_table(clock="week"), new_table(clock="day")]
    for table in tables:
        table.seat_set.update(waiting_since=None)
        mine = table.seat_set.get(user=ann)
        hours = 100 if table is tables[0] else 10
        now = timezone.now()
        Seat.objects.filter(pk=mine.pk).update(
            waiting_since=now, due_at=now + timedelta(hours=hours), seen_move=0
        )
    Notification.objects.all().delete()
    set_for(ann, has_daily_digest=True)
    ann.refresh_from_db()
    writer.store_notifications([writer.build_digest(ann, timezone.now() - timedelta(days=1))])
    make_notifications_due(ann)
    assert delivery.send_due() == 1
    (mail,) = mailoutbox
    assert mail.subject == "Your digest: 2 tables are waiting for you"
    assert mail.body.index(tables[1].title) < mail.body.index(tables[0].title)
    html = str(mail.alternatives[0][0])
    assert html.count('<td align="right">') == 4, "the points of two seats at two tables"
    assert "<svg" not in html
    assert html.count("<img") == 2, "the boards, for programs that fetch them"
    (coming,) = ann.notifications.filter(event="digest", state=Notification.State.WAITING)
    assert coming.send_at is not None
    assert coming.send_at > timezone.now()


def test_a_digest_with_nothing_in_it_is_not_sent(
    ann: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    set_for(ann, has_daily_digest=True)
    ann.refresh_from_db()
    writer.store_notifications([writer.build_digest(ann, timezone.now() - timedelta(days=1))])
    make_notifications_due(ann)
    assert delivery.send_due() == 0
    states = list(ann.notifications.order_by("pk").values_list("state", "reason"))
    assert states == [("dropped", "empty"), ("waiting", "")]


# the page of settings


@pytest.mark.same_everywhere
def test_only_what_differs_from_the_defaults_is_kept(as_ann: Client, ann: User) -> None:
    boxes = {
        notification_settings.setting_key(event.key, channel): "on"
        for event in notification_settings.EVENTS.values()
        for channel in notification_settings.CHANNELS
        if channel in event.channels
    }
    as_ann.post("/preferences/notifications/", PLAIN | boxes | {"turn:page": "on"})
    ann.refresh_from_db()
    assert ann.notification_settings.notification_overrides == {"turn:page": True}


def test_what_was_stopped_since_the_request_began_stays_so(ann: User) -> None:
    """A link in a mail is pressed while a program changes something else."""
    request = APIRequestFactory().patch("/", {"notifications_per_day": 7}, format="json")
    force_authenticate(request, ann)
    unsubscribe_links.unsubscribe(unsubscribe_links.UnsubscribeTarget(ann.pk, "turn", "mail"))
    assert NotificationSettings.as_view()(request).status_code == 200
    ann.refresh_from_db()
    assert (
        ann.notification_settings.max_notifications_per_day,
        ann.notification_settings.notification_overrides,
    ) == (7, {"turn:mail": False})


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "wrong",
    [
        {"max_notifications_per_day": "0"},
        {"max_notifications_per_day": "100000"},
        {"quiet_from": "22:00"},
        {"quiet_until": "25:00", "quiet_from": "22:00"},
        {"turn_notification_delay": "7"},
        {"digest_hour": "24"},
    ],
)
def test_nonsense_is_refused_with_a_message_and_changes_nothing(
    wrong: dict[str, str], as_ann: Client, ann: User
) -> None:
    before = User.objects.values().get(pk=ann.pk)
    answer = as_ann.post("/preferences/notifications/", PLAIN | wrong)
    assert 'aria-invalid="true"' in answer.text
    assert User.objects.values().get(pk=ann.pk) == before


@pytest.mark.same_everywhere
def test_a_daily_digest_is_planned_at_its_hour_and_planned_anew(as_ann: Client, ann: User) -> None:
    for hour in (7, 19):
        as_ann.post(
            "/preferences/notifications/", PLAIN | {"has_daily_digest": "on", "digest_hour": hour}
        )
        (row,) = ann.notifications.filter(event="digest")
        assert row.send_at is not None
        assert row.send_at.hour == hour


def test_a_channel_that_stopped_is_said_and_tried_again(as_ann: Client, ann: User) -> None:
    set_for(ann, disabled_channels={"mail": "550 no such mailbox"})
    assert "550 no such mailbox" in as_ann.get("/").text
    as_ann.post("/notifications/again/mail/")
    ann.refresh_from_db()
    assert ann.notification_settings.disabled_channels == {}


# my notices, and the bell


@pytest.mark.same_everywhere
def test_notification_list_shows_own_delivery_states_only(
    table: Table, as_ann: Client, people: list[User]
) -> None:
    now = timezone.now()
    for user, text in ((people[0], "to ann"), (people[1], "to bob")):
        writer.store_notifications(
            writer.build_notifications(user, "message", table, 1, now, by=text, text="x")
        )
    page = as_ann.get("/notifications/").text
    assert "to ann writes" in page
    assert "to bob" not in page
    assert "bell · sent" in page


def test_the_bell_counts_what_is_unread_until_it_is_marked(
    table: Table, as_ann: Client, ann: User
) -> None:
    Notification.objects.all().delete()
    store_mentions(ann, table, 2)
    assert '<b class="header-count">2</b>' in as_ann.get("/").text
    as_ann.post("/notifications/")
    assert '<b class="header-count"></b>' in as_ann.get("/").text


def test_chat_notifies_once_and_mentions_notify_each_time(table: Table, people: list[User]) -> None:
    Notification.objects.all().delete()
    for text in ("hello", "are you there, @BOB?", "@bob!", "@ann is me", "bye"):
        chat_messages.send_message(table, people[0], text, "public")
    events = (
        people[1]
        .notifications.filter(channel="page")
        .order_by("pk")
        .values_list("event", flat=True)
    )
    assert list(events) == ["message", "mention", "mention"]
    assert not people[0].notifications.exists()
    assert not people[2].notifications.exists()


def test_a_match_that_is_over_rings_the_bell(table: Table, people: list[User]) -> None:
    resignation.resign(table.key, people[0])
    resignation.resign(table.key, people[1])
    for user in people[:2]:
        assert user.notifications.filter(event="over", channel="page", read_at=None).count() == 1


# the API


@pytest.fixture
def api(ann: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(ann)
    return client


@pytest.mark.same_everywhere
def test_api_lists_and_marks_own_notifications(table: Table, api: APIClient, ann: User) -> None:
    Notification.objects.all().delete()
    store_mentions(ann, table, 1)
    rows = api.get("/api/notifications/").json()
    assert [(row["event"], row["channel"], row["unread"]) for row in rows] == [
        ("mention", "page", True)
    ]
    assert rows[0]["table"] == table.key
    assert api.post("/api/notifications/read/").json() == {"read": 1}
    assert api.post("/api/notifications/read/").json() == {"read": 0}


@pytest.mark.same_everywhere
def test_the_api_sets_what_is_given_and_leaves_the_rest(api: APIClient, ann: User) -> None:
    answer = api.patch(
        "/api/notifications/settings/", {"events": {"over": ["digest"]}, "turn_delay": 15}
    )
    assert answer.status_code == 200
    ann.refresh_from_db()
    data = api.get("/api/notifications/settings/").json()
    assert data == answer.json()
    assert data["events"]["over"] == ["digest"]
    assert data["events"]["turn"] == ["mail"]
    assert data["turn_delay"] == 15
    assert ann.notification_settings.notification_overrides == {
        "over:page": False,
        "over:mail": False,
        "over:digest": True,
    }


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "wrong",
    [
        {"events": {"nonsense": ["mail"]}},
        {"events": {"turn": ["pigeon"]}},
        {"turn_delay": 3},
        {"quiet_from": "22:00"},
        {"notifications_per_day": 0},
        {"notifications_per_day": "many"},
        {"digest_hour": 99},
    ],
)
def test_the_api_refuses_nonsense(wrong: dict[str, object], api: APIClient, ann: User) -> None:
    before = User.objects.values().get(pk=ann.pk)
    assert api.patch("/api/notifications/settings/", wrong, format="json").status_code == 400
    assert User.objects.values().get(pk=ann.pk) == before


@pytest.mark.same_everywhere
@pytest.mark.parametrize("path", ["", "read/", "settings/"])
def test_notification_api_requires_sign_in(path: str, db: None) -> None:
    client = APIClient()
    ask = client.post if path == "read/" else client.get
    assert ask(f"/api/notifications/{path}").status_code == 401
