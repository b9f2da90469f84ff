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
    circle = Club.objects.create(name="Thursday", join_policy=joining)
    for user, role in zip((owner, *others), ("owner", "helper", "member"), strict=False):
        Membership.objects.create(club=circle, user=user, role=role)
    return circle


def roles(circle: Club) -> dict[str, str]:
    return dict(circle.memberships.values_list("user__username", "role"))


def test_an_invitation_is_accepted_twice_and_withdrawn(trio: list[User], race: Race) -> None:
    ann, bob, _cem = trio
    circle = create_club_with(ann)
    for _ in range(ROUNDS):
        Membership.objects.filter(user=bob).delete()
        PendingMember.objects.create(club=circle, user=bob, invited_by=ann)
        one, other, withdrawn = race(
            lambda: membership.join_or_request(circle.key, bob),
            lambda: membership.join_or_request(circle.key, bob),
            lambda: membership.reject_pending_member(circle.key, ann, bob),
        )
        assert withdrawn == ""
        assert one == other
        assert one in ("", "no_such_circle")
        assert ("bob" in roles(circle)) == (one == "")
        assert not PendingMember.objects.exists()


def test_the_last_place(trio: list[User], race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, cem = trio
    monkeypatch.setattr(membership, "MOST_MEMBERS", 2)
    circle = create_club_with(ann, joining=Club.JoinPolicy.OPEN)
    for _ in range(ROUNDS):
        circle.memberships.exclude(user=ann).delete()
        codes = race(
            lambda: membership.join_or_request(circle.key, bob),
            lambda: membership.join_or_request(circle.key, cem),
        )
        assert sorted(codes) == ["", "circle_full"]
        assert set(roles(circle)) == {"ann", "bob" if codes[0] == "" else "cem"}


def test_the_owner_goes_while_removing_the_helper(trio: list[User], race: Race) -> None:
    ann, bob, cem = trio
    for _ in range(ROUNDS):
        circle = create_club_with(ann, bob, cem)
        gone, removed = race(
            lambda: membership.leave_club(circle.key, ann),  # noqa: B023
            lambda: membership.remove_member(circle.key, ann, bob),  # noqa: B023
        )
        assert gone == ""
        assert removed in ("", "no_such_circle")
        left = {"cem": "owner"} if removed == "" else {"bob": "owner", "cem": "member"}
        assert roles(circle) == left


def test_the_last_two_go(trio: list[User], race: Race) -> None:
    ann, bob, _cem = trio
    for _ in range(ROUNDS):
        circle = create_club_with(ann, bob)
        codes = race(
            lambda: membership.leave_club(circle.key, ann),  # noqa: B023
            lambda: membership.leave_club(circle.key, bob),  # noqa: B023
        )
        assert codes == ["", ""]
        circle.refresh_from_db()
        assert circle.closed_at is not None
        assert roles(circle) == {}


def test_the_account_of_the_owner_is_deleted_while_somebody_comes_in(
    trio: list[User], race: Race
) -> None:
    bob = trio[1]
    for number in range(ROUNDS):
        owner = User.objects.create_user(f"p{number}", f"p{number}@example.org")
        Club.objects.all().delete()
        circle = creation.create_club(owner, "Thursday", "", Club.JoinPolicy.OPEN)
        deleted, joined = race(
            lambda: delete_account(owner),  # noqa: B023
            lambda: membership.join_or_request(circle.key, bob),  # noqa: B023
        )
        assert deleted == ""
        assert joined in ("", "no_such_circle")
        circle.refresh_from_db()
        assert roles(circle) == ({"bob": "owner"} if joined == "" else {})
        assert (circle.closed_at is None) == (joined == "")
