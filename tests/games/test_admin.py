"""The staff's pages: who comes in, what they do not show, and setting a table back from there."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Decision, Message, Notification, Rollback, Seat, Table, Webhook
from games.notifications import webhooks
from games.table.actions import staff_retry
from games.table.actions.rollback import roll_back_table
from games.table.session import transaction
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from portal import background
from portal.http import outgoing_requests
from tests.clients import signed_in
from tests.games.conftest import actor, fresh, play_on, player, seats_of
from tests.portal.test_attacks import Inline
from tests.sample_titles import begins_all_at_once, for_seats, title

AT_ONCE = title(for_seats(3), begins_all_at_once)

INDEX = "/admin/"
TABLES = "/admin/games/table/"
MESSAGES = "/admin/games/message/"
SET_BACKS = "/admin/games/rollback/"
PEOPLE = "/admin/accounts/user/"
WEBHOOKS = "/admin/games/webhook/"
NOTIFICATIONS = "/admin/games/notification/"
REPORTS = "/admin/games/report/"
LISTS = (TABLES, MESSAGES, SET_BACKS, PEOPLE, WEBHOOKS, NOTIFICATIONS, REPORTS)


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("staffa", "staffa@example.org", "a long word", is_staff=True)


@pytest.fixture
def superuser(db: None) -> User:
    return User.objects.create_superuser("chief", "chief@example.org", "a long word")


@pytest.fixture
def at_work(staff: User) -> Client:
    client = Client()
    client.force_login(staff)
    return client


def form_of(table: Table, to_move: int) -> dict[str, object]:
    version = fresh(table).version
    return {"to_move": to_move, "reason": "A bug.", "sure": "on", "version": version}


def address(table: Table) -> str:
    return f"{TABLES}{table.pk}/set-back/"


def pages(table: Table) -> Iterator[str]:
    yield from (INDEX, *LISTS, f"{TABLES}{table.pk}/change/", f"{TABLES}{table.pk}/history/")
    yield address(table)
    yield f"{TABLES}titles/"
    yield from (f"{TABLES}?stuck={which}" for which in ("late", "nobody", "held"))
    yield from (f"{PEOPLE}?are={which}" for which in ("accounts", "guests", "suspended"))
    if table.is_running:
        yield f"{TABLES}{table.pk}/open/"
    yield f"{TABLES}?q={table.key}"
    yield f"{TABLES}?q=ann&status__exact=running"
    for message in table.messages.all():
        yield f"{MESSAGES}{message.pk}/change/"
    for done in table.set_backs.all():
        yield f"{SET_BACKS}{done.pk}/change/"
    yield f"{PEOPLE}{table.host_id}/change/"


# who comes in


@pytest.mark.same_everywhere
def test_strangers_are_sent_to_the_sites_own_sign_in(client: Client, table: Table) -> None:
    for page in pages(table):
        answer = client.get(page, follow=True)
        assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=%2Fadmin%2F")


def test_djangos_own_sign_in_lets_nobody_in(client: Client, staff: User) -> None:
    client.post("/admin/login/", {"username": "staffa", "password": "a long word"})
    assert "_auth_user_id" not in client.session


@pytest.mark.same_everywhere
def test_whoever_is_not_staff_is_refused_everywhere(table: Table) -> None:
    client = Client()
    client.force_login(player(seats_of(table)[0]))
    for page in pages(table):
        assert client.get(page, follow=True).status_code == 403
    table = play_on(table, moves=3)
    client.post(address(table), form_of(table, 1))
    assert fresh(table).version == table.version


def test_staff_whose_account_is_closed_are_strangers(at_work: Client, staff: User) -> None:
    User.objects.filter(pk=staff.pk).update(is_active=False)
    assert at_work.get(INDEX).status_code == 302


@pytest.mark.same_everywhere
def test_a_form_from_elsewhere_is_refused(table: Table, staff: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(staff)
    table = play_on(table, moves=3)
    assert client.post(address(table), form_of(table, 1)).status_code == 403
    assert fresh(table).move_count == 3


def test_a_superuser_made_on_the_command_line_can_sign_in(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "table for nine")
    monkeypatch.setenv("DJANGO_SUPERUSER_USERNAME", "chief")
    monkeypatch.setenv("DJANGO_SUPERUSER_EMAIL", "chief@example.org")
    call_command("createsuperuser", interactive=False, verbosity=0)
    form = {"login": "chief", "password": "table for nine", "next": INDEX}
    answer = client.post("/accounts/login/", form, follow=True)
    assert answer.redirect_chain[-1][0] == INDEX
    assert answer.status_code == 200


# what is shown


def test_only_what_our_rooms_register_is_there() -> None:
    assert {model._meta.label for model in admin.site._registry} == {
        "accounts.User",
        "games.Table",
        "games.Message",
        "games.Notification",
        "games.Report",
        "games.Rollback",
        "games.Webhook",
        "puzzles.Puzzle",
    }


@pytest.mark.same_everywhere
def test_every_page_is_drawn_without_anything_inline(
    table: Table, at_work: Client, superuser: User, staff: User
) -> None:
    table = play_on(table, moves=12)
    roll_back_table(table.key, 8, staff, "A bug.", table.version)
    chief = Client()
    chief.force_login(superuser)
    for client in (at_work, chief):
        for page in pages(table):
            answer = client.get(page)
            assert answer.status_code == 200, page
            assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
            inline = Inline()
            inline.feed(answer.text)
            assert inline.found == [], page


def test_nothing_hidden_of_a_running_match_is_shown(
    people: list[User], at_work: Client, staff: User
) -> None:
    table = table_setup.open_table(
        people[0], AT_ONCE, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:3]:
        table_setup.join(table.key, user)
    table = play_on(table, moves=40)
    undone = list(table.moves.filter(number__gt=30).values_list("text", flat=True))
    roll_back_table(table.key, 30, staff, "A bug.", table.version)
    table = play_on(table, moves=5)
    said = {"audience": Message.Audience.PLAYERS, "text": "psst, the farmer"}
    Message.objects.create(table=table, user=people[0], **said)
    shown = "".join(at_work.get(page).content.decode() for page in pages(table))
    first, second = table.seed, table.reseeds[-1]["seed"]
    texts = {text for text in table.moves.values_list("text", flat=True) if " " in text}
    texts |= {text for text in undone if " " in text}
    assert texts
    for secret in (first, second, said["text"], json.dumps(table.state)[1:60], *texts):
        assert secret not in shown
    assert "longtable-match" not in shown


@pytest.mark.same_everywhere
def test_table_admin_shows_moves_of_finished_matches(table: Table, at_work: Client) -> None:
    table = play_on(table)
    shown = at_work.get(address(table)).content.decode()
    text = table.moves.last().text  # type: ignore[union-attr]
    assert f"<td>{text}</td>" in shown
    assert table.seed not in shown


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "question",
    [
        f"{TABLES}?seed__startswith=a",
        f"{TABLES}?state__contains=a",
        f"{TABLES}?reseeded__0__seed__startswith=a",
        f"{TABLES}?seat_set__draft__contains=a",
        f"{TABLES}?status__regex=a",
        f"{MESSAGES}?text__contains=a",
        f"{SET_BACKS}?undone__contains=a",
        f"{WEBHOOKS}?url__startswith=a",
        f"{WEBHOOKS}?secret__startswith=a",
        f"{PEOPLE}?password__startswith=a",
    ],
)
def test_no_list_answers_what_no_page_shows(at_work: Client, question: str) -> None:
    assert at_work.get(question).status_code == 400


def test_of_a_webhook_the_machine_is_shown_and_no_secret(
    people: list[User], at_work: Client
) -> None:
    hook = webhooks.set_personal(
        people[0], "json", "https://hooks.example.org:8443/t0ken?key=unt0ld"
    )
    for page in (WEBHOOKS, f"{WEBHOOKS}{hook.pk}/change/", f"{WEBHOOKS}?q=ann"):
        shown = at_work.get(page).text
        assert "hooks.example.org" in shown
        for secret in ("t0ken", "unt0ld", hook.secret):
            assert secret not in shown


def test_nothing_is_added_changed_or_deleted(table: Table, superuser: User) -> None:
    client = Client()
    client.force_login(superuser)
    message = table.messages.all()[0]
    for one in (f"{TABLES}{table.pk}/", f"{MESSAGES}{message.pk}/"):
        assert client.post(f"{one}change/", {"status": "finished"}).status_code == 403
        assert client.post(f"{one}delete/", {"post": "yes"}).status_code == 403
    for rows in LISTS:
        assert client.get(f"{rows}add/").status_code == 403
    assert client.post(f"{PEOPLE}{table.host_id}/delete/", {"post": "yes"}).status_code == 403


def test_superusers_close_accounts_and_make_people_staff(
    people: list[User], superuser: User, staff: User
) -> None:
    client = Client()
    client.force_login(superuser)
    ann = people[0]
    page = f"{PEOPLE}{ann.pk}/change/"
    form = {"is_staff": "on", "username": "other", "is_superuser": "on", "password": "x"}
    client.post(page, form)
    changed = User.objects.get(pk=ann.pk)
    assert (changed.is_staff, changed.is_active, changed.is_superuser) == (True, False, False)
    assert (changed.username, changed.password) == (ann.username, ann.password)
    assert superuser.password not in client.get(f"{PEOPLE}{superuser.pk}/change/").content.decode()


def test_staff_change_nobody_and_superusers_neither_themselves_nor_the_deleted(
    people: list[User], superuser: User, at_work: Client
) -> None:
    assert at_work.post(f"{PEOPLE}{people[0].pk}/change/", {}).status_code == 403
    client = Client()
    client.force_login(superuser)
    User.objects.filter(pk=people[1].pk).update(deleted_at=people[1].date_joined)
    for person in (superuser, people[1]):
        assert client.post(f"{PEOPLE}{person.pk}/change/", {}).status_code == 403


# at three in the morning


def test_the_table_that_is_stuck_is_found_and_nudged(
    new_table: Callable[..., Table], at_work: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, stuck, silent = new_table(2), new_table(2), new_table(2)
    seat = actor(stuck)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - 2 * staff_retry.LATE_AFTER)
    silent.seat_set.update(waiting_since=None, due_at=None)
    for which, found in (("late", stuck), ("nobody", silent)):
        shown = at_work.get(f"{TABLES}?stuck={which}").text
        assert found.key in shown
        assert sound.key not in shown
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(background, "enqueue", lambda task, *args: asked.append((task, *args)))
    retry_tables = {"action": "retry_tables", "_selected_action": [stuck.pk]}
    assert f"Overdue tasks run: {stuck.key}" in at_work.post(TABLES, retry_tables, follow=True).text
    assert asked == [(tasks.time_out_seats.name, [seat.pk])]
    assert LogEntry.objects.get().object_id == str(stuck.pk)
    assert fresh(stuck).move_count == stuck.move_count


def test_staff_retry_calls_for_a_bot_and_does_nothing_to_a_table_that_is_over(
    new_table: Callable[..., Table], at_work: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, over = new_table(3, ("easy",)), play_on(new_table(2))
    table.seat_set.filter(user=None).update(due_at=timezone.now(), waiting_since=timezone.now())
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(background, "enqueue", lambda task, *args: asked.append((task, *args)))
    retry_tables = {"action": "retry_tables", "_selected_action": [table.pk, over.pk]}
    shown = at_work.post(TABLES, retry_tables, follow=True).text
    assert (tasks.bot_turn.name,) in asked
    assert f"This match is over: no more moves are possible. ({over.key})" in html.unescape(shown)


def test_failed_notifications_can_be_retried(people: list[User], at_work: Client) -> None:
    given = {"user": people[0], "event": "test", "channel": "email"}
    failed = Notification.objects.create(
        **given, dedup_key="1", state=Notification.State.FAILED, attempts=9
    )
    sent = Notification.objects.create(**given, dedup_key="2", state=Notification.State.SENT)
    again = {"action": "try_again", "_selected_action": [failed.pk, sent.pk]}
    assert "Queued to send again: 1" in at_work.post(NOTIFICATIONS, again, follow=True).text
    rows = Notification.objects.order_by("pk").values_list("state", "attempts")
    assert list(rows) == [(Notification.State.WAITING, 0), (Notification.State.SENT, 0)]


def test_a_webhook_that_was_switched_off_is_tried(
    people: list[User], at_work: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = webhooks.set_personal(people[0], "json", "https://hooks.example.org/x")
    Webhook.objects.update(disabled_at=timezone.now(), failures=20)
    answers = iter((500, 204))
    monkeypatch.setattr(
        outgoing_requests,
        "post",
        lambda *_args, **_more: outgoing_requests.OutgoingResponse(next(answers), b""),
    )
    test = {"action": "try_now", "_selected_action": [hook.pk]}
    assert "Not accepted: hooks.example.org" in at_work.post(WEBHOOKS, test, follow=True).text
    cache.clear()
    assert "Accepted: hooks.example.org" in at_work.post(WEBHOOKS, test, follow=True).text
    assert Webhook.objects.get().is_working
    assert ": 500" in at_work.get(f"{WEBHOOKS}{hook.pk}/change/").text


def test_superusers_see_where_people_are_signed_in_and_sign_them_out(
    people: list[User], superuser: User, at_work: Client
) -> None:
    browser, chief = Client(HTTP_USER_AGENT="Firefox on Windows"), Client()
    browser.force_login(people[0])
    chief.force_login(superuser)
    UserSession.objects.create_from_request(browser.get("/").wsgi_request)
    page = f"{PEOPLE}{people[0].pk}/change/"
    assert "Firefox, Windows" in chief.get(page).text
    sign_out = {"action": "sign_out", "_selected_action": [people[0].pk]}
    at_work.post(PEOPLE, sign_out)
    assert "_auth_user_id" in browser.session
    chief.post(PEOPLE, sign_out)
    assert "Firefox, Windows" not in chief.get(page).text
    assert browser.get("/preferences/").status_code == 302


@pytest.mark.parametrize("address", LISTS)
def test_more_rows_of_a_list_are_no_more_statements(
    address: str,
    new_table: Callable[..., Table],
    at_work: Client,
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    for _n in range(5):
        new_table(2)
    with django_assert_max_num_queries(12):
        at_work.get(address)


# opening what a match hides


@pytest.mark.same_everywhere
def test_what_a_match_hides_is_opened_with_a_reason_that_everybody_reads(
    table: Table, at_work: Client, staff: User, people: list[User]
) -> None:
    table, page = play_on(table, moves=3), f"{TABLES}{table.pk}/open/"
    for form in ({}, {"reason": "x"}, {"sure": "on"}, {"reason": " ", "sure": "on"}):
        assert "<pre>" not in at_work.post(page, form).text
    assert not Decision.objects.exists()
    text = at_work.post(page, {"reason": "It hangs.", "sure": "on"}).text
    exported = html.unescape(text.partition("<pre>")[2].partition("</pre>")[0])
    stored = json.loads(fresh(table).state)
    assert stored["chance"].pop("seed") == table.seed
    assert json.loads(exported) == stored
    assert table.seed not in text
    link = Decision.objects.get()
    assert (link.moderator, link.comment, link.data["table"]) == (staff, "It hangs.", table.key)
    call_command("check_audit_log", verbosity=0)
    sentence = "staffa (staff) viewed the hidden information of this match: It hangs."
    for user in people[:2]:
        assert sentence in html.unescape(signed_in(user).get(table.get_absolute_url()).text)
    assert "<pre>" not in at_work.get(page).text
    assert fresh(table).move_count == 3


def test_who_sits_there_opens_nothing(table: Table) -> None:
    seat = seats_of(table)[0]
    User.objects.filter(pk=seat.user_id).update(is_staff=True)
    client = signed_in(player(seat))
    form = {"reason": "Curious.", "sure": "on"}
    shown = client.post(f"{TABLES}{table.pk}/open/", form).text
    assert "You sit at this table, or at one with the same chance. Someone else must look." in shown
    assert "<pre>" not in shown
    assert not LogEntry.objects.exists()


@pytest.mark.same_everywhere
def test_a_match_that_is_over_hides_nothing(table: Table, at_work: Client) -> None:
    table = play_on(table)
    assert at_work.get(f"{TABLES}{table.pk}/open/").status_code == 404


# setting back


@pytest.mark.same_everywhere
def test_staff_set_a_table_back(table: Table, at_work: Client, staff: User) -> None:
    table = play_on(table, moves=12)
    answer = at_work.post(address(table), form_of(table, 7), follow=True)
    message = "Rolled back from move 12 to move 7: A bug."
    assert message in answer.content.decode()
    assert fresh(table).move_count == 7
    done = Rollback.objects.get()
    assert (done.by, done.reason) == (staff, "A bug.")
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id, entry.change_message) == (staff, str(table.pk), message)
    assert "staffa" in at_work.get(f"{TABLES}{table.pk}/change/").content.decode()


@pytest.mark.same_everywhere
@pytest.mark.parametrize("missing", ["reason", "sure", "to_move", "version"])
def test_each_part_of_the_form_is_needed(table: Table, at_work: Client, missing: str) -> None:
    table = play_on(table, moves=5)
    answer = at_work.post(address(table), {**form_of(table, 2), missing: ""})
    assert "Nothing was changed." in answer.content.decode()
    assert fresh(table).move_count == 5


@pytest.mark.same_everywhere
def test_rollback_form_shows_action_errors(table: Table, at_work: Client) -> None:
    table = play_on(table)
    answer = at_work.post(address(table), form_of(table, table.move_count))
    assert "After this move the match is over" in answer.content.decode()
    assert fresh(table).status == Table.Status.FINISHED
    assert not LogEntry.objects.exists()


def test_pressing_twice_sets_back_once(table: Table, at_work: Client) -> None:
    table = play_on(table, moves=9)
    form = form_of(table, 6)
    at_work.post(address(table), form)
    table = play_on(table, moves=2)
    assert "The table has changed" in at_work.post(address(table), form).content.decode()
    assert fresh(table).move_count == 8


@pytest.mark.same_everywhere
def test_an_unstarted_table_has_no_such_page(people: list[User], at_work: Client) -> None:
    table = table_setup.open_table(
        people[0], AT_ONCE, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    assert at_work.get(address(table)).status_code == 404
    assert at_work.get(f"{TABLES}999999/set-back/").status_code == 404
    assert "set-back" not in at_work.get(f"{TABLES}{table.pk}/change/").content.decode()


@pytest.mark.same_everywhere
def test_a_table_whose_position_is_broken_can_be_set_back(
    new_table: Callable[..., Table], at_work: Client
) -> None:
    table = play_on(new_table(2), moves=9)
    Table.objects.filter(pk=table.pk).update(state="{broken")
    at_work.post(address(table), form_of(table, 9))
    assert load_match(fresh(table)).actors


def test_staff_find_the_tables_on_hold(new_table: Callable[..., Table], at_work: Client) -> None:
    sound, held = new_table(2), new_table(2)
    Table.objects.filter(pk=held.pk).update(state="{broken")
    transaction.recheck_hold(held.key)
    shown = at_work.get(f"{TABLES}?on_hold_since__isempty=0").content.decode()
    assert held.key in shown
    assert sound.key not in shown
    assert "on_hold_since__isempty=0" in at_work.get(TABLES).content.decode()
    assert (
        str(Table.HoldReason.STATE.label)
        in at_work.get(f"{TABLES}{held.pk}/change/").content.decode()
    )
