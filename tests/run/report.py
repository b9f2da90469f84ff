"""What a run tells at its end: the slowest tests, the areas' totals, and the count."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.layout import ROOT, area_of

if TYPE_CHECKING:
    from .workers import JobResult

NOTHING_COLLECTED = 5
SLOWEST = 20


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
    """What came of all jobs together."""

    def __init__(self, done: Sequence[JobResult]) -> None:
        self.done = done
        self.total = Count()
        for one in done:
            self.total.add(one.count)

    def lines(self) -> Iterator[str]:
        yield f"The slowest {SLOWEST}:"
        cases = [(case, one.job.database) for one in self.done for case in one.cases]
        for case, database in sorted(cases, key=lambda found: -found[0].seconds)[:SLOWEST]:
            beside = f", {database}" if database else ""
            yield f"{case.seconds:7.1f} s  {case.path}::{case.name}{beside}"
        yield "Areas, in seconds of a worker:"
        for area, seconds in sorted(seconds_by_area(self.done).items(), key=lambda one: -one[1]):
            yield f"{seconds:7.1f} s  {area}"
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
