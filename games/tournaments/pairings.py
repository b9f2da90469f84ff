"""Pairings: who meets whom and who sits where, at tables of two to five, by local search.

Every pair of people has a cost of sitting together. `group_people` fills tables so that the sum is
small. It swaps people while that helps. Then it brings single cheap pairs together and repairs what
that broke, as often as its effort allows. Work is counted in steps, so the same state gives the
same tables. A draw that would take longer than its `Budget` ends with the best tables found so far.
"""

from __future__ import annotations

import heapq
import itertools
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .formats.base import Entrant, TableResult, TournamentState

# The costs of sitting together, in thousandths of the square of a win's points.
REPEAT_COST = 10**6  # a second meeting; a third costs four times as much
SCORE_COST = 1000  # a difference of a win's points
RATING_COST = 1  # a difference of 100 rating points
ORDER_COST = 20  # at a table for two, both have often begun late, or both early; times how often
SMALL_TABLE_COST = 4000  # a second time at a smaller table

EFFORT = 4_000_000  # pairs of people looked at; about half a second
STEPS = 20_000_000  # of a whole draw; about a second and a half
SECONDS = 1.5  # the longest that a draw may take; a whole step has two
RESTART_MAX_PEOPLE, RESTARTS = 30, 5  # with so few people, also search from random starts
MAX_ORDER_COST = 10**6  # more than all costs of beginning late at one table
MAX_NEIGHBOURS = 8  # partners that are tried for one person

Groups = list[list[int]]


