"""What a run tells at its end: the slowest tests, the areas' totals and budgets, and the count."""

from __future__ import annotations

import statistics
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.layout import ROOT, area_of

if TYPE_CHECKING:
    from .workers import JobResult

NOTHING_COLLECTED = 5
SLOWEST = 20

#: Seconds of a worker that an area's tests may take, at the pace of the machine that they were
#: measured on (two cores, and the third worker). Together they are the minutes of a run,
#: which are to become fewer: whoever adds to one takes from another.
BUDGETS = {
    "accounts": 65,
    "api": 70,
    "board": 60,
    "boards": 20,
    "bots": 30,
    "browser": 700,
    "faults": 60,
    "games": 225,
    "limits": 30,
    "lobby": 30,
    "conditional_moves": 10,
    "portal": 200,
    "ratings": 30,
    "real": 120,
    "rulebook": 10,
    "rules": 170,
    "secrets": 95,
    "tournaments": 35,
}
POSTGRESQL_BUDGETS = {
    "accounts": 30,
    "api": 30,
    "browser": 40,
    "faults": 60,
    "games": 180,
    "lobby": 75,
    "portal": 20,
    "ratings": 20,
    "real": 25,
    "secrets": 20,
    "tournaments": 35,
}
#: What they come to on two cores, with three workers.
WORKERS, MINUTES, POSTGRESQL_MINUTES = 3, 11, 3
LEAST_BUDGET = 10  # of an area that has none of its own
#: An area is over its budget only beyond what chance does to it and what the machine does to all.
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
        self.areas = seconds_by_area(done)
        self.over = over_budget(self.areas) if is_whole else []
        self.is_slow = pace(self.areas) > SLOW
        if self.over and not self.is_slow:
            self.total.failed += 1

    def lines(self) -> Iterator[str]:
        yield f"The slowest {SLOWEST}:"
        cases = [(case, one.job.database) for one in self.done for case in one.cases]
        for case, database in sorted(cases, key=lambda found: -found[0].seconds)[:SLOWEST]:
            beside = f", {database}" if database else ""
            yield f"{case.seconds:7.1f} s  {case.path}::{case.name}{beside}"
        yield "Areas, in seconds of a worker, and their budgets:"
        for area, seconds in sorted(self.areas.items(), key=lambda found: -found[1]):
            yield f"{seconds:7.1f} s  {area} ({budget_of(area)})"
        for area in self.over:
            severity = "a warning only: the machine is slow" if self.is_slow else "a failure"
            yield f"over its budget: {area}, {self.areas[area]:.0f} s ({severity})"
        for reason, number in sorted(self.total.skipped.items()):
            yield f"skipped {number}: {reason}"


def seconds_by_area(done: Sequence[JobResult]) -> dict[str, float]:
    """Seconds of all tests by area, each database apart."""
    found: dict[str, float] = defaultdict(float)
    for one in done:
        for case in one.cases:
            area = area_of(ROOT / case.path)
            found[f"{area}, {one.job.database}" if one.job.database else area] += case.seconds
    return dict(found)


def budget_of(area: str) -> int:
    return own_budget(area) or LEAST_BUDGET


def own_budget(area: str) -> int:
    """The budget of an area; 0 if it has none of its own."""
    name, _, database = area.partition(", ")
    return (POSTGRESQL_BUDGETS if database else BUDGETS).get(name, 0)


def pace(areas: Mapping[str, float]) -> float:
    """How slow the machine is: what the areas take of their own budgets, the one in the middle.

    >>> pace({"rules": 340.0, "secrets": 190.0, "games": 450.0, "prose": 0.2, "win_odds": 0.1})
    2.0
    """
    shares = [seconds / own_budget(area) for area, seconds in areas.items() if own_budget(area)]
    return statistics.median(shares) if shares else 0.0


def over_budget(areas: Mapping[str, float]) -> list[str]:
    """Areas that take far more than their budget, where the others keep theirs.

    >>> over_budget({"rules": 150.0, "secrets": 60.0, "games": 900.0})
    ['games']
    """
    most = TOLERANCE * max(1.0, pace(areas))
    return sorted(area for area, seconds in areas.items() if seconds > most * budget_of(area))
