"""The outbox: who is told what once, when, by mail; and what becomes of a notice."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from accounts.models import NotificationSettings, User
from games import tasks
from games.lobby import match_start
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Notification, Seat, Table
from games.notifications import delivery, delivery_decision, outbox
from games.notifications.outbox import turns
from games.notifications.outbox.events import TURN_EVENTS
from games.previews import image_urls
from games.table.actions import automation, player_actions
from games.table.agreements import actions as agreements
from games.table.realtime import publish
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import (
    GAME,
    actor,
    fresh,
    legal,
    make_notifications_due,
    play_on,
    player,
    seats_of,
)
from tests.games.notifications.delivery_steps import of, turn_of
from tests.plugin import EnqueuedTasks


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    """A table that runs; that it has started was told already."""
    table = new_table()
    Notification.objects.filter(event="started").delete()
    return table


def make_due(seat: Seat) -> None:
    make_notifications_due(player(seat))


@pytest.mark.same_everywhere
def test_a_waiting_person_gets_one_mail(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    seat = actor(table)
    make_due(seat)
    assert delivery.send_due() == 1
    assert delivery.send_due() == 0
    assert [mail.to for mail in mailoutbox] == [[player(seat).email]]
    assert table.get_absolute_url() in mailoutbox[0].body
    assert "/unsubscribe/" in mailoutbox[0].body
    assert turn_of(player(seat)).state == Notification.State.SENT


def test_no_mail_before_it_is_due(table: Table, mailoutbox: list[EmailMultiAlternatives]) -> None:
    assert turn_of(player(actor(table))).send_at is not None
    assert delivery.send_due() == 0
    assert mailoutbox == []


def set_for_all(**chosen: object) -> None:
    for user in User.objects.all():
        user.notification_settings.assign(**chosen)


@pytest.mark.parametrize("minutes", [0, 2, 15, 60])
def test_turn_notification_uses_the_chosen_delay(minutes: int, table: Table) -> None:
    set_for_all(turn_notification_delay=minutes)
    first = actor(table)
    table = until_somebody_else_waits(table, first)
    seat = actor(table)
    (row,) = of(player(seat), "turn")[-1:]
    assert row.send_at == seat.waiting_since + timedelta(minutes=minutes)  # type: ignore[operator]


def until_somebody_else_waits(table: Table, seat: Seat) -> Table:
    while Seat.objects.get(pk=seat.pk).waiting_since is not None:
        table = play_on(table, moves=1)
    return table


@pytest.mark.same_everywhere
def test_visible_page_delays_a_mail_and_does_not_cancel_it(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    seat = actor(table)
    row = turn_of(player(seat))
    make_due(seat)
    publish.mark_looking(table.pk, player(seat).pk)
    assert delivery.send_due() == 0
    row.refresh_from_db()
    assert (row.state, row.reason) == (Notification.State.WAITING, "present")
    assert row.send_at == row.created_at + delivery_decision.PRESENCE_DELAY
    Notification.objects.filter(pk=row.pk).update(
        created_at=row.created_at - delivery_decision.PRESENCE_DELAY
    )
    make_due(seat)
    publish.mark_looking(table.pk, player(seat).pk)  # it goes on by itself
    assert delivery.send_due() == 1
    assert len(mailoutbox) == 1


@pytest.mark.same_everywhere
def test_key_pointer_or_touch_after_the_turn_began_delays_a_mail(
    table: Table, mailoutbox: list[EmailMultiAlternatives], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = actor(table)
    used = timezone.now() + timedelta(seconds=1)
    monkeypatch.setattr(publish, "last_activity", lambda table_id, user_id: used)
    make_due(seat)
    assert delivery.send_due() == 0
    row = turn_of(player(seat))
    assert (row.state, row.reason) == (Notification.State.WAITING, "present")
    assert row.send_at == used + delivery_decision.ACTIVITY_DELAY
    used -= delivery_decision.ACTIVITY_DELAY + timedelta(seconds=2)
    Notification.objects.filter(pk=row.pk).update(created_at=used - timedelta(seconds=1))
    make_due(seat)
    assert delivery.send_due() == 1
    assert len(mailoutbox) == 1


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("event", "minutes", "state"),
    [
        ("turn", 1, "waiting"),
        ("reminder", -1, "sent"),
        ("reminder", 1, "waiting"),
        ("over", -1, "sent"),
        ("over", 1, "dropped"),
    ],
)
def test_only_news_that_asks_nothing_is_dropped_for_who_has_seen_it(
    event: str, minutes: int, state: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = actor(table)
    make_due(seat)
    delivery.send_due()
    (row,) = of(player(seat), "reminder")
    row.seats = [seat]
    happened = turns.reminder_due_at(seat)
    assert happened is not None
    if event != "reminder":
        row.created_at = happened
    row.event = event
    used = happened + timedelta(minutes=minutes)
    monkeypatch.setattr(publish, "last_activity", lambda table_id, user_id: used)
    assert (
        delivery_decision.decide_delivery(
            row, delivery_decision.DecisionInput(happened + timedelta(minutes=2), is_reachable=True)
        ).state
        == state
    )


def test_no_row_for_whoever_does_not_want_any(table: Table) -> None:
    set_for_all(notification_overrides={"turn:mail": False, "reminder:mail": False})
    table = until_somebody_else_waits(table, actor(table))
    rows = Notification.objects.filter(user=actor(table).user, event__in=TURN_EVENTS)
    assert not rows.exists()


def test_notification_disabled_after_queueing_is_not_sent(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    seat = actor(table)
    User.objects.get(pk=seat.user_id).notification_settings.assign(
        notification_overrides={"turn:mail": False}
    )
    make_due(seat)
    assert delivery.send_due() == 0
    assert turn_of(player(seat)).reason == "unwanted"


def test_turn_mail_is_dropped_after_the_move(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    seat = actor(table)
    until_somebody_else_waits(table, seat)
    make_due(seat)
    delivery.send_due()
    assert mailoutbox == []
    assert turn_of(player(seat)).reason == "moved"


@pytest.mark.same_everywhere
def test_drafting_and_moving_on_in_one_turn_owes_no_second_mail(table: Table) -> None:
    seat = actor(table)
    make_due(seat)
    delivery.send_due()
    match = load_match(fresh(table))
    for move in match.legal_moves(seat.number):
        trial = match.copy()
        trial.play(seat.number, move)
        if seat.number in trial.actors:
            player_actions.confirm(table.key, player(seat), table.version, [move])
            assert len(of(player(seat), "turn")) == 1
            return
    pytest.fail("no move keeps the turn")


def test_move_ends_and_stores_notifications_in_one_statement_each(
    table: Table, django_capture_on_commit_callbacks: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    seat = actor(table)
    while True:
        table = fresh(table)
        with CaptureQueriesContext(connection) as queries:
            move = legal(table, seat)[0]
            player_actions.confirm(table.key, player(seat), table.version, [move])
        written = [q["sql"] for q in queries if "games_notice" in q["sql"]]
        if Seat.objects.get(pk=seat.pk).waiting_since is None:
            assert [sql.split()[0] for sql in written] == ["UPDATE", "INSERT"]
            return
        assert written == []


def test_live_clocks_owe_no_mails_about_turns(new_table) -> None:  # type: ignore[no-untyped-def]
    play_on(new_table(2, clock="live-20"), moves=5)
    assert not Notification.objects.filter(event__in=TURN_EVENTS).exists()


@pytest.mark.same_everywhere
def test_the_mail_speaks_the_language_of_the_person(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    seat = actor(table)
    User.objects.filter(pk=seat.user_id).update(language="ja")
    make_due(seat)
    delivery.send_due()
    mail = mailoutbox[0]
    text = f"{mail.subject}{mail.body}" + str(mail.alternatives[0][0])
    for english in ("It is your turn", "Hello", "Stop mails"):
        assert english not in text


@pytest.mark.parametrize(
    ("language", "zone", "text", "brief"),
    [
        (
            "en",
            "Europe/Berlin",
            "Your time runs out on 24 Nov 2031, 08:53 (Europe/Berlin).\n",
            "until 24 Nov 2031, 08:53",
        ),
        (
            "en",
            "UTC",
            "Your time runs out on 24 Nov 2031, 07:53 (UTC).\n",
            "until 24 Nov 2031, 07:53",
        ),
        ("ja", "Asia/Tokyo", "2031年11月24日 16:53（Asia/Tokyo）に時間切れになります。\n", "16:53"),
    ],
)
def test_the_mail_tells_the_deadline_in_the_persons_time_zone_and_names_it(
    table: Table,
    mailoutbox: list[EmailMultiAlternatives],
    language: str,
    zone: str,
    text: str,
    brief: str,
) -> None:
    seat = actor(table)
    User.objects.filter(pk=player(seat).pk).update(language=language, time_zone=zone)
    Seat.objects.filter(pk=seat.pk).update(due_at=datetime(2031, 11, 24, 7, 53, tzinfo=UTC))
    make_due(seat)
    delivery.send_due()
    assert text in mailoutbox[0].body
    assert brief in mailoutbox[0].subject


@pytest.mark.same_everywhere
def test_the_subject_names_the_game_and_the_table(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    make_due(actor(table))
    delivery.send_due()
    assert mailoutbox[0].subject.startswith("It is your turn, until ")
    assert mailoutbox[0].subject.endswith(f" – {table.game_name}, {table.title}")


@pytest.mark.same_everywhere
def test_the_mail_says_what_the_others_did_since_the_last_move(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    first = actor(table)
    table = until_somebody_else_waits(table, first)
    seat = actor(table)
    make_due(seat)
    delivery.send_due()
    assert "Since your last move:" in mailoutbox[-1].body
    assert player(first).username in mailoutbox[-1].body


@pytest.mark.same_everywhere
def test_there_is_plain_html_with_the_same_words(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    name = "Tom & Ann's <table> 100%(n)s"
    Table.objects.filter(pk=table.pk).update(name=name)
    make_due(actor(table))
    delivery.send_due()
    (alternative,) = mailoutbox[0].alternatives
    assert alternative[1] == "text/html"
    html = str(alternative[0])
    assert name in unescape(html)
    assert "<table> " not in html
    assert "Your time runs out on" in html
    assert "<script" not in html
    (picture,) = re.findall(r'src="([^"]*)"', html)
    assert picture == image_urls.table_image_url(table)
    assert name in mailoutbox[0].subject


@pytest.mark.same_everywhere
def test_one_press_in_a_mail_program_stops_the_kind(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    seat = actor(table)
    make_due(seat)
    delivery.send_due()
    headers = mailoutbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = "/unsubscribe/" + headers["List-Unsubscribe"].strip("<>").split("/unsubscribe/")[1]
    press = {"List-Unsubscribe": "One-Click"}
    assert Client(enforce_csrf_checks=True).post(path, press).status_code == 200
    assert User.objects.get(pk=seat.user_id).notification_settings.notification_overrides == {
        "turn:mail": False
    }


@pytest.mark.parametrize("token", ["forged", "WzEsInR1cm4iLCJtYWlsIl0:1abc:xyz", "0"])
def test_a_forged_link_stops_nothing(token: str, people: list[User]) -> None:
    assert Client().post(f"/unsubscribe/{token}/").status_code == 404
    assert not NotificationSettings.objects.exclude(notification_overrides={}).exists()


# reminders


@pytest.mark.same_everywhere
def test_most_of_the_time_over_one_is_reminded_once(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    seat = actor(table)
    make_due(seat)
    delivery.send_due()
    (row,) = of(player(seat), "reminder")
    assert seat.waiting_since is not None
    assert row.send_at == seat.waiting_since + timedelta(hours=18)
    Seat.objects.filter(pk=seat.pk).update(
        waiting_since=seat.waiting_since - timedelta(hours=19),
        due_at=seat.due_at - timedelta(hours=19),  # type: ignore[operator]
    )
    make_due(seat)
    assert delivery.send_due() == 1
    assert "Your time is running out" in mailoutbox[-1].subject
    assert len(of(player(seat), "reminder")) == 1


def test_a_reminder_waits_with_a_clock_that_was_set_anew(table: Table) -> None:
    seat = actor(table)
    make_due(seat)
    delivery.send_due()
    make_due(seat)
    assert delivery.send_due() == 0
    (row,) = of(player(seat), "reminder")
    assert row.state == Notification.State.WAITING
    assert row.send_at == turns.reminder_due_at(seat)


@pytest.mark.same_everywhere
def test_whoever_wants_reminders_only_gets_them(table: Table) -> None:
    set_for_all(notification_overrides={"turn:mail": False})
    table = until_somebody_else_waits(table, actor(table))
    seat = actor(table)
    assert of(player(seat), "turn") == []
    assert len(of(player(seat), "reminder")) == 1


# the other events


def test_join_notifies_the_host_and_start_notifies_everybody(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    new_table()
    (row,) = of(people[0], "joined", "page")
    assert (row.state, row.data) == (Notification.State.SENT, {"by": "bob"})
    mails = Notification.objects.filter(channel="mail")
    recipients = {
        event: set(mails.filter(event=event).values_list("user", flat=True))
        for event in ("turn", "started")
    }
    assert recipients["turn"] | recipients["started"] == {people[0].pk, people[1].pk}
    assert not recipients["turn"] & recipients["started"]


@pytest.mark.same_everywhere
def test_full_table_notifies_the_host_who_starts_it(people: list[User]) -> None:
    table = table_setup.open_table(
        people[0],
        GAME,
        TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, start_when=Table.StartMode.HOST),
    )
    table_setup.join(table.key, people[1])
    assert len(of(people[0], "full")) == 1
    match_start.start(table.key, people[0])
    make_notifications_due(people[0])
    delivery.send_due()
    assert of(people[0], "full")[0].reason == "past"


def test_result_notification_includes_rating_change(
    table: Table, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    table = play_on(table)
    make_notifications_due()
    delivery.send_due()
    mails = [mail for mail in mailoutbox if mail.subject.startswith("The match is over")]
    assert {mail.to[0] for mail in mails} == {player(seat).email for seat in seats_of(table)}
    changes = {row.user.email: row for row in table.rating_changes.select_related("user")}
    for mail in mails:
        assert f"Your rating: {changes[mail.to[0]].delta}" in mail.body


@pytest.mark.same_everywhere
def test_call_off_proposal_notifies_the_others(table: Table, people: list[User]) -> None:
    agreements.agree_to_call_off(table.key, people[0])
    assert of(people[0], "proposal") == []
    (row,) = of(people[1], "proposal")
    assert (row.data["by"], row.data["kind"]) == (people[0].display_name, "call_off")
    agreements.agree_to_call_off(table.key, people[1])
    assert of(people[0], "over")[0].data["called_off"]


def test_replaced_player_is_notified(table: Table) -> None:
    seat = actor(table)
    Seat.objects.filter(pk=seat.pk).update(timeouts=2, due_at=timezone.now() - timedelta(seconds=1))
    automation.time_out_seats([seat.pk])
    assert len(of(player(seat), "replaced")) == 1
    assert len(of(player(seat), "replaced", "page")) == 1


@pytest.mark.same_everywhere
def test_notifications_roll_back_with_their_move(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Notification.objects.count()
    seat = actor(table)

    def fails(*args: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.notifications.outbox.Outbox.send", fails)
    with pytest.raises(RuntimeError):
        until_somebody_else_waits(table, seat)
    assert Notification.objects.count() == before


def test_one_call_for_the_sender_is_on_its_way_until_it_is_answered(
    ann: User, enqueued_tasks: EnqueuedTasks, django_capture_on_commit_callbacks: Any
) -> None:

    def calls(wakes: int) -> int:
        enqueued_tasks.sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            for _ in range(wakes):
                outbox.send(ann, "announced")
        return len(enqueued_tasks.sent)

    assert [calls(3), calls(1)] == [1, 0]
    tasks.send_notifications()
    assert calls(2) == 1


def test_where_nothing_is_due_nobody_waits_for_a_transaction(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery.transaction, "atomic", None)
    assert delivery.send_due() == 0


def test_old_sent_notifications_are_deleted_and_pending_ones_kept(table: Table) -> None:
    Notification.objects.update(created_at=timezone.now() - delivery.KEPT - timedelta(days=1))
    owed = Notification.objects.filter(state=Notification.State.WAITING).count()
    assert 0 < owed < Notification.objects.count()
    delivery.clear_old()
    assert set(Notification.objects.values_list("state", flat=True)) == {Notification.State.WAITING}
    assert Notification.objects.count() == owed