def table_sizes(count: int, size: int, least: int) -> list[int]:
    """Return the table sizes that leave the fewest people over, then with the fewest small tables.

    >>> table_sizes(11, 4, 3), table_sizes(11, 4, 4), table_sizes(5, 4, 3)
    ([4, 4, 3], [4, 4], [4])
    """
    for seated in range(count, 0, -1):
        for smaller in range(size if least < size else 1):
            rest = seated - smaller * (size - 1)
            if rest >= 0 and rest % size == 0:
                return [size] * (rest // size) + [size - 1] * smaller
    return []


@dataclass
class Budget:
    """The work that a search may still do.

    Attributes:
        steps: pairs of people that it may still look at.
        until: when it must end, by `time.monotonic`.
    """

    steps: float = math.inf
    until: float = math.inf

    def spend(self, steps: int) -> bool:
        """Count some steps; return whether work is left."""
        self.steps -= steps
        return self.steps > 0 and (self.until == math.inf or time.monotonic() < self.until)


def group_people(
    cost: Sequence[Sequence[int]],
    start: Sequence[Sequence[int]],
    rng: random.Random,
    lone: Sequence[Sequence[int]] = (),
    effort: int | None = None,
    budget: Budget | None = None,
) -> Groups:
    """Return people, numbered as in `cost`, in groups as large as those of `start`, at a low cost.

    Args:
        cost: of each pair, symmetric, 0 with oneself; integers, so that sums are exact.
        start: everyone once; a better start gives a better result.
        lone: what each group costs each person, by group.
        effort: how many pairs of people it may look at; by default `EFFORT`.
        budget: when the search must end; by default never.
    """
    if len(start) < 2:
        return [list(group) for group in start]
    effort = EFFORT if effort is None else effort
    budget = Budget() if budget is None else budget
    found = [_run_search(cost, start, rng, lone, effort, budget)]
    for _ in range(RESTARTS if len(cost) <= RESTART_MAX_PEOPLE else 0):
        if not budget.spend(0):
            break
        lots = iter(rng.sample(range(len(cost)), len(cost)))
        drawn = [list(itertools.islice(lots, len(group))) for group in start]
        found.append(_run_search(cost, drawn, rng, lone, effort, budget))
    return min(found, key=lambda search: search.total).seats


def _run_search(
    cost: Sequence[Sequence[int]],
    start: Sequence[Sequence[int]],
    rng: random.Random,
    lone: Sequence[Sequence[int]],
    effort: int,
    budget: Budget,
) -> _Search:
    search = _Search(cost, start, lone, budget)
    people = range(len(cost))
    search.settle(people)
    if not budget.spend(len(cost) ** 2):
        return search
    near = [heapq.nsmallest(MAX_NEIGHBOURS + 1, people, key=row.__getitem__) for row in cost]
    kicks = effort // (len(cost) * 2 * (len(start[0]) + 2))
    for _ in range(min(kicks, 100 * len(cost))):
        if not budget.spend(1):
            break
        one = rng.randrange(len(cost))
        other = rng.choice(near[one])
        here, there = search.where[one], search.where[other]
        if here == there or search.own(one) == 0:
            continue
        before, search.done = search.total, []
        search.swap(other, rng.choice([mate for mate in search.seats[here] if mate != one]))
        search.settle([*search.seats[here], *search.seats[there]])
        if search.total > before:
            search.take_back()
    return search


class _Search:
    """Groups, and what each group would cost each person; a swap updates both."""

    def __init__(
        self,
        cost: Sequence[Sequence[int]],
        start: Sequence[Sequence[int]],
        lone: Sequence[Sequence[int]],
        budget: Budget,
    ) -> None:
        self.cost = cost
        self.budget = budget
        self.seats = [list(group) for group in start]
        self.where = [0] * len(cost)
        self.at: list[list[int]] = []  # by group: its cost for each person
        for number, group in enumerate(start):
            for one in group:
                self.where[one] = number
            extra = lone[number] if lone else [0] * len(cost)
            self.at.append(
                [sum(each) for each in zip(extra, *(cost[one] for one in group), strict=True)]
            )
        alone = sum(lone[number][one] for one, number in enumerate(self.where)) if lone else 0
        self.total = (sum(map(self.own, range(len(cost)))) + alone) // 2
        self.done: list[tuple[int, int]] = []

    def own(self, one: int) -> int:
        """Return the cost of a person in their group."""
        return self.at[self.where[one]][one]

    def settle(self, people: Iterable[int]) -> None:
        """Swap these people, and those whom swaps affect, with the best partner while it helps."""
        at, where = self.at, self.where
        waiting = dict.fromkeys(people)
        while waiting:
            one = next(iter(waiting))
            del waiting[one]
            here = where[one]
            mine, own = at[here], self.own(one)
            if own <= 0:
                continue
            if not self.budget.spend(len(where)):
                return
            best, other = min(
                (at[there][one] + mine[them] - at[there][them] - 2 * between, them)
                for them, (there, between) in enumerate(zip(where, self.cost[one], strict=True))
                if there != here
            )
            if best < own:
                self.swap(one, other)
                waiting |= dict.fromkeys([*self.seats[here], *self.seats[where[one]]])

    def swap(self, one: int, other: int) -> None:
        at, cost, where = self.at, self.cost, self.where
        here, there = where[one], where[other]
        self.total += (
            at[there][one] + at[here][other] - at[here][one] - at[there][other]
        ) - 2 * cost[one][other]
        leaves, comes = cost[one], cost[other]
        at[here] = [a - b + c for a, b, c in zip(at[here], leaves, comes, strict=True)]
        at[there] = [a + b - c for a, b, c in zip(at[there], leaves, comes, strict=True)]
        self.seats[here][self.seats[here].index(one)] = other
        self.seats[there][self.seats[there].index(other)] = one
        where[one], where[other] = there, here
        self.done.append((one, other))

    def take_back(self) -> None:
        for one, other in reversed(self.done[:]):
            self.swap(one, other)


@dataclass
class MeetingHistory:
    """The meetings, seats and byes of a tournament's tables, including running ones."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)  # the smaller id first
    seats: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    late: Counter[int] = field(default_factory=Counter)  # higher after late seats
    byes: Counter[int] = field(default_factory=Counter)
    small: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, played: Iterable[TableResult], size: int) -> MeetingHistory:
        past = cls()
        for table in played:
            if table.is_bye:
                past.byes[table.seats[0]] += 1
                continue
            past.add(table.seats)
            if len(table.seats) < size:
                past.small.update(table.seats)
        return past

    def add(self, seats: Sequence[int]) -> None:
        self.met.update(itertools.combinations(sorted(seats), 2))
        for number, one in enumerate(seats):
            self.seats[one][number] += 1
            self.late[one] += 2 * number - len(seats) + 1

    def meetings(self, one: int, other: int) -> int:
        return self.met[(one, other) if one < other else (other, one)]


def starting_order(
    people: Sequence[int], past: MeetingHistory, rng: random.Random
) -> tuple[int, ...]:
    """Return the starting order that repeats seats least.

    Among such orders, people who began late before begin early.
    """
    drawn = rng.sample(sorted(people), len(people))
    places = range(len(drawn))
    # the cost of each seat for each person: repeats first, then beginning late
    costs = [
        [MAX_ORDER_COST * past.seats[one][number] + past.late[one] * number for one in drawn]
        for number in places
    ]
    # for each set of people on the last seats: the cost of their best order, and that order
    best: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {(): (0, ())}
    for number in reversed(places):
        for left in itertools.combinations(places, len(drawn) - number):
            tries = []
            for n, one in enumerate(left):
                cost, order = best[left[:n] + left[n + 1 :]]
                tries.append((cost + costs[number][one], (one, *order)))
            best[left] = min(tries)
    return tuple(drawn[one] for one in best[tuple(places)][1])


def score_gap_cost(scores: Mapping[int, float], win: float) -> Callable[[Entrant, Entrant], int]:
    """Return a cost that groups people with equal points, and among them those of like rating."""

    def gap(one: Entrant, other: Entrant) -> int:
        points = (scores[one.id] - scores[other.id]) / win
        return round(
            SCORE_COST * points * points
            + RATING_COST * min(100.0, ((one.rating - other.rating) / 100) ** 2)
        )

    return gap


@dataclass(frozen=True)
class DrawResult:
    """Tables, each in starting order, the strongest first.

    Attributes:
        left: the people without a seat, through no action of theirs.
        barred: the people who would sit with someone whom they block.
    """

    tables: tuple[tuple[int, ...], ...]
    left: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()


def draw_tables(
    state: TournamentState,
    people: Sequence[Entrant],
    gap: Callable[[Entrant, Entrant], int],
    rng: random.Random,
    pots: bool = False,
    strict: bool = True,
    rested: Mapping[int, int] | None = None,
) -> DrawResult:
    """Return tables of these people, who come in the order of their points.

    Blocks do not influence the tables, so nobody can choose their opponents. If two people meet and
    one blocks the other, the blocker is barred from the draw. The others of that table are drawn
    again, among themselves and those left over.

    People without a seat had the fewest byes before, and are the last of those.

    Args:
        gap: the cost of two people sitting together, besides having met.
        pots: divide the order into as many pots as a table has seats, and seat one of each
            together.
        strict: False bars nobody.
        rested: the number of rounds that people missed, which count as byes.
    """
    size = state.settings.table_size
    past = MeetingHistory.of(state.played, size)
    past.byes.update(rested or {})
    place = {one.id: number for number, one in enumerate(people)}
    budget = Budget(STEPS, time.monotonic() + SECONDS)
    kept: list[list[Entrant]] = []
    barred: list[Entrant] = []
    pool = list(people)
    lots = rng.random()  # seeds the starting orders; drawing tables again does not change them
    while True:
        tables, left = _seat_people(state, pool, past, gap, rng, pots, budget)
        again: list[Entrant] = []
        is_clean = True
        for table in tables:
            gone = find_blockers(table) if strict else []
            if gone:
                is_clean = False
                barred += gone
                again += [one for one in table if one not in gone]
            else:
                kept.append(table)
        if is_clean:
            break
        pool = sorted([*left, *again], key=lambda one: place[one.id])
    orders = []
    for table in sorted(kept, key=lambda table: min(place[one.id] for one in table)):
        seats = sorted(one.id for one in table)
        orders.append(starting_order(seats, past, random.Random(f"{lots}:{seats}")))
    return DrawResult(tuple(orders), tuple(one.id for one in left), tuple(one.id for one in barred))


def find_blockers(table: Sequence[Entrant]) -> list[Entrant]:
    """Return the people at a table who block someone else there."""
    there = {one.id for one in table}
    return [one for one in table if not there.isdisjoint(one.blocked_ids)]


def _seat_people(
    state: TournamentState,
    people: Sequence[Entrant],
    past: MeetingHistory,
    gap: Callable[[Entrant, Entrant], int],
    rng: random.Random,
    pots: bool,
    budget: Budget,
) -> tuple[list[list[Entrant]], list[Entrant]]:
    """Return people at tables, and those left over, both in the order of the people."""
    place = {one.id: number for number, one in enumerate(people)}
    free = sorted(people, key=lambda one: (past.byes[one.id], -place[one.id]))
    sizes = table_sizes(len(free), state.settings.table_size, state.settings.least)
    rest = len(free) - sum(sizes)
    left, seated = (
        sorted(some, key=lambda one: place[one.id]) for some in (free[:rest], free[rest:])
    )
    return _fill_tables(
        seated, sizes, past, gap, rng, state.settings.table_size, pots, budget
    ), left


def _fill_tables(
    people: list[Entrant],
    sizes: list[int],
    past: MeetingHistory,
    gap: Callable[[Entrant, Entrant], int],
    rng: random.Random,
    size: int,
    pots: bool,
    budget: Budget,
) -> list[list[Entrant]]:
    cost = [[0] * len(people) for _ in people]
    late = [past.late[one.id] if size == 2 else 0 for one in people]
    for i, one in enumerate(people):
        mine, own = cost[i], late[i]
        for j, other in enumerate(people[:i]):
            both = own * late[j]
            mine[j] = cost[j][i] = gap(one, other) + (ORDER_COST * both if both > 0 else 0)
    at = {one.id: number for number, one in enumerate(people)}
    for (first, second), again in past.met.items():
        if first in at and second in at:
            i, j = at[first], at[second]
            cost[i][j] = cost[j][i] = cost[i][j] + REPEAT_COST * again * again
    if pots:
        start = _groups_from_pots(len(people), sizes, rng)
        for pot in itertools.zip_longest(*start):
            for i, j in itertools.permutations((one for one in pot if one is not None), 2):
                cost[i][j] += SCORE_COST
    else:
        ends = list(itertools.accumulate(sizes))
        start = [list(range(end - each, end)) for end, each in zip(ends, sizes, strict=True)]
    small = [SMALL_TABLE_COST * past.small[one.id] ** 2 for one in people]
    lone = [small if each < size else [0] * len(people) for each in sizes]
    found = group_people(cost, start, rng, lone, budget=budget)
    return [[people[one] for one in group] for group in found]


def _groups_from_pots(count: int, sizes: list[int], rng: random.Random) -> Groups:
    """Return groups with one of each pot: the first n people, the next n people, and so on."""
    groups: Groups = [[] for _ in sizes]
    rest = iter(range(count))
    for number in range(max(sizes, default=0)):
        wanting = [group for group, each in zip(groups, sizes, strict=True) if each > number]
        for group in rng.sample(wanting, len(wanting)):
            group.append(next(rest))
    return groups
