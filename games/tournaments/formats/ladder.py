"""Ladder: an order of people, in which one climbs by beating someone above."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .. import pairings, points
from . import wait_reasons
from .base import (
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

CHALLENGE = Reason("challenge", _("Challenge someone above you, or wait to be challenged."))


@dataclass(frozen=True)
class LadderSettings(FormatSettings):
    """The settings of a ladder.

    Attributes:
        reach: how many places above oneself one may challenge.
        answer_days: days after which a challenge that was not accepted costs the place.
        idle_days: days without a match after which people drop a place, repeatedly; 0: never.
    """

    reach: int = 3
    answer_days: int = 3
    idle_days: int = 14

    sizes: ClassVar[range] = range(2, 3)

    def faults(self) -> list[SettingFault]:
        return [
            *super().faults(),
            *check_range("reach", self.reach, 1, 20),
            *check_range("answer_days", self.answer_days, 1, 30),
            *check_range("idle_days", self.idle_days, 0, 365),
        ]


class Ladder:
    """It lasts until it is closed. Late entrants begin at the bottom.

    A result with a single seat is no bye here: that person has dropped. Its place says how far, in
    the order that also has people who are out: 2 for one step.
    """

    key = "ladder"
    name = _("Ladder")
    summary = _(
        "Challenge people a few places above you. If you win, you take the place just above them."
    )
    settings = LadderSettings
    has_rounds, allows_late_entry = False, True
    is_bracket = False

    def next_tables(self, state: TournamentState) -> FormatDecision:
        if state.is_closing:
            is_running = any(state.running_counts.values())
            return Wait(wait_reasons.LAST_TABLES) if is_running else NoMoreRounds()
        past = pairings.MeetingHistory.of(state.played, 2)
        number = max((one.number for one in state.played), default=0)
        tables: list[PairedTable] = []
        sits: Counter[int] = Counter()
        for one in state.challenges:
            two = (state.entrants_by_id[one.by], state.entrants_by_id[one.to])
            has_room = all(state.running_counts[who.id] + sits[who.id] < who.wants for who in two)
            if all(map(_is_available, two)) and (has_room or one.is_due):
                number += 1
                seats = pairings.starting_order((one.by, one.to), past, state.chance(number))
                past.add(seats)
                sits.update(seats)
                tables.append(PairedTable(1, number, seats))
        return Pairing(tuple(tables)) if tables else Wait(CHALLENGE)

    def standings(self, state: TournamentState) -> Sequence[StandingsRow]:
        place = {one: number for number, one in enumerate(ladder_order(state))}
        met = [one for one in state.finished_tables if points.is_played_match(one)]
        counted = points.standings(state.settings, state.entrants, met)
        lines = {line.entrant: line for line in counted}

        def key(one: Entrant) -> tuple[float, ...]:
            return (one.is_out, place.get(one.id, 0))

        return points.rank_entrants(state.entrants, lines, key)

    def waits(self, state: TournamentState) -> Mapping[int, Reason]:
        return wait_reasons.idle_reasons(state, {}, CHALLENGE)


def ladder_order(state: TournamentState) -> list[int]:
    """Return the entrants on the ladder, from the top."""
    return [one for one in full_ladder_order(state) if not state.entrants_by_id[one].is_out]


def full_ladder_order(state: TournamentState) -> list[int]:
    """Return the ladder with people who are out: the order of entry, changed by every result."""
    found = _entry_order(state)
    for table in state.finished_tables:
        apply_result(found, table)
    return found


def _entry_order(state: TournamentState) -> list[int]:
    return [
        one.id
        for one in sorted(state.entrants, key=lambda one: (one.since_round, one.seed, one.id))
    ]


def drop_distances(
    everybody: Sequence[int], out: Collection[int], idle: Sequence[int]
) -> list[int]:
    """Return how far each idle person drops, in this order, to be below the next active one.

    Active people are those who are not out. The distance is stored when it happens, so that people
    who leave later move nobody.
    """
    ladder, found = list(everybody), list[int]()
    for one in idle:
        at = ladder.index(one)
        steps = next(n for n, other in enumerate(ladder[at:]) if n and other not in out)
        ladder.insert(at + steps, ladder.pop(at))
        found.append(steps)
    return found


def apply_result(ladder: list[int], table: TableResult) -> None:
    """Change the order by a result.

    A person who finished ahead of people above them moves to just above the highest of those. A
    person who played nothing drops.
    """
    if table.is_bye:
        at, (place,) = ladder.index(table.seats[0]), table.places or (1,)
        ladder.insert(at + place - 1, ladder.pop(at))
        return
    places = dict(zip(table.seats, points.effective_ranks(table), strict=True))
    for one in sorted(table.seats, key=lambda one: (places[one], ladder.index(one))):
        at = ladder.index(one)
        above = [other for other in ladder[:at] if places.get(other, 0) > places[one]]
        if above:
            ladder.remove(one)
            ladder.insert(ladder.index(above[0]), one)


def find_takeovers(state: TournamentState) -> list[tuple[int, int] | None]:
    """Return for each finished table its winner and loser, if the winner stood below; else None."""
    ladder, found = _entry_order(state), list[tuple[int, int] | None]()
    for table in state.finished_tables:
        pair = None
        if len(table.seats) == 2:
            (best, winner), (worst, loser) = sorted(
                zip(points.effective_ranks(table), table.seats, strict=True)
            )
            if best < worst and ladder.index(winner) > ladder.index(loser):
                pair = (winner, loser)
        found.append(pair)
        apply_result(ladder, table)
    return found


def _is_available(one: Entrant) -> bool:
    return not (one.is_out or one.is_away)


def find_challengeable(state: TournamentState, one: int, ladder: Sequence[int] = ()) -> list[int]:
    """Return the entrants whom someone may challenge now, the nearest last.

    Blocking, a long match or waiting challenges put nobody out of reach.

    `ladder` is its order, or the part around the two, if the caller knows it.
    """
    assert isinstance(state.settings, LadderSettings)
    if state.is_closing or not _is_available(state.entrants_by_id[one]):
        return []
    ladder = ladder or ladder_order(state)
    at = ladder.index(one)
    busy = [{*table.seats} for table in state.played if table.is_running]
    busy += [{each.by, each.to} for each in state.challenges]
    return [
        other
        for other in ladder[max(0, at - state.settings.reach) : at]
        if {one, other} not in busy and _is_available(state.entrants_by_id[other])
    ]
