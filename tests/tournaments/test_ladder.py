"""A ladder that is played: who may challenge whom, what an answer does, who drops."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Block, Notification, Seat, Table
from games.notifications import content
from games.tournaments import (
    creation,
    ladder_challenges,
    lifecycle,
    queries,
    registration,
)
from games.tournaments.models import Challenge, Tournament, TournamentEntry, TournamentTable
from games.tournaments.tournament_settings import TournamentSettings
from portal.errors import ActionError, Conflict, Invalid, TooManyRequests
from tests.clients import signed_in
from tests.games.conftest import GAME
from tests.refusals import expect_refusal
from tests.tournaments.conftest import terms

DAY = timedelta(days=1)


@pytest.fixture
def ladder(people: list[User]) -> Tournament:
    """From the top Ann, Bob, Cem, Dee and Eva; one may challenge those two above."""
    tournament = creation.create_tournament(
        people[0],
        TournamentSettings("Ladder", GAME, "ladder", {"reach": 2}, terms(), len(people)),
    )
    for user in people:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    return Tournament.objects.get()


def ladder_names(tournament: Tournament) -> list[str]:
    lines = queries.get_summary(Tournament.objects.get(pk=tournament.pk)).lines
    return [line.person.username for line in lines]


def finish_match_for(user: User, tournament: Tournament, at: datetime) -> None:
    one = TournamentTable.objects.get(finished_at=None)
    for seat in Seat.objects.filter(table=one.table_id):
        seat.rank, seat.total = (1, 9) if seat.user_id == user.pk else (2, 8)
        seat.waiting_since = seat.due_at = None
        seat.save()
    Table.objects.filter(pk=one.table_id).update(status=Table.Status.FINISHED, ended_at=at)
    lifecycle.advance(tournament.pk, at)


def test_one_climbs_by_beating_somebody_above(people: list[User], ladder: Tournament) -> None:
    ann, bob, _cem, dee, eva = people
    assert ladder_names(ladder) == ["ann", "bob", "cem", "dee", "eva"]
    for by, other in ((eva, ann), (bob, dee), (bob, bob)):
        with expect_refusal(Invalid, "bad_contest"):
            ladder_challenges.make_challenge(ladder.key, by, other)
    ladder_challenges.make_challenge(ladder.key, dee, bob)
    notification = Notification.objects.get(channel="page", user=bob)
    assert (
        content.compose(content.NotificationContext(notification)).title
        == "dee challenges you on “Ladder”"
    )
    with expect_refusal(Invalid, "bad_contest"):  # whoever is asked answers first
        ladder_challenges.make_challenge(ladder.key, bob, ann)
    lifecycle.advance(ladder.pk)
    assert not Table.objects.exists()
    ladder_challenges.answer_challenge(ladder.key, bob, accepts=True)
    with expect_refusal(Conflict, "contest_moved"):
        ladder_challenges.answer_challenge(ladder.key, bob, accepts=False)
    assert lifecycle.advance(ladder.pk)
    assert (Table.objects.count(), Challenge.objects.count()) == (1, 0)
    with expect_refusal(Invalid, "bad_contest"):  # too far up
        ladder_challenges.make_challenge(ladder.key, dee, ann)
    finish_match_for(dee, ladder, timezone.now())
    assert ladder_names(ladder) == ["ann", "dee", "bob", "cem", "eva"]


def test_who_does_not_answer_loses_the_place(people: list[User], ladder: Tournament) -> None:
    bob, dee, eva = people[1], people[3], people[4]
    ladder_challenges.make_challenge(ladder.key, dee, bob)
    ladder_challenges.answer_challenge(ladder.key, bob, accepts=False)
    assert ladder_names(ladder) == ["ann", "dee", "bob", "cem", "eva"]
    assert Notification.objects.filter(channel="page", user=bob, data__what="place_lost").exists()
    made = ladder_challenges.make_challenge(ladder.key, eva, bob)
    lifecycle.advance(ladder.pk, made.due_at - timedelta(minutes=1))
    assert ladder_names(ladder)[2] == "bob"
    lifecycle.advance(ladder.pk, made.due_at)
    assert ladder_names(ladder) == ["ann", "dee", "eva", "bob", "cem"]
    assert not Table.objects.exists()


def test_who_is_away_need_not_answer(people: list[User], ladder: Tournament) -> None:
    bob, dee = people[1], people[3]
    made = ladder_challenges.make_challenge(ladder.key, dee, bob)
    bob.restrictions.assign(suspended_until=made.due_at + DAY / 2)
    lifecycle.advance(ladder.pk, made.due_at)
    assert ladder_names(ladder)[1] == "bob"
    assert Challenge.objects.get().due_at == made.due_at + DAY


def test_a_challenge_is_taken_back_or_goes_with_who_leaves(
    people: list[User], ladder: Tournament
) -> None:
    bob, cem, dee, eva = people[1:]
    ladder_challenges.make_challenge(ladder.key, dee, bob)
    ladder_challenges.withdraw_challenge(ladder.key, dee)
    assert not Challenge.objects.exists()
    version = Tournament.objects.get().version
    with expect_refusal(Conflict, "contest_moved"):
        ladder_challenges.withdraw_challenge(ladder.key, dee)
    assert Tournament.objects.get().version == version
    with expect_refusal(TooManyRequests, "too_often"):  # who would be told each time
        ladder_challenges.make_challenge(ladder.key, dee, bob)
    ladder_challenges.make_challenge(ladder.key, eva, cem)
    registration.withdraw(ladder.key, cem)
    lifecycle.advance(ladder.pk)
    assert not Challenge.objects.exists()
    assert ladder_names(ladder) == ["ann", "bob", "dee", "eva", "cem"]  # who left comes last


def test_block_after_a_challenge_counts_as_declining(
    people: list[User], ladder: Tournament
) -> None:
    bob, cem, dee, eva = people[1:]
    ladder_challenges.make_challenge(ladder.key, dee, bob)
    Block.objects.create(blocker=bob, blocked=dee)
    lifecycle.advance(ladder.pk)
    assert ladder_names(ladder) == ["ann", "dee", "bob", "cem", "eva"]
    assert Notification.objects.filter(channel="page", user=bob, data__what="place_lost").exists()
    ladder_challenges.make_challenge(ladder.key, eva, cem)
    ladder_challenges.answer_challenge(ladder.key, cem, accepts=True)
    Block.objects.create(blocker=cem, blocked=eva)
    lifecycle.advance(ladder.pk)
    assert ladder_names(ladder) == ["ann", "dee", "bob", "eva", "cem"]
    assert not Challenge.objects.exists()
    assert not Table.objects.exists()


def test_block_by_the_challenger_counts_as_withdrawing(
    people: list[User], ladder: Tournament
) -> None:
    cem, dee = people[2], people[3]
    ladder_challenges.make_challenge(ladder.key, dee, cem)
    Block.objects.create(blocker=dee, blocked=cem)
    lifecycle.advance(ladder.pk)
    assert not Challenge.objects.exists()
    assert ladder_names(ladder) == ["ann", "bob", "cem", "dee", "eva"]
    with expect_refusal(TooManyRequests, "too_often"):
        ladder_challenges.make_challenge(ladder.key, dee, people[1])


def test_block_before_a_challenge_keeps_nobody_away(people: list[User], ladder: Tournament) -> None:
    ann, bob, cem, _dee, _eva = people
    for other in (bob, cem):
        Block.objects.create(blocker=ann, blocked=other)
    made = ladder_challenges.make_challenge(ladder.key, cem, ann)
    lifecycle.advance(ladder.pk)
    assert Challenge.objects.exists()
    lifecycle.advance(ladder.pk, made.due_at)
    assert ladder_names(ladder)[:2] == ["cem", "ann"]
    with expect_refusal(Invalid, "bad_contest"):  # whom one has blocked one leaves alone
        ladder_challenges.make_challenge(ladder.key, ann, cem)


def test_challenge_queue_moves_to_the_next_challenger(
    people: list[User], ladder: Tournament
) -> None:
    ann, bob, cem, _dee, _eva = people
    ladder_challenges.make_challenge(ladder.key, bob, ann)
    ladder_challenges.make_challenge(ladder.key, cem, ann)
    (first,) = ladder_challenges.challenges_to_answer(
        ladder_challenges.pending_challenges(ladder)
    ).values()
    assert first.challenger.user == bob
    ladder_challenges.withdraw_challenge(ladder.key, bob)
    with expect_refusal(TooManyRequests, "too_often", match="can challenge again"):
        ladder_challenges.make_challenge(ladder.key, bob, ann)
    (left,) = ladder_challenges.pending_challenges(ladder)
    assert left.challenger.user == cem
    lifecycle.advance(ladder.pk, left.due_at)
    assert ladder_names(ladder)[:3] == ["cem", "ann", "bob"]


def test_queue_follows_the_place(people: list[User], ladder: Tournament) -> None:
    ann, bob, cem, _dee, _eva = people
    ladder_challenges.make_challenge(ladder.key, bob, ann)
    ladder_challenges.make_challenge(ladder.key, cem, ann)
    ladder_challenges.answer_challenge(ladder.key, ann, accepts=False)
    (left,) = ladder_challenges.pending_challenges(ladder)
    assert (left.challenger.user, left.opponent.user) == (cem, bob)
    assert left.due_at >= timezone.now() + DAY - timedelta(minutes=1)
    notification = Notification.objects.get(channel="page", user=bob, data__what="challenged")
    assert notification.data["by"] == "cem"


def test_queue_follows_the_winner_of_a_match(people: list[User], ladder: Tournament) -> None:
    ann, bob, cem, _dee, _eva = people
    ladder_challenges.make_challenge(ladder.key, bob, ann)
    ladder_challenges.answer_challenge(ladder.key, ann, accepts=True)
    ladder_challenges.make_challenge(ladder.key, cem, ann)
    ladder_challenges.answer_challenge(ladder.key, ann, accepts=True)
    lifecycle.advance(ladder.pk)
    assert Table.objects.count() == 1
    finish_match_for(bob, ladder, timezone.now())
    (left,) = ladder_challenges.pending_challenges(ladder)
    assert (left.challenger.user, left.opponent.user, left.accepted_at) == (cem, bob, None)


def test_match_with_a_friend_keeps_no_challenger_waiting(
    people: list[User], ladder: Tournament
) -> None:
    ann, bob, cem, _dee, _eva = people
    for by in (bob, cem):
        made = ladder_challenges.make_challenge(ladder.key, by, ann)
        ladder_challenges.answer_challenge(ladder.key, ann, accepts=True)
        lifecycle.advance(ladder.pk)
    assert (Table.objects.count(), Challenge.objects.count()) == (1, 1)
    lifecycle.advance(ladder.pk, made.due_at)
    assert (Table.objects.count(), Challenge.objects.count()) == (2, 0)


def test_pending_challenge_never_stops_the_idle_drop(
    people: list[User], ladder: Tournament
) -> None:
    begun = ladder.started_at
    assert begun is not None
    TournamentEntry.objects.exclude(user=people[0]).update(entered_at=begun + 40 * DAY)
    made = ladder_challenges.make_challenge(ladder.key, people[1], people[0])
    Challenge.objects.filter(pk=made.pk).update(due_at=begun + 30 * DAY)
    lifecycle.advance(ladder.pk, begun + 14 * DAY)
    assert ladder_names(ladder)[:2] == ["bob", "ann"]


def test_many_short_vacations_do_not_stop_the_idle_drop(
    people: list[User], ladder: Tournament
) -> None:
    begun = ladder.started_at
    assert begun is not None
    TournamentEntry.objects.exclude(user=people[0]).update(entered_at=begun + 40 * DAY)
    days = [(begun + n * DAY, begun + (n + 1) * DAY) for n in (6, 12)]
    people[0].availability.assign(
        vacations=[[start.isoformat(), end.isoformat(), False] for start, end in days]
    )
    lifecycle.advance(ladder.pk, begun + 15 * DAY)
    assert ladder_names(ladder)[0] == "ann"
    lifecycle.advance(ladder.pk, begun + 16 * DAY)
    assert ladder_names(ladder)[0] == "bob"


def test_an_accepted_challenge_binds_nobody_for_long(
    people: list[User], ladder: Tournament
) -> None:
    bob, dee = people[1], people[3]
    ladder_challenges.make_challenge(ladder.key, dee, bob)
    ladder_challenges.answer_challenge(ladder.key, bob, accepts=True)
    bob.restrictions.assign(suspended_until=timezone.now() + 90 * DAY)
    lifecycle.advance(ladder.pk)
    page, press = signed_in(dee), reverse("games:answer_challenge", args=[ladder.key])
    assert "Withdraw the challenge" not in page.get(ladder.get_absolute_url()).text
    page.post(press, {"answer": "take_back"})
    assert Challenge.objects.exists()
    Challenge.objects.update(accepted_at=timezone.now() - 3 * DAY)
    assert "Withdraw the challenge" in page.get(ladder.get_absolute_url()).text
    page.post(press, {"answer": "?"})
    assert Challenge.objects.exists()
    page.post(press, {"answer": "take_back"})
    assert not Challenge.objects.exists()


def test_the_last_day_takes_challenges_and_no_place(people: list[User], ladder: Tournament) -> None:
    begun = ladder.started_at
    assert begun is not None
    Tournament.objects.update(max_days=20)
    made = ladder_challenges.make_challenge(ladder.key, people[3], people[1])
    lifecycle.advance(ladder.pk, begun + 20 * DAY)
    assert made.due_at < begun + 20 * DAY
    assert not Challenge.objects.exists()
    assert ladder_names(ladder) == ["ann", "bob", "cem", "dee", "eva"]


def test_nobody_drops_on_their_return_from_a_vacation(
    people: list[User], ladder: Tournament
) -> None:
    begun = ladder.started_at
    assert begun is not None
    TournamentEntry.objects.exclude(user=people[0]).update(entered_at=begun + 40 * DAY)
    vacation = [begun.isoformat(), (begun + 21 * DAY).isoformat(), False]
    people[0].availability.assign(vacations=[vacation])
    lifecycle.advance(ladder.pk, begun + 22 * DAY)
    assert ladder_names(ladder)[0] == "ann"
    lifecycle.advance(ladder.pk, begun + 35 * DAY)
    assert ladder_names(ladder)[0] == "bob"


def test_who_plays_nothing_drops_a_place_at_a_time(people: list[User], ladder: Tournament) -> None:
    begun = ladder.started_at
    assert begun is not None
    TournamentEntry.objects.exclude(user=people[0]).update(entered_at=begun + 10 * DAY)
    lifecycle.advance(ladder.pk, begun + 14 * DAY)
    assert ladder_names(ladder) == ["bob", "ann", "cem", "dee", "eva"]
    lifecycle.advance(ladder.pk, begun + 15 * DAY)
    assert ladder_names(ladder)[1] == "ann"  # not again the next day
    notification = Notification.objects.get(channel="page", data__what="dropped")
    assert (notification.user, notification.data["days"]) == (people[0], 14)


def test_a_ladder_goes_on_until_its_last_day_or_its_end(people: list[User]) -> None:
    endless, short = (
        creation.create_tournament(
            people[0],
            TournamentSettings("L", GAME, "ladder", {}, terms(), 3, days=days),
        )
        for days in (0, 5)
    )
    for tournament in (endless, short):
        for user in people[:3]:
            registration.enter(tournament.key, user)
        lifecycle.advance(tournament.pk)
        lifecycle.advance(tournament.pk, timezone.now() + 6 * DAY)
    states = [Tournament.objects.get(pk=one.pk).state for one in (endless, short)]
    assert states == ["running", "over"]


def test_the_page_has_a_press_for_each_in_reach(people: list[User], ladder: Tournament) -> None:
    cem, dee = signed_in(people[2]), signed_in(people[3])
    page = dee.get(ladder.get_absolute_url()).text
    press = reverse("games:challenge", args=[ladder.key])
    assert page.count(press) == 2
    assert press not in Client().get(ladder.get_absolute_url()).text
    dee.post(press, {"name": "cem"})
    assert "dee challenges you" in cem.get(ladder.get_absolute_url()).text
    assert "Withdraw the challenge" in dee.get(ladder.get_absolute_url()).text
    cem.post(reverse("games:answer_challenge", args=[ladder.key]), {"answer": "decline"})
    page = dee.get(ladder.get_absolute_url()).text
    assert "Challenge not accepted" in page
    assert ladder_names(ladder)[2] == "dee"


def test_programs_challenge_and_answer(people: list[User], ladder: Tournament) -> None:
    dee, cem = APIClient(), APIClient()
    dee.force_authenticate(people[3])
    cem.force_authenticate(people[2])
    address = reverse("api:challenges", args=[ladder.key])
    assert dee.get(address).json() == {"challenges": [], "in_reach": ["bob", "cem"]}
    data = dee.post(address, {"user": "cem"}, format="json").json()
    assert [(one["by"], one["to"]) for one in data["challenges"]] == [("dee", "cem")]
    answer = reverse("api:answer_challenge", args=[ladder.key])
    (accepted,) = cem.post(answer, {"answer": "accept"}, format="json").json()["challenges"]
    assert (accepted["by"], accepted["to"], accepted["is_next"]) == ("dee", "cem", False)
    assert APIClient().get(address).json()["challenges"][0]["accepted_at"] is not None
    refused = cem.post(answer, {"answer": "accept"}, format="json")
    assert (refused.status_code, refused.json()["error"]) == (409, "contest_moved")


def test_only_a_ladder_has_challenges(people: list[User]) -> None:
    tournament = creation.create_tournament(
        people[0],
        TournamentSettings("Swiss", GAME, "swiss", {}, terms(), 3),
    )
    with pytest.raises(ActionError):
        ladder_challenges.make_challenge(tournament.key, people[0], people[1])
