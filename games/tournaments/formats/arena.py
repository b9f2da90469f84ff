"""Arena: people play as much as they like until it closes, and their best tables count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .. import pairings, points
from . import wait_reasons
from .base import (
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

SEAT_SOON = Reason("soon", _("Waiting for enough people for a table."))


@dataclass(frozen=True)
class ArenaSettings(FormatSettings):
    """The settings of an arena.

    Attributes:
        best: how many of a person's best tables count.
    """

    best: int = 5

    def faults(self) -> list[SettingFault]:
        return [*super().faults(), *check_range("best", self.best, 1, 50)]


class Arena:
    """Free people are seated as soon as possible, with people they have met least.

    A result with a single seat is no bye here. That person would have met someone whom they block,
    so one table fewer counts for them.
    """

    key = "arena"
    name = _("Arena")
    summary = _("Play as many matches as you like while it lasts. Your best ones count.")
    settings = ArenaSettings
    has_rounds, allows_late_entry = False, True
    is_bracket = False

    def next_tables(self, state: TournamentState) -> FormatDecision:
        runs = any(state.running_counts.values())
        if state.is_closing:
            return Wait(wait_reasons.LAST_TABLES) if runs else NoMoreRounds()
        scores = {line.entrant: line.points for line in self.standings(state)}
        people = [one for one in state.entrants if state.has_room(one)]
        if len(people) < state.settings.least:
            return Wait(wait_reasons.TOO_FEW)
        people.sort(key=lambda one: (-scores[one.id], -one.rating, one.seed))
        number = max((one.number for one in state.played), default=0)
        gap = pairings.score_gap_cost(scores, points.win_margin(state.settings))
        drawn = pairings.draw_tables(state, people, gap, state.chance(number))
        may_begin = filter_fair_tables(state, drawn.tables) if runs else drawn.tables
        tables = [PairedTable(1, number + n, seats) for n, seats in enumerate(may_begin, 1)]
        last = {one: table for table in state.played for one in table.seats}
        new = [one for one in drawn.barred if one not in last or not last[one].is_bye]
        number += len(tables)
        missed = [Bye(1, number + n, one, wait_reasons.SITS_OUT) for n, one in enumerate(new, 1)]
        if not tables and not missed:
            return Wait(SEAT_SOON if runs else wait_reasons.TOO_FEW)
        seated = {one for table in tables for one in table.seats}
        rests = {one.id: SEAT_SOON for one in people if one.id not in seated}
        return Pairing(
            tuple(tables), tuple(missed), rests | wait_reasons.unavailable_reasons(state)
        )

    def standings(self, state: TournamentState) -> Sequence[StandingsRow]:
        assert isinstance(state.settings, ArenaSettings)
        missed = Counter(one.seats[0] for one in state.finished_tables if one.is_bye)
        return points.standings(
            state.settings,
            state.entrants,
            [one for one in state.finished_tables if not one.is_bye],
            best=state.settings.best,
            missed=missed,
        )

    def waits(self, state: TournamentState) -> Mapping[int, Reason]:
        return wait_reasons.idle_reasons(state, {}, SEAT_SOON)


def filter_fair_tables(
    state: TournamentState, tables: Iterable[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Return the tables at which nobody meets anyone again before they met all others as often.

    So friends cannot get a table together again and again. Nobody waits to meet a person who blocks
    them, so blocking everyone does not hold up the arena. People do wait to meet those they block,
    so two friends cannot block all others and meet again.
    """
    past = pairings.MeetingHistory.of(state.played, state.settings.table_size)
    here = [one for one in state.entrants if not one.is_out and not one.is_away]

    def is_fair(one: int, mates: Sequence[int]) -> bool:
        often = max(past.meetings(one, other) for other in mates if other != one)
        return all(
            often <= past.meetings(one, other.id)
            for other in here
            if other.id != one and one not in other.blocked_ids
        )

    return [seats for seats in tables if all(is_fair(one, seats) for one in seats)]
