"""People and tables to test with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.clocks import BY_KEY
from games.lobby import gathering
from games.models import Notice, Seat, Table
from games.table import play
from tests import sample
from tests.games.installed import Installed

GAME = sample.usual()


@pytest.fixture
def new_table(people: list[User]) -> Callable[..., Table]:
    """A running table of these people and bots."""

    def make(seats: int = 2, bots: tuple[str, ...] = (), clock: str = "day", **more: str) -> Table:
        sitting = people[: seats - len(bots)]
        table = gathering.open_table(
            sitting[0], GAME, seats, {}, BY_KEY[clock].clock, bot_levels=bots, **more
        )
        for user in sitting[1:]:
            gathering.join(table.key, user)
        return Table.objects.get(pk=table.pk)

    return make


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    return new_table()


@pytest.fixture
def installed() -> Iterator[Installed]:
    """Changes which titles there are."""
    found = Installed()
    yield found
    found.as_before()


def notices_fall_due(user: User | None = None) -> None:
    """Whatever is still to be sent (to this person) is to be sent now."""
    waiting = Notice.objects.filter(state=Notice.State.WAITING)
    if user is not None:
        waiting = waiting.filter(user=user)
    waiting.update(send_at=timezone.now() - timedelta(seconds=1))


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
    return play.load(fresh(table)).legal_moves(seat.number)


def play_on(table: Table, moves: int = 10_000, seed: int = 1) -> Table:
    """Confirm random moves of whoever is to move, until the match is over or `moves` are made."""
    rng = random.Random(seed)
    for _ in range(moves):
        table = fresh(table)
        if not table.is_running:
            break
        seat = actor(table)
        if seat.bot:
            play.bot_turn(seat.pk)
        else:
            move = rng.choice(legal(table, seat))
            play.confirm(table.key, player(seat), table.version, [move])
    return fresh(table)


def play_until_draftable(
    table: Table, seed: int = 1, *, also_handing_over: bool = False
) -> tuple[Table, Seat, str]:
    """Play on until somebody has a move that reveals nothing and leaves them to move."""
    for step in range(200):
        table = fresh(table)
        seat = actor(table)
        match = play.load(table)
        for move in match.legal_moves(seat.number):
            trial = match.copy()
            trial.play(seat.number, move)
            stays = also_handing_over or seat.number in trial.actors
            if trial.reveals == match.reveals and stays:
                return table, seat, move
        play_on(table, moves=1, seed=seed + step)
    raise AssertionError("no such move in 200 moves")
