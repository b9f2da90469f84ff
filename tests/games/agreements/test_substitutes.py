"""Agreements of tables at which people take over seats: who is asked, and what stays agreed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.admission import seat_takeover
from games.models import Notification, Proposal, Table
from games.table.actions import resignation, seat_offers
from games.table.agreements import actions as agreements
from portal.errors import Forbidden
from tests.games.conftest import actor, fresh, play_on, player, refresh, seats_of
from tests.refusals import expect_refusal

pytestmark = pytest.mark.django_db
NewTable = Callable[..., Table]


@pytest.fixture
def table_of_three(new_table: NewTable) -> Table:
    return new_table(3)


@pytest.fixture
def newcomer(people: list[User]) -> User:
    return people[3]


def propose_pause(table: Table, by: User) -> Proposal:
    until = timezone.now() + timedelta(days=10)
    agreements.propose(table.key, by, "pause", {"until": until})
    return Proposal.objects.get(table=table, outcome="open")


def seat_number(table: Table, user: User) -> int:
    return next(seat.number for seat in seats_of(table) if seat.user == user)


def take_offered_seat(table: Table, owner: User, newcomer: User) -> None:
    number = seat_number(table, owner)
    seat_offers.offer_seat(table.key, owner)
    seat_takeover.take_over(table.key, newcomer, number)


def test_newcomer_is_asked_although_the_owner_has_agreed(
    table_of_three: Table, people: list[User], newcomer: User
) -> None:
    table = table_of_three
    proposal = propose_pause(table, people[0])
    agreements.answer(table.key, people[1], proposal.pk, agrees=True)
    take_offered_seat(table, people[1], newcomer)
    assert agreements.due_tables(timezone.now()) == [table.key]
    agreements.settle(table.key)
    agreements.settle(table.key)
    asked = Notification.objects.filter(event="proposal", channel="page")
    assert asked.filter(user=newcomer).count() == 1
    assert asked.filter(user=people[2]).count() == 1
    agreements.answer(table.key, people[2], proposal.pk, agrees=True)
    assert fresh(table).paused_until is None
    agreements.answer(table.key, newcomer, proposal.pk, agrees=True)
    assert fresh(table).paused_until is not None


def test_newcomer_at_the_seat_of_a_leaver_is_asked(
    table_of_three: Table, people: list[User], newcomer: User
) -> None:
    table = table_of_three
    number = seat_number(table, people[2])
    resignation.resign(table.key, people[2])
    proposal = propose_pause(table, people[0])
    seat_takeover.take_over(table.key, newcomer, number)
    agreements.answer(table.key, people[1], proposal.pk, agrees=True)
    assert fresh(table).paused_until is None
    agreements.answer(table.key, newcomer, proposal.pk, agrees=True)
    assert fresh(table).paused_until is not None


def test_owner_who_gave_the_seat_away_has_no_vote(
    table_of_three: Table, people: list[User], newcomer: User
) -> None:
    proposal = propose_pause(table_of_three, people[0])
    take_offered_seat(table_of_three, people[1], newcomer)
    with expect_refusal(Forbidden, "not_your_seat"):
        agreements.answer(table_of_three.key, people[1], proposal.pk, agrees=False)


def test_proposal_of_an_owner_whose_seat_is_taken_over_is_void(
    table_of_three: Table, people: list[User], newcomer: User
) -> None:
    table = table_of_three
    proposal = propose_pause(table, people[0])
    take_offered_seat(table, people[0], newcomer)
    for user in (people[1], people[2], newcomer):
        if fresh(table).has_proposal:
            agreements.answer(table.key, user, proposal.pk, agrees=True)
    proposal.refresh_from_db()
    assert proposal.outcome == Proposal.Outcome.VOID
    assert fresh(table).paused_until is None


def test_clock_of_a_newcomer_rests_in_a_pause(
    table_of_three: Table, people: list[User], newcomer: User
) -> None:
    table = table_of_three
    proposal = propose_pause(table, people[0])
    for user in people[1:3]:
        agreements.answer(table.key, user, proposal.pk, agrees=True)
    seat = actor(table)
    take_offered_seat(table, player(seat), newcomer)
    seat, until = refresh(seat), fresh(table).paused_until
    assert seat.user == newcomer
    assert until is not None
    assert seat.due_at is not None
    assert seat.due_at >= until + timedelta(seconds=table.clock_bank)


def test_seat_returns_to_its_owner_if_the_match_ends_by_agreement(
    table_of_three: Table, people: list[User], newcomer: User
) -> None:
    table = play_on(table_of_three, moves=6)
    number = seat_number(table, people[1])
    take_offered_seat(table, people[1], newcomer)
    agreements.propose(table.key, people[0], "end")
    proposal = Proposal.objects.get(table=table, outcome="open")
    for user in (people[2], newcomer):
        agreements.answer(table.key, user, proposal.pk, agrees=True)
    seat, ended = seats_of(table)[number], fresh(table)
    assert (ended.status, ended.ended_by_agreement) == (Table.Status.FINISHED, True)
    assert (seat.user, seat.substitute) == (people[1], newcomer)
    assert seat.rank is not None
