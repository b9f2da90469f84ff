"""A ladder: an order of people, in which one climbs by beating somebody above."""

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
    Finished,
    FormatDecision,
    FormatSettings,
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
    """
    Attributes:
        reach: how many places above oneself one may challenge.
        answer_days: after which a challenge that was not accepted is lost.
        idle_days: after which whoever plays nothing drops a place, again and again; 0: nobody does.
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
    """It lasts until it is closed. Whoever comes later begins at the foot.

    A row of the ledger with a single seat is no bye here: whoever it names has dropped a place. Its
    place says how far in the order that also has those who are out: 2 for one step.
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
            return Wait(wait_reasons.LAST_TABLES) if any(state.running.values()) else Finished()
        past = pairings.MeetingHistory.of(state.played, 2)
        number = max((one.number for one in state.played), default=0)
        tables: list[PairedTable] = []
        sits: Counter[int] = Counter()
        for one in state.challenges:
            two = (state.entrants_by_id[one.by], state.entrants_by_id[one.to])
            has_room = all(state.running[who.id] + sits[who.id] < who.wants for who in two)
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
    """Who is on the ladder, from the top."""
    return [one for one in full_ladder_order(state) if not state.entrants_by_id[one].is_out]


def full_ladder_order(state: TournamentState) -> list[int]:
    """Also who is out: as everybody entered, then moved by every result."""
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
    """How far each of these falls, one after another, to be below the next who is not out. Noted
    when it happens, so that whoever leaves later moves nobody."""
    ladder, found = list(everybody), list[int]()
    for one in idle:
        at = ladder.index(one)
        steps = next(n for n, other in enumerate(ladder[at:]) if n and other not in out)
        ladder.insert(at + steps, ladder.pop(at))
        found.append(steps)
    return found


def apply_result(ladder: list[int], table: TableResult) -> None:
    """Whoever finished ahead of people above them moves in above the highest of those; whoever has
    played nothing drops a place."""
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
    """For each finished table the winner and the loser, where the winner stood below; else None."""
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
    """Whom somebody may challenge now, the nearest last.

    Nobody gets out of reach by blocking, by a match that lasts or by challenges that wait.

    `ladder`: its order, or the part of it around them, where that is known.
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
