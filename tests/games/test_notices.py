"""Mails "it is your turn": one for each waiting period, none while the person is looking."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.models import User
from games import live, notices, play
from games.models import Seat, Table

from .conftest import actor, fresh, legal, play_on, player


def make_due(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(notice_at=timezone.now() - timedelta(seconds=1))


def test_a_waiting_person_gets_one_mail(table: Table, mailoutbox: list[EmailMessage]) -> None:
    seat = actor(table)
    make_due(seat)
    assert notices.send_due() == 1
    assert notices.send_due() == 0
    assert [mail.to for mail in mailoutbox] == [[player(seat).email]]
    assert table.get_absolute_url() in mailoutbox[0].body
    assert "/unsubscribe/" in mailoutbox[0].body
    assert "List-Unsubscribe" in mailoutbox[0].extra_headers


def test_no_mail_before_it_is_due(table: Table, mailoutbox: list[EmailMessage]) -> None:
    assert actor(table).notice_at is not None
    assert notices.send_due() == 0
    assert mailoutbox == []


def test_no_mail_while_the_person_looks_at_the_table(
    table: Table, mailoutbox: list[EmailMessage]
) -> None:
    seat = actor(table)
    make_due(seat)
    live.note_looking(table.pk, player(seat).pk)
    assert notices.send_due() == 0
    assert mailoutbox == []


def test_no_mail_to_whoever_does_not_want_any(table: Table, mailoutbox: list[EmailMessage]) -> None:
    seat = actor(table)
    user = player(seat)
    user.mail_turn = False
    user.save()
    make_due(seat)
    assert notices.send_due() == 0
    assert mailoutbox == []


def test_no_mail_when_the_person_has_moved_meanwhile(
    table: Table, mailoutbox: list[EmailMessage]
) -> None:
    seat = actor(table)
    for _ in range(20):
        play.confirm(table.key, player(seat), fresh(table).version, [legal(table, seat)[0]])
        if Seat.objects.get(pk=seat.pk).waiting_since is None:
            break
    assert Seat.objects.get(pk=seat.pk).notice_at is None
    assert mailoutbox == []


def test_drafting_and_moving_on_in_one_turn_owes_no_second_mail(
    table: Table, mailoutbox: list[EmailMessage]
) -> None:
    seat = actor(table)
    make_due(seat)
    notices.send_due()
    match = play.load(fresh(table))
    for move in match.legal_moves(seat.number):
        trial = match.copy()
        trial.play(seat.number, move)
        if seat.number in trial.actors:
            play.confirm(table.key, player(seat), table.version, [move])
            assert Seat.objects.get(pk=seat.pk).notice_at is None
            return
    pytest.fail("no move keeps the turn")


def test_live_clocks_owe_no_mails(new_table) -> None:  # type: ignore[no-untyped-def]
    table = play_on(new_table(2, clock="live-20"), moves=5)
    assert not table.seat_set.filter(notice_at__isnull=False).exists()


def test_the_mail_speaks_the_language_of_the_person(
    table: Table, mailoutbox: list[EmailMessage]
) -> None:
    seat = actor(table)
    user = player(seat)
    user.language = "ja"
    user.save()
    make_due(seat)
    notices.send_due()
    assert "it is your turn" not in mailoutbox[0].body


@pytest.mark.parametrize(
    ("language", "zone", "told"),
    [
        (
            "en",
            "Europe/Berlin",
            "Your time runs out on Nov. 24, 2026, 8:53 a.m. (Europe/Berlin).\n",
        ),
        ("en", "UTC", "Your time runs out on Nov. 24, 2026, 7:53 a.m. (UTC).\n"),
        ("ja", "Asia/Tokyo", "2026年11月24日16:53（Asia/Tokyo）に時間切れになります。\n"),
    ],
)
def test_the_mail_tells_the_deadline_in_the_persons_time_zone_and_names_it(
    table: Table, mailoutbox: list[EmailMessage], language: str, zone: str, told: str
) -> None:
    seat = actor(table)
    User.objects.filter(pk=player(seat).pk).update(language=language, time_zone=zone)
    Seat.objects.filter(pk=seat.pk).update(due_at=datetime(2026, 11, 24, 7, 53, tzinfo=UTC))
    make_due(seat)
    notices.send_due()
    assert told in mailoutbox[0].body
