"""An arena: everybody plays as much as they like until it closes, and their best tables count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.reasons import Reason
from games.rules.reasons import marked as _

from .. import pairing, points
from . import words
from .base import Answer, Fault, Over, Pairing, Settings, Standing, State, Table, Wait, between

SOON = Reason("soon", _("Gets a seat as soon as there are enough people for a table."))


@dataclass(frozen=True)
class ArenaSettings(Settings):
    """
    Attributes:
        best: how many of a person's tables count, the best ones.
    """

    best: int = 5

    def faults(self) -> list[Fault]:
        return [*super().faults(), *between("best", self.best, 1, 50)]


class Arena:
    """Whoever is free is seated at once, with people whom they have not just met if others come."""

    key = "arena"
    name = _("Arena")
    summary = _("Play as many matches as you like while it lasts. Your best ones count.")
    settings = ArenaSettings
    has_rounds, takes_late = False, True
    is_bracket = False

    def next_tables(self, state: State) -> Answer:
        runs = any(state.running.values())
        if state.is_closing:
            return Wait(words.LAST_TABLES) if runs else Over()
        scores = {line.entrant: line.points for line in self.standings(state)}
        people = [one for one in state.entrants if state.has_room(one)]
        if len(people) < state.settings.least:
            return Wait(words.TOO_FEW)
        people.sort(key=lambda one: (-scores[one.id], -one.rating, one.seed))
        number = max((one.number for one in state.played), default=0)
        gap = pairing.near(scores, points.win(state.settings))
        drawn = pairing.draw(state, people, gap, state.chance(number))
        last = {one: table for table in state.played for one in table.seats}
        tables: list[Table] = []
        for seats in drawn.tables:
            just_met = {last.get(one) for one in seats}
            if not runs or len(just_met) > 1 or None in just_met:
                tables.append(Table(1, number + len(tables) + 1, seats))
        if not tables:
            return Wait(SOON if runs else words.TOO_FEW)
        seated = {one for table in tables for one in table.seats}
        rests = {one.id: SOON for one in people if one.id not in seated}
        return Pairing(tuple(tables), rests=rests | words.not_free(state))

    def standings(self, state: State) -> Sequence[Standing]:
        assert isinstance(state.settings, ArenaSettings)
        return points.standings(
            state.settings, state.entrants, state.finished, best=state.settings.best
        )

    def waits(self, state: State) -> Mapping[int, Reason]:
        return words.idle(state, {}, SOON)
