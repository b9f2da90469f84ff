"""What a run tells at its end: the slowest tests, the rooms' totals and budgets, and the count."""

from __future__ import annotations

import statistics
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.layout import ROOT, room_of

if TYPE_CHECKING:
    from .workers import JobResult

NOTHING_COLLECTED = 5
SLOWEST = 20

#: Seconds of a lane that a room's tests may take, at the pace of the machine that they were
#: measured on (two cores, and the lane beside them). Together they are the minutes of a run,
#: which are to become fewer: whoever adds to one takes from another.
BUDGETS = {
    "accounts": 65,
    "api": 70,
    "board": 60,
    "boards": 20,
    "bots": 30,
    "browser": 700,
    "faults": 60,
    "games": 335,
    "limits": 30,
    "conditional_moves": 10,
    "portal": 200,
    "real": 120,
    "rulebook": 10,
    "rules": 170,
    "secrets": 95,
}
POSTGRESQL_BUDGETS = {
    "accounts": 30,
    "api": 30,
    "browser": 40,
    "faults": 95,
    "games": 250,
    "portal": 10,
    "real": 25,
    "secrets": 20,
}
#: What they come to on two cores, in three lanes.
LANES, MINUTES, POSTGRESQL_MINUTES = 3, 11, 3
LEAST_BUDGET = 10  # of a room that has none of its own
#: A room is over its budget only beyond what chance does to it and what the machine does to all.
TOLERANCE = 2.0
SLOW = 1.25


@dataclass
class Count:
    """How many passed, failed and were skipped; and why those were."""

    passed: int = 0
    failed: int = 0
    skipped: Counter[str] = field(default_factory=Counter)

    def add(self, other: Count) -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped.total()} skipped"


@dataclass(frozen=True)
class Case:
    """A test that has run: its file from the root of the project, its name, its seconds."""

    path: str
    name: str
    seconds: float


def read(path: Path) -> tuple[Count, list[Case]]:
    """Count the cases of a JUnit file; an error before or after a test is a failure."""
    count = Count()
    cases: list[Case] = []
    if not path.exists():
        return count, cases
    for case in ElementTree.parse(path).iter("testcase"):  # noqa: S314 - our own file
        if case.find("failure") is not None or case.find("error") is not None:
            count.failed += 1
        elif (skipped := case.find("skipped")) is not None:
            count.skipped[skipped.get("message", "")] += 1
        else:
            count.passed += 1
        where, name = file_of(case.get("classname", "")), case.get("name", "")
        cases.append(Case(where, name, float(case.get("time", "0"))))
    return count, cases


def file_of(dotted: str) -> str:
    """The file of a test's module or class, from the root of the project.

    >>> file_of("tests.portal.test_run")
    'tests/portal/test_run.py'
    """
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        path = "/".join(parts[:length]) + ".py"
        if (ROOT / path).is_file():
            return path
    return dotted


def apply_exit_code(count: Count, code: int) -> Count:
    """A pytest that could not go on is a failure, whatever it has counted."""
    if code not in (0, NOTHING_COLLECTED) and not count.failed:
        count.failed = 1
    return count


class Report:
    """What came of all jobs together. Budgets are of whole runs: of a part, no pace can be told."""

    def __init__(self, done: Sequence[JobResult], *, is_whole: bool = True) -> None:
        self.done = done
        self.total = Count()
        for one in done:
            self.total.add(one.count)
        self.rooms = rooms_of(done)
        self.over = over_budget(self.rooms) if is_whole else []
        self.is_slow = pace(self.rooms) > SLOW
        if self.over and not self.is_slow:
            self.total.failed += 1

    def lines(self) -> Iterator[str]:
        yield f"The slowest {SLOWEST}:"
        cases = [(case, one.job.database) for one in self.done for case in one.cases]
        for case, database in sorted(cases, key=lambda found: -found[0].seconds)[:SLOWEST]:
            beside = f", {database}" if database else ""
            yield f"{case.seconds:7.1f} s  {case.path}::{case.name}{beside}"
        yield "Rooms, in seconds of a lane, and their budgets:"
        for room, seconds in sorted(self.rooms.items(), key=lambda found: -found[1]):
            yield f"{seconds:7.1f} s  {room} ({budget_of(room)})"
        for room in self.over:
            severity = "a warning only: the machine is slow" if self.is_slow else "a failure"
            yield f"over its budget: {room}, {self.rooms[room]:.0f} s ({severity})"
        for reason, number in sorted(self.total.skipped.items()):
            yield f"skipped {number}: {reason}"


def rooms_of(done: Sequence[JobResult]) -> dict[str, float]:
    """Seconds of all tests by room, each database apart."""
    found: dict[str, float] = defaultdict(float)
    for one in done:
        for case in one.cases:
            room = room_of(ROOT / case.path)
            found[f"{room}, {one.job.database}" if one.job.database else room] += case.seconds
    return dict(found)


def budget_of(room: str) -> int:
    name, _, database = room.partition(", ")
    return (POSTGRESQL_BUDGETS if database else BUDGETS).get(name, LEAST_BUDGET)


def pace(rooms: Mapping[str, float]) -> float:
    """How slow the machine is: what the rooms take of their budgets, the one in the middle."""
    shares = [seconds / budget_of(room) for room, seconds in rooms.items()]
    return statistics.median(shares) if shares else 0.0


def over_budget(rooms: Mapping[str, float]) -> list[str]:
    """Rooms that take far more than their budget, where the others keep theirs.

    >>> over_budget({"rules": 150.0, "secrets": 60.0, "games": 900.0})
    ['games']
    """
    most = TOLERANCE * max(1.0, pace(rooms))
    return sorted(room for room, seconds in rooms.items() if seconds > most * budget_of(room))
