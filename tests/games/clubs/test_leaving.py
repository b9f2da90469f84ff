"""Whoever is in a club no more, or whose account is closed, keeps nobody waiting."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import deletion
from accounts.deletion import delete_account, withdraw_everything
from accounts.models import User
from games import tasks
from games.clubs import creation, membership
from games.lobby.admission import invitations, matchmaking
from games.lobby.models import MatchRequest
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, Decision, Invitation, Membership, Note, PendingMember, Seat, Table
from games.table import notes
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation as tournaments_creation
from games.tournaments import lifecycle, registration
from games.tournaments.models import Tournament, TournamentEntry, TournamentSeries
from games.tournaments.tournament_settings import RepeatSchedule, TournamentSettings
from portal.errors import Forbidden
from tests.clients import signed_in
from tests.games.conftest import GAME, fresh
from tests.games.moderation.conftest import case_of, decide
from tests.refusals import expect_refusal

CLOCK = PRESETS_BY_KEY["day"].clock
DAY = timedelta(days=1)
What = Decision.Action


@pytest.fixture
def moderator(db: None) -> User:
    return User.objects.create_user("mod", "mod@example.org", is_moderator=True)


def roles(club: Club) -> dict[str, str]:
    return dict(club.memberships.values_list("user__username", "role"))


def open_tournament(club: Club | None, by: User, **more: Any) -> Tournament:
    given = {"starts_at": timezone.now() + DAY, "least": 3, **more}
    terms = TableSettings(seats=2, options={}, clock=CLOCK)
    return tournaments_creation.create_tournament(
        by,
        TournamentSettings("Cup", GAME, "swiss", {}, terms, 4, club=club, **given),
    )


@pytest.fixture
def club_with_members(club: Club, people: list[User]) -> Club:
    """Ann's; Cem and Dee are in it as well."""
    for user in people[2:4]:
        membership.invite_or_admit(club.key, people[0], user)
        membership.join_or_request(club.key, user)
    return club


def remove_from_club(club: Club, user: User) -> None:
    membership.remove_member(club.key, club.owner, user)


def leave_club(club: Club, user: User) -> None:
    membership.leave_club(club.key, user)


def delete_user(club: Club, user: User) -> None:
    delete_account(user)


def deactivate_user(club: Club, user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)
    withdraw_everything(user)


WAYS = pytest.mark.parametrize("go", [remove_from_club, leave_club, delete_user, deactivate_user])


@pytest.mark.parametrize("runs", [False, True])
def test_leader_who_plays_removes_no_opponent(
    club_with_members: Club, people: list[User], runs: bool
) -> None:
    """Ann leads and plays; Bob only leads."""
    ann, bob, cem, dee, eva = people
    tournament = open_tournament(club_with_members, ann)
    for user in (ann, cem, dee, eva):
        registration.enter(tournament.key, user)
    if runs:
        lifecycle.advance(tournament.pk, timezone.now() + DAY)
    with expect_refusal(Forbidden, "not_your_contest"):
        membership.remove_member(club_with_members.key, ann, cem)
    web = signed_in(ann)
    page = web.post(
        reverse("games:club_member", args=[club_with_members.key, "cem"]),
        {"what": "remove"},
        follow=True,
    )
    assert "both play in “Cup”" in page.content.decode()
    api = APIClient()
    api.force_authenticate(ann)
    answer = api.delete(f"/api/clubs/{club_with_members.key}/members/cem/")
    assert (answer.status_code, answer.json()["error"]) == (403, "not_your_contest")
    assert tournament.entries.get(user=cem).is_in

    membership.remove_member(club_with_members.key, bob, cem)
    membership.leave_club(club_with_members.key, dee)
    assert not tournament.entries.filter(
        user__in=(cem, dee), state=TournamentEntry.State.ENTERED
    ).exists()


def test_leader_removes_who_plays_no_more(club_with_members: Club, people: list[User]) -> None:
    ann, _bob, cem, dee, eva = people
    tournament = open_tournament(club_with_members, ann)
    for user in (ann, cem, dee, eva):
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk, timezone.now() + DAY)
    registration.withdraw(tournament.key, cem)
    membership.remove_member(club_with_members.key, ann, cem)
    registration.withdraw(tournament.key, ann)
    membership.remove_member(club_with_members.key, ann, dee)
    assert {"cem", "dee"}.isdisjoint(roles(club_with_members))


@WAYS
def test_former_member_holds_nothing_that_depends_on_the_club(
    club_with_members: Club, people: list[User], go: Callable[[Club, User], None]
) -> None:
    ann, bob, cem, dee, eva = people
    seated = table_setup.open_table(ann, GAME, TableSettings(3, {}, CLOCK), club=club_with_members)
    table_setup.join(seated.key, eva)
    invited = table_setup.open_table(bob, GAME, TableSettings(3, {}, CLOCK), club=club_with_members)
    invitations.invite(invited.key, bob, ["eva"])
    hosted = table_setup.open_table(eva, GAME, TableSettings(3, {}, CLOCK), club=club_with_members)
    begun = table_setup.open_table(cem, GAME, TableSettings(2, {}, CLOCK), club=club_with_members)
    table_setup.join(begun.key, eva)
    before, runs = open_tournament(club_with_members, ann), open_tournament(club_with_members, ann)
    for tournament in (before, runs):
        for user in (eva, bob, cem, dee):
            registration.enter(tournament.key, user)
    lifecycle.advance(runs.pk, timezone.now() + DAY)
    go(club_with_members, eva)
    assert not Seat.objects.filter(user=eva, table__status=Table.Status.OPEN).exists()
    assert not Seat.objects.filter(table=invited, invitation__isnull=False).exists()
    assert fresh(hosted).status == Table.Status.CLOSED
    assert begun.seat_set.filter(user=eva).exists()
    assert not before.entries.filter(user=eva).exists()
    assert runs.entries.get(user=eva).state == TournamentEntry.State.WITHDRAWN


