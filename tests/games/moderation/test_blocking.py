"""Blocking: each action refuses with a usual reason, so that a blocked person cannot tell.

Worlds are compared: one in which a person is blocked, and one in which nobody is and the table is
full, or the other takes no invitations. What comes back is the same to the byte, and so is what the
database was asked for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from games.clubs import chat, creation, membership
from games.clubs.queries import get_club_for_member
from games.lobby.admission import invitation_links, invitations, matchmaking
from games.lobby.admission.rematch import open_or_join_rematch
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import (
    Block,
    Club,
    Follow,
    Invitation,
    Message,
    Notification,
    PendingMember,
    Table,
)
from games.moderation import block_list
from games.social import follow_list
from games.table.actions import chat_messages as table_talk
from games.table.agreements import actions as agreements
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Conflict, Forbidden
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME
from tests.refusals import expect_refusal
from tests.secrets.worlds import VARYING

DAY = PRESETS_BY_KEY["day"].clock


@pytest.fixture(autouse=True)
def _at_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages say until when somebody may answer: no minute passes between two worlds."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.fixture
def table(people: list[User]) -> Table:
    """Ann's, with three free seats."""
    return table_setup.open_table(
        people[0], GAME, TableSettings(4, {}, DAY, start_when=Table.StartMode.HOST)
    )


def responses_with_queries(user: User, asks: list[tuple[str, str, Any]]) -> list[Any]:
    """What comes back to these requests, and what the database was asked; nothing is kept."""
    found = []
    for how, address, data in asks:
        client: Any = api_of(user) if address.startswith("/api/") else signed_in(user)
        with transaction.atomic():
            with CaptureQueriesContext(connection) as queries:
                answer = getattr(client, how)(address, data)
            after = signed_in(user).get(answer["Location"]) if answer.status_code == 302 else None
            transaction.set_rollback(True)
        body = VARYING.sub(b"", answer.content + (after.content if after else b""))
        work = [re.sub(r"\d+|'[^']*'", "?", one["sql"]) for one in queries]
        found.append((how, address, answer.status_code, body, work))
    return found


def differences(some: list[Any], others: list[Any]) -> list[Any]:
    return [one[:3] for one, other in zip(some, others, strict=True) if one != other]


@pytest.mark.same_everywhere
def test_a_table_that_keeps_somebody_out_is_as_one_whose_seats_are_held(
    table: Table, people: list[User]
) -> None:
    ann, bob, cem, dee, eva = people
    table_setup.join(table.key, cem)
    token = invitation_links.create_link(table.key, ann, uses=3, hours=24).token
    version = Table.objects.get(pk=table.pk).version
    key = table.key
    asks = [
        *(("get", f"/tables/{key}/", {}), ("get", f"/tables/{key}/live/", {})),
        *(("get", "/tables/", {}), ("get", "/tables/", {"free": "1"}), ("get", "/", {})),
        *(("get", "/tables/", {"joinable": "1"}), ("get", f"/games/{GAME}/", {})),
        *(("post", f"/tables/{key}/join/", {}), ("post", f"/api/tables/{key}/join/", {})),
        *(("get", f"/invited/{token}/", {}), ("post", f"/invited/{token}/", {})),
        ("post", f"/api/invitation-links/{token}/", {}),
        *(("get", f"/api/tables/{key}/", {}), ("get", "/api/tables/", {})),
        *(("get", "/api/tables/", {"free": 1}), ("get", "/api/tables/", {"joinable": "true"})),
    ]
    as_it_is = responses_with_queries(bob, asks)  # from here on the process keeps the journal
    with transaction.atomic():
        invitations.invite(key, ann, [dee.username, eva.username])
        Table.objects.filter(pk=table.pk).update(version=version)
        held = responses_with_queries(bob, asks)
        transaction.set_rollback(True)
    for blocker in (ann, cem):  # its host, and whoever sits there
        with transaction.atomic():
            block_list.block(blocker, bob)
            assert differences(responses_with_queries(bob, asks), held) == []
            transaction.set_rollback(True)
    assert differences(as_it_is, held)


