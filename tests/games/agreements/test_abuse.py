"""Proposals cannot be used against others: simulated over days."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Notification, Proposal, Seat, Table
from games.table.actions import automation
from games.table.agreements import actions as agreements
from games.table.session import transaction
from portal.errors import ActionError
from tests.games.conftest import actor, fresh

pytestmark = pytest.mark.django_db
KINDS = ("pause", "end", "call_off", "clock")


class Days:
    """Days of a table, hour by hour; the clocks of sessions and of the sweep are the same."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = timezone.now()
        for module in (transaction, agreements):
            monkeypatch.setattr(module.timezone, "now", lambda: self.now)

    def hours(self, days: int) -> Any:
        for _hour in range(24 * days):
            self.now += timedelta(hours=1)
            yield self.now


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    return Days(monkeypatch)


def try_to_propose(table: Table, user: User, kind: str, now: datetime) -> None:
    given = {"until": now + timedelta(days=20)} if kind == "pause" else {}
    with contextlib.suppress(ActionError):
        agreements.propose(table.key, user, kind, given)


def answer_if_open(table: Table, user: User, *, agrees: bool) -> None:
    found = Proposal.objects.filter(table=table, outcome="open").exclude(user=user).first()
    if found is not None:
        agreements.answer(table.key, user, found.pk, agrees=agrees)


def test_player_who_proposes_without_end_is_slowed_down(
    new_table: Callable[..., Table], people: list[User], days: Days
) -> None:
    table = new_table(clock="week")
    Seat.objects.filter(table=table).update(due_at=days.now + timedelta(days=60))
    for now in days.hours(14):
        for kind in KINDS:
            try_to_propose(table, people[0], kind, now)
            answer_if_open(table, people[1], agrees=False)
    made = Proposal.objects.filter(table=table)
    asked = Notification.objects.filter(user=people[1], event="proposal", channel="page")
    assert made.count() <= 5 * 3  # of three kinds that are possible here
    assert asked.count() <= 14  # one a day at most
    assert fresh(table).is_running
    assert not made.filter(outcome="accepted").exists()


def test_two_players_cannot_outvote_the_third(
    new_table: Callable[..., Table], people: list[User], days: Days
) -> None:
    table = new_table(3, clock="week")
    Seat.objects.filter(table=table).update(due_at=days.now + timedelta(days=60))
    for now in days.hours(14):
        for kind in KINDS:
            for one, other in ((0, 1), (1, 0)):
                try_to_propose(table, people[one], kind, now)
                answer_if_open(table, people[other], agrees=True)
        for key in agreements.due_tables(now):
            agreements.settle(key, now)
    made = Proposal.objects.filter(table=table)
    assert made.exists()
    assert not made.filter(outcome="accepted").exists()
    assert fresh(table).is_running
    assert fresh(table).paused_until is None


def test_loser_cannot_stall_with_proposals(table: Table, people: list[User], days: Days) -> None:
    """The clock of the loser runs on while the others say nothing, and the site moves for them."""
    seat = actor(table)
    loser, due = seat.user, seat.due_at
    assert loser is not None
    assert due is not None
    for now in days.hours(2):
        for kind in KINDS:
            try_to_propose(table, loser, kind, now)
        if now < due:
            assert Seat.objects.get(pk=seat.pk).due_at == due
        automation.time_out_seats([seat.pk], now)
    assert table.messages.filter(log_code="timed_out").exists()
