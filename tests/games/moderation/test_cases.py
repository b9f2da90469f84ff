"""Moderators: what they decide is done, told, written down once, and may be appealed once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.clubs import chat, creation, membership
from games.clubs.queries import get_club_for_member
from games.lobby.admission import matchmaking
from games.lobby.models import MatchRequest
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import (
    Appeal,
    Case,
    Club,
    ClubMessage,
    Decision,
    Message,
    Notification,
    Seat,
    Table,
)
from games.moderation import audit_log, cases
from games.notifications import content
from games.table.actions import chat_messages as table_talk
from games.table.actions import player_actions
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Conflict, Forbidden, Invalid
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, actor, fresh, legal, player
from tests.games.moderation.conftest import case_of, decide
from tests.refusals import expect_refusal

DAY = PRESETS_BY_KEY["day"].clock
What = Decision.Action


def test_what_most_have_reported_stands_first_and_then_what_waits_longest(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob, cem = people[:3]
    old, many = case_of("person", "ann", bob), case_of("person", "bob", ann, cem)
    young, own = case_of("person", "cem", ann), case_of("person", "dee", ann)
    dee, eva = moderators
    assert list(cases.open_cases(dee)) == [many, old, young]
    assert list(cases.open_cases(eva)) == [many, old, young]
    boss = User(pk=0, is_superuser=True)
    assert list(cases.open_cases(boss)) == [many, old, young, own]
    decide(many, dee, What.DISMISS)
    assert many not in cases.open_cases(dee)
    case_of("person", "bob", eva)  # somebody else reports it: it is there again
    assert many in cases.open_cases(dee)


def test_nobody_moderates_who_is_no_moderator_or_whom_it_is_about(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    case, own = case_of("person", "bob", ann), case_of("person", "dee", ann)
    for by, one in ((ann, case), (bob, case), (moderators[0], own)):
        with expect_refusal(Forbidden, "not_moderator"):
            decide(one, by, What.WARN)
    assert not Decision.objects.exists()


def test_warning_uses_the_language_of_its_recipient(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    User.objects.filter(pk=bob.pk).update(language="ja")
    case = case_of("person", "bob", ann)
    decide(case, moderators[0], What.WARN, ready="friendly", words="(move 12)")
    row = Notification.objects.get(user=bob, event="decided", channel="mail")
    word = content.compose(content.NotificationContext(row))
    assert "警告" in word.title
    assert word.text.endswith("(move 12)")
    assert "insults" not in word.text
    assert word.url.endswith("/decisions/")
    assert not Notification.objects.filter(user=ann, event="decided").exists()
    with expect_refusal(Conflict, "decided_already"):
        decide(case, moderators[1], What.WARN)


def test_a_case_about_a_closed_account_can_be_decided(
    people: list[User], moderators: list[User]
) -> None:
    case = case_of("person", "bob", people[0])
    User.objects.filter(username="bob").update(is_active=False)
    assert decide(case, moderators[0], What.SUSPEND).subject == people[1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": ""},
        {"words": "x" * 1001},
        {"ready": "nonsense"},
        {"what": What.HIDE},
        {"what": What.UPHELD},
        {"what": What.MUTE, "hours": 5},
    ],
)
def test_what_cannot_be_decided_is_not(
    people: list[User], moderators: list[User], wrong: dict[str, Any]
) -> None:
    case = case_of("person", "bob", people[0])
    with expect_refusal(Invalid, "bad_decision"):
        decide(case, moderators[0], **{"what": What.WARN, **wrong})
    assert Case.objects.get().decided_at is None


def test_a_hidden_message_is_read_by_nobody(
    new_table: Callable[..., Table], people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    table = new_table()
    club = creation.create_club(ann, "Thursday", "", Club.JoinPolicy.OPEN)
    membership.join_or_request(club.key, bob)
    rude = table_talk.send_message(table, bob, "rude words", Message.Audience.PUBLIC)
    ruder = chat.post_message(get_club_for_member(club.key, bob), bob, "ruder words")
    for what, said in (("message", rude), ("circle-message", ruder)):
        decide(case_of(what, said.pk, ann), moderators[0], What.HIDE)
    for reader in (ann, bob, None):
        assert "rude words" not in signed_in(reader).get(f"/tables/{table.key}/chat/").text
    assert "ruder words" not in signed_in(ann).get(f"/clubs/{club.key}/").text
    assert [one["text"] for one in api_of(ann).get(f"/api/clubs/{club.key}/chat/").json()] == [""]


def test_who_is_muted_does_not_write_and_reads_why(
    new_table: Callable[..., Table], people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    table = new_table()
    club = creation.create_club(bob, "Thursday", "", Club.JoinPolicy.OPEN)
    decide(case_of("person", "bob", ann), moderators[0], What.MUTE, hours=72)
    bob.refresh_from_db()
    assert bob.restrictions.muted_until is not None
    assert bob.restrictions.muted_until - timezone.now() > timedelta(hours=71)
    answer = signed_in(bob).post(
        f"/tables/{table.key}/chat/", {"text": "hello"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 403
    assert "be kind" in answer.text
    with expect_refusal(Forbidden, "muted"):
        chat.post_message(get_club_for_member(club.key, bob), bob, "hello")
    assert not Message.objects.filter(log_code="").exists()
    assert not ClubMessage.objects.exists()
    bob.restrictions.assign(muted_until=timezone.now())
    bob.refresh_from_db()
    table_talk.send_message(table, bob, "hello", Message.Audience.PUBLIC)


def test_who_is_suspended_takes_no_new_seat_and_plays_on(
    new_table: Callable[..., Table], people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    table = new_table()
    mine = table_setup.open_table(bob, GAME, TableSettings(3, {}, DAY))
    theirs = table_setup.open_table(ann, GAME, TableSettings(3, {}, DAY))
    table_setup.join(theirs.key, bob)
    matchmaking.request_match(bob, GAME)
    decide(case_of("person", "bob", ann), moderators[0], What.SUSPEND)
    assert fresh(mine).status == Table.Status.CLOSED
    assert not Seat.objects.filter(table=theirs, user=bob).exists()
    assert not MatchRequest.objects.filter(user=bob, table=None).exists()
    for session in (
        lambda: table_setup.open_table(bob, GAME, TableSettings(2, {}, DAY)),
        lambda: table_setup.join(theirs.key, bob),
        lambda: matchmaking.request_match(bob, GAME),
    ):
        with expect_refusal(Forbidden, "suspended", match="be kind"):
            session()
    moved = Table.objects.get(pk=table.pk).move_count
    for _turn in range(6):  # every move of theirs is taken, as of the other
        seat = actor(table)
        here = fresh(table)
        player_actions.confirm(here.key, player(seat), here.version, [legal(table, seat)[0]])
    assert fresh(table).move_count >= moved + 6


def test_a_name_is_taken_away_under_a_running_match_without_a_move_lost(
    new_table: Callable[..., Table], people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    table = new_table()
    Table.objects.filter(pk=table.pk).update(name="Rude", host=bob)
    page_shows = fresh(table).version
    decision = decide(case_of("table", table.key, ann), moderators[0], What.RENAME, name="Kind")
    assert fresh(table).name == "Kind"
    seat = actor(table)
    player_actions.confirm(table.key, player(seat), page_shows, [legal(table, seat)[0]])
    found = cases.submit_appeal(decision.pk, bob, "it is a family name")
    cases.answer_appeal(found.pk, moderators[1], lifts=True, words="")
    assert fresh(table).name == "Rude"


def test_club_has_its_name_and_description_again_after_an_appeal(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    club = creation.create_club(bob, "Rude", "Cards and tea", Club.JoinPolicy.OPEN)
    decision = decide(case_of("circle", club.key, ann), moderators[0], What.RENAME, name="Kind")
    club.refresh_from_db()
    assert (club.name, club.description) == ("Kind", "")
    found = cases.submit_appeal(decision.pk, bob, "it is a family name")
    cases.answer_appeal(found.pk, moderators[1], lifts=True, words="")
    club.refresh_from_db()
    assert (club.name, club.description) == ("Rude", "Cards and tea")


def test_club_is_not_renamed_to_a_taken_name(people: list[User], moderators: list[User]) -> None:
    ann, bob = people[:2]
    creation.create_club(ann, "Kind", "", Club.JoinPolicy.OPEN)
    club = creation.create_club(bob, "Rude", "", Club.JoinPolicy.OPEN)
    case = case_of("circle", club.key, ann)
    with expect_refusal(Invalid, "bad_decision"):
        decide(case, moderators[0], What.RENAME, name="kind")
    decide(case, moderators[0], What.RENAME, name="rude")
    club.refresh_from_db()
    assert club.name == "rude"


def test_an_appeal_is_made_once_and_decided_by_another(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    dee, eva = moderators
    decision = decide(case_of("person", "bob", ann), dee, What.MUTE)
    with expect_refusal(Invalid, "bad_decision"):
        cases.submit_appeal(decision.pk, ann, "not mine")
    found = cases.submit_appeal(decision.pk, bob, "it was my brother")
    with expect_refusal(Conflict, "decided_already"):
        cases.submit_appeal(decision.pk, bob, "again")
    assert cases.open_appeals(dee) == []
    with expect_refusal(Forbidden, "not_moderator"):
        cases.answer_appeal(found.pk, dee, lifts=False, words="")
    assert cases.open_appeals(eva) == [found]
    link = cases.answer_appeal(found.pk, eva, lifts=True, words="believed")
    assert Appeal.objects.get().answer == link
    bob.refresh_from_db()
    assert bob.restrictions.muted_until is None
    with expect_refusal(Invalid, "bad_decision"):  # of an answer there is no appeal
        cases.submit_appeal(link.pk, bob, "thanks")
    with expect_refusal(Conflict, "decided_already"):
        cases.answer_appeal(found.pk, eva, lifts=False, words="")


def test_one_moderator_alone_decides_appeals_too(people: list[User]) -> None:
    ann, bob, _cem, dee = people[:4]
    User.objects.filter(pk=dee.pk).update(is_moderator=True)
    dee.refresh_from_db()
    decision = decide(case_of("person", "bob", ann), dee, What.WARN)
    found = cases.submit_appeal(decision.pk, bob, "no")
    assert cases.answer_appeal(found.pk, dee, lifts=False, words="yes").action == What.UPHELD


def links(people: list[User], moderator: User) -> list[Decision]:
    """Three of them."""
    names = ("ann", "bob", "cem")
    return [
        decide(case_of("person", name, people[(n + 1) % 3]), moderator, What.WARN)
        for n, name in enumerate(names)
    ]


def run_audit_log_check(**options: str) -> str:
    out = StringIO()
    call_command("check_audit_log", stdout=out, **options)
    return out.getvalue()


def test_the_audit_log_is_written_once(people: list[User], moderators: list[User]) -> None:
    first, *_others, last = links(people, moderators[0])
    for change in (
        lambda: Decision.objects.update(comment=""),
        lambda: Decision.objects.all().delete(),
        first.delete,
        first.save,
    ):
        with pytest.raises(TypeError):
            change()
    assert first.previous == audit_log.FIRST
    assert (
        f"3 decisions, as they were written. The last one: {last.digest}" in run_audit_log_check()
    )
    assert run_audit_log_check(known=first.digest)


@pytest.mark.parametrize(
    ("behind_the_back", "wrong"),
    [
        ("UPDATE games_decision SET words = 'be rude' WHERE id = %s", 1),
        ("UPDATE games_decision SET what = 'dismiss' WHERE id = %s", 1),
        ("DELETE FROM games_decision WHERE id = %s", 2),
    ],
)
def test_a_change_behind_the_sites_back_is_found(
    people: list[User], moderators: list[User], behind_the_back: str, wrong: int
) -> None:
    made = links(people, moderators[0])
    with connection.cursor() as cursor:
        cursor.execute(behind_the_back, [made[1].pk])
    with pytest.raises(CommandError, match=f"decision {made[wrong].pk} "):
        run_audit_log_check()


def test_that_the_end_is_missing_shows_against_what_was_said_before(
    people: list[User], moderators: list[User]
) -> None:
    last = links(people, moderators[0])[-1]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_decision WHERE id = %s", [last.pk])
    assert run_audit_log_check()
    with pytest.raises(CommandError, match="no longer exists"):
        run_audit_log_check(known=last.digest)


def test_the_pages_lead_from_a_report_to_an_appeal(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    dee, eva = map(signed_in, moderators)
    case = case_of("person", "bob", ann)
    address = f"/moderation/{case.pk}/"
    assert "/moderation/" in dee.get("/").text
    assert "/moderation/" not in signed_in(bob).get("/").text
    assert address in dee.get("/moderation/").text
    assert "Insults or threats" in dee.get(address).text
    assert dee.post(address, {"what": "warn"}).status_code == 422
    dee.post(address, {"what": "warn", "words": "be kind"})
    decision = Decision.objects.get(action=What.WARN)
    page = signed_in(bob)
    assert "be kind" in page.get("/decisions/").text
    assert "/decisions/" in page.get("/notifications/").text
    page.post(f"/decisions/{decision.pk}/appeal/", {"words": "I was kind"})
    assert "I was kind" not in dee.get("/moderation/").text
    assert "I was kind" in eva.get("/moderation/").text
    answer = f"/moderation/appeals/{Appeal.objects.get().pk}/"
    assert signed_in(bob).post(answer, {"what": "lift"}).status_code == 403
    eva.post(answer, {"what": "uphold", "words": "no"})
    assert "Appeal declined" in page.get("/decisions/").text
    assert "be kind" in dee.get(f"/moderation/{case.pk}/").text
