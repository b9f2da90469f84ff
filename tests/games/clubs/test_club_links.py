"""Links to clubs: who makes and withdraws them, who may use them, and what strangers learn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.clubs import club_links, creation, membership
from games.limited_links import LinkClosedError
from games.models import Club, ClubLink, Membership, PendingMember, RemovedMember
from games.moderation import block_list
from portal.errors import Forbidden, Invalid, NotFound, TooManyRequests
from tests.clients import api_of
from tests.refusals import expect_refusal

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


@pytest.fixture
def secret_club(club: Club) -> Club:
    """The same club, which strangers cannot find."""
    Club.objects.update(join_policy=Club.JoinPolicy.INVITATION)
    club.refresh_from_db()
    return club


@pytest.fixture
def link(secret_club: Club, people: list[User]) -> ClubLink:
    """Bob's, who is a helper: for two people."""
    return club_links.create_link(secret_club.key, people[1], 2, 7, "Bring cake.")


def browser(user: User | None) -> Client:
    found = Client()
    if user is not None:
        found.force_login(user)
    return found


def path(link: ClubLink) -> str:
    return f"/clubs/join/{link.token}/"


def test_link_lets_people_join_until_it_is_used_up(link: ClubLink, people: list[User]) -> None:
    cem = people[2]
    page = browser(cem).get(path(link))
    assert "Bring cake." in page.text
    assert "bob invites you to this club." in page.text
    assert browser(cem).post(path(link), {"what": "join"}).headers["Location"] == (
        link.club.get_absolute_url()
    )
    club_links.use_link(link.token, cem)  # members stay, and count once
    link.refresh_from_db()
    assert link.use_count == 1
    club_links.use_link(link.token, User.objects.create_user("fay"))
    with expect_refusal(LinkClosedError, "link_used_up"):
        club_links.use_link(link.token, User.objects.create_user("gil"))
    assert "used up" in Client().get(path(link)).text


def test_links_that_have_ended_come_last(link: ClubLink, people: list[User]) -> None:
    key, ann = link.club.key, people[0]
    withdrawn, used_up, newest = (club_links.create_link(key, ann, 1, 7) for _ in range(3))
    club_links.withdraw_link(key, ann, withdrawn.pk)
    club_links.use_link(used_up.token, User.objects.create_user("gil"))
    assert club_links.recent_links(link.club) == [newest, link, used_up, withdrawn]


def test_link_of_a_hidden_club_reveals_nothing_but_its_name_and_welcome_text(
    link: ClubLink, people: list[User]
) -> None:
    for reader in (None, people[2]):
        response = browser(reader).get(path(link))
        assert "Thursday" in response.text
        for secret in ("Cards &amp; tea", "eva", link.club.key, "dee"):
            assert secret not in response.text
        assert response.headers["X-Robots-Tag"] == "noindex"
        assert response.headers["Referrer-Policy"] == "same-origin"
    found = api_of(people[2]).get(f"/api/club-links/{link.token}/").json()
    assert found == {"name": "Thursday", "by": "bob", "welcome": "Bring cake.", "problem": ""}
    club_links.withdraw_link(link.club.key, people[0], link.pk)
    assert "Bring cake." not in Client().get(path(link)).text
    assert Client().get("/clubs/join/moon/").status_code == 404


def test_link_that_has_ended_says_why_and_what_to_do(link: ClubLink, people: list[User]) -> None:
    cem = people[2]
    ClubLink.objects.update(expires_at=timezone.now())
    assert "This link has expired." in (page := browser(cem).get(path(link)).text)
    assert "Ask the person who sent you the link for a new one." in page
    assert "Go to the club" not in page
    ClubLink.objects.update(expires_at=timezone.now() + timedelta(days=1))
    club_links.withdraw_link(link.club.key, people[0], link.pk)
    page = browser(cem).post(path(link), {"what": "join"}).text
    assert "This link has been withdrawn." in page
    Club.objects.update(join_policy=Club.JoinPolicy.REQUEST)
    assert "Go to the club" in browser(cem).get(path(link)).text
    with expect_refusal(LinkClosedError, "link_withdrawn"):
        club_links.withdraw_link(link.club.key, people[0], link.pk)


def test_removed_member_comes_back_by_name_and_by_no_link(
    link: ClubLink, people: list[User]
) -> None:
    ann, eva = people[0], people[4]
    membership.remove_member(link.club.key, ann, eva)
    with expect_refusal(Forbidden, "removed"):
        club_links.use_link(link.token, eva)
    assert "You were removed from this club." in browser(eva).get(path(link)).text
    membership.invite_or_admit(link.club.key, ann, eva)
    assert not RemovedMember.objects.exists()
    club_links.use_link(link.token, eva)
    link.refresh_from_db()
    assert link.use_count == 0  # the invitation was theirs by name
    assert not PendingMember.objects.filter(user=eva).exists()


def test_person_whom_the_maker_blocks_sees_a_withdrawn_link(
    link: ClubLink, people: list[User]
) -> None:
    bob, cem = people[1:3]
    block_list.block(bob, cem)
    blocked = browser(cem).get(path(link)).text
    with expect_refusal(LinkClosedError, "link_withdrawn"):
        club_links.use_link(link.token, cem)
    block_list.unblock(bob, cem)
    club_links.withdraw_link(link.club.key, bob, link.pk)
    withdrawn = browser(cem).get(path(link)).text
    main = [page.partition("<main")[2].partition("</main>")[0] for page in (blocked, withdrawn)]
    assert main[0] == main[1]


