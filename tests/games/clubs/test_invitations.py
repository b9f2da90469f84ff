"""Invite many people at once and admit all who asked, with a result for each."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.clubs import invitations, membership
from games.models import Club, Membership, PendingMember
from games.moderation import block_list
from portal.errors import Invalid
from tests.clients import api_of
from tests.refusals import expect_refusal

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


def outcomes(results: list[invitations.InvitationResult]) -> dict[str, str]:
    return {one.name: one.outcome for one in results}


@pytest.mark.parametrize(
    "text",
    [
        "ann, Uncle Tom,cem",
        "@ann @Uncle Tom @cem",
        "ann\r\n Uncle Tom \n\ncem\n",
        "ann、Uncle Tom；cem",
    ],
)
def test_names_are_separated_by_commas_lines_or_at_signs(text: str) -> None:
    assert invitations.split_names(text) == ["ann", "Uncle Tom", "cem"]


def test_each_name_of_a_list_has_its_own_result(club: Club, people: list[User]) -> None:
    ann, _bob, cem, dee, eva = people
    User.objects.filter(pk=cem.pk).update(nickname="Cem the Great", nickname_skeleton="cemthegreat")
    fay, gil, hal = (User.objects.create_user(name) for name in ("fay", "gil", "hal"))
    membership.invite_or_admit(club.key, ann, fay)
    block_list.block(gil, ann)
    User.objects.filter(pk=hal.pk).update(may_be_invited=False)
    User.objects.create_user("gus", guest_network="somewhere")
    names = ["CEM", "cem", "dee", "eva", "fay", "gil", "hal", "nobody", "gus"]
    results = invitations.invite_people(club.key, ann, names, "come")
    assert outcomes(results) == {
        "CEM": "invited",
        "cem": "repeated",
        "dee": "admitted",
        "eva": "already_in",
        "fay": "already_invited",
        "gil": "takes_no_invitations",
        "hal": "takes_no_invitations",
        "nobody": "no_such_person",
        "gus": "no_such_person",
    }
    texts = {one.name: one.message for one in results}
    assert texts["gil"].replace("gil", "hal") == texts["hal"]  # nothing reveals a block
    assert set(PendingMember.objects.values_list("user__username", "message")) == {
        ("cem", "come"),
        ("fay", ""),
    }
    assert Membership.objects.filter(user=dee).exists()
    assert cem.notifications.filter(event="circle", channel="page").count() == 1
    assert eva.notifications.filter(data__what="invited", channel="page").count() <= 1


def test_list_of_names_is_bounded(club: Club, people: list[User]) -> None:
    for names in ([], ["x"] * 101):
        with expect_refusal(Invalid, "bad_circle"):
            invitations.invite_people(club.key, people[0], names)
    page = signed_in(people[0]).post(f"{club.get_absolute_url()}invite/", {"names": "x," * 101})
    assert page.status_code == 422
    assert "Enter at most 100 names at once." in page.text


def test_new_account_invites_fewer_people_in_a_day(
    club: Club, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = people[0]
    monkeypatch.setattr(membership, "MOST_INVITED", 3)  # the fixture has invited two
    for name in ("fay", "gil"):
        User.objects.create_user(name)
    found = outcomes(invitations.invite_people(club.key, ann, ["fay", "gil"]))
    assert found == {"fay": "invited", "gil": "too_many_invitations"}
    User.objects.filter(pk=ann.pk).update(date_joined=timezone.now() - timedelta(days=8))
    ann.refresh_from_db()
    assert outcomes(invitations.invite_people(club.key, ann, ["gil"])) == {"gil": "invited"}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_leaders_see_requests_and_invitations_apart(club: Club, people: list[User]) -> None:
    ann, _bob, cem, _dee, eva = people
    membership.invite_or_admit(club.key, ann, cem)
    at = f"{club.get_absolute_url()}invitations/"
    page = signed_in(ann).get(at).text
    requests, invited = page.split('id="invited-title"')
    assert "/people/dee/" in requests
    assert "/people/cem/" not in requests
    assert "/people/cem/" in invited
    assert "/people/dee/" not in invited
    assert "Requests to join: 1 · Invited: 1" in signed_in(ann).get(club.get_absolute_url()).text
    member = signed_in(eva)
    assert "Requests to join" not in member.get(club.get_absolute_url()).text
    assert member.get(at).status_code == 302


def test_leaders_withdraw_decline_and_approve_on_one_page(club: Club, people: list[User]) -> None:
    ann, _bob, cem, _dee, _eva = people
    client, base = signed_in(ann), club.get_absolute_url()
    page = client.post(f"{base}invite/", {"names": "cem, nobody", "word": "come"})
    assert page.status_code == 200
    assert "There is no account with this name." in page.text
    form = {"what": "decline", "page": "invitations"}
    there = client.post(f"{base}candidates/cem/", form).headers["Location"]
    assert there == f"{base}invitations/"
    assert not PendingMember.objects.filter(user=cem).exists()
    fay = User.objects.create_user("fay")
    membership.join_or_request(club.key, fay)
    page = client.post(f"{base}candidates/")
    assert "Asked to join, and is a member now." in page.text
    assert set(club.memberships.values_list("user__username", flat=True)) >= {"dee", "fay"}
    assert not PendingMember.objects.exists()


def test_approving_all_admits_as_many_as_fit(
    club: Club, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "MOST_MEMBERS", 4)
    membership.join_or_request(club.key, people[2])
    results = invitations.admit_all(club.key, people[0])
    assert outcomes(results) == {"dee": "admitted", "cem": "circle_full"}
    assert PendingMember.objects.get().user == people[2]


def test_people_are_invited_and_admitted_by_the_api(club: Club, people: list[User]) -> None:
    ann, eva = api_of(people[0]), api_of(people[4])
    at = f"/api/clubs/{club.key}"
    given = {"users": ["cem", "nobody"], "message": "come"}
    results = ann.post(f"{at}/invitations/", given, format="json").json()
    assert [(one["user"], one["outcome"]) for one in results] == [
        ("cem", "invited"),
        ("nobody", "no_such_person"),
    ]
    assert [one["outcome"] for one in ann.post(f"{at}/candidates/").json()] == ["admitted"]
    for address in ("invitations", "candidates"):
        assert eva.post(f"{at}/{address}/", given, format="json").status_code == 403
