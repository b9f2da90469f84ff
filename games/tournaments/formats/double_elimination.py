"""Double elimination with two at a table: two losses eliminate a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

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
    StandingsRow,
    TournamentState,
    Wait,
)
from .knockout import KNOCKED_OUT

LIVES = 2


@dataclass(frozen=True)
class DoubleEliminationSettings(FormatSettings):
    """The shared settings; this format has none of its own."""

    sizes: ClassVar[range] = range(2, 3)


class DoubleElimination:
    """In each round the unbeaten meet, and those with one loss, until one of each is left."""

    key = "double_elimination"
    name = _("Double elimination")
    summary = _(
        "Two players a table. You are eliminated after two losses. You may meet "
        "people you have blocked."
    )
    settings = DoubleEliminationSettings
    has_rounds, is_bracket, allows_late_entry = True, True, False

    def next_tables(self, state: TournamentState) -> FormatDecision:
        if any(state.running_counts.values()):
            return Wait(wait_reasons.ROUND_RUNS)
        lost = count_losses(state)
        alive = find_alive(state, lost)
        # the last of the list sits out: of those with the fewest byes, the best seed
        alive.sort(key=lambda one: -one.seed)
        if len(alive) < 2:
            return NoMoreRounds()
        groups = [[one for one in alive if lost[one.id] == times] for times in range(LIVES)]
        if len(alive) == 2:
            groups = [alive]
        number = state.round + 1
        seats: list[tuple[int, ...]] = []
        left: list[int] = []
        for times, group in enumerate(groups):
            chance = state.chance(number, times)
            drawn = pairings.draw_tables(
                state, group, lambda one, other: 0, chance, pots=True, strict=False
            )
            seats += drawn.tables
            left += drawn.left
        tables = [PairedTable(number, n, each) for n, each in enumerate(seats, 1)]
        byes = [
            Bye(number, n, one, wait_reasons.NO_SEAT) for n, one in enumerate(left, len(tables) + 1)
        ]
        return Pairing(tuple(tables), tuple(byes))

    def standings(self, state: TournamentState) -> Sequence[StandingsRow]:
        """Rank people who can still win first, the unbeaten on top; then those who lost later."""
        lost = count_losses(state)
        last = {one: table.round for table in state.finished_tables for one in table.seats}
        is_over = not any(state.running_counts.values()) and len(find_alive(state, lost)) < 2

        def is_alive(one: Entrant) -> bool:
            return lost[one.id] < LIVES and not one.is_out

        def key(one: Entrant) -> tuple[float, ...]:
            if is_alive(one):
                return (False, 0, lost[one.id])
            return (one.is_out, 1, -last.get(one.id, 0))

        def fate(rank: int, one: Entrant) -> str:
            if not is_alive(one):
                return "lost"
            return "won" if is_over else "on"

        lines = {line.entrant: line for line in points.overall_standings(state)}
        return points.rank_entrants(state.entrants, lines, key, fate)

    def waits(self, state: TournamentState) -> Mapping[int, Reason]:
        lost = count_losses(state)
        found = {}
        for one in state.entrants:
            if not state.running_counts[one.id]:
                out = wait_reasons.OUT if one.is_out else KNOCKED_OUT
                found[one.id] = (
                    out if one.is_out or lost[one.id] >= LIVES else wait_reasons.ROUND_RUNS
                )
        return found


def find_alive(state: TournamentState, lost: Mapping[int, int]) -> list[Entrant]:
    """Return the entrants who can still win."""
    return [one for one in state.entrants if not one.is_out and lost[one.id] < LIVES]


def count_losses(state: TournamentState) -> Counter[int]:
    """Return how often everyone has lost; a draw counts as a win of the better seed."""
    lost: Counter[int] = Counter()
    for table in state.finished_tables:
        if table.is_bye:
            continue
        places = dict(zip(table.seats, points.effective_ranks(table), strict=True))
        stayed = [one for one in table.seats if one not in table.forfeits]
        lost.update(table.forfeits)
        if len(stayed) == len(table.seats):
            lost[max(stayed, key=lambda one: (places[one], state.entrants_by_id[one].seed))] += 1
    return lost