def test_requests_are_fulfilled_by_a_link(link: ClubLink, people: list[User]) -> None:
    dee = people[3]
    club_links.use_link(link.token, dee)
    assert Membership.objects.filter(user=dee).exists()
    assert not PendingMember.objects.exists()
    link.refresh_from_db()
    assert link.use_count == 1


def test_guest_needs_an_account(link: ClubLink) -> None:
    guest = User.objects.create_user("gus", guest_network="somewhere")
    with expect_refusal(Forbidden, "needs_account"):
        club_links.use_link(link.token, guest)
    client = browser(guest)
    assert "Create an account and join" in client.get(path(link)).text
    there = client.post(path(link), {"what": "sign_up"}).headers["Location"]
    assert there.startswith("/accounts/keep/?next=")


def test_only_leaders_make_see_and_withdraw_links(link: ClubLink, people: list[User]) -> None:
    key, base = link.club.key, link.club.get_absolute_url()
    new = {"uses": 5, "days": 7, "welcome": ""}
    for user, status in ((people[4], 403), (people[2], 404)):
        api = api_of(user)
        assert api.get(f"/api/clubs/{key}/links/").status_code == status
        assert api.post(f"/api/clubs/{key}/links/", new, format="json").status_code == status
        assert api.delete(f"/api/clubs/{key}/links/{link.pk}/").status_code == status
        client = browser(user)
        assert link.token not in client.get(f"{base}invitations/", follow=True).text
        client.post(f"{base}links/", new)
        client.post(f"{base}links/{link.pk}/withdraw/")
    assert ClubLink.objects.filter(withdrawn_at=None).count() == 1
    ann = browser(people[0])
    assert ann.post(f"{base}links/", new).headers["Location"] == f"{base}invitations/#links"
    assert ClubLink.objects.count() == 2
    page = ann.get(f"{base}invitations/").text
    assert path(link) in page
    assert "Used 0 of 2 times" in page
    other = creation.create_club(people[2], "Sunday", "", Club.JoinPolicy.OPEN)
    with expect_refusal(NotFound, "no_such_link"):
        club_links.withdraw_link(other.key, people[2], link.pk)


def test_leaders_manage_links_by_the_api(secret_club: Club, people: list[User]) -> None:
    ann, cem = api_of(people[0]), api_of(people[2])
    at = f"/api/clubs/{secret_club.key}/links/"
    made = ann.post(at, {"uses": 1, "welcome": "Hello"}, format="json").json()
    assert (made["by"], made["uses"], made["used"], made["end_reason"]) == ("ann", 1, 0, "")
    token = made["url"].rstrip("/").rpartition("/")[2]
    joined = cem.post(f"/api/club-links/{token}/")
    assert (joined.status_code, joined.json()["my_role"]) == (200, "member")
    assert [one["end_reason"] for one in ann.get(at).json()] == ["used_up"]
    other = ann.post(at, {}, format="json").json()
    assert [one["end_reason"] for one in ann.delete(f"{at}{other['id']}/").json()] == [
        "withdrawn",
        "used_up",
    ]


def test_links_end_when_their_maker_no_longer_leads(link: ClubLink, people: list[User]) -> None:
    ann, bob, cem = people[:3]
    by_ann = club_links.create_link(link.club.key, ann, 2, 7)
    membership.change_role(link.club.key, ann, bob, Membership.Role.MEMBER)
    with expect_refusal(LinkClosedError, "link_withdrawn"):
        club_links.use_link(link.token, cem)
    membership.leave_club(link.club.key, ann)
    with expect_refusal(LinkClosedError, "link_withdrawn"):
        club_links.use_link(by_ann.token, cem)


def test_links_of_a_closed_club_are_gone(link: ClubLink, people: list[User]) -> None:
    creation.close_club(link.club.key, people[0])
    with expect_refusal(NotFound, "no_such_link"):
        club_links.use_link(link.token, people[2])


def test_links_are_bounded(
    secret_club: Club, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = people[0]
    for uses, days, text in ((0, 1, ""), (1, 0, ""), (1, 31, ""), (11, 1, ""), (1, 1, "x" * 501)):
        with expect_refusal(Invalid, "bad_link"):
            club_links.create_link(secret_club.key, ann, uses, days, text)
    User.objects.update(date_joined=timezone.now() - timedelta(days=8))
    ann.refresh_from_db()
    club_links.create_link(secret_club.key, ann, 100, 30)  # no longer a new account
    monkeypatch.setattr(club_links, "MAX_ACTIVE_LINKS", 1)
    with expect_refusal(TooManyRequests, "too_many_links"):
        club_links.create_link(secret_club.key, ann, 1, 1)


def test_muted_leader_writes_no_welcome_text(secret_club: Club, people: list[User]) -> None:
    ann = people[0]
    ann.restrictions.assign(muted_until=timezone.now() + timedelta(days=1))
    club_links.create_link(secret_club.key, ann, 1, 1)
    with expect_refusal(Forbidden, "muted"):
        club_links.create_link(secret_club.key, ann, 1, 1, "hello")
