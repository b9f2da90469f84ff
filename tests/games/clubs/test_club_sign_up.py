"""The link of a club leads through sign-up, by every way, in every mode of sign-up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import signup_policy
from accounts.models import Site, User
from accounts.site import configuration
from games.clubs import club_links
from games.models import Club, ClubLink, ClubSignUp, Membership, PendingMember
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_passkeys import KEEP
from tests.accounts.test_sign_up import link_in, sign_up
from tests.accounts.test_sign_up_modes import (
    ACCOUNT,
    REFUSED,
    WAITS,
    by_form,
    by_openid,
    outcome,
)
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

OUTCOMES = {
    signup_policy.OPEN: ACCOUNT,
    signup_policy.APPROVAL: WAITS,
    signup_policy.INVITATION: ACCOUNT,
    signup_policy.CLOSED: REFUSED,
}


def set_site(mode: str, club_sign_ups: int | None) -> None:
    given = {"sign_up": mode, "club_sign_ups": club_sign_ups}
    Site.objects.update_or_create(pk=Site.ONLY, defaults=given)
    configuration.site_cache.invalidate()


@pytest.fixture
def link(club: Club, people: list[User], settings: Any) -> ClubLink:
    settings.SIGN_UP = ""
    return club_links.create_link(club.key, people[0], 2, 7)


def path(link: ClubLink) -> str:
    return f"/clubs/join/{link.token}/"


def accept(link: ClubLink, user: User) -> None:
    with transaction.atomic():
        club_links.accept_newcomer(link, user)


def is_member(link: ClubLink, name: str = "Eve") -> bool:
    return Membership.objects.filter(club=link.club, user__username=name).exists()


@pytest.mark.parametrize("mode", OUTCOMES)
@pytest.mark.parametrize("way", [by_form, by_openid])
def test_newcomer_by_a_link_lands_in_the_club(
    way: Callable[[Client, Any], None], mode: str, link: ClubLink, client: Client, settings: Any
) -> None:
    set_site(mode, 1)
    client.post(path(link), {"what": "sign_up"})
    way(client, settings)
    assert outcome(client) == OUTCOMES[mode]
    assert is_member(link) == (OUTCOMES[mode] == ACCOUNT)
    link.refresh_from_db()
    assert link.use_count == (OUTCOMES[mode] != REFUSED)


def test_form_leads_back_to_the_club(link: ClubLink, client: Client) -> None:
    set_site(signup_policy.INVITATION, 1)
    there = client.post(path(link), {"what": "sign_up"}).headers["Location"]
    assert there == f"/accounts/signup/?next={path(link).replace('/', '%2F')}"
    form = {"username": "Eve", "email": "eve@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", {**form, "next": path(link)})
    assert not is_member(link)
    page = client.post(link_in(mail.outbox[-1]), follow=True)
    assert page.redirect_chain[-1][0] == link.club.get_absolute_url()
    assert "You have joined the club “Thursday”." in page.text


def test_newcomer_lands_in_the_club_from_another_browser(link: ClubLink, client: Client) -> None:
    set_site(signup_policy.INVITATION, 1)
    client.post(path(link), {"what": "sign_up"})
    sign_up(client, "Eve", "eve@example.org")
    ClubLink.objects.update(expires_at=timezone.now())  # the use was given at sign-up
    elsewhere = Client()
    elsewhere.post(link_in(mail.outbox[-1]))
    elsewhere.post("/accounts/login/", {"login": "Eve", "password": PASSWORD})
    assert is_member(link)


def test_newcomer_joins_after_approval(link: ClubLink, client: Client, settings: Any) -> None:
    set_site(signup_policy.APPROVAL, None)
    client.post(path(link), {"what": "sign_up"})
    by_form(client, settings)
    assert not is_member(link)
    User.objects.filter(username="Eve").update(is_pending_approval=False, is_active=True)
    client.post("/accounts/login/", {"login": "Eve", "password": PASSWORD})
    assert is_member(link)


def test_guest_who_becomes_an_account_is_invited(
    link: ClubLink, client: Client, settings: Any
) -> None:
    set_site(signup_policy.INVITATION, 1)
    client.force_login(User.objects.create_user("Wanda", guest_network="somewhere"))
    client.post(path(link), {"what": "sign_up"})
    for address in ("typo@example.org", "eve@example.org"):  # the same place for both
        client.post(KEEP, {"username": "Eve", "email": address, "password1": PASSWORD})
    client.post(link_in(mail.outbox[-1]))
    assert not User.objects.get(username="Eve").is_guest
    client.post(path(link), {"what": "join"})
    assert is_member(link)
    link.refresh_from_db()
    assert link.use_count == 1


def test_owner_of_an_account_joins_by_signing_in(link: ClubLink, client: Client) -> None:
    set_site(signup_policy.CLOSED, None)
    page = client.get(path(link)).text
    assert "Sign up and join" not in page
    assert "sign in to join" in page
    fay = User.objects.create_user("fay", "fay@example.org", PASSWORD)
    EmailAddress.objects.create(user=fay, email=fay.email, verified=True, primary=True)
    elsewhere = Client()
    elsewhere.get(path(link))  # only looking joins nobody
    elsewhere.post("/accounts/login/", {"login": "fay", "password": PASSWORD})
    assert not is_member(link, "fay")
    there = client.post(path(link), {"what": "sign_in"}).headers["Location"]
    assert there.startswith("/accounts/login/?next=")
    client.post("/accounts/login/", {"login": "fay", "password": PASSWORD})
    assert is_member(link, "fay")


@pytest.mark.parametrize("limit", [None, 0])
def test_link_admits_nobody_new_unless_the_owner_allows_it(
    link: ClubLink, client: Client, limit: int | None
) -> None:
    set_site(signup_policy.INVITATION, limit)
    assert "Sign up and join" not in client.get(path(link)).text
    client.post(path(link), {"what": "sign_up"})
    assert "This invitation has ended" in client.get("/accounts/signup/").text
    sign_up(client, "Eve", "eve@example.org")
    assert not User.objects.filter(username="Eve").exists()


def test_places_of_a_club_are_counted_for_thirty_days(link: ClubLink, people: list[User]) -> None:
    set_site(signup_policy.INVITATION, 1)
    for name, days, is_in in (("Eve", 0, True), ("Fay", 0, False), ("Gil", 31, True)):
        ClubSignUp.objects.update(at=timezone.now() - timedelta(days=days))
        client = Client()
        client.post(path(link), {"what": "sign_up"})
        sign_up(client, name, f"{name}@example.org")
        assert User.objects.filter(username=name).exists() == is_in, name
    ann = people[0]
    assert signup_policy.signup_invitations_left(ann) == signup_policy.MOST_INVITED
    assert User.objects.get(username="Eve").invited_by == ann  # for the staff


def test_people_who_have_not_come_yet_are_hidden_and_go_with_the_link(
    link: ClubLink, people: list[User], client: Client
) -> None:
    set_site(signup_policy.APPROVAL, None)
    client.post(path(link), {"what": "sign_up"})
    sign_up(client, "Eve", "eve@example.org")
    ann = Client()
    ann.force_login(people[0])
    assert PendingMember.objects.filter(user__username="Eve").exists()
    assert "Eve" not in ann.get(f"{link.club.get_absolute_url()}invitations/").text
    club_links.withdraw_link(link.club.key, people[0], link.pk)
    assert not PendingMember.objects.filter(user__username="Eve").exists()


def test_owner_sets_the_limit_in_the_site_settings(client: Client, settings: Any) -> None:
    settings.SIGN_UP = ""
    client.force_login(User.objects.create_superuser("boss", is_staff=True))
    assert "New people by the links of one club in 30 days" in client.get("/site/").text
    client.post("/site/", {"name": "Here", "sign_up": "invitation", "club_sign_ups": 25})
    assert Site.objects.get().club_sign_ups == 25


@pytest.mark.django_db(transaction=True)
def test_last_sign_up_place_is_given_once(race: Race) -> None:
    ann = User.objects.create_user("ann", "ann@example.org")
    club = Club.objects.create(name="Thursday")
    Membership.objects.create(club=club, user=ann, role="owner")
    set_site(signup_policy.INVITATION, 1)
    link = club_links.create_link(club.key, ann, 5, 1)
    found = ClubLink.objects.select_related("club").get(pk=link.pk)
    for number in range(ROUNDS):
        ClubSignUp.objects.all().delete()
        PendingMember.objects.all().delete()
        ClubLink.objects.update(use_count=0)
        new = [User.objects.create_user(f"p{number}{n}") for n in range(2)]
        codes = race(*(lambda user=user: accept(found, user) for user in new))
        assert sorted(codes) == ["", "link_used_up"]
        link.refresh_from_db()
        assert link.use_count == ClubSignUp.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_last_use_of_a_link_is_given_once(race: Race) -> None:
    ann, bob, cem = (User.objects.create_user(name) for name in ("ann", "bob", "cem"))
    club = Club.objects.create(name="Thursday")
    Membership.objects.create(club=club, user=ann, role="owner")
    link = club_links.create_link(club.key, ann, 1, 1)
    for _ in range(ROUNDS):
        ClubLink.objects.update(use_count=0)
        club.memberships.exclude(user=ann).delete()
        codes = race(
            lambda: club_links.use_link(link.token, bob),
            lambda: club_links.use_link(link.token, cem),
        )
        assert sorted(codes) == ["", "link_used_up"]
        assert club.memberships.count() == 2
