"""Reporting: what may be reported by whom, and that it is kept as it was seen then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from games.clubs import chat, creation, membership
from games.clubs.queries import get_club_for_member
from games.models import Case, Club, Message, Report, Table
from games.moderation import reports
from games.table.actions import chat_messages as table_talk
from portal.errors import Conflict, NotFound, TooManyRequests
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, play_on
from tests.refusals import expect_refusal


def report(by: User, what: str, which: object, kind: str = "insult", table: str = "") -> Case:
    thing = reports.find_target(what, str(which), by, table)
    return reports.submit_report(thing, by, kind, "see for yourself")


def test_a_message_is_kept_as_it_was_with_the_talk_before_it(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    ann, bob, cem = people[:3]
    table = play_on(new_table(3), 4)
    for text in ("good luck", "you fool"):
        said = table_talk.send_message(table, bob, text, Message.Audience.PLAYERS)
    table_talk.send_message(table, ann, "please!", Message.Audience.PUBLIC)
    client = signed_in(ann)
    page = client.get(f"/tables/{table.key}/")
    address = f"/report/message/{said.pk}/"
    assert address in page.text
    assert "you fool" in client.get(address).text
    answer = client.post(address, {"kind": "insult", "words": "twice"}, follow=True)
    assert "Thank you" in answer.text
    Message.objects.filter(pk=said.pk).update(text="you are a friend")
    kept = Report.objects.get()
    assert (kept.case.subject, kept.reporter, kept.kind, kept.text) == (bob, ann, "insult", "twice")
    assert kept.evidence["message"]["text"] == "you fool"
    assert [one["text"] for one in kept.evidence["messages"]] == ["good luck", "you fool"]
    assert kept.evidence["table"]["key"] == table.key
    assert kept.evidence["table"]["seats"] == [seat.name for seat in table.seat_set.all()]
    assert cem.username in kept.evidence["table"]["seats"]
    with expect_refusal(NotFound, "no_such_thing"):  # who does not sit there cannot read it
        report(people[3], "message", said.pk)


def test_a_thing_is_reported_once_by_each_and_is_one_case(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    case = report(ann, "person", "bob")
    assert report(cem, "person", "BOB", "spam") == case
    with expect_refusal(Conflict, "reported_already"):
        report(ann, "person", "bob", "spam")
    assert case.reports.count() == 2
    assert Case.objects.get().subject == bob


@pytest.mark.same_everywhere
def test_nobody_reports_themselves_or_what_is_not_there(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    ann = people[0]
    table = new_table()
    wrong = (
        ("person", "ann"),
        ("person", "nobody"),
        ("table", table.key),  # it has no name that anybody has given
        ("message", "1"),
        ("message", "²"),
        ("circle", "x"),
        ("circle-message", "1"),
        ("weather", "1"),
    )
    client = signed_in(ann)
    for what, which in wrong:
        assert client.get(f"/report/{what}/{which}/").status_code == 404, what
    assert signed_in(None).get("/report/person/ann/").status_code == 302


def test_too_many_reports_in_a_day_are_refused(people: list[User]) -> None:
    ann, bob = people[:2]
    case = report(ann, "person", "bob")
    Report.objects.filter(reporter=ann).delete()
    others = [
        Case(target_kind=Case.TargetKind.TABLE, target_key=str(n), subject=bob)
        for n in range(reports.MOST_A_DAY)
    ]
    Report.objects.bulk_create(
        Report(case=one, reporter=ann, kind="spam") for one in Case.objects.bulk_create(others)
    )
    with expect_refusal(TooManyRequests, "too_many_reports"):
        report(ann, "person", "cem")
    Report.objects.update(at=timezone.now() - timedelta(days=2))
    assert report(ann, "person", "cem") != case


@pytest.mark.same_everywhere
def test_club_names_and_messages_can_be_reported_by_their_readers(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    club = creation.create_club(ann, "Rude name", "ruder text", Club.JoinPolicy.INVITATION)
    membership.invite_or_admit(club.key, ann, bob)
    membership.join_or_request(club.key, bob)
    said = chat.post_message(get_club_for_member(club.key, ann), ann, "rudest")
    for what, which in (("circle", club.key), ("circle-message", said.pk)):
        with expect_refusal(NotFound, "no_such_thing"):
            report(cem, what, which)
        kept = report(bob, what, which).reports.get().evidence
        assert kept["circle"]["text"] == "ruder text"
    assert kept["message"]["text"] == "rudest"


@pytest.mark.same_everywhere
def test_the_api_reports_a_person_where_they_were_met(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    ann = people[0]
    table = new_table()
    given = {"what": "person", "which": "bob", "kind": "cheating", "table": table.key}
    first = api_of(ann).post("/api/reports/", given, format="json")
    assert (first.status_code, first.json()) == (201, {"reported": True})
    again = api_of(ann).post("/api/reports/", given, format="json")
    assert (again.status_code, again.json()["error"]) == (409, "reported_already")
    assert Report.objects.get().evidence["table"]["game"] == GAME
    for bad in ({"kind": "x"}, {"kind": "other", "which": "cem", "words": " "}):
        answer = api_of(ann).post("/api/reports/", {**given, **bad}, format="json")
        assert answer.status_code in (400, 422)


@pytest.mark.same_everywhere
def test_what_is_wrong_is_said_beside_what_was_written(people: list[User]) -> None:
    client: Client = signed_in(people[0])
    answer = client.post("/report/person/bob/", {"kind": "", "words": "so rude"})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "so rude</textarea>" in answer.text


def test_reports_go_with_the_accounts_they_name(people: list[User]) -> None:
    ann, bob = people[:2]
    report(ann, "person", "bob")
    report(bob, "person", "cem")
    assert [one.case.target_kind for one in ann.reports.all()] == ["person"]
    delete_account(bob)
    assert not Case.objects.exists()
    assert not Report.objects.exists()
