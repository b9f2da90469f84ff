"""Reminders of a turn: which come, when, and until when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import NotificationSettings, User
from games.clock_calendar import Calendar, Span
from games.models import Notification, Seat, Table
from games.notifications import delivery
from games.notifications.backends import NotificationContent, mail
from games.notifications.outbox import inbox
from games.table.actions import player_actions, rollback
from games.time_controls import deadline
from tests.clients import api_of, signed_in
from tests.games.conftest import actor, fresh, legal, player
from tests.games.notifications.delivery_steps import of

pytestmark = pytest.mark.same_everywhere
START = datetime(2026, 11, 3, 12, tzinfo=UTC)
SETTINGS, API = "/preferences/notifications/", "/api/notifications/settings/"
FORM = {"turn_notification_delay": "2", "max_notifications_per_day": "20", "digest_hour": "8"}


@dataclass
class Days:
    """The present moment, and the mails of the turn that went out until then, by hours."""

    now: datetime = START
    mails: list[tuple[float, NotificationContent]] = field(default_factory=list)

    def send(self, user: User, message: NotificationContent) -> None:
        if message.event in ("turn", "reminder"):
            self.mails.append((self.hours, message))

    @property
    def hours(self) -> float:
        return (self.now - START) / timedelta(hours=1)

    def pass_until(self, hours: float) -> list[float]:
        """Let the worker run every ten minutes; return the hours at which mails have come."""
        while self.hours < hours:
            self.now += timedelta(minutes=10)
            delivery.send_due()
        return [round(at) for at, _message in self.mails]


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    found = Days()
    monkeypatch.setattr(timezone, "now", lambda: found.now)
    monkeypatch.setattr(mail, "send", found.send)
    cache.clear()
    return found


@pytest.fixture
def person(people: list[User]) -> Callable[..., None]:
    """Chooses settings for everyone, so that it does not matter who moves first."""

    def choose(**chosen: Any) -> None:
        for user in people:
            user.notification_settings.assign(**chosen)

    return choose


def seat_that_waits(new_table: Callable[..., Table], clock: str = "three-days") -> Seat:
    seat = actor(new_table(clock=clock))
    assert seat.due_at is None or seat.waiting_since is not None
    return seat


def move_away(seat: Seat) -> None:
    """Move until the seat waits no more."""
    while Seat.objects.get(pk=seat.pk).waiting_since is not None:
        table = fresh(seat.table)
        player_actions.confirm(table.key, player(seat), table.version, [legal(table, seat)[0]])


def pause(seat: Seat, first: float, last: float) -> Seat:
    """Stop the clock of a waiting seat between two hours."""
    span = Span(START + timedelta(hours=first), START + timedelta(hours=last))
    calendar = Calendar(away=(span,))
    assert seat.waiting_since is not None
    seat.pauses, seat.due_at = (
        calendar.to_data(),
        deadline(seat.bank, seat.waiting_since, calendar),
    )
    seat.save(update_fields=["pauses", "due_at"])
    return seat


def test_only_the_quarter_is_reminded_of_by_default(
    days: Days, new_table: Callable[..., Table]
) -> None:
    seat_that_waits(new_table)
    assert days.pass_until(70) == [0, 54]


def test_reminders_repeat_and_come_once_more_before_the_deadline(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=24, last_reminder=120)
    seat_that_waits(new_table)
    assert days.pass_until(71) == [0, 24, 48, 54, 70]


def test_reminders_end_with_the_move(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=8)
    seat = seat_that_waits(new_table)
    days.pass_until(9)
    move_away(seat)
    days.mails.clear()
    days.pass_until(40)
    assert all(
        message.data["notice"] not in {row.pk for row in of(player(seat), "reminder")}
        for _at, message in days.mails
    )
    states = {row.state for row in of(player(seat), "reminder")}
    assert states == {Notification.State.SENT, Notification.State.DROPPED}


def test_repeated_reminders_leave_out_quiet_hours(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=4, quiet_from=time(22), quiet_until=time(8))
    seat_that_waits(new_table)
    hours = [(12 + at) % 24 for at in days.pass_until(48)]
    assert len(hours) >= 6
    assert not {hour for hour in hours if hour >= 22 or hour < 8}


def test_quiet_hours_end_with_one_reminder(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=2, quiet_from=time(13), quiet_until=time(11))
    seat_that_waits(new_table)
    assert [at for at in days.pass_until(24) if 22 <= at <= 24] == [23]


def test_no_reminder_comes_while_the_clock_rests(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=8)
    seat = pause(seat_that_waits(new_table), 4, 60)
    assert days.pass_until(75)[:3] == [0, 60, 68]
    assert seat.due_at is not None


def test_a_clock_that_stops_after_planning_delays_the_reminder(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=8)
    seat = seat_that_waits(new_table)
    days.pass_until(1)
    pause(seat, 2, 30)
    assert days.pass_until(31) == [0, 30]


def test_last_reminder_counts_time_of_the_clock(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    """Two hours are left before a pause, so nobody can be reminded two hours before the end."""
    person(last_reminder=240)
    pause(seat_that_waits(new_table), 70, 90)
    assert days.pass_until(92) == [0, 54, 68]


def test_table_without_a_deadline_is_reminded_of_at_intervals_only(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=24, last_reminder=60)
    new_table(clock="unlimited", rated=False)
    assert days.pass_until(60) == [0, 24, 48]


def test_short_turn_has_no_last_reminder(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(last_reminder=480)
    seat = seat_that_waits(new_table, "half-day")
    seat.bank = 8 * 3600
    seat.save(update_fields=["bank"])
    days.pass_until(1)
    assert [row.data["kind"] for row in of(player(seat), "reminder")] == ["quarter"]


def test_reminders_that_come_close_together_are_one(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    """A quarter of twelve hours is left half an hour before the last reminder would be due."""
    person(last_reminder=120, reminder_interval=None)
    seat = seat_that_waits(new_table, "half-day")
    seat.bank = 9 * 3600
    seat.due_at = START + timedelta(hours=9)
    seat.save(update_fields=["bank", "due_at"])
    assert len(days.pass_until(9)) == 2
    assert days.mails[-1][1].title.startswith("Your time is running out")


def test_live_table_has_no_reminders(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=2, last_reminder=30)
    new_table(clock="live-45")
    days.pass_until(1)
    assert not Notification.objects.filter(event="reminder").exists()


def test_reminder_says_what_it_is_and_names_the_time_zone(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None], people: list[User]
) -> None:
    person(reminder_interval=8)
    User.objects.update(time_zone="Asia/Tokyo")
    seat_that_waits(new_table)
    days.pass_until(9)
    reminder = days.mails[-1][1]
    assert reminder.title.startswith("It is still your turn")
    assert "(Asia/Tokyo)" in reminder.text


def test_reminder_waits_in_the_bell_until_it_is_due(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    channels = {"turn:mail": False, "reminder:mail": False, "reminder:page": True}
    person(reminder_interval=8, notification_overrides=channels)
    seat = seat_that_waits(new_table)
    Notification.objects.exclude(event__in=("turn", "reminder")).delete()
    days.pass_until(7)
    assert inbox.count_unread(player(seat)) == 0
    assert "still your turn" not in signed_in(player(seat)).get("/notifications/").text
    days.pass_until(17)
    assert inbox.count_unread(player(seat)) == 2
    move_away(seat)
    assert inbox.count_unread(player(seat)) == 0
    assert days.mails == []


def test_bell_alone_continues_with_reminders_by_mail(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(
        turn_notification_delay=0,
        notification_overrides={"turn:mail": False, "turn:page": True},
        reminder_interval=8,
    )
    seat_that_waits(new_table)
    assert days.pass_until(9) == [8]


def test_reminder_chosen_for_the_digest_waits_there_when_due(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(
        reminder_interval=2,
        digest_hour=11,
        notification_overrides={"reminder:mail": False, "reminder:digest": True},
    )
    seat = seat_that_waits(new_table)
    days.pass_until(1)
    (row,) = of(player(seat), "reminder", "digest")
    assert row.state == Notification.State.WAITING
    days.pass_until(3)
    row.refresh_from_db()
    assert row.state == Notification.State.DIGEST


def test_reminder_continues_after_the_daily_limit(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=2, max_notifications_per_day=3)
    seat = seat_that_waits(new_table)
    assert len(days.pass_until(11)) == 2  # the last place of the day belongs to the digest
    assert len(of(player(seat), "reminder")) >= 5


def test_rollback_plans_reminders_for_the_turn_that_follows(
    days: Days,
    new_table: Callable[..., Table],
    person: Callable[..., None],
    people: list[User],
) -> None:
    person(reminder_interval=8)
    seat = seat_that_waits(new_table)
    days.pass_until(9)
    table = fresh(seat.table)
    rollback.roll_back_table(table.key, 0, people[0], "a mistake", table.version)
    waiting = Notification.objects.filter(event="reminder", state=Notification.State.WAITING)
    fresh_seat = actor(table)
    assert [row.data["version"] for row in waiting] == [fresh_seat.waiting_version]


def test_switching_on_plans_reminders_of_turns_that_wait(
    days: Days, new_table: Callable[..., Table]
) -> None:
    seat = seat_that_waits(new_table)
    days.pass_until(3)
    api_of(player(seat)).patch(API, {"reminder_interval": 4}, format="json")
    assert days.pass_until(12) == [0, 7, 11]


def test_switching_off_ends_planned_reminders(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=4)
    seat = seat_that_waits(new_table)
    days.pass_until(5)
    api_of(player(seat)).patch(API, {"reminder_interval": None}, format="json")
    assert days.pass_until(56) == [0, 4, 54]


def test_reminder_that_was_switched_off_since_is_not_sent(
    days: Days, new_table: Callable[..., Table], person: Callable[..., None]
) -> None:
    person(reminder_interval=4, last_reminder=60)
    seat_that_waits(new_table)
    days.pass_until(1)
    person(reminder_interval=None, last_reminder=None)
    assert days.pass_until(56) == [0, 54]


def test_api_sets_reminders(days: Days, people: list[User]) -> None:
    client = api_of(people[0])
    answer = client.patch(API, {"reminder_interval": 8, "last_reminder": 120}, format="json")
    assert (answer.json()["reminder_interval"], answer.json()["last_reminder"]) == (8, 120)
    answer = client.patch(API, {"bell_sound": True}, format="json")
    assert (answer.json()["reminder_interval"], answer.json()["last_reminder"]) == (8, 120)
    answer = client.patch(API, {"reminder_interval": None}, format="json")
    assert (answer.json()["reminder_interval"], answer.json()["last_reminder"]) == (None, 120)


@pytest.mark.parametrize("wrong", [{"reminder_interval": 3}, {"last_reminder": 45}])
def test_api_refuses_other_reminders(wrong: dict[str, int], people: list[User]) -> None:
    assert api_of(people[0]).patch(API, wrong, format="json").status_code == 400


def test_settings_page_offers_and_stores_reminders(people: list[User]) -> None:
    client = signed_in(people[0])
    page = client.get(SETTINGS).text
    assert "every 8 hours" in page
    assert "30 minutes before" in page
    client.post(SETTINGS, FORM | {"reminder_interval": "8", "last_reminder": "30"})
    chosen = NotificationSettings.objects.get(pk=people[0].pk)
    assert (chosen.reminder_interval, chosen.last_reminder) == (8, 30)
    client.post(SETTINGS, FORM | {"reminder_interval": "", "last_reminder": ""})
    chosen.refresh_from_db()
    assert (chosen.reminder_interval, chosen.last_reminder) == (None, None)


def test_settings_page_offers_reminders_in_japanese(people: list[User]) -> None:
    people[0].language = "ja"
    people[0].save()
    assert "2時間前" in signed_in(people[0]).get(SETTINGS).text
