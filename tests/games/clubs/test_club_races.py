"""Who is in a club, changed at the very same moment: it has one owner, or is closed."""

from __future__ import annotations

import pytest

from accounts.deletion import delete_account
from accounts.models import User
from games.clubs import creation, membership
from games.models import Club, Membership, PendingMember
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def trio() -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob", "cem")]


def create_club_with(owner: User, *others: User, joining: str = Club.JoinPolicy.INVITATION) -> Club:
    """A club of these people, in place of those before; the second one is a helper."""
    Club.objects.all().delete()
    club = Club.objects.create(name="Thursday", join_policy=joining)
    for user, role in zip((owner, *others), ("owner", "helper", "member"), strict=False):
        Membership.objects.create(club=club, user=user, role=role)
    return club


def roles(club: Club) -> dict[str, str]:
    return dict(club.memberships.values_list("user__username", "role"))


def test_an_invitation_is_accepted_twice_and_withdrawn(trio: list[User], race: Race) -> None:
    ann, bob, _cem = trio
    club = create_club_with(ann)
    for _ in range(ROUNDS):
        Membership.objects.filter(user=bob).delete()
        PendingMember.objects.create(club=club, user=bob, invited_by=ann)
        one, other, withdrawn = race(
            lambda: membership.join_or_request(club.key, bob),
            lambda: membership.join_or_request(club.key, bob),
            lambda: membership.reject_pending_member(club.key, ann, bob),
        )
        assert withdrawn == ""
        assert one == other
        assert one in ("", "no_such_circle")
        assert ("bob" in roles(club)) == (one == "")
        assert not PendingMember.objects.exists()


def test_the_last_place(trio: list[User], race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, cem = trio
    monkeypatch.setattr(membership, "MOST_MEMBERS", 2)
    club = create_club_with(ann, joining=Club.JoinPolicy.OPEN)
    for _ in range(ROUNDS):
        club.memberships.exclude(user=ann).delete()
        codes = race(
            lambda: membership.join_or_request(club.key, bob),
            lambda: membership.join_or_request(club.key, cem),
        )
        assert sorted(codes) == ["", "circle_full"]
        assert set(roles(club)) == {"ann", "bob" if codes[0] == "" else "cem"}


def test_the_owner_goes_while_removing_the_helper(trio: list[User], race: Race) -> None:
    ann, bob, cem = trio
    for _ in range(ROUNDS):
        club = create_club_with(ann, bob, cem)
        gone, removed = race(
            lambda: membership.leave_club(club.key, ann),  # noqa: B023
            lambda: membership.remove_member(club.key, ann, bob),  # noqa: B023
        )
        assert gone == ""
        assert removed in ("", "no_such_circle")
        left = {"cem": "owner"} if removed == "" else {"bob": "owner", "cem": "member"}
        assert roles(club) == left


def test_the_last_two_go(trio: list[User], race: Race) -> None:
    ann, bob, _cem = trio
    for _ in range(ROUNDS):
        club = create_club_with(ann, bob)
        codes = race(
            lambda: membership.leave_club(club.key, ann),  # noqa: B023
            lambda: membership.leave_club(club.key, bob),  # noqa: B023
        )
        assert codes == ["", ""]
        club.refresh_from_db()
        assert club.closed_at is not None
        assert roles(club) == {}


def test_the_account_of_the_owner_is_deleted_while_somebody_comes_in(
    trio: list[User], race: Race
) -> None:
    bob = trio[1]
    for number in range(ROUNDS):
        owner = User.objects.create_user(f"p{number}", f"p{number}@example.org")
        Club.objects.all().delete()
        club = creation.create_club(owner, "Thursday", "", Club.JoinPolicy.OPEN)
        deleted, joined = race(
            lambda: delete_account(owner),  # noqa: B023
            lambda: membership.join_or_request(club.key, bob),  # noqa: B023
        )
        assert deleted == ""
        assert joined in ("", "no_such_circle")
        club.refresh_from_db()
        assert roles(club) == ({"bob": "owner"} if joined == "" else {})
        assert (club.closed_at is None) == (joined == "")
