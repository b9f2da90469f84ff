"""Round robin in groups, or in divisions of a league with promotion and relegation.

The schedule of a group depends only on its people at the start and the tournament's seed. When
people leave, their substitutes take over their tables, or these are played without them.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar, NamedTuple

from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .. import pairings, points, round_robin
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
    TournamentState,
    Wait,
    check_range,
)

OTHERS_BUSY = Reason(
    "others_busy", _("The other players of the next table are still playing or away.")
)
DONE = Reason("done", _("All matches are finished."))
EFFORT = 50_000  # pairs looked at for one round of a schedule
MAX_PLANS = 8
MAX_DIVISION_SIZE = 40  # a schedule of more takes too long

Round = tuple[tuple[int, ...], ...]


class LastSeason(NamedTuple):
    """How a season ended for one person: the next division, and the division and rank they had."""

    next: int
    division: int
    rank: int

    @property
    def move(self) -> int:
        """-1 for promotion, 0 to stay, 1 for relegation."""
        return self.next - self.division


@dataclass(frozen=True)
class GroupsSettings(FormatSettings):
    """The settings of a round robin or league.

    Attributes:
        division_size: about how many people play against each other.
        mixed: groups of equal strength, rather than divisions by strength.
        meetings: how often each pair meets; approximate if the numbers do not divide evenly.
        promoted, relegated: how many people move up and down at the end.
        is_bounded: whether the search for the schedule is bounded. It was not in earlier versions,
            and a tournament keeps the schedule with which it began.
    """

    division_size: int = 8
    mixed: bool = False
    meetings: int = 1
    promoted: int = 2
    relegated: int = 2
    is_bounded: bool = True

    has_average_byes: ClassVar[bool] = True

    def faults(self) -> list[SettingFault]:
        found = [*super().faults(), *check_range("meetings", self.meetings, 1, 4)]
        found += check_range(
            "division_size", self.division_size, self.table_size, MAX_DIVISION_SIZE
        )
        for name in ("promoted", "relegated"):
            found += check_range(name, getattr(self, name), 0, self.division_size // 2)
        return found


class Groups:
    """Every table begins as soon as its people are free, in the order of the schedule."""

    key = "groups"
    name = _("Round robin and league")
    summary = _(
        "Everyone in a group plays everyone else. In a league, the standings decide "
        "promotion and relegation."
    )
    settings = GroupsSettings
    has_rounds = allows_late_entry = False
    is_bracket = False

    def next_tables(self, state: TournamentState) -> FormatDecision:
        runs = any(state.running_counts.values())
        tables: list[PairedTable] = []
        byes: list[Bye] = []
        sits: Counter[int] = Counter()
        sit_out: set[int] = set()
        rest = False
        for number, table, seats, barred in pending_tables(state):
            if state.is_closing:
                here = [one for one in seats if not state.entrants_by_id[one].is_away]
                if len(here) < len(seats):
                    byes += _build_byes(number, table, here, is_walkover=True)
            elif len(seats) < state.settings.least:
                byes += _build_byes(number, table, seats, is_walkover=bool(barred))
                sit_out.update(barred)
            elif all(_is_free(state, one, sits) for one in seats):
                sits.update(seats)
                tables.append(PairedTable(number, table, seats))
                sit_out.update(barred)
            else:
                rest = True
        if tables or byes:
            seated = {one for each in tables for one in each.seats}
            rests = {one: why for one, why in self.waits(state).items() if one not in seated}
            rests |= dict.fromkeys(sit_out, wait_reasons.SITS_OUT)
            return Pairing(tuple(tables), tuple(byes), rests)
        if state.is_closing:
            return Wait(wait_reasons.LAST_TABLES) if runs else NoMoreRounds()
        return Wait(OTHERS_BUSY) if runs or rest else NoMoreRounds()

    def standings(self, state: TournamentState) -> Sequence[StandingsRow]:
        assert isinstance(state.settings, GroupsSettings)
        found: list[StandingsRow] = []
        groups = find_divisions(state)
        missed = count_missed_tables(state)
        for division, people in groups.items():
            inside = {one.id for one in people}
            rows = [one for one in state.finished_tables if inside.issuperset(one.seats)]
            lines = points.standings(state.settings, people, rows, missed=missed)
            stay = [line for line in lines if not state.entrants_by_id[line.entrant].is_out]
            up = {line.entrant for line in stay[: state.settings.promoted if division > 1 else 0]}
            last = len(stay) - (state.settings.relegated if division < len(groups) else 0)
            down = {line.entrant for line in stay[max(last, len(up)) :]}
            for line in lines:
                fate = "up" if line.entrant in up else "down" if line.entrant in down else "stay"
                if state.settings.mixed or state.entrants_by_id[line.entrant].is_out:
                    fate = ""
                found.append(replace(line, division=division, fate=fate))
        return found

    def waits(self, state: TournamentState) -> Mapping[int, Reason]:
        owe = {one for *_table, seats, _barred in pending_tables(state) for one in seats}
        others = {one.id: OTHERS_BUSY if one.id in owe else DONE for one in state.entrants}
        return wait_reasons.idle_reasons(state, others, DONE)


def _build_byes(number: int, table: int, people: Sequence[int], *, is_walkover: bool) -> list[Bye]:
    return [
        Bye(number, table + n, one, wait_reasons.NO_SEAT, is_walkover)
        for n, one in enumerate(people)
    ]


def _is_free(state: TournamentState, one: int, sits: Mapping[int, int]) -> bool:
    entrant = state.entrants_by_id[one]
    return state.has_room(replace(entrant, wants=entrant.wants - sits[one]))


def next_divisions(standings: Sequence[StandingsRow]) -> dict[int, int]:
    """Return the next division of everyone who stays."""
    moves = {"up": -1, "stay": 0, "down": 1}
    return {
        line.entrant: line.division + moves[line.fate] for line in standings if line.fate in moves
    }


def assign_divisions(
    people: Sequence[tuple[int, LastSeason | None]], size: int, least: int = 2
) -> dict[int, int]:
    """Return the divisions of the next season, by person.

    All but the lowest are full, and everyone gets the division they earned. Free places go to the
    best people below; newcomers begin in the lowest.

    Args:
        people: by strength, each with how their last season ended.
        size: people in a division.
        least: with fewer people, there is no lowest division of its own.
    """
    count = max(1, round(len(people) / size), math.ceil(len(people) / MAX_DIVISION_SIZE))
    while count > 1 and len(people) - (count - 1) * size < least:
        count -= 1
    found: dict[int, int] = {}
    left = dict(people)
    for division in range(1, count):
        known = {one: last for one, last in left.items() if last is not None}
        here = [one for one, last in known.items() if last.next <= division]
        here.sort(key=lambda one: (known[one].move, known[one].rank))
        below = [one for one in known if one not in here]
        below.sort(key=lambda one: (known[one].next, known[one].move % 3, known[one].rank))
        new = [one for one in left if one not in known]
        for one in (*here, *below, *new)[:size]:
            found[one] = division
            del left[one]
    return found | dict.fromkeys(left, count)


def find_divisions(state: TournamentState) -> dict[int, list[Entrant]]:
    """Return the entrants of each division, by seed: as assigned, or else divided by strength."""
    assert isinstance(state.settings, GroupsSettings)
    started = sorted(
        (one for one in state.entrants if not one.instead_of), key=lambda one: (one.seed, one.id)
    )
    size = state.settings.division_size
    count = max(1, round(len(started) / size), math.ceil(len(started) / MAX_DIVISION_SIZE))
    found: dict[int, list[Entrant]] = {}
    for number, one in enumerate(started):
        lap, at = divmod(number, count)
        if one.division:
            division = one.division
        elif state.settings.mixed:
            division = 1 + (at if lap % 2 == 0 else count - 1 - at)
        else:
            division = 1 + number * count // len(started)
        found.setdefault(division, []).append(one)
    where = {one.id: division for division, people in found.items() for one in people}
    for one in sorted(state.entrants, key=lambda one: one.seed):  # in the order of entry
        if one.instead_of in where:
            where[one.id] = where[one.instead_of]
            found[where[one.id]].append(one)
    return dict(sorted(found.items()))


def pending_tables(
    state: TournamentState,
) -> Iterator[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
    """Yield the tables that have not begun: round, number, seats as of now, and barred people.

    People are barred if they block someone else at the table. Numbers leave room for a bye for each
    seat.
    """
    begun = started_tables(state)
    for number, table, people in scheduled_tables(state):
        if (number, table) not in begun:
            barred = pairings.find_blockers([state.entrants_by_id[one] for one in people])
            out = tuple(one.id for one in barred)
            seats = tuple(one for one in people if one not in out)
            if seats:
                yield number, table, seats, out


def started_tables(state: TournamentState) -> dict[tuple[int, int], set[int]]:
    """Return the tables that have begun, by round and number, with everyone in their results."""
    size = state.settings.table_size
    found: dict[tuple[int, int], set[int]] = {}
    for one in state.played:
        found.setdefault((one.round, one.number - one.number % size), set()).update(one.seats)
    return found


def count_missed_tables(state: TournamentState) -> Counter[int]:
    """Return how many tables each person missed although they took place for others."""
    begun = started_tables(state)
    before = {one.id: one.instead_of for one in state.entrants if one.instead_of}
    missed: Counter[int] = Counter()
    for number, table, people in scheduled_tables(state):
        came = begun.get((number, table))
        if came is None:
            barred = pairings.find_blockers([state.entrants_by_id[one] for one in people])
            missed.update(one.id for one in barred if len(barred) == len(people))
            continue
        for one in people:
            earlier = one
            while earlier not in came and earlier in before:
                earlier = before[earlier]
            missed[one] += earlier not in came
    return missed


def scheduled_tables(state: TournamentState) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield every table of the schedule: round, number, and who will sit there as of now."""
    assert isinstance(state.settings, GroupsSettings)
    settings = state.settings
    instead = {one.instead_of: one.id for one in state.entrants if one.instead_of}

    def now(one: int) -> int:
        while state.entrants_by_id[one].is_out and one in instead:
            one = instead[one]
        return one

    numbers: Counter[int] = Counter()
    for division, people in find_divisions(state).items():
        ids = tuple(one.id for one in people if not one.instead_of)
        rounds = build_schedule(
            ids,
            settings.table_size,
            settings.least,
            settings.meetings,
            f"{state.seed}:{division}",
            settings.is_bounded,
        )
        for number, tables in enumerate(rounds, 1):
            for seats in tables:
                numbers[number] += 1
                there = tuple(
                    one for one in map(now, seats) if not state.entrants_by_id[one].is_out
                )
                yield number, numbers[number] * settings.table_size, there


