"""A contest to test with, in the smallest format: everybody meets those next to them, twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from accounts.models import User
from games.clocks import BY_KEY
from games.contests import opening
from games.contests.formats import base
from games.contests.formats.offered import FORMATS
from games.lobby.terms import Terms
from games.models import Contest
from games.rules.reasons import Reason
from tests.games.conftest import GAME

WAITING = Reason("tables_run", "Tables are still being played.")


class Twice:
    """Two rounds of tables of two; who is left over has a bye."""

    key, name, summary = "twice", "Twice", "Two rounds."
    settings = base.Settings
    has_rounds, is_bracket, takes_late = True, False, True

    def next_tables(self, state: base.State) -> base.Answer:
        if any(one.is_running for one in state.played) and not state.is_due:
            return base.Wait(WAITING)
        if state.round == 2:
            running = any(one.is_running for one in state.played)
            return base.Wait(WAITING) if running else base.Over()
        free = [one.id for one in state.entrants if state.has_room(one)]
        number, pairs = state.round + 1, len(free) // 2
        tables = [base.Table(number, n + 1, (free[2 * n], free[2 * n + 1])) for n in range(pairs)]
        byes = [base.Bye(number, pairs + 1, one, WAITING) for one in free[2 * pairs :]]
        return base.Pairing(tuple(tables), tuple(byes))

    def standings(self, state: base.State) -> Sequence[base.Standing]:
        won = {one.id: 0 for one in state.entrants}
        for table in state.finished:
            for seat, place in zip(table.seats, table.places or (), strict=True):
                won[seat] += place == 1
        ranked = sorted(won, key=lambda one: -won[one])
        return [
            base.Standing(one, 1 + sum(won[other] > won[one] for other in won), float(won[one]))
            for one in ranked
        ]

    def waits(self, state: base.State) -> Mapping[int, Reason]:
        return {one.id: WAITING for one in state.entrants if not state.running[one.id]}


@pytest.fixture(autouse=True)
def twice() -> Iterator[None]:
    """The format is offered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FORMATS, Twice.key, Twice())
        yield


def terms(**more: Any) -> Terms:
    kept = {"seats": 2, "options": {}, "clock": BY_KEY["day"].clock, **more}
    return Terms(**kept)


Opens = Callable[..., Contest]


@pytest.fixture
def opens(people: list[User]) -> Opens:
    """Opens a contest of Ann's."""

    def make(places: int = 4, by: User | None = None, **more: Any) -> Contest:
        told = {"least": 2, "terms": terms(), **more}
        return opening.open_contest(
            by or people[0], "Autumn Cup", GAME, "twice", {}, places=places, **told
        )

    return make
