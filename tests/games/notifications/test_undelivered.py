"""A mail that cannot be sent is tried again and given up visibly, and stops no other."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Notification, Seat
from games.notifications import delivery
from games.notifications.backends import mail as mail_channel
from games.notifications.outbox import turns, writer
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import (
    GAME,
    make_notifications_due,
    player,
)
from tests.games.notifications.delivery_steps import turn_of
from tests.mail_server import MailServer


@pytest.fixture
def mail_server(settings: Any) -> Iterator[MailServer]:
    """A mail server that the site sends its mails to."""
    mail_channel.finish_round()  # a test before this one may have left its connection open
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    server.start()
    yield server
    mail_channel.finish_round()
    server.stop()


@pytest.fixture
def waiting_seats(people: list[User]) -> list[Seat]:
    """Three seats of three people with a mail due, the oldest first."""
    seats = []
    for minutes, user in enumerate(people[:3]):
        table = table_setup.open_table(
            user, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, rated=False)
        )
        table_setup.join(table.key, people[4])
        seat = table.seat_set.select_related("user").get(user=user)
        since = timezone.now() - timedelta(minutes=10 - minutes)
        seat.waiting_since, seat.due_at = since, since + timedelta(days=1)
        seat.waiting_version = table.version + 1
        seat.save()
        Notification.objects.filter(table=table).delete()
        writer.store_notifications(turns.build_turn_notifications(seat, table, since))
        Notification.objects.filter(table=table).update(send_at=since)
        seats.append(seat)
    return seats


def minutes_until(seat: Seat) -> int:
    send_at = turn_of(player(seat)).send_at
    assert send_at is not None
    return round((send_at - timezone.now()).total_seconds() / 60)


def fail_once(seat: Seat) -> None:
    Notification.objects.filter(
        pk=turn_of(player(seat)).pk, state=Notification.State.WAITING
    ).update(send_at=timezone.now() - timedelta(seconds=1))
    delivery.send_due()


@pytest.mark.same_everywhere
def test_a_connection_that_breaks_stops_no_other_mail(
    waiting_seats: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    mail_server.dropped = {people[0].email}
    assert delivery.send_due() == 2
    assert mail_server.recipients == [people[1].email, people[2].email]
    assert turn_of(people[0]).attempts == 1
    assert minutes_until(waiting_seats[0]) == 1
    assert [turn_of(user).state for user in people[1:3]] == [Notification.State.SENT] * 2


@pytest.mark.same_everywhere
@pytest.mark.parametrize("wrong", [{"time_zone": "Moon/Crater"}, {"email": "a@b\nc: d"}])
def test_a_person_whose_mail_cannot_be_written_stops_no_other_mail(
    wrong: dict[str, str], waiting_seats: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    User.objects.filter(pk=people[0].pk).update(**wrong)
    assert delivery.send_due() == 2
    assert turn_of(people[0]).attempts == 1


@pytest.mark.same_everywhere
def test_an_unknown_language_gets_the_mail_all_the_same(
    waiting_seats: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    User.objects.filter(pk=people[0].pk).update(language="xx")
    assert delivery.send_due() == 3


def test_what_fails_is_tried_again_later_and_later_and_given_up_visibly(
    waiting_seats: list[Seat],
    people: list[User],
    mail_server: MailServer,
    caplog: pytest.LogCaptureFixture,
    client: Client,
) -> None:
    mail_server.dropped = {people[0].email}
    waits = []
    for _wait in delivery.RETRY_DELAYS:
        fail_once(waiting_seats[0])
        waits.append(minutes_until(waiting_seats[0]))
    assert waits == [1, 5, 30, 120, 480, 1440]
    fail_once(waiting_seats[0])
    row = turn_of(people[0])
    assert (row.state, row.send_at) == (Notification.State.FAILED, None)
    assert f"gave up on notification {row.pk}" in caplog.text
    assert 'longtable_failed_notices{channel="mail"} 1.0' in client.get("/metrics").text
    out = StringIO()
    call_command("failed_notifications", stdout=out)
    assert f"table {waiting_seats[0].table.key} ann turn by mail" in out.getvalue()
    assert User.objects.get(pk=people[0].pk).notification_settings.disabled_channels == {}


def test_a_mail_that_is_taken_at_last_is_sent(
    waiting_seats: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    mail_server.dropped = {people[0].email}
    fail_once(waiting_seats[0])
    mail_server.dropped = set()
    fail_once(waiting_seats[0])
    assert turn_of(people[0]).state == Notification.State.SENT
    assert people[0].email in mail_server.recipients


@pytest.mark.same_everywhere
def test_an_address_that_bounces_stops_the_channel_and_no_other_mail(
    waiting_seats: list[Seat], people: list[User], mail_server: MailServer, client: Client
) -> None:
    mail_server.refused = {people[0].email}
    assert delivery.send_due() == 2
    assert mail_server.recipients == [people[1].email, people[2].email]
    row = turn_of(people[0])
    assert row.state == Notification.State.FAILED
    assert "no such mailbox" in row.reason
    assert "mail" in User.objects.get(pk=people[0].pk).notification_settings.disabled_channels


@pytest.mark.parametrize("away", ["stopped", "refuses everybody"])
def test_while_the_server_is_away_nobody_uses_up_a_try(
    away: str, waiting_seats: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    if away == "stopped":
        mail_server.stop()
    mail_server.senders_refused = True
    for _round in range(10):
        make_notifications_due()
        assert delivery.send_due() == 0
    rows = [turn_of(user) for user in people[:3]]
    assert {(row.state, row.attempts) for row in rows} == {(Notification.State.WAITING, 0)}


@pytest.mark.same_everywhere
def test_a_round_ends_in_time_for_the_next(
    waiting_seats: list[Seat], mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "ROUND_SECONDS", 0)
    assert delivery.send_due() == 0
    monkeypatch.setattr(delivery, "ROUND_SECONDS", 30)
    assert delivery.send_due() == 3


def test_a_worker_that_dies_between_sending_and_marking_repeats_that_one_mail_only(
    waiting_seats: list[Seat],
    people: list[User],
    mail_server: MailServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settle = delivery._settle

    def dies(notification: Notification, *args: Any) -> None:
        if notification.user_id == people[1].pk:
            raise KeyboardInterrupt
        settle(notification, *args)

    monkeypatch.setattr(delivery, "_settle", dies)
    with pytest.raises(KeyboardInterrupt):
        delivery.send_due()
    monkeypatch.setattr(delivery, "_settle", settle)
    assert delivery.send_due() == 0, "what the dead worker had claimed is not free yet"
    make_notifications_due()
    assert delivery.send_due() == 2
    assert mail_server.recipients == [people[n].email for n in (0, 1, 1, 2)]
    same = [mail["Message-ID"] for mail in mail_server.taken if mail["To"] == people[1].email]
    assert len(set(same)) == 1
