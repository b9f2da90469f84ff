"""The check-in before a tournament: who is asked, who plays, and who waits instead."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Notification
from games.notifications import content
from games.notifications.context import NotificationContext
from games.tournaments import check_ins, lifecycle, registration
from games.tournaments.models import Tournament, TournamentEntry
from portal.errors import Conflict, Invalid
from tests.clients import api_of, signed_in
from tests.refusals import expect_refusal
from tests.tournaments.conftest import Opens

NAMES = ("ann", "bob", "cem", "dee", "eva")


def notified_users(what: str) -> set[str]:
    found = Notification.objects.filter(channel="page", data__what=what)
    return set(found.values_list("user__username", flat=True))


def states(tournament: Tournament) -> dict[str, str]:
    """In the order in which they came."""
    return dict(
        tournament.entries.order_by("entered_at", "pk").values_list("user__username", "state")
    )


@pytest.fixture
def soon(people: list[User], opens: Opens) -> tuple[Tournament, datetime]:
    """A tournament of three of whom two wait, whose check-in has opened; and when it begins."""
    starts_at = timezone.now() + timedelta(hours=5)
    tournament = opens(places=3, starts_at=starts_at, check_in=60)
    for user in people:
        registration.enter(tournament.key, user)
    opened = starts_at - timedelta(minutes=60)
    assert not lifecycle.find_due_tournaments(9, opened - timedelta(seconds=1))
    assert lifecycle.find_due_tournaments(9, opened) == [tournament.pk]
    with expect_refusal(Conflict, "contest_moved"):
        check_ins.check_in_player(tournament.key, people[0])
    for _ in range(2):
        lifecycle.advance(tournament.pk, opened)
    starts_at = timezone.now() + timedelta(minutes=30)
    Tournament.objects.update(starts_at=starts_at, next_action_at=starts_at)
    return Tournament.objects.get(), starts_at


def test_who_is_not_there_makes_room_for_who_is(
    people: list[User], soon: tuple[Tournament, datetime]
) -> None:
    tournament, starts_at = soon
    assert notified_users("check_in") == {*NAMES}
    word = content.compose(NotificationContext(Notification.objects.filter(event="contest")[0]))
    assert word.title == "Check in for the tournament “Autumn Cup”"
    ann, eva = signed_in(people[0]), api_of(people[4])
    page = tournament.get_absolute_url()
    assert "Check in" in ann.get(page).text
    for _ in range(2):
        ann.post(f"{page}check-in/")
    assert "checked in</span>" in ann.get(page).text
    assert eva.post(f"/api/tournaments/{tournament.key}/check-in/").json()["mine"]["here_at"]
    check_ins.check_in_player(tournament.key, people[2])
    lifecycle.advance(tournament.pk, starts_at)
    assert states(tournament) == {
        "ann": "entered",
        "cem": "entered",
        "dee": "waiting",
        "eva": "entered",
        "bob": "waiting",
    }
    assert notified_users("not_here") == {"bob"}
    assert notified_users("moved_up") == {"eva"}
    assert set(
        TournamentEntry.objects.filter(seed__gt=0).values_list("user__username", flat=True)
    ) == {*("ann", "cem", "eva")}


def test_who_comes_later_gets_a_place_only_once_they_are_there(
    people: list[User], soon: tuple[Tournament, datetime]
) -> None:
    tournament, starts_at = soon
    for user in people[:2]:
        check_ins.check_in_player(tournament.key, user)
    lifecycle.advance(tournament.pk, starts_at)
    tournament.refresh_from_db()
    assert tournament.is_running
    assert list(states(tournament).values()) == ["entered", "entered", *["waiting"] * 3]
    registration.withdraw(tournament.key, people[1])
    assert not notified_users("moved_up")
    check_ins.check_in_player(tournament.key, people[4])
    assert notified_users("moved_up") == {"eva"}
    assert TournamentEntry.objects.get(user=people[4]).since_round == 2


def test_with_too_few_there_it_is_called_off(
    people: list[User], soon: tuple[Tournament, datetime]
) -> None:
    tournament, starts_at = soon
    check_ins.check_in_player(tournament.key, people[0])
    lifecycle.advance(tournament.pk, starts_at)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.CALLED_OFF
    assert notified_users("called_off") == {*NAMES}


def test_where_no_worker_opened_it_everybody_keeps_their_place(
    people: list[User], opens: Opens
) -> None:
    starts_at = timezone.now() + timedelta(hours=5)
    tournament = opens(places=3, starts_at=starts_at, check_in=60)
    for user in people:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk, starts_at + timedelta(minutes=1))
    assert Tournament.objects.get().is_running
    assert list(states(tournament).values()) == [*["entered"] * 3, *["waiting"] * 2]
    assert not notified_users("not_here")


def test_who_enters_while_it_is_open_is_there(
    people: list[User], soon: tuple[Tournament, datetime]
) -> None:
    tournament, _starts_at = soon
    registration.withdraw(tournament.key, people[1])
    registration.enter(tournament.key, people[1])
    assert TournamentEntry.objects.exclude(checked_in_at=None).get().user == people[1]


def test_a_check_in_needs_a_date(opens: Opens) -> None:
    with expect_refusal(Invalid, "bad_contest") as refused:
        opens(check_in=30)
    assert refused.value.field == "check_in"
