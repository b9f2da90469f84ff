"""Plan a round robin at tables of three to five, so that every pair meets about equally often.

A perfect plan exists for few numbers only, so simulated annealing searches for one. A step swaps
two people at different tables of a round. Or it swaps two people of whom one rests in that round
and the other in another one, so that everyone still rests equally often. The cost of a plan is the
sum of the squares of how often each pair meets. Steps are counted, not timed: every process finds
the same plan for the same numbers.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

Groups = list[list[int]]

STEPS = 150_000  # at most, for all attempts together: a third of a second
STEPS_PER_SEAT = 2_000
ATTEMPTS, MULTI_ATTEMPT_MAX_PEOPLE = 3, 20  # one attempt for more people
START_TEMPERATURE, END_TEMPERATURE = 0.5, 0.1  # the temperatures of the first and the last step
STEPS_PER_TEMPERATURE = 1_000
REST_STEP_SHARE = 0.15  # fraction of the steps that change who rests
LARGEST = 10  # a step that adds so much to half the cost is never taken


def plan_rounds(count: int, sizes: Sequence[int], rounds: int) -> list[Groups]:
    """Return so many rounds of tables of these sizes, for people who are numbered from 0."""
    rng = random.Random(count)
    attempts = ATTEMPTS if count <= MULTI_ATTEMPT_MAX_PEOPLE else 1
    steps = min(STEPS, STEPS_PER_SEAT * rounds * count) // attempts
    found: list[_Plan] = []
    while len(found) < attempts and not (found and found[-1].is_perfect):
        found.append(_Plan(count, sizes, rounds, rng))
        found[-1].improve(steps, rng)
    return min(found, key=lambda one: one.cost).tables()


class _Plan:
    """A plan, and how often each pair meets in it.

    Attributes:
        rows: for each round, everyone in the order of the seats; those who rest come last.
        mates: for each seat, the other seats of its table.
        met: how often each pair meets.
        rests: for each person, the rounds in which they rest.
    """

    def __init__(self, count: int, sizes: Sequence[int], rounds: int, rng: random.Random) -> None:
        self.count, self.seated = count, sum(sizes)
        ends = itertools.accumulate(sizes)
        self.spans = [range(end - size, end) for end, size in zip(ends, sizes, strict=True)]
        self.mates = [[i for i in span if i != seat] for span in self.spans for seat in span]
        self.rows: list[list[int]] = []
        self.rests: list[list[int]] = [[] for _one in range(count)]
        for number in range(rounds):
            row = rng.sample(range(count), count)
            row.sort(key=lambda one: -len(self.rests[one]))
            for one in row[self.seated :]:
                self.rests[one].append(number)
            self.rows.append(rng.sample(row[: self.seated], self.seated) + row[self.seated :])
        self.met = [[0] * count for _one in range(count)]
        for row in self.rows:
            for seat, mates in enumerate(self.mates):
                for mate in mates:
                    self.met[row[seat]][row[mate]] += 1
        self.cost = sum(times * times for there in self.met for times in there) // 2
        pairs, meetings = count * (count - 1) // 2, sum(map(sum, self.met)) // 2
        often, more = divmod(meetings, pairs)
        self.least = pairs * often * often + more * (2 * often + 1)

    @property
    def is_perfect(self) -> bool:
        """Whether no plan can be more even."""
        return self.cost == self.least

    def tables(self) -> list[Groups]:
        return [[row[span.start : span.stop] for span in self.spans] for row in self.rows]

    def improve(self, steps: int, rng: random.Random) -> None:
        """Anneal the plan; stop when it cannot be more even.

        Planning spends nearly all its time in this loop, so it makes as few calls as possible.
        """
        draw, rows, mates, met = rng.random, self.rows, self.mates, self.met
        swaps = [
            (seat, place)
            for one, other in itertools.combinations(self.spans, 2)
            for seat, place in itertools.product(one, other)
        ]
        changes_rest = 0.0 if self.count == self.seated else REST_STEP_SHARE if swaps else 1.0
        if not swaps and not changes_rest:
            return
        odds: list[float] = []
        for step in range(steps):
            if step % STEPS_PER_TEMPERATURE == 0:
                heat = START_TEMPERATURE * (END_TEMPERATURE / START_TEMPERATURE) ** (step / steps)
                odds = [math.exp(-more / heat) for more in range(LARGEST)]
            number = int(draw() * len(rows))
            row = there = rows[number]
            instead = -1
            if changes_rest and draw() < changes_rest:
                seat = int(draw() * self.seated)
                place = self.seated + int(draw() * (self.count - self.seated))
                free = self.rests[row[seat]]
                if not free:
                    continue
                instead = free[int(draw() * len(free))]
                there = rows[instead]
                place_there = there.index(row[place])
                if place_there >= self.seated:
                    continue  # both rest in that round
            else:
                seat, place = swaps[int(draw() * len(swaps))]
                place_there = place
            one, other = row[seat], row[place]
            near, far = mates[seat], mates[place_there]
            mine, theirs = met[one], met[other]
            more = len(near) + len(far)  # half of the change in cost
            for at in near:
                mate = row[at]
                more += theirs[mate] - mine[mate]
            for at in far:
                mate = there[at]
                more += mine[mate] - theirs[mate]
            if instead >= 0:
                more -= 2 * len({row[at] for at in near} & {there[at] for at in far})
            if more > 0 and (more >= LARGEST or draw() >= odds[more]):
                continue
            self._replace(one, other, [row[at] for at in near])
            self._replace(other, one, [there[at] for at in far])
            row[seat], row[place] = other, one
            if instead >= 0:
                there[there.index(one)], there[place_there] = other, one
                self._move_rest(one, number, instead)
                self._move_rest(other, instead, number)
            self.cost += 2 * more
            if self.cost == self.least:
                return

    def _replace(self, one: int, other: int, mates: Sequence[int]) -> None:
        """Seat the other with these people instead of the one."""
        mine, theirs = self.met[one], self.met[other]
        for mate in mates:
            there = self.met[mate]
            mine[mate] -= 1
            there[one] -= 1
            theirs[mate] += 1
            there[other] += 1

    def _move_rest(self, one: int, number: int, instead: int) -> None:
        """Let a person rest in round `number` instead of round `instead`."""
        self.rests[one].remove(instead)
        self.rests[one].append(number)
