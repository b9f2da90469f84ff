"""Swiss: a number of rounds, in each of which people meet others with about the same points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .. import pairings, points
from . import wait_reasons
from .base import (
    MAX_ROUNDS,
    Bye,
    FormatDecision,
    FormatSettings,
    NoMoreRounds,
    PairedTable,
    Pairing,
    SettingFault,
    StandingsRow,
    TournamentState,
    Wait,
    check_range,
)


@dataclass(frozen=True)
class SwissSettings(FormatSettings):
    """The settings of a Swiss tournament.

    Attributes:
        rounds: the number of rounds.
    """

    rounds: int = 5

    def faults(self) -> list[SettingFault]:
        return [*super().faults(), *check_range("rounds", self.rounds, 1, MAX_ROUNDS)]


def max_rounds(people: int, size: int) -> int:
    """Return in how many rounds so many people need not meet anyone twice.

    >>> max_rounds(4, 4), max_rounds(16, 4), max_rounds(8, 2)
    (1, 5, 7)
    """
    return max(1, (people - 1) // (size - 1))


class Swiss:
    """The first round mixes people of different strength; later ones pair equal points."""

    key = "swiss"
    name = _("Swiss")
    summary = _("A few rounds. In each, you play people with about as many points as you.")
    settings = SwissSettings
    has_rounds = allows_late_entry = True
    is_bracket = False

    def next_tables(self, state: TournamentState) -> FormatDecision:
        assert isinstance(state.settings, SwissSettings)
        number = state.round + 1
        runs = any(state.running_counts.values())
        stay = [one for one in state.entrants if not one.is_out]
        if number > state.settings.rounds or state.is_closing or len(stay) < state.settings.least:
            return Wait(wait_reasons.LAST_TABLES) if runs else NoMoreRounds()
        if runs and not state.is_round_due:
            return Wait(wait_reasons.ROUND_RUNS)
        lines = self.standings(state)
        ranked = [state.entrants_by_id[line.entrant] for line in lines]
        # A slow table of an earlier round keeps nobody out of this one: a missed round brings no
        # points, so an opponent could cost a rival a round by playing slowly.
        free = [one for one in ranked if not (one.is_out or one.is_away)]
        people = [one for one in free if one.since_round <= number]
        if len(people) < state.settings.least:
            people = free  # without the late joiners, there would be no round to join
        if len(people) < state.settings.least:
            return Wait(wait_reasons.TOO_FEW)
        scores = {line.entrant: line.points for line in lines}
        if number > 1:
            people.sort(key=lambda one: (-scores[one.id], -one.rating, one.seed))
        win = points.win_margin(state.settings)
        drawn = pairings.draw_tables(
            state,
            people,
            pairings.score_gap_cost(scores, win),
            state.chance(number),
            pots=number == 1,
            rested=state.missed_rounds,
        )
        tables = tuple(PairedTable(number, n, seats) for n, seats in enumerate(drawn.tables, 1))
        byes = tuple(
            Bye(number, n, one, wait_reasons.NO_SEAT)
            for n, one in enumerate(drawn.left, len(tables) + 1)
        )
        if not tables and not byes:
            return NoMoreRounds()  # everyone is barred
        paired = {one.id for one in people}
        later = {one.id: wait_reasons.LATER for one in free if one.id not in paired}
        barred = dict.fromkeys(drawn.barred, wait_reasons.SITS_OUT)
        absent = {
            one: why
            for one, why in wait_reasons.unavailable_reasons(state).items()
            if one not in paired
        }
        return Pairing(tables, byes, later | barred | absent)

    def standings(self, state: TournamentState) -> Sequence[StandingsRow]:
        return points.overall_standings(state, missed=state.missed_rounds)

    def waits(self, state: TournamentState) -> Mapping[int, Reason]:
        others: dict[int, Reason] = {}
        if not any(state.running_counts.values()):  # otherwise a new round would have begun
            return wait_reasons.idle_reasons(state, others, wait_reasons.TOO_FEW)
        for table in state.played:
            if table.round == state.round:
                why = wait_reasons.NO_SEAT if table.is_bye else wait_reasons.ROUND_RUNS
                others |= dict.fromkeys(table.seats, why)
        for one in state.entrants:
            if one.blocked_ids and one.since_round <= state.round:
                others.setdefault(one.id, wait_reasons.SITS_OUT)
        return wait_reasons.idle_reasons(state, others, wait_reasons.LATER)
