"""How long a person took to answer, measured by the table session within their open hours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.clock_calendar import Calendar, open_seconds
from games.models import Heartbeat, Move, Seat, Table
from games.table.session import heartbeat, transaction
from tests.games.conftest import actor, fresh, player

HOUR = 3600
BY_DAY = [[8 * 60, 20 * 60]] * 7


def backdate_wait(table: Table, hours: float) -> Seat:
    """Whoever is to move has been asked so long ago."""
    seat = actor(table)
    since = timezone.now() - timedelta(hours=hours)
    Seat.objects.filter(pk=seat.pk).update(waiting_since=since)
    return seat


def answer(table: Table, seat: Seat, by: str = Move.Source.PERSON) -> list[int]:
    """A seat moves until it owes nothing more; what its answers took, rounded to minutes."""
    before = fresh(table).move_count
    for _move in range(60):
        with transaction.open_table(table.key) as session:
            if seat.number not in session.match.actors:
                break
            held = session.seats[seat.number]
            session.play_moves(held, [session.match.legal_moves(seat.number)[0]], by)
            transaction.commit([session])
    moves = table.moves.filter(number__gt=before, took__isnull=False)
    assert {move.seat for move in moves} <= {seat.number}
    return [round((move.took or 0) / 60) for move in moves]


def test_the_last_move_of_an_answer_keeps_what_it_took(table: Table) -> None:
    assert answer(table, backdate_wait(table, 2)) == [120]


@pytest.mark.parametrize("by", [Move.Source.CLOCK, Move.Source.STANDING, Move.Source.BOT])
def test_what_a_program_plays_is_no_answer(table: Table, by: str) -> None:
    assert answer(table, backdate_wait(table, 2), by) == []


def test_waits_of_one_answer_are_added(table: Table) -> None:
    seat = backdate_wait(table, 2)
    Seat.objects.filter(pk=seat.pk).update(answer_seconds=3.0 * HOUR)
    assert answer(table, seat) == [300]


def test_what_nobody_has_asked_for_is_no_answer(table: Table) -> None:
    """A decision that its own person has opened again, or one behind a move of the clock."""
    seat = backdate_wait(table, 2)
    Seat.objects.filter(pk=seat.pk).update(answer_seconds=None)
    assert answer(table, seat) == []
    assert fresh_seat(table, seat).answer_seconds is None


def fresh_seat(table: Table, seat: Seat) -> Seat:
    return table.seat_set.get(pk=seat.pk)


@pytest.mark.parametrize("pauses", Table.PausePolicy.values)
def test_an_answer_is_measured_in_the_hours_that_are_open(
    new_table: Callable[..., Table], people: list[User], pauses: str
) -> None:
    """Also at a table whose clock runs at night."""
    for user in people:
        user.availability.assign(calendar={"week": BY_DAY})
    table = new_table(pauses=pauses)
    seat = backdate_wait(table, 48)
    found = answer(table, seat)
    assert found == [24 * 60]


def test_in_one_sitting_every_hour_counts(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    closed = {"week": [[0, 1]] * 7}
    for user in people:
        user.availability.assign(calendar=closed)
    table = new_table(clock="live-10")
    assert answer(table, backdate_wait(table, 0.1)) == [6]


def test_vacations_do_not_count(new_table: Callable[..., Table], people: list[User]) -> None:
    table = new_table()
    seat = backdate_wait(table, 72)
    now = timezone.now()
    away = [[(now - timedelta(hours=50)).isoformat(), (now - timedelta(hours=2)).isoformat()]]
    Seat.objects.filter(pk=seat.pk).update(pauses={"away": away})
    calendar = Calendar.of({"away": away})
    assert calendar is not None
    assert open_seconds(calendar, now - timedelta(hours=72), now) == pytest.approx(24 * HOUR)
    assert answer(table, seat) == [24 * 60]


@pytest.mark.parametrize("pauses", [{}, {"away": []}])
def test_the_site_s_own_absence_does_not_count(table: Table, pauses: dict[str, object]) -> None:
    seat = backdate_wait(table, 5)
    Seat.objects.filter(pk=seat.pk).update(pauses=pauses)
    now = timezone.now()
    Heartbeat.objects.update_or_create(
        process=Heartbeat.Process.WEB,
        defaults={
            "beat_at": now,
            "missed_from": now - timedelta(hours=4),
            "missed_until": now - timedelta(hours=1),
        },
    )
    heartbeat.return_lost_time()
    assert answer(table, seat) == [120]


def test_a_seat_that_a_bot_plays_is_not_measured(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = new_table(2, bots=("random",))
    assert player(next(s for s in table.seat_set.all() if s.user_id)) == people[0]
    bot = table.seat_set.get(user=None)
    assert bot.answer_seconds is None
