"""No computation that grows with the number of entries runs inside a write transaction."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Notification, Seat, Table
from games.tournaments import (
    creation,
    ladder_challenges,
    lifecycle,
    pairings,
    points,
    registration,
)
from games.tournaments import tournament_series as series_module
from games.tournaments.formats import groups, ladder
from games.tournaments.formats.registry import FORMATS
from games.tournaments.models import Tournament, TournamentEntry, TournamentSeries, TournamentTable
from games.tournaments.tournament_settings import RepeatSchedule, TournamentSettings
from tests.games.conftest import GAME
from tests.tournaments.conftest import terms

# Transactions are real here, so that `in_atomic_block` says what holds on the site.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.same_everywhere]

# What a format computes with; all of its answers and standings go through these.
HEART = [
    (pairings, "group_people"),
    (pairings, "draw_tables"),
    (points, "build_scorecards"),
    (points, "rank_entrants"),
    (groups, "build_schedule"),
    (ladder, "full_ladder_order"),
]


@pytest.fixture
def computed_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The names of what was computed; fails where a transaction was open meanwhile."""
    names: set[str] = set()
    held: set[str] = set()

    def watch(name: str, compute: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(compute)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            names.add(name)
            if connection.in_atomic_block:
                held.add(name)
            return compute(*args, **kwargs)

        return wrapper

    for module, name in HEART:
        monkeypatch.setattr(module, name, watch(name, getattr(module, name)))
    for form in FORMATS.values():
        for name in ("next_tables", "standings"):
            monkeypatch.setattr(form, name, watch(name, getattr(form, name)), raising=False)
    yield names
    assert held == set()


@pytest.fixture
def players() -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in "abcdef"]


def create_tournament(by: User, key: str, **more: Any) -> Tournament:
    about: dict[str, Any] = {"places": 6, "least": 2, "days": 9 if key != "swiss" else 0, **more}
    if FORMATS[key].is_bracket:
        about["days"] = 0
    return creation.create_tournament(
        by,
        TournamentSettings("Cup", GAME, key, {}, terms(), **about),
    )


def end_all_tables() -> None:
    Table.objects.filter(status=Table.Status.RUNNING).update(
        status=Table.Status.CALLED_OFF, ended_at=timezone.now()
    )
    Seat.objects.update(waiting_since=None, due_at=None)


@pytest.mark.parametrize("key", FORMATS)
def test_tournament_computes_nothing_in_a_transaction(
    key: str, players: list[User], computed_names: set[str]
) -> None:
    """From its start to its end, with entries, withdrawals and a correction in between."""
    start = timezone.now() + timedelta(days=2)
    tournament = create_tournament(players[0], key, starts_at=start, check_in=60)
    for user in players[:5]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk, start - timedelta(minutes=30))
    TournamentEntry.objects.update(checked_in_at=start)
    assert lifecycle.advance(tournament.pk, start)
    if FORMATS[key].allows_late_entry:
        registration.enter(tournament.key, players[5])
    registration.withdraw(tournament.key, players[1])
    staff = User.objects.create(username="staff", is_staff=True)
    registration.disqualify(tournament.key, staff, players[2], "Two accounts.")
    if key == "ladder":
        ladder_challenges.make_challenge(tournament.key, players[5], players[4])
        ladder_challenges.answer_challenge(tournament.key, players[4], accepts=True)
    for _step in range(3):
        end_all_tables()
        lifecycle.advance(tournament.pk, start + timedelta(days=1))
    if key == "ladder":
        lifecycle.advance(tournament.pk, start + timedelta(days=16))  # somebody drops
    if Tournament.objects.get(pk=tournament.pk).is_running:
        lifecycle.end_early(tournament.key, staff, "Enough.")
    TournamentTable.objects.filter(table__isnull=False).update(result=None)
    lifecycle.advance(tournament.pk)
    assert {"next_tables", "standings"} <= computed_names


def test_season_computes_nothing_in_a_transaction(
    players: list[User], computed_names: set[str]
) -> None:
    tournament = create_tournament(players[0], "groups", repeats=RepeatSchedule(1))
    for user in players:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    lifecycle.end_early(
        tournament.key, User.objects.create(username="staff", is_staff=True), "Enough."
    )
    computed_names.clear()
    assert series_module.open_next_season(TournamentSeries.objects.get().pk)
    following = Tournament.objects.latest("pk")
    assert following.season_number == 2
    lifecycle.advance(following.pk, following.starts_at)
    assert "standings" in computed_names


def test_step_reads_its_rows_once_and_stores_its_notifications_with_one_statement() -> None:
    users = [User.objects.create(username=f"player{n}") for n in range(6)]
    tournament = create_tournament(users[0], "swiss")
    for user in users:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    end_all_tables()
    with CaptureQueriesContext(connection) as captured:
        assert lifecycle.advance(tournament.pk)
    assert tournament.rounds.count() == 2

    def count(text: str) -> int:
        return sum(text in one["sql"] for one in captured)

    assert count(f'SELECT "{TournamentEntry._meta.db_table}"."id"') == 1
    # once to compute, and once locked
    assert count(f'SELECT "{TournamentTable._meta.db_table}"."id"') == 2
    assert count(f'INSERT INTO "{Notification._meta.db_table}"') == 1


def test_more_people_need_no_more_statements_at_the_start() -> None:
    """The tournament's row is held while they are written, and on SQLite nobody else writes
    then.
    """
    counts = []
    for name, people in (("few", 4), ("many", 60)):
        users = [User.objects.create(username=f"{name}{n}") for n in range(people)]
        start = timezone.now() + timedelta(days=2)
        tournament = create_tournament(users[0], "swiss", places=people, starts_at=start)
        for user in users:
            registration.enter(tournament.key, user)
        with CaptureQueriesContext(connection) as begun:
            assert lifecycle._start_if_due(tournament, start)
        tournament.refresh_from_db()
        with CaptureQueriesContext(connection) as drafted:
            draft = lifecycle._compute_step(tournament, start, is_tended=False)
        with CaptureQueriesContext(connection) as written:
            assert lifecycle._write_step(draft, start) == lifecycle.WRITTEN
        assert TournamentTable.objects.filter(round__tournament=tournament).count() == people // 2
        counts.append((len(begun), len(drafted), len(written)))
    assert counts[0] == counts[1]
