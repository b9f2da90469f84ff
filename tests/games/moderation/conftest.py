"""Moderators, cases and decisions to test with."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Case, Decision, Seat, Table
from games.moderation import cases, reports
from games.ratings import elo, rating_changes
from tests.games.conftest import GAME


@pytest.fixture
def moderators(people: list[User]) -> list[User]:
    """Dee and Eva."""
    User.objects.filter(pk__in=[one.pk for one in people[3:5]]).update(is_moderator=True)
    return list(User.objects.filter(is_moderator=True).order_by("pk"))


def case_of(what: str, which: object, *by: User, table: str = "") -> Case:
    for one in by:
        thing = reports.find_target(what, str(which), one, table)
        found = reports.submit_report(thing, one, "insult", "")
    return found


def decide(case: Case, by: User, what: Decision.Action, **more: Any) -> Decision:
    return cases.decide_case(case.pk, by, what, **{"words": "be kind", "hours": 24, **more})


@transaction.atomic
def create_finished_match(*by_rank: User, days_ago: float = 1, left: str = "") -> Table:
    """A rated match that these people have finished in this order; whoever was last has `left`."""
    table = Table.objects.create(
        game=GAME,
        rules_version=1,
        seat_count=len(by_rank),
        host=by_rank[0],
        status=Table.Status.FINISHED,
        clock_bank=60,
        clock_increment=60,
        clock_cap=60,
        rating_rules=elo.RULES_VERSION,
        started_at=timezone.now() - timedelta(days=days_ago + 0.1),
        ended_at=timezone.now() - timedelta(days=days_ago),
    )
    seats = [Seat(table=table, number=n, user=user, rank=n + 1) for n, user in enumerate(by_rank)]
    seats[-1].leave_reason = left
    Seat.objects.bulk_create(seats)
    rating_changes.rate_match(table, table.seat_set.all())
    return table
