"""Knockout: the best of each table advance, the others are eliminated."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .. import pairings, points
from . import wait_reasons
from .base import (
    Bye,
    Entrant,
    FormatDecision,
    FormatSettings,
    NoMoreRounds,
    PairedTable,
    Pairing,
    SettingFault,
    StandingsRow,
    TableResult,
    TournamentState,
    Wait,
    check_range,
)

SEEDED = Reason("seeded", _("The top seeds get a bye so that the next round has full tables."))
KNOCKED_OUT = Reason("knocked_out", _("Eliminated."))


@dataclass(frozen=True)
class KnockoutSettings(FormatSettings):
    """The settings of a knockout.

    Attributes:
        go_on: how many advance from each table; more if the final would not be full otherwise.
    """

    go_on: int = 1

    def faults(self) -> list[SettingFault]:
        return super().faults() or check_range("go_on", self.go_on, 1, self.table_size - 1)


class Knockout:
    """Each table of a round has one person of each strength; in a draw, the better seed advances.

    People who are away are paired as well, because a bracket cannot go on without them.
    """

    key = "knockout"
    name = _("Knockout")
    summary = _(
        "The best players of each table advance and the others are eliminated, until "
        "one table is left. You may meet people you have blocked."
    )
    settings = KnockoutSettings
    has_rounds, is_bracket, allows_late_entry = True, True, False

    def next_tables(self, state: TournamentState) -> FormatDecision:
        assert isinstance(state.settings, KnockoutSettings)
        if any(state.running_counts.values()):
            return Wait(wait_reasons.ROUND_RUNS)
        if self._is_over(state):
            return NoMoreRounds()
        alive = find_alive(state)
        size, number = state.settings.table_size, state.round + 1
        tables = count_round_tables(len(alive), size, state.settings.go_on)
        seeded = len(alive) - tables * size if len(alive) >= size else 0
        past = pairings.MeetingHistory.of(state.played, size)
        alive.sort(key=lambda one: (past.byes[one.id], one.seed))
        rest, seated = alive[:seeded], sorted(alive[seeded:], key=lambda one: one.seed)
        chance = state.chance(number)
        drawn = pairings.draw_tables(
            state, seated, lambda one, other: 0, chance, pots=True, strict=False
        )
        begun = [PairedTable(number, n, seats) for n, seats in enumerate(drawn.tables, 1)]
        free = [*(one.id for one in rest), *drawn.left]
        byes = [Bye(number, n, one, SEEDED) for n, one in enumerate(free, len(begun) + 1)]
        return Pairing(tuple(begun), tuple(byes))

    def _is_over(self, state: TournamentState) -> bool:
        if any(state.running_counts.values()):
            return False
        return (
            is_final_round(state.played, state.round)
            or len(find_alive(state)) < state.settings.least
        )

    def standings(self, state: TournamentState) -> Sequence[StandingsRow]:
        """Rank by the round that people reached, then by their place at the last table."""
        assert isinstance(state.settings, KnockoutSettings)
        alive = {*find_advancing(state)}
        is_over = self._is_over(state)
        last = {one: table for table in state.finished_tables for one in table.seats}
        lines = {line.entrant: line for line in points.overall_standings(state)}

        def key(one: Entrant) -> tuple[float, ...]:
            table = last.get(one.id)
            if table is None:
                return (one.is_out, 0, 0)
            reached = table.round + (one.id in alive and not one.is_out)
            place = dict(zip(table.seats, points.effective_ranks(table), strict=True))[one.id]
            return (one.is_out, -reached, 0 if one.id in alive and not is_over else place)

        def fate(rank: int, one: Entrant) -> str:
            if is_over:
                return "won" if rank == 1 and not one.is_out else "lost"
            return "on" if one.id in alive and not one.is_out else "lost"

        return points.rank_entrants(state.entrants, lines, key, fate)

    def waits(self, state: TournamentState) -> Mapping[int, Reason]:
        alive = {*find_advancing(state)}
        found = {
            one.id: wait_reasons.ROUND_RUNS if one.id in alive else KNOCKED_OUT
            for one in state.entrants
        }
        return {
            one: wait_reasons.OUT if state.entrants_by_id[one].is_out else why
            for one, why in found.items()
            if not state.running_counts[one]
        }


def count_round_tables(count: int, size: int, go_on: int) -> int:
    """Return how many tables a round has: the fewest with which later rounds come out even.

    >>> [count_round_tables(count, 2, 1) for count in (16, 11, 6, 2)]
    [8, 3, 2, 1]
    >>> count_round_tables(20, 4, 2)
    2
    """
    even = size
    while even * size % go_on == 0 and even * size // go_on < count:
        even = even * size // go_on
    wanted = max(1, math.ceil((count - even) / (size - go_on)))
    return max(1, min(wanted, count // size))


def is_final_round(played: Sequence[TableResult], number: int) -> bool:
    """Whether a round was one table of all who were left."""
    there = [one for one in played if one.round == number]
    return len(there) == 1 and not there[0].is_bye


def find_alive(state: TournamentState) -> list[Entrant]:
    """Return the entrants who can still win, as far as that is known."""
    return [
        state.entrants_by_id[one]
        for one in find_advancing(state)
        if not state.entrants_by_id[one].is_out
    ]


def find_advancing(state: TournamentState) -> list[int]:
    """Return the entrants who advance to the next round, as far as that is known."""
    assert isinstance(state.settings, KnockoutSettings)
    there = [one for one in state.played if one.round == state.round]
    if not there:
        return [one.id for one in state.entrants]
    byes = [one.seats[0] for one in there if one.is_bye]
    tables = [one for one in there if not one.is_bye]
    # a final that is not full would be worse than tables from which more people advance
    want = max(
        state.settings.go_on,
        math.ceil((state.settings.table_size - len(byes)) / max(1, len(tables))),
    )
    found = list(byes)
    for table in tables:
        if table.is_running:
            found += table.seats
            continue
        places = dict(zip(table.seats, points.effective_ranks(table), strict=True))
        order = sorted(
            (one for one in table.seats if one not in table.forfeits),
            key=lambda one: (places[one], state.entrants_by_id[one].seed),
        )
        found += order[: 1 if len(there) == 1 else min(want, len(table.seats) - 1)]
    return found
