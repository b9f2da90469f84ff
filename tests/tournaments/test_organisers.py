"""What the people who run a tournament decide about it while it runs, and what they may not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Club, Membership, Notification, Seat
from games.notifications import content
from games.tournaments import lifecycle, registration, rulings
from games.tournaments.models import Tournament, TournamentEntry, TournamentTable
from portal.errors import Conflict, Forbidden, Invalid
from tests.clients import signed_in
from tests.games.conftest import play_on
from tests.refusals import expect_refusal
from tests.tournaments.conftest import call_off_tables, running_tables

pytestmark = pytest.mark.django_db


def test_matches_that_go_on_after_an_early_end_do_not_count(running_tournament: Tournament) -> None:
    one, other = running_tables(running_tournament)
    assert one.table is not None
    assert other.table is not None
    play_on(one.table)
    staff = User.objects.create(username="staff", is_staff=True)
    rulings.decide_table(running_tournament.key, staff, (1, other.number), [1, 2], "Bob is ill.")
    ruled = TournamentTable.objects.get(pk=other.pk).result
    lifecycle.end_early(running_tournament.key, staff, "Nobody plays.")
    play_on(other.table)
    assert not lifecycle.advance(running_tournament.pk)
    assert TournamentTable.objects.get(pk=other.pk).result == ruled


def test_those_who_run_it_end_it_with_the_standings_as_they_are(
    people: list[User], running_tournament: Tournament
) -> None:
    one, other = running_tables(running_tournament)
    assert one.table is not None
    play_on(one.table)
    TournamentEntry.objects.create(
        tournament=running_tournament, user=User.objects.create(username="fay"), state="waiting"
    )
    staff = User.objects.create(username="staff", is_staff=True)
    with expect_refusal(Forbidden, "not_your_contest"):
        lifecycle.end_early(running_tournament.key, people[1], "I am bored.")
    with expect_refusal(
        Forbidden, "not_your_contest", match="You play in this tournament yourself"
    ):
        lifecycle.end_early(running_tournament.key, people[0], "I lead.")
    with expect_refusal(Invalid, "bad_contest"):
        lifecycle.end_early(running_tournament.key, staff, " ")
    lifecycle.end_early(running_tournament.key, staff, "Nobody plays.")
    running_tournament.refresh_from_db()
    assert (
        running_tournament.state,
        running_tournament.next_action_at,
        running_tournament.end_reason,
    ) == ("over", None, "Nobody plays.")
    winner = Seat.objects.get(table=one.table, rank=1).user
    assert {entry.user for entry in TournamentEntry.objects.filter(place=1)} == {
        winner,
        people[0],
    }  # a bye
    other.refresh_from_db()
    assert (other.result, running_tables(running_tournament)) == (None, [])
    notifications = Notification.objects.filter(event="contest", channel="page", data__what="over")
    assert notifications.count() == 6
    assert (
        content.compose(content.NotificationContext(notifications[0])).title
        == "The tournament “Autumn Cup” was ended early"
    )
    assert other.table is not None
    play_on(other.table)  # it goes on as any match
    assert lifecycle.find_due_tournaments(9) == []
    with expect_refusal(Conflict, "contest_moved"):
        lifecycle.end_early(running_tournament.key, staff, "Again.")


@pytest.mark.parametrize("who", ["organiser", "helper", "staff"])
@pytest.mark.parametrize("state", [TournamentEntry.State.ENTERED, TournamentEntry.State.WAITING])
def test_organiser_who_plays_decides_nothing(
    people: list[User], running_tournament: Tournament, who: str, state: str
) -> None:
    """Not about people, tables or the end, whoever they are to the contest."""
    cheat, opponent = people[4], people[1]
    if who == "organiser":
        Tournament.objects.update(organiser=cheat)
    elif who == "helper":
        club = Club.objects.create(name="Thursday")
        Membership.objects.create(club=club, user=cheat, role=Membership.Role.HELPER)
        Tournament.objects.update(club=club)
    else:
        User.objects.filter(pk=cheat.pk).update(is_staff=True)
    running_tournament.entries.filter(user=cheat).update(state=state)
    cheat, stranger = User.objects.get(pk=cheat.pk), User.objects.create(username="new")
    _own, other = running_tables(running_tournament)
    for decide in (
        lambda: registration.disqualify(running_tournament.key, cheat, opponent, "He is winning."),
        lambda: registration.invite_player(running_tournament.key, cheat, stranger),
        lambda: rulings.decide_table(
            running_tournament.key, cheat, (1, other.number), [1, 2], "So I lead."
        ),
        lambda: lifecycle.end_early(running_tournament.key, cheat, "I lead."),
    ):
        with expect_refusal(
            Forbidden, "not_your_contest", match="Another organiser or the staff can do this"
        ):
            decide()
    assert running_tournament.entries.get(user=opponent).is_in
    page = signed_in(cheat).get(running_tournament.get_absolute_url()).text
    assert "You play in this tournament yourself" in page
    for action in ("disqualify", "invite_to_tournament", "end_tournament"):
        assert reverse(f"games:{action}", args=[running_tournament.key]) not in page


def test_nobody_decides_the_table_they_sit_at(
    people: list[User], running_tournament: Tournament
) -> None:
    """Not even after having withdrawn."""
    Tournament.objects.update(organiser=people[4])
    registration.withdraw(running_tournament.key, people[4])
    one, other = running_tables(running_tournament)
    with expect_refusal(Forbidden, "not_your_contest"):
        rulings.decide_table(running_tournament.key, people[4], (1, one.number), [1, 2], "I won.")
    rulings.decide_table(
        running_tournament.key, people[4], (1, other.number), [1, 2], "Bob is ill."
    )


def test_who_may_not_write_gives_no_reasons_either(
    people: list[User], running_tournament: Tournament
) -> None:
    people[0].restrictions.assign(muted_until=timezone.now() + timedelta(days=1))
    ann = User.objects.get(pk=people[0].pk)
    registration.withdraw(running_tournament.key, ann)
    for call in (
        lambda: lifecycle.end_early(running_tournament.key, ann, "x"),
        lambda: rulings.decide_table(running_tournament.key, ann, (1, 1), [1, 2], "x"),
        lambda: registration.disqualify(running_tournament.key, ann, people[1], "x"),
    ):
        with expect_refusal(Forbidden, "muted"):
            call()


def test_a_match_that_is_over_is_not_decided(running_tournament: Tournament) -> None:
    staff = User.objects.create(username="staff", is_staff=True)
    one, _other = running_tables(running_tournament)
    bye = TournamentTable.objects.get(table=None)
    call_off_tables(one)
    for number in (one.number, bye.number):
        with expect_refusal(Invalid, "bad_contest"):
            rulings.decide_table(running_tournament.key, staff, (1, number), [1, 2], "x")


def test_those_who_run_it_decide_a_table(
    people: list[User], running_tournament: Tournament
) -> None:
    staff = User.objects.create(username="staff", is_staff=True)
    one, other = running_tables(running_tournament)
    number = (1, one.number)
    with expect_refusal(Forbidden, "not_your_contest"):
        rulings.decide_table(running_tournament.key, people[1], number, [1, 2], "I say so.")
    for places, why in (([1], "x"), ([1, 3], "x"), ([1, 2], "")):
        with expect_refusal(Invalid, "bad_contest"):
            rulings.decide_table(running_tournament.key, staff, number, places, why)
    rulings.decide_table(running_tournament.key, staff, number, [2, 1], "Eva is in hospital.")
    call_off_tables(other)
    lifecycle.advance(running_tournament.pk)
    one.refresh_from_db()
    assert (one.result["places"], one.ruled_by) == ([2, 1], staff)
    assert running_tournament.rounds.count() == 2
    with expect_refusal(Invalid, "bad_contest"):
        rulings.decide_table(running_tournament.key, staff, number, [1, 2], "Again.")