@functools.lru_cache(maxsize=64)
def build_schedule(
    people: tuple[int, ...],
    size: int,
    least: int,
    meetings: int,
    seed: str,
    is_bounded: bool = True,
) -> tuple[Round, ...]:
    """Return rounds in which all pairs meet equally often, if possible; seats in starting order.

    People who sit out more often than others get a bye: a table of one.
    """
    rng = random.Random(seed)
    if len(people) < least:
        return ()
    people = tuple(rng.sample(people, len(people)))
    if size == 2:
        rounds = list(_circle_method(len(people), meetings))
    else:
        rounds = _search_schedule(len(people), size, least, meetings, is_bounded)
    past = pairings.MeetingHistory()
    sat: Counter[int] = Counter()
    found = []
    for tables in rounds:
        ordered = []
        for table in tables:
            seats = pairings.starting_order([people[one] for one in table], past, rng)
            past.add(seats)
            sat.update(seats)
            ordered.append(seats)
        found.append(tuple(ordered))
    most = max(sat.values())
    for one in people:
        rests = [number for number, tables in enumerate(found) if one not in chain(*tables)]
        for number in rests[: most - sat[one]]:
            found[number] = (*found[number], (one,))
    return tuple(found)


def _circle_method(count: int, meetings: int) -> Iterator[pairings.Groups]:
    """Keep one person in place and rotate the others: each pair meets once in each cycle."""
    wheel = [*range(count), *[-1] * (count % 2)]
    for _round in range(meetings * (len(wheel) - 1)):
        half = len(wheel) // 2
        pairs = zip(wheel[:half], reversed(wheel[half:]), strict=True)
        yield [list(pair) for pair in pairs if -1 not in pair]
        wheel.insert(1, wheel.pop())