def test_former_member_is_paired_no_more(club_with_members: Club, people: list[User]) -> None:
    ann, bob, cem, dee, eva = people
    tournament = open_tournament(club_with_members, ann)
    for user in (bob, cem, dee, eva):
        registration.enter(tournament.key, user)
    Membership.objects.filter(user=eva).delete()  # its hooks were lost
    lifecycle.advance(tournament.pk, timezone.now() + DAY)
    assert not Seat.objects.filter(user=eva).exists()
    assert Tournament.objects.get().is_running
    Membership.objects.filter(user=dee).delete()
    lifecycle.advance(tournament.pk, timezone.now() + DAY)
    assert tournament.entries.get(user=dee).state == TournamentEntry.State.WITHDRAWN


@pytest.mark.parametrize("go", [leave_club, delete_user, deactivate_user])
def test_owner_of_a_club_is_always_followed(
    club_with_members: Club, people: list[User], go: Callable[[Club, User], None]
) -> None:
    ann, bob = people[:2]
    tournament = open_tournament(club_with_members, ann, repeats=RepeatSchedule(7))
    go(club_with_members, ann)
    assert roles(club_with_members)["bob"] == "owner"
    assert "ann" not in roles(club_with_members)
    assert Tournament.objects.get(pk=tournament.pk).organiser == bob
    assert TournamentSeries.objects.get().organiser == bob
    assert tournament.is_open


def test_closed_account_owns_no_club(
    club_with_members: Club, people: list[User], moderator: User
) -> None:
    _ann, bob, _cem, _dee, eva = people
    User.objects.filter(pk=bob.pk).update(is_active=False)
    decide(case_of("person", "ann", eva), moderator, What.CLOSE)
    assert roles(club_with_members)["cem"] == "owner" or roles(club_with_members)["eva"] == "owner"
    assert club_with_members.owner.is_active


def test_long_suspension_hands_the_club_on(
    club_with_members: Club, people: list[User], moderator: User
) -> None:
    eva = people[4]
    decide(case_of("person", "ann", eva), moderator, What.SUSPEND, hours=24)
    assert roles(club_with_members)["ann"] == "owner"
    decide(case_of("person", "ann", people[1]), moderator, What.SUSPEND, hours=30 * 24)
    assert (roles(club_with_members)["bob"], roles(club_with_members)["ann"]) == ("owner", "member")


def test_tournament_of_a_closed_club_does_not_start(
    club_with_members: Club, people: list[User]
) -> None:
    tournament = open_tournament(club_with_members, people[0])
    for user in people[:4]:
        registration.enter(tournament.key, user)
    creation.close_club(club_with_members.key, people[0])
    lifecycle.advance(tournament.pk, timezone.now() + DAY)
    assert Tournament.objects.get().state == Tournament.State.CALLED_OFF


def test_invitations_of_a_former_helper_end(club_with_members: Club, people: list[User]) -> None:
    ann, bob = people[:2]
    zoe = User.objects.create_user("zoe", "zoe@example.org")
    membership.invite_or_admit(club_with_members.key, bob, zoe)
    membership.remove_member(club_with_members.key, ann, bob)
    assert not PendingMember.objects.filter(user=zoe).exists()


def test_closed_account_keeps_nobody_waiting(people: list[User], moderator: User) -> None:
    ann, bob = people[:2]
    table = table_setup.open_table(ann, GAME, TableSettings(3, {}, CLOCK))
    invitations.invite(table.key, ann, ["bob"])
    open_tournament(None, bob)
    matchmaking.request_match(bob, GAME)
    notes.save_note(bob, ann, "plays fast")
    decide(case_of("person", "bob", ann), moderator, What.CLOSE)
    assert not Seat.objects.filter(table=table, invitation__isnull=False).exists()
    assert Invitation.objects.get().state == Invitation.State.DECLINED
    assert not MatchRequest.objects.exists()
    assert Tournament.objects.get().state == Tournament.State.CALLED_OFF
    assert Note.objects.exists()  # what is their own may come back with an appeal


def test_account_closed_long_ago_is_looked_at_again(
    club_with_members: Club, people: list[User]
) -> None:
    ann = people[0]
    matchmaking.request_match(ann, GAME)
    User.objects.filter(pk=ann.pk).update(is_active=False)  # and the worker was killed
    tasks.withdraw_closed_accounts()
    assert roles(club_with_members)["bob"] == "owner"
    assert not MatchRequest.objects.exists()


def test_error_for_one_closed_account_stops_no_other(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(user: User) -> None:
        if user == ann:
            raise RuntimeError("cannot leave")
        withdraw_everything(user)

    ann, bob = people[:2]
    matchmaking.request_match(bob, GAME)
    User.objects.filter(pk__in=[ann.pk, bob.pk]).update(is_active=False)
    monkeypatch.setattr(deletion, "withdraw_everything", leave)
    tasks.withdraw_closed_accounts()
    assert not MatchRequest.objects.exists()


def test_account_closed_by_staff_keeps_nobody_waiting(
    people: list[User], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    boss, bob = people[0], people[1]
    User.objects.filter(pk=boss.pk).update(is_superuser=True, is_staff=True)
    matchmaking.request_match(bob, GAME)
    page = signed_in(User.objects.get(pk=boss.pk))
    address = reverse("admin:accounts_user_change", args=[bob.pk])
    with django_capture_on_commit_callbacks(execute=True):
        assert page.post(address, {}).status_code == 302
    assert not User.objects.get(pk=bob.pk).is_active
    assert not MatchRequest.objects.exists()