def test_following_and_inviting_are_refused_as_by_whoever_does_not_want_them(
    table: Table, people: list[User]
) -> None:
    ann, bob, cem = people[:3]
    club = creation.create_club(ann, "Thursday", "", Club.JoinPolicy.REQUEST)
    key, name = table.key, bob.username
    asks = [
        ("post", f"/people/{name}/follow/", {"follow": "1"}),
        ("post", "/following/add/", {"name": name}),
        ("put", f"/api/people/{name}/follow/", {}),
        *(("get", f"/people/{name}/", {}), ("get", "/following/", {})),
        ("post", f"/tables/{key}/invite/", {"name": [name]}),
        ("post", f"/tables/{key}/invite/", {"name": [name, cem.username]}),
        ("post", f"/api/tables/{key}/invitations/", {"users": [name]}),
        ("post", f"/clubs/{club.key}/invite/", {"name": name}),
        ("put", f"/api/clubs/{club.key}/candidates/{name}/", {}),
    ]
    as_it_is = responses_with_queries(ann, asks)
    User.objects.filter(pk=bob.pk).update(may_be_followed=False, may_be_invited=False)
    unwilling = responses_with_queries(ann, asks)
    User.objects.filter(pk=bob.pk).update(may_be_followed=True, may_be_invited=True)
    follow_list.follow(ann, bob)
    block_list.block(bob, ann)
    assert differences(responses_with_queries(ann, asks), unwilling) == []
    assert len(differences(as_it_is, unwilling)) >= 8


def test_an_invitation_is_found_withdrawn_where_somebody_keeps_the_invited_out(
    table: Table, people: list[User]
) -> None:
    ann, bob, cem = people[:3]
    invitations.invite(table.key, ann, [bob.username])
    block_list.block(cem, bob)
    table_setup.join(table.key, cem)
    with expect_refusal(Conflict, "seat_taken"):
        table_setup.join(table.key, bob)
    with pytest.raises(Conflict) as over:
        invitations.accept(table.key, bob)
    assert over.value.code == "invitation_withdrawn"
    assert Invitation.objects.get().state == Invitation.State.WITHDRAWN
    with expect_refusal(
        Forbidden, "takes_no_invitations"
    ):  # the host is not told who does not want whom
        invitations.invite(table.key, ann, [bob.username])


def test_to_block_ends_what_there_was(table: Table, people: list[User]) -> None:
    ann, bob = people[:2]
    club = creation.create_club(ann, "Thursday", "", Club.JoinPolicy.INVITATION)
    membership.invite_or_admit(club.key, ann, bob)
    invitations.invite(table.key, ann, [bob.username])
    follow_list.follow(ann, bob)
    block_list.block(bob, ann)
    assert Invitation.objects.get().state == Invitation.State.DECLINED
    assert not PendingMember.objects.exists()
    assert not Follow.objects.exists()
    with expect_refusal(Forbidden, "takes_no_invitations"):
        membership.invite_or_admit(club.key, ann, bob)
    block_list.unblock(bob, ann)
    membership.invite_or_admit(club.key, ann, bob)


def test_invitation_of_a_blocked_person_explains_the_error(
    table: Table, people: list[User]
) -> None:
    ann, bob = people[:2]
    block_list.block(ann, bob)
    with expect_refusal(Forbidden, "is_blocked"):
        invitations.invite(table.key, ann, [bob.username])


@pytest.mark.parametrize("blocker", [0, 1])
def test_quick_match_never_brings_them_together(people: list[User], blocker: int) -> None:
    pair = people[:2]
    block_list.block(pair[blocker], pair[1 - blocker])
    for one in pair:
        assert matchmaking.request_match(one, GAME).table is None
    third = matchmaking.request_match(people[2], GAME)
    assert third.table is not None
    assert third.table.seat_set.filter(user__in=pair).count() == 1