@functools.cache
def _search_schedule(
    count: int, size: int, least: int, meetings: int, is_bounded: bool
) -> list[pairings.Groups]:
    """Return an even schedule; it is the same for all groups of this size."""
    sizes = pairings.table_sizes(count, min(size, count), least)
    rounds = _round_count(count, sizes, meetings)
    if is_bounded:
        return round_robin.plan_rounds(count, sizes, rounds)
    rng = random.Random(count)
    tries = MAX_PLANS if sum(sizes) < count else 1
    return min(
        (_plan_greedily(count, sizes, rounds, rng) for _try in range(tries)), key=_unevenness
    )


def _unevenness(plan: Sequence[pairings.Groups]) -> int:
    pairs = (pair for group in chain(*plan) for pair in itertools.combinations(sorted(group), 2))
    return sum(times * times for times in Counter(pairs).values())


def _plan_greedily(
    count: int, sizes: list[int], rounds: int, rng: random.Random
) -> list[pairings.Groups]:
    """Plan each round with as few repeated meetings as possible, then improve each in turn.

    For tournaments that began with such a schedule.
    """
    resting = count - sum(sizes)
    met = [[0] * count for _one in range(count)]
    rests: Counter[int] = Counter()

    def note(groups: pairings.Groups, by: int) -> None:
        for group in groups:
            for i, j in itertools.permutations(group, 2):
                met[i][j] += by

    def fill(groups: pairings.Groups) -> pairings.Groups:
        # what another meeting adds to the sum of squares
        cost = [[2 * met[i][j] + 1 if i != j else 0 for j in there] for i in there]
        known = {one: number for number, one in enumerate(there)}
        start = [[known[one] for one in group] for group in groups]
        found = pairings.group_people(cost, start, rng, effort=EFFORT)
        return [[there[one] for one in group] for group in found]

    plan: list[pairings.Groups] = []
    for _round in range(rounds):
        mixed = rng.sample(range(count), count)
        mixed.sort(key=lambda one: -rests[one])
        there = sorted(mixed[: count - resting])
        rests.update(mixed[count - resting :])
        lots = iter(rng.sample(there, len(there)))
        plan.append(fill([list(itertools.islice(lots, each)) for each in sizes]))
        note(plan[-1], 1)
    for number in [*range(rounds)] * 2:
        note(plan[number], -1)
        there = sorted(chain(*plan[number]))
        plan[number] = fill(plan[number])
        note(plan[number], 1)
    return plan


def _round_count(count: int, sizes: list[int], meetings: int) -> int:
    """Return how many rounds let everyone meet, or slightly more if all then rest equally often."""
    met = sum(each * (each - 1) for each in sizes)
    enough = math.ceil(meetings * count * (count - 1) / met)
    resting = count - sum(sizes)
    even = (each for each in range(enough, enough + enough // 2 + 2) if each * resting % count == 0)
    return next(even, enough)
