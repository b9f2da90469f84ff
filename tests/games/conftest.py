"""People and tables to test with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Notification, Seat, Table
from games.table.session import transaction
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.games.title_installation import TitleInstallation

GAME = sample_titles.usual()


@pytest.fixture
def new_table(people: list[User]) -> Callable[..., Table]:
    """A running table of these people and bots."""

    def make(
        seats: int = 2,
        bots: tuple[str, ...] = (),
        clock: str = "day",
        name: str = "",
        **more: Any,
    ) -> Table:
        sitting = people[: seats - len(bots)]
        settings = TableSettings(seats, {}, PRESETS_BY_KEY[clock].clock, bots, **more)
        table = table_setup.open_table(sitting[0], GAME, settings, name=name)
        for user in sitting[1:]:
            table_setup.join(table.key, user)
        return Table.objects.get(pk=table.pk)

    return make


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    return new_table()


@pytest.fixture
def title_installation() -> Iterator[TitleInstallation]:
    """Changes which titles there are."""
    found = TitleInstallation()
    yield found
    found.as_before()


def make_notifications_due(user: User | None = None) -> None:
    """Whatever is still to be sent (to this person) is to be sent now."""
    waiting = Notification.objects.filter(state=Notification.State.WAITING)
    if user is not None:
        waiting = waiting.filter(user=user)
    waiting.update(send_at=timezone.now() - timedelta(seconds=1))


def refresh(seat: Seat) -> Seat:
    return Seat.objects.select_related("user").get(pk=seat.pk)


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def seats_of(table: Table) -> list[Seat]:
    return list(table.seat_set.select_related("user"))


def actor(table: Table) -> Seat:
    """The first seat that owes a decision."""
    found = table.seat_set.filter(waiting_since__isnull=False).select_related("user").first()
    assert found is not None
    return found


def player(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


def legal(table: Table, seat: Seat) -> list[str]:
    return load_match(fresh(table)).legal_moves(seat.number)


def play_on(table: Table, moves: int = 10_000, seed: int = 1) -> Table:
    """Enter random moves of whoever is to move, until the match is over or `moves` are made."""
    rng = random.Random(seed)
    if moves and fresh(table).is_running:
        enter_moves(table, moves, lambda match, seat: rng.choice(match.legal_moves(seat)))
    return fresh(table)


def enter_moves(table: Table, most: int, choose: Callable[[rules.Match, int], str]) -> None:
    """Enter moves of people and bots, until the match is over or so many are made.

    What a bot would choose is left out: it would take most of the time. One table session plays
    them, each with a version of its own. Clocks and journal are as if each had come by itself;
    notifications are composed once, for the last position.
    """
    with transaction.open_table(table.key) as held:
        for number in range(most):
            if not held.table.is_running:
                break
            held.table.version += number > 0  # storing them adds the last one
            seat = next(seat for seat in held.seats if seat.waiting_since is not None)
            source = Move.Source.BOT if seat.bot else Move.Source.PERSON
            held.play_moves(seat, [choose(held.match, seat.number)], source)
        transaction.commit([held])


def play_until_draftable(
    table: Table, seed: int = 1, *, also_handing_over: bool = False
) -> tuple[Table, Seat, str]:
    """Play on until somebody has a move that reveals nothing and leaves them to move."""
    for step in range(200):
        table = fresh(table)
        seat = actor(table)
        match = load_match(table)
        for move in match.legal_moves(seat.number):
            trial = match.copy()
            trial.play(seat.number, move)
            stays = also_handing_over or seat.number in trial.actors
            if trial.reveals == match.reveals and stays:
                return table, seat, move
        play_on(table, moves=1, seed=seed + step)
    raise AssertionError("no such move in 200 moves")