@pytest.mark.parametrize("blocker", [0, 1])
def test_quick_match_passes_by_the_tables_of_either(people: list[User], blocker: int) -> None:
    pair = people[:2]
    waiting = matchmaking.request_match(pair[0], GAME)
    matchmaking.cancel_request(pair[0], GAME)
    terms = matchmaking.settings_of(waiting)
    table = table_setup.open_table(pair[0], GAME, terms)
    block_list.block(pair[blocker], pair[1 - blocker])
    assert matchmaking.request_match(pair[1], GAME).table is None
    matchmaking.match_waiting_people(table)
    assert table.seat_set.filter(user=pair[1]).count() == 0


@pytest.mark.same_everywhere
def test_again_holds_no_seat_for_either(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    ann, bob = people[:2]
    old = new_table()
    for user in (ann, bob):
        agreements.agree_to_call_off(old.key, user, agrees=True)
    block_list.block(bob, ann)
    following_table = open_or_join_rematch(old.key, ann)
    assert not Invitation.objects.exists()
    assert open_or_join_rematch(old.key, bob) == following_table  # who blocks has chosen it


@pytest.mark.same_everywhere
def test_messages_of_blocked_people_are_folded_and_not_notified(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    ann, bob, cem = people[:3]
    table = new_table(3)
    block_list.block(ann, bob)
    table_talk.send_message(table, bob, "look at this @ann @cem", Message.Audience.PUBLIC)
    assert not Notification.objects.filter(user=ann, event__in=("mention", "message")).exists()
    assert Notification.objects.filter(user=cem, event="mention").exists()
    folded = re.compile(r"<details[^>]*><summary>[^<]*</summary><p[^>]*>look at this")
    assert folded.search(signed_in(ann).get(f"/tables/{table.key}/chat/").text)
    for other in (bob, cem, None):
        text = signed_in(other).get(f"/tables/{table.key}/chat/").text
        assert re.search("<p[^>]*>look at this", text)
        assert not folded.search(text)


@pytest.mark.same_everywhere
def test_club_messages_of_blocked_people_are_folded_and_not_notified(people: list[User]) -> None:
    ann, bob = people[:2]
    club = creation.create_club(ann, "Thursday", "", Club.JoinPolicy.OPEN)
    membership.join_or_request(club.key, bob)
    block_list.block(ann, bob)
    chat.post_message(get_club_for_member(club.key, bob), bob, "hello")
    assert not Notification.objects.filter(user=ann, event="circle_talk").exists()
    address = f"/api/clubs/{club.key}/chat/"
    assert [one["folded"] for one in api_of(ann).get(address).json()] == [True]
    assert [one["folded"] for one in api_of(bob).get(address).json()] == [False]


@pytest.mark.same_everywhere
def test_reserved_seat_hides_the_name_from_strangers(table: Table, people: list[User]) -> None:
    ann, bob, cem, dee = people[:4]
    table_setup.join(table.key, dee)
    invitations.invite(table.key, ann, [bob.username])
    for knows in (ann, bob, dee):
        assert "held for bob" in signed_in(knows).get(table.get_absolute_url()).text
    for other in (cem, None):
        text = signed_in(other).get(table.get_absolute_url()).text
        assert "held for someone" in text
        assert "bob" not in text


def test_the_list_is_its_persons_alone_and_goes_with_either_account(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    page = signed_in(ann)
    assert page.post("/people/bob/block/", {"block": "1"}).status_code == 302
    block_list.block(ann, cem)
    block_list.block(bob, ann)
    assert re.findall(r"Unblock (\w+)", page.get("/preferences/blocked/").text) == ["cem", "bob"]
    assert [one["user"] for one in api_of(ann).get("/api/blocked/").json()] == ["cem", "bob"]
    for method, is_blocked in (("get", False), ("put", True), ("get", True), ("delete", False)):
        answer = getattr(api_of(ann), method)("/api/people/dee/block/")
        assert answer.json() == {"blocked": is_blocked}
    page.post("/people/bob/block/", {"block": "0", "from": "list"})
    assert [one.blocked for one in block_list.blocks_of(ann)] == [cem]
    delete_account(ann)
    assert not Block.objects.exists()
