"""The API of clubs: each response, for members and for others."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from accounts.models import User
from games.clubs import membership
from games.models import Club, ClubMessage, Membership, PendingMember
from games.moderation import block_list
from tests.clients import api_of
from tests.games.clubs.test_clubs import create_finished_match
from tests.games.conftest import GAME

MY_CLUBS = ("mine", "invited", "asked", "others")

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


def test_owner_creates_changes_and_closes_a_club_by_the_api(people: list[User]) -> None:
    ann = api_of(people[0])
    made = ann.post("/api/clubs/", {"name": "Chess", "joining": "open"}, format="json")
    club = Club.objects.get()
    owner = {"user": "ann", "name": "ann", "role": "owner"}
    whole = {
        "key": club.key,
        "name": "Chess",
        "text": "",
        "joining": "open",
        "size": 1,
        "my_role": "owner",
        "invited": False,
        "asked": False,
        "members": [{**owner, "since": ANY}],
    }
    assert (made.status_code, made.json()) == (201, whole)
    changed = ann.patch(f"/api/clubs/{club.key}/", {"text": "Tea"}, format="json")
    assert changed.json() == {**whole, "text": "Tea"}
    assert ann.delete(f"/api/clubs/{club.key}/").json() == {"gone": True}


def test_api_shows_members_to_members_alone(club: Club, people: list[User]) -> None:
    membership.invite_or_admit(club.key, people[0], people[2])
    names = ["ann", "bob", "eva"]
    expected = [
        ("owner", False, False, names),
        ("helper", False, False, names),
        (None, True, False, []),
        (None, False, True, []),
        ("member", False, False, names),
    ]
    for user, (role, is_invited, has_asked, members) in zip(people, expected, strict=True):
        found = api_of(user).get(f"/api/clubs/{club.key}/").json()
        assert (found["my_role"], found["invited"], found["asked"]) == (role, is_invited, has_asked)
        assert [one["user"] for one in found["members"]] == members
        assert found["size"] == 3


def test_api_lists_clubs_by_what_the_user_has_to_do_with_them(
    club: Club, people: list[User]
) -> None:
    membership.invite_or_admit(club.key, people[0], people[2])
    summary = {"key": club.key, "name": "Thursday", "text": "Cards & tea", "joining": "request"}
    other = User.objects.create_user("fay", "fay@example.org")
    for user, kind in zip([people[0], *people[2:4], other], MY_CLUBS, strict=True):
        found = api_of(user).get("/api/clubs/").json()
        assert found == {**{key: [] for key in MY_CLUBS}, kind: [summary]}


def test_people_join_leave_and_are_admitted_by_the_api(club: Club, people: list[User]) -> None:
    ann, cem, eva = (api_of(people[number]) for number in (0, 2, 4))
    at = f"/api/clubs/{club.key}"
    assert cem.post(f"{at}/join/", {"message": "hello"}, format="json").json() == {"inside": False}
    membership.invite_or_admit(club.key, people[0], User.objects.create_user("fay"), "come")
    assert ann.get(f"{at}/candidates/").json() == [
        {"user": user, "invited_by": by, "message": text, "word": text}
        for user, by, text in (
            ("dee", None, "please"),
            ("cem", None, "hello"),
            ("fay", "ann", "come"),
        )
    ]
    assert ann.put(f"{at}/candidates/cem/", {}, format="json").json() == {"inside": True}
    assert ann.delete(f"{at}/candidates/dee/").json() == {"gone": True}
    assert ann.put(f"{at}/candidates/dee/", {}, format="json").json() == {"inside": False}
    assert set(PendingMember.objects.values_list("user__username", flat=True)) == {"dee", "fay"}
    found = ann.patch(f"{at}/members/cem/", {"role": "helper"}, format="json").json()
    assert [one["role"] for one in found["members"]] == ["owner", "helper", "member", "helper"]
    assert ann.delete(f"{at}/members/cem/").json() == {"gone": True}
    assert eva.post(f"{at}/leave/").json() == {"gone": True}
    assert Membership.objects.count() == 2


def test_api_shows_the_chat_without_hidden_texts(club: Club, people: list[User]) -> None:
    ann, bob, _cem, _dee, eva = people
    address = f"/api/clubs/{club.key}/chat/"
    for user, text in ((bob, "rude"), (eva, "hello")):
        User.objects.filter(pk=user.pk).update(nickname=f"the {user.username}")
        answer = api_of(user).post(address, {"text": text}, format="json")
        written = {
            "user": user.username,
            "text": text,
            "phrase": "",
            "at": ANY,
            "hidden": False,
            "folded": False,
        }
        assert answer.json() == written
    ClubMessage.objects.filter(user=bob).update(hidden_at=club.created_at)
    block_list.block(ann, eva)
    first, second = api_of(ann).get(address).json()
    assert second == {**written, "user": "the eva", "folded": True}
    assert first == {**written, "user": "the bob", "text": "", "hidden": True}


def test_api_shows_the_leaderboard_of_a_club(club: Club, people: list[User]) -> None:
    ann, bob = people[:2]
    address = f"/api/clubs/{club.key}/leaderboard/{GAME}/"
    assert api_of(ann).get(address).json() == []
    create_finished_match(club, [ann, bob])
    assert api_of(ann).get(address).json() == [
        {"username": "ann", "matches": 1, "won": 1, "points": 1.0, "rank": 1},
        {"username": "bob", "matches": 1, "won": 0, "points": 0.0, "rank": 2},
    ]
