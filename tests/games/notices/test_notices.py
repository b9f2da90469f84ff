"""Mails "it is your turn": one for each waiting period, none while the person is looking."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.clocks import BY_KEY
from games.lobby import gathering
from games.models import Seat, Table
from games.notices import mails
from games.table import live, play
from tests.games.conftest import GAME, actor, fresh, legal, play_on, player
from tests.mail_server import MailServer


def make_due(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(notice_at=timezone.now() - timedelta(seconds=1))


def test_a_waiting_person_gets_one_mail(table: Table, mailoutbox: list[EmailMessage]) -> None:
    seat = actor(table)
    make_due(seat)
    assert mails.send_due() == 1
    assert mails.send_due() == 0
    assert [mail.to for mail in mailoutbox] == [[player(seat).email]]
    assert table.get_absolute_url() in mailoutbox[0].body
    assert "/unsubscribe/" in mailoutbox[0].body
    assert "List-Unsubscribe" in mailoutbox[0].extra_headers


def test_no_mail_before_it_is_due(table: Table, mailoutbox: list[EmailMessage]) -> None:
    assert actor(table).notice_at is not None
    assert mails.send_due() == 0
    assert mailoutbox == []


def test_no_mail_while_the_person_looks_at_the_table(
    table: Table, mailoutbox: list[EmailMessage]
) -> None:
    seat = actor(table)
    make_due(seat)
    live.note_looking(table.pk, player(seat).pk)
    assert mails.send_due() == 0
    assert mailoutbox == []


def test_no_mail_to_whoever_does_not_want_any(table: Table, mailoutbox: list[EmailMessage]) -> None:
    seat = actor(table)
    user = player(seat)
    user.mail_turn = False
    user.save()
    make_due(seat)
    assert mails.send_due() == 0
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
    mails.send_due()
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
    mails.send_due()
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
    mails.send_due()
    assert told in mailoutbox[0].body


# one that cannot be sent, and the others


@pytest.fixture
def mail_server(settings: Any) -> Iterator[MailServer]:
    """A mail server that the site sends its mails to."""
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    server.start()
    yield server
    server.stop()


@pytest.fixture
def waiting(people: list[User]) -> list[Seat]:
    """Three seats of three people with a mail due, the oldest first."""
    seats = []
    for minutes, user in enumerate(people[:3]):
        table = gathering.open_table(user, GAME, 2, {}, BY_KEY["day"].clock, rated=False)
        gathering.join(table.key, people[4])
        seat = table.seat_set.get(user=user)
        since = timezone.now() - timedelta(minutes=10 - minutes)
        table.seat_set.update(notice_at=None)
        Seat.objects.filter(pk=seat.pk).update(
            waiting_since=since, notice_at=since, due_at=since + timedelta(days=1)
        )
        seats.append(seat)
    return seats


def again(seat: Seat) -> Seat:
    return Seat.objects.select_related("user").get(pk=seat.pk)


def minutes_until_notice(seat: Seat) -> int:
    notice_at = again(seat).notice_at
    assert notice_at is not None
    return round((notice_at - timezone.now()).total_seconds() / 60)


def fail_once(seat: Seat) -> None:
    make_due(seat)
    mails.send_due()


def test_a_refused_address_stops_no_other_mail(
    waiting: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    mail_server.refused = {people[0].email}
    assert mails.send_due() == 2
    assert mail_server.recipients == [people[1].email, people[2].email]
    assert minutes_until_notice(waiting[0]) == 1
    assert [again(seat).notice_at for seat in waiting[1:]] == [None, None]


def test_a_connection_that_breaks_stops_no_other_mail(
    waiting: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    mail_server.dropped = {people[0].email}
    assert mails.send_due() == 2
    assert mail_server.recipients == [people[1].email, people[2].email]
    assert again(waiting[0]).notice_tries == 1


@pytest.mark.parametrize("wrong", [{"time_zone": "Moon/Crater"}, {"email": "a@b\nc: d"}])
def test_a_person_whose_mail_cannot_be_written_stops_no_other_mail(
    wrong: dict[str, str], waiting: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    User.objects.filter(pk=people[0].pk).update(**wrong)
    assert mails.send_due() == 2
    assert again(waiting[0]).notice_tries == 1


def test_an_unknown_language_gets_the_mail_all_the_same(
    waiting: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    User.objects.filter(pk=people[0].pk).update(language="xx")
    assert mails.send_due() == 3


def test_a_broken_template_stops_no_other_mail(
    waiting: list[Seat],
    people: list[User],
    mail_server: MailServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    render = mails.render_to_string

    def broken(template: str, context: dict[str, Any]) -> str:
        if context["user"] == people[0]:
            raise ValueError("broken")
        return render(template, context)

    monkeypatch.setattr(mails, "render_to_string", broken)
    assert mails.send_due() == 2
    assert again(waiting[0]).notice_tries == 1


def test_a_refused_mail_is_tried_again_later_and_later(
    waiting: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    mail_server.refused = {people[0].email}
    waits = []
    for _wait in mails.WAITS:
        fail_once(waiting[0])
        waits.append(minutes_until_notice(waiting[0]))
    assert waits == [1, 5, 30, 120, 480, 1440]


def test_a_mail_that_is_taken_at_last_leaves_no_mark(
    waiting: list[Seat], people: list[User], mail_server: MailServer
) -> None:
    mail_server.refused = {people[0].email}
    fail_once(waiting[0])
    mail_server.refused = set()
    fail_once(waiting[0])
    seat = again(waiting[0])
    assert (seat.notice_at, seat.notice_tries, seat.notice_failed_at) == (None, 0, None)
    assert people[0].email in mail_server.recipients


def give_up(seat: Seat, mail_server: MailServer) -> None:
    mail_server.refused = {player(again(seat)).email}
    for _try in range(len(mails.WAITS) + 1):
        fail_once(seat)


def test_a_mail_given_up_is_marked_and_not_tried_again(
    waiting: list[Seat], mail_server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    give_up(waiting[0], mail_server)
    seat = again(waiting[0])
    assert seat.notice_at is None
    assert seat.notice_failed_at is not None
    assert f"notice to seat {seat.pk} given up" in caplog.text


def test_staff_see_the_mails_that_were_given_up(
    waiting: list[Seat], mail_server: MailServer, client: Client
) -> None:
    assert "longtable_failed_notices 0.0" in client.get("/metrics").text
    give_up(waiting[0], mail_server)
    assert "longtable_failed_notices 1.0" in client.get("/metrics").text
    out = StringIO()
    call_command("failed_notices", stdout=out)
    assert f"table {waiting[0].table.key} ann" in out.getvalue()


def test_the_next_wait_begins_its_tries_anew(
    table: Table, mail_server: MailServer, people: list[User]
) -> None:
    seat = actor(table)
    Seat.objects.filter(pk=seat.pk).update(notice_tries=3)
    while again(seat).waiting_since is not None:
        play_on(table, moves=1)
    while again(seat).waiting_since is None:
        play_on(table, moves=1)
    assert again(seat).notice_tries == 0


@pytest.mark.parametrize("away", ["stopped", "refuses everybody"])
def test_while_the_server_is_away_nobody_uses_up_a_try(
    away: str, waiting: list[Seat], mail_server: MailServer
) -> None:
    if away == "stopped":
        mail_server.stop()
    mail_server.senders_refused = True
    for _round in range(10):
        for seat in waiting:
            make_due(seat)
        assert mails.send_due() == 0
    assert {again(seat).notice_tries for seat in waiting} == {0}
    assert not any(again(seat).notice_failed_at for seat in waiting)
    assert all(again(seat).notice_at for seat in waiting)


def test_a_round_ends_in_time_for_the_next(
    waiting: list[Seat], mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mails, "ROUND_SECONDS", 0)
    assert mails.send_due() == 0
    monkeypatch.setattr(mails, "ROUND_SECONDS", 30)
    assert mails.send_due() == 3


def test_the_mail_says_which_table_waits(table: Table, mailoutbox: list[EmailMessage]) -> None:
    make_due(actor(table))
    mails.send_due()
    assert table.title in mailoutbox[0].subject
    assert table.title in mailoutbox[0].body


def test_the_name_of_a_table_is_plain_text_in_its_mail(
    table: Table, mailoutbox: list[EmailMessage]
) -> None:
    name = "Tom & Ann's <table> 100%(n)s"
    Table.objects.filter(pk=table.pk).update(name=name)
    make_due(actor(table))
    mails.send_due()
    assert name in mailoutbox[0].subject
    assert name in mailoutbox[0].body
