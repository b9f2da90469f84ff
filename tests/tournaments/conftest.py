"""A tournament to test with, in the smallest format: everybody meets those next to them, twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.ratings.models import Rating
from games.rules.reasons import Reason
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation, lifecycle, registration, results
from games.tournaments import tasks as tournaments_tasks
from games.tournaments.formats import base
from games.tournaments.formats.registry import FORMATS
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.tournament_settings import TournamentSettings
from tests.games.conftest import GAME, new_table, table

__all__ = ["new_table", "table"]

WAITING = Reason("tables_run", "Tables are still being played.")


class Twice:
    """Two rounds of tables of two; who is left over has a bye."""

    key, name, summary = "twice", "Twice", "Two rounds."
    settings = base.FormatSettings
    has_rounds, is_bracket, allows_late_entry = True, False, True

    def next_tables(self, state: base.TournamentState) -> base.FormatDecision:
        if any(one.is_running for one in state.played) and not state.is_round_due:
            return base.Wait(WAITING)
        if state.round == 2:
            running = any(one.is_running for one in state.played)
            return base.Wait(WAITING) if running else base.NoMoreRounds()
        free = [one.id for one in state.entrants if state.has_room(one)]
        number, pairs = state.round + 1, len(free) // 2
        tables = [
            base.PairedTable(number, n + 1, (free[2 * n], free[2 * n + 1])) for n in range(pairs)
        ]
        byes = [base.Bye(number, pairs + 1, one, WAITING) for one in free[2 * pairs :]]
        return base.Pairing(tuple(tables), tuple(byes))

    def standings(self, state: base.TournamentState) -> Sequence[base.StandingsRow]:
        won = {one.id: 0 for one in state.entrants}
        for one_table in state.finished_tables:
            for seat, place in zip(one_table.seats, one_table.places or (), strict=True):
                won[seat] += place == 1
        ranked = sorted(won, key=lambda one: -won[one])
        return [
            base.StandingsRow(one, 1 + sum(won[other] > won[one] for other in won), float(won[one]))
            for one in ranked
        ]

    def waits(self, state: base.TournamentState) -> Mapping[int, Reason]:
        return {one.id: WAITING for one in state.entrants if not state.running_counts[one.id]}


@pytest.fixture(autouse=True)
def twice() -> Iterator[None]:
    """The format is offered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FORMATS, Twice.key, Twice())
        yield


def terms(**more: Any) -> TableSettings:
    kept = {"seats": 2, "options": {}, "clock": PRESETS_BY_KEY["day"].clock, **more}
    return TableSettings(**kept)


Opens = Callable[..., Tournament]


@pytest.fixture
def opens(people: list[User]) -> Opens:
    """Opens a tournament of Ann's."""

    def make(places: int = 4, by: User | None = None, **more: Any) -> Tournament:
        arguments = {"least": 2, "table_settings": terms(), **more}
        return creation.create_tournament(
            by or people[0],
            TournamentSettings("Autumn Cup", GAME, "twice", {}, places=places, **arguments),
        )

    return make


@pytest.fixture
def running_tournament(people: list[User], opens: Opens) -> Tournament:
    """A tournament of five, Eva the strongest, whose first round runs: Ann, the weakest, has a
    bye.
    """
    for value, user in zip((1400, 1500, 1600, 1700, 1800), people, strict=True):
        Rating.objects.create(user=user, game=GAME, value=value)
    tournament = opens(places=5)
    for user in people:
        registration.enter(tournament.key, user)
    assert tournaments_tasks.advance_due_tournaments() == 1
    lifecycle.advance(tournament.pk)
    return Tournament.objects.get()


def running_tables(tournament: Tournament) -> list[TournamentTable]:
    return [one for one in results.tables_of(tournament) if one.finished_at is None]


def usernames_at(one: TournamentTable) -> list[str]:
    assert one.table is not None
    return [str(seat.user) for seat in one.table.seat_set.select_related("user")]


def call_off_tables(*tables: TournamentTable) -> None:
    """Over at once, the same for all."""
    keys = [one.table_id for one in tables]
    Table.objects.filter(pk__in=keys).update(
        status=Table.Status.CALLED_OFF, ended_at=timezone.now()
    )
    Seat.objects.filter(table__in=keys).update(waiting_since=None, due_at=None)
