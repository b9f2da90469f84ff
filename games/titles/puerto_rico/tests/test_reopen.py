"""Placing workers anew at a table: no time is won by it, and nobody goes on for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Seat, Table
from games.table.actions import player_actions
from games.table.session import decision_limits
from games.table.session.loader import load_match
from games.time_controls import DAY, HOUR
from portal.errors import ActionError
from tests.games.table.reliability_at import PositionTable

from .rules.positions import mayor, set_board, start

WORKERS = ("staff corn 1", "staff indigo 1")


@pytest.fixture
def placement_table(people: list[User]) -> Table:
    """Seats 0 and 2 place two workers each; three hours of their day are left."""
    match = start(3)
    for seat in (0, 2):
        tiles = {"corn": (1, 0), "indigo": (1, 0), "sugar": (1, 0)}
        set_board(match, seat, tiles=tiles, san_juan=1)
    mayor(match, 0)
    assert match.actors == (0, 2)
    standing = PositionTable(match, people)
    standing.put(match)
    table = standing.table
    since = timezone.now() - timedelta(hours=21)
    table.seat_set.filter(number__in=match.actors).update(
        waiting_since=since, bank=DAY, due_at=since + timedelta(days=1)
    )
    return table


def seat_of(table: Table) -> Seat:
    return table.seat_set.select_related("user").get(number=2)


def enter(table: Table, *moves: str) -> None:
    user = seat_of(table).user
    assert user is not None
    player_actions.confirm(table.key, user, Table.objects.get(pk=table.pk).version, moves)


def test_a_clock_does_not_refill_by_placing_and_reopening(placement_table: Table) -> None:
    for _again in range(3):
        enter(placement_table, WORKERS[0])
        enter(placement_table, WORKERS[1])
        enter(placement_table, "reopen")
    seat = seat_of(placement_table)
    assert seat.due_at is not None
    left = (seat.due_at - timezone.now()).total_seconds()
    assert left == pytest.approx(3 * HOUR, abs=60)


def test_a_decision_is_reopened_so_often_and_then_stays(placement_table: Table) -> None:
    enter(placement_table, *WORKERS, *["reopen", *WORKERS] * decision_limits.MAX_REOPENINGS)
    moves = placement_table.moves.count()
    with pytest.raises(ActionError, match="20 times"):
        enter(placement_table, "reopen")
    assert placement_table.moves.count() == moves
    assert load_match(Table.objects.get(pk=placement_table.pk)).actors == (0,)


def test_after_many_moves_only_an_end_of_the_decision_is_taken(placement_table: Table) -> None:
    enter(placement_table, *WORKERS, "reopen")
    moves = placement_table.moves.count()
    placement_table.seat_set.filter(number=2).update(decision_moves=decision_limits.MAX_MOVES)
    with pytest.raises(ActionError, match="500 moves"):
        enter(placement_table, "staff corn 1")
    with pytest.raises(ActionError, match="500 moves"):
        enter(placement_table, *WORKERS, "reopen", *WORKERS)
    assert placement_table.moves.count() == moves
    enter(placement_table, *WORKERS)
    assert load_match(Table.objects.get(pk=placement_table.pk)).actors == (0,)
