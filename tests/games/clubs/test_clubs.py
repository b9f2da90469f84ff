"""Clubs: who comes in and goes, what stays; talk, leaderboard, notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from games.clubs import creation, leaderboard, membership, queries
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, ClubMessage, Membership, Notification, PendingMember, Seat, Table
from games.models.clubs import club_confusable_key
from games.notifications import content
from games.notifications.context import NotificationContext
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Conflict, Invalid, TooManyRequests
from tests.games.conftest import GAME, play_on
from tests.refusals import expect_refusal

pytestmark = pytest.mark.django_db


def browser(user: User | None) -> Client:
    found = Client()
    if user is not None:
        found.force_login(user)
    return found


def roles(club: Club) -> dict[str, str]:
    return dict(club.memberships.values_list("user__username", "role"))


JSON = "application/json"
FORMS = ("change", "close", "invite", "candidates/dee", "members/eva", "join", "leave", "talk")


@pytest.mark.same_everywhere
def test_invitation_only_club_is_hidden_from_strangers(club: Club, people: list[User]) -> None:
    Club.objects.update(join_policy=Club.JoinPolicy.INVITATION)
    _ann, bob, cem, dee, eva = people
    staff = User.objects.create_superuser("staff")
    membership.remove_member(club.key, people[0], bob)
    for user, status in ((cem, 404), (bob, 404), (staff, 404), (dee, 200), (eva, 200)):
        client = browser(user)
        assert client.get(club.get_absolute_url()).status_code == status
        assert client.get(f"/api/clubs/{club.key}/").status_code == status
        if status == 404:
            for form in FORMS:
                assert client.post(f"{club.get_absolute_url()}{form}/").status_code == 404
            assert client.post(f"/api/clubs/{club.key}/join/", "{}", JSON).status_code == 404
            assert "Thursday" not in client.get("/clubs/").text


# coming and going


@pytest.mark.same_everywhere
def test_one_comes_in_by_invitation_on_request_or_freely(people: list[User]) -> None:
    ann, bob, cem, dee, _eva = people
    by_invitation = creation.create_club(ann, "A", "", Club.JoinPolicy.INVITATION)
    with pytest.raises(queries.ClubNotFoundError):
        membership.join_or_request(by_invitation.key, bob)
    assert not membership.invite_or_admit(by_invitation.key, ann, bob, "come")
    assert membership.join_or_request(by_invitation.key, bob)
    on_request = creation.create_club(ann, "B", "", Club.JoinPolicy.REQUEST)
    assert on_request in queries.findable_clubs(cem)
    assert not membership.join_or_request(on_request.key, cem, "please")
    assert on_request not in queries.findable_clubs(cem)  # but among what they have asked for
    assert membership.invite_or_admit(on_request.key, ann, cem)
    everybodys = creation.create_club(ann, "C", "", Club.JoinPolicy.OPEN)
    assert membership.join_or_request(everybodys.key, dee)
    assert membership.join_or_request(everybodys.key, dee)
    assert [len(roles(one)) for one in (by_invitation, on_request, everybodys)] == [2, 2, 2]
    assert not PendingMember.objects.exists()


def test_club_invitations_are_limited_and_notified_once(
    club: Club, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _bob, cem, _dee, _eva = people
    monkeypatch.setattr(membership, "MOST_INVITED", 5)
    for _ in range(3):  # two are invited by the fixture
        membership.invite_or_admit(club.key, ann, cem)
        membership.reject_pending_member(club.key, ann, cem)
    with expect_refusal(TooManyRequests, "too_many_invitations"):
        membership.invite_or_admit(club.key, ann, cem)
    assert not PendingMember.objects.filter(user=cem).exists()
    assert cem.notifications.filter(event="circle", channel="page").count() == 1


def test_club_list_mentions_joining_only_if_a_club_is_listed(
    club: Club, people: list[User]
) -> None:
    cem = browser(people[2])
    assert "or join one below" in cem.get("/clubs/").text
    Club.objects.update(join_policy=Club.JoinPolicy.INVITATION)
    page = cem.get("/clubs/").text
    assert "You are not in a club yet. Start one for your friends." in page
    assert "or join one below" not in page


def test_names_are_checked_and_taken_once(club: Club, people: list[User]) -> None:
    for name in ("thursday", "", "x" * 41, "Thu\nday", "\u0410nn"):
        with expect_refusal(Invalid, "bad_circle"):
            creation.create_club(people[2], name, "", Club.JoinPolicy.OPEN)
    creation.update_club(club.key, people[0], "THURSDAY", "", Club.JoinPolicy.OPEN)
    creation.close_club(club.key, people[0])
    creation.create_club(people[2], "Thursday", "", Club.JoinPolicy.OPEN)


@pytest.mark.same_everywhere
def test_everything_is_bounded(
    club: Club, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _bob, cem, _dee, _eva = people
    monkeypatch.setattr(creation, "MOST_OWNED", 1)
    with expect_refusal(Invalid, "bad_circle"):
        creation.create_club(ann, "Another", "", Club.JoinPolicy.OPEN)
    for limit, of in (("MOST_CANDIDATES", 1), ("MOST_ASKED", 0)):
        with monkeypatch.context() as patch:
            patch.setattr(membership, limit, of)
            with expect_refusal(Conflict, "circle_full"):
                membership.join_or_request(club.key, cem)
    Club.objects.update(join_policy=Club.JoinPolicy.OPEN)
    for limit, of in (("MOST_MEMBERS", 3), ("MOST_CIRCLES", 0)):
        with monkeypatch.context() as patch:
            patch.setattr(membership, limit, of)
            with expect_refusal(Conflict, "circle_full"):
                membership.join_or_request(club.key, cem)


def test_an_owner_who_goes_hands_on_to_the_eldest_helper_or_else_member(
    club: Club, people: list[User]
) -> None:
    ann, bob, _cem, _dee, eva = people
    delete_account(ann)
    assert roles(club) == {"bob": "owner", "eva": "member"}
    membership.leave_club(club.key, bob)
    assert roles(club) == {"eva": "owner"}
    delete_account(eva)
    club.refresh_from_db()
    assert club.closed_at is not None
    assert not PendingMember.objects.exists()
    assert [one.name for one in queries.clubs_of(bob)] == []


@pytest.mark.same_everywhere
def test_closing_loses_no_match(club: Club, people: list[User]) -> None:
    ann, bob, _cem, _dee, eva = people
    table = table_setup.open_table(
        ann, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock), club=club
    )
    table_setup.join(table.key, bob)
    creation.close_club(club.key, ann)
    play_on(table)
    for user, status in ((ann, 200), (bob, 200), (eva, 404)):
        assert browser(user).get(f"{table.get_absolute_url()}replay/").status_code == status


def test_club_changes_notify_the_people_concerned(club: Club, people: list[User]) -> None:
    ann, _bob, _cem, dee, eva = people
    membership.invite_or_admit(club.key, ann, dee)
    membership.remove_member(club.key, ann, eva)
    creation.close_club(club.key, ann)
    texts: dict[str, list[str]] = {}
    for notification in Notification.objects.filter(channel="page").order_by("pk"):
        texts.setdefault(notification.user.username, []).append(content.one_line_text(notification))
        assert "“Thursday”" in content.compose(NotificationContext(notification)).title
    assert texts == {
        "ann": ["dee would like to join the club “Thursday”"],
        "bob": [
            "You are invited to the club “Thursday”",
            "You are now a helper of the club “Thursday”",
            "dee would like to join the club “Thursday”",
            "The club “Thursday” has been closed",
        ],
        "dee": [
            "You have joined the club “Thursday”",
            "The club “Thursday” has been closed",
        ],
        "eva": [
            "You are invited to the club “Thursday”",
            "You are no longer in the club “Thursday”",
        ],
    }
    for user in people[:2]:
        assert browser(user).get("/notifications/").status_code == 200


# talk, leaderboard, page


def test_talk_is_read_inside_and_is_bounded(club: Club, people: list[User]) -> None:
    ann, eva = browser(people[0]), browser(people[4])
    at = f"{club.get_absolute_url()}chat/"
    eva.post(at, {"text": "<b>hello</b>"})
    assert "&lt;b&gt;hello" in ann.get(club.get_absolute_url()).text
    for text in ("", "x" * 1001):
        eva.post(at, {"text": text})
    assert ClubMessage.objects.count() == 1
    ClubMessage.objects.bulk_create(
        ClubMessage(club=club, user=people[4], text="x") for _ in range(19)
    )
    answer = eva.post(f"/api{at}", {"text": "one more"}, JSON)
    assert (answer.status_code, answer.json()["error"]) == (429, "too_fast")


def create_finished_match(club: Club | None, users: list[User], bots: int = 0) -> None:
    """A match that is over, in the order of their places."""
    table = Table.objects.create(
        game=GAME,
        rules_version=1,
        seat_count=len(users) + bots,
        host=users[0],
        club=club,
        visibility="public" if club is None else "circle",
        status=Table.Status.FINISHED,
        ended_at=timezone.now(),
        clock_bank=0,
        clock_increment=86400,
        clock_cap=86400,
    )
    for place, user in enumerate([*users, *[None] * bots]):
        bot = "" if user else "random"
        Seat.objects.create(table=table, number=place, user=user, bot=bot, rank=place + 1)


def test_club_leaderboard_counts_matches_of_members(club: Club, people: list[User]) -> None:
    ann, bob, cem, _dee, eva = people
    create_finished_match(club, [ann, bob, eva])
    create_finished_match(club, [eva, ann])
    create_finished_match(club, [cem, bob])  # who is not in it any more
    create_finished_match(club, [bob], bots=1)
    create_finished_match(None, [bob, ann])
    found = queries.get_visible_club(club.key, ann)
    (board,) = leaderboard.build_leaderboards(found)
    lines = [(line.username, line.matches, line.won, line.points) for line in board.lines]
    assert lines == [("ann", 2, 1, 1.0), ("eva", 2, 1, 1.0), ("bob", 2, 0, 0.5)]
    assert leaderboard.build_leaderboards(found, "no-such-game") == []
    create_finished_match(club, [bob, ann])
    (board,) = leaderboard.build_leaderboards(found)
    assert (board.lines[0].username, board.lines[0].points) == ("bob", 1.5)


@pytest.mark.same_everywhere
def test_club_pages_need_few_queries(
    club: Club, people: list[User], django_assert_max_num_queries: Any
) -> None:
    ann, bob, _cem, _dee, eva = people
    for _ in range(4):
        create_finished_match(club, [ann, bob, eva])
        table_setup.open_table(
            bob, GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock), club=club
        )
    client = browser(ann)
    client.get(club.get_absolute_url())  # counts the matches, once
    with django_assert_max_num_queries(12):
        assert client.get(club.get_absolute_url()).status_code == 200
    with django_assert_max_num_queries(8):
        client.get("/clubs/")


@pytest.mark.same_everywhere
def test_club_page_opens_club_tables(
    club: Club, people: list[User], form_of: Callable[[str], dict[str, Any]]
) -> None:
    eva = browser(people[4])
    assert f"?circle={club.key}" in eva.get(club.get_absolute_url()).text
    assert (
        f"/tables/new/{GAME}/?circle={club.key}" in eva.get(f"/tables/new/?circle={club.key}").text
    )
    assert f'value="{club.key}" selected' in eva.get(f"/tables/new/{GAME}/?circle={club.key}").text
    given = form_of(club.key)
    assert eva.post(f"/tables/new/{GAME}/", given).status_code == 302
    assert Table.objects.get().club == club
    stranger = browser(people[2])
    assert stranger.post(f"/tables/new/{GAME}/", given).status_code == 422
    assert club.key not in stranger.get(f"/tables/new/{GAME}/").text


@pytest.fixture
def form_of() -> Callable[[str], dict[str, Any]]:
    """What the form of a new table sends, for whoever may find the table."""
    import games.rules as rules

    game = rules.get(GAME)
    options = {f"option_{option.key}": option.default for option in game.options}
    return lambda visibility: {
        **options,
        "seats": game.seats[-1],
        "clock": "day",
        "pauses": "calendars",
        "name": "",
        "visibility": visibility,
        "start_when": "full",
        "rated": "on",
    }


@pytest.mark.same_everywhere
def test_people_are_listed_fifty_on_a_page(club: Club, people: list[User]) -> None:
    crowd = User.objects.bulk_create(
        User(username=f"p{n}", email=f"p{n}@example.org") for n in range(50)
    )
    Membership.objects.bulk_create(Membership(club=club, user=one) for one in crowd)
    ann, at = browser(people[0]), club.get_absolute_url()
    assert "53 people" in (page := ann.get(at).text)
    assert "/people/p46/" in page
    assert "/people/p49/" not in page
    assert "/people/p46/" not in (page := ann.get(f"{at}?people=2").text)
    assert "/people/p49/" in page


# names


@pytest.mark.parametrize(
    "other",
    [
        *("Ännchens Runde", "ÄNNCHENS RUNDE", "ännchens runde", "Ännchens-Runde."),
        "\u00c4nnchens Rund\u0435",  # a Cyrillic letter
    ],
)
def test_club_names_that_look_alike_are_refused(people: list[User], other: str) -> None:
    creation.create_club(people[0], "Ännchens Runde", "", Club.JoinPolicy.OPEN)
    with expect_refusal(Invalid, "bad_circle"):
        creation.create_club(people[1], other, "", Club.JoinPolicy.OPEN)
    club = creation.create_club(people[1], "Another", "", Club.JoinPolicy.OPEN)
    with expect_refusal(Invalid, "bad_circle"):
        creation.update_club(club.key, people[1], other, "", Club.JoinPolicy.OPEN)
    assert Club.objects.get(pk=club.pk).name == "Another"


@pytest.mark.parametrize(("name", "other"), [("Клуб", "КЛУБ"), ("Κλαμπ", "ΚΛΑΜΠ")])
def test_club_names_differ_by_more_than_capitals_in_any_script(
    people: list[User], name: str, other: str
) -> None:
    creation.create_club(people[0], name, "", Club.JoinPolicy.OPEN)
    with expect_refusal(Invalid, "bad_circle"):
        creation.create_club(people[1], other, "", Club.JoinPolicy.OPEN)


def test_club_keeps_and_changes_its_own_name(people: list[User]) -> None:
    club = creation.create_club(people[0], "Chess Club", "", Club.JoinPolicy.OPEN)
    creation.update_club(club.key, people[0], "Chess club!", "", Club.JoinPolicy.OPEN)
    creation.close_club(club.key, people[0])
    creation.create_club(people[1], "CHESS CLUB", "", Club.JoinPolicy.OPEN)


def test_database_refuses_club_names_that_look_alike(people: list[User]) -> None:
    creation.create_club(people[0], "Ännchens Runde", "", Club.JoinPolicy.OPEN)
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.create(
            name="ännchens runde", name_skeleton=club_confusable_key("ÄNNCHENS RUNDE")
        )
