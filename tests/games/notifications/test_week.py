"""A week of six matches for six people with different settings, and everything that fails."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Notification, Seat, Table
from games.notifications import delivery
from games.notifications.backends import ChannelUnavailableError, NotificationContent, mail
from games.notifications.outbox import notification_settings
from games.table.actions import automation, player_actions
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME

START = datetime(2026, 3, 26, 5, tzinfo=UTC)  # summer time begins in Europe within the week
STEP = timedelta(hours=2)
SETTINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("UTC", {}),
    ("Asia/Tokyo", {"quiet_from": time(22), "quiet_until": time(8)}),
    (
        "Europe/Berlin",
        {"quiet_from": time(20), "quiet_until": time(9, 30), "turn_notification_delay": 60},
    ),
    ("UTC", {"max_notifications_per_day": 2, "turn_notification_delay": 0}),
    (
        "UTC",
        {
            "has_daily_digest": True,
            "digest_hour": 7,
            "notification_overrides": {"turn:mail": False, "turn:digest": True},
        },
    ),
    (
        "America/New_York",
        {"max_notifications_per_day": 1, "quiet_from": time(13), "quiet_until": time(14)},
    ),
)


@dataclass
class World:
    """The moment, the mails that were taken, and what is away."""

    now: datetime = START
    mails: list[tuple[datetime, int, NotificationContent]] = field(default_factory=list)
    server_away: bool = False
    dies_after: int | None = None

    def send(self, user: User, word: NotificationContent) -> None:
        if self.server_away:
            raise ChannelUnavailableError("nobody answers")
        self.mails.append((self.now, user.pk, word))
        if self.dies_after is not None and len(self.mails) >= self.dies_after:
            self.dies_after = None
            raise WorkerKilledError


class WorkerKilledError(BaseException):
    """The worker's process is gone, between sending and marking."""


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.setattr(timezone, "now", lambda: world.now)
    monkeypatch.setattr(mail, "send", world.send)
    cache.clear()
    return world


@pytest.fixture
def six(db: None) -> list[User]:
    found = []
    for n, (zone, chosen) in enumerate(SETTINGS):
        user = User.objects.create_user(f"person{n}", f"p{n}@example.org", None, time_zone=zone)
        user.notification_settings.assign(**chosen)
        found.append(user)
    return found


def sit_down(people: list[User]) -> list[Table]:
    found = []
    for one, other in zip(people, [*people[1:], people[0]], strict=True):
        table = table_setup.open_table(
            one, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, rated=False)
        )
        table_setup.join(table.key, other)
        found.append(table)
    return found


def somebody_moves(tables: list[Table], rng: random.Random) -> None:
    for table in tables:
        table.refresh_from_db()
        if not table.is_running or rng.random() > 0.3:
            continue
        seat = table.seat_set.select_related("user").filter(waiting_since__isnull=False).first()
        assert seat is not None
        if seat.bot:
            automation.play_bot_turn(seat.pk)
            continue
        while seat.waiting_since is not None and table.is_running:
            move = rng.choice(load_match(table).legal_moves(seat.number))
            assert seat.user is not None
            player_actions.confirm(table.key, seat.user, table.version, [move])
            seat.refresh_from_db()
            table.refresh_from_db()


def week(world: World, tables: list[Table]) -> None:
    """Moves and rounds; for hours no mail server, for hours no worker, and once one is killed."""
    rng = random.Random(7)
    for step in range(int(timedelta(days=7) / STEP)):
        world.now = START + step * STEP
        somebody_moves(tables, rng)
        late = Seat.objects.filter(due_at__lte=world.now, bot="").values_list("pk", flat=True)
        automation.time_out_seats(list(late), world.now)
        world.server_away = 20 <= step < 26
        if step == 40:
            world.dies_after = len(world.mails) + 1
        worker_away = 50 <= step < 57
        for minutes in () if worker_away else (3, 30, 61, 90):
            world.now = START + step * STEP + timedelta(minutes=minutes)
            try:
                delivery.send_due()
            except WorkerKilledError:
                continue
    world.now += timedelta(hours=30)  # what was put off until after quiet hours
    for _hour in range(3):
        world.now += timedelta(hours=1)
        delivery.send_due()


@pytest.mark.same_everywhere
def test_a_week(world: World, six: list[User]) -> None:
    week(world, sit_down(six))
    people = {user.pk: user for user in six}
    assert len(world.mails) > 50

    days = Counter(
        (user, at.astimezone(ZoneInfo(people[user].time_zone)).date())
        for at, user, _message in world.mails
    )
    times = Counter((user, message.data["notice"]) for _at, user, message in world.mails)
    repeated = [key for key, count in times.items() if count > 1]
    assert world.dies_after is None
    assert len(repeated) <= 1, "what was sent as the worker died, and nothing else"
    allowed = Counter({user: 1 for user, _notice in repeated})
    for (user, _day), count in days.items():
        person = User.objects.get(pk=user)
        assert count <= person.notification_settings.max_notifications_per_day + allowed[user]

    for at, user, message in world.mails:
        person = User.objects.get(pk=user)
        if notification_settings.quiet_hours_end(person, at) is not None:
            assert "during your quiet hours" in message.text

    rows = Notification.objects.filter(channel="mail")
    assert not rows.filter(state=Notification.State.FAILED).exists()
    assert not rows.filter(state=Notification.State.WAITING, send_at__lt=world.now).exists()
    assert not rows.filter(state=Notification.State.WAITING, attempts__gt=0).exists()
    mailed = {message.data["notice"] for _at, _user, message in world.mails}
    sent = rows.filter(state=Notification.State.SENT).exclude(reason="gathered")
    assert set(sent.values_list("pk", flat=True)) == mailed
    assert {row.reason for row in rows.filter(state=Notification.State.DROPPED)} <= {
        *("moved", "past", "empty", "unwanted", "limit")
    }
    digests = [message for _at, _user, message in world.mails if message.event == "digest"]
    assert any("Your digest" in message.title for message in digests)
    in_digest = rows.filter(state=Notification.State.DIGEST)
    assert set(in_digest.values_list("user", flat=True)) <= set(
        Notification.objects.filter(event="digest", state=Notification.State.WAITING).values_list(
            "user", flat=True
        )
    ), "whoever something is held back for has a digest to come"
