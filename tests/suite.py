"""The project's checks and tests, one after the other, with one summary at the end.

Ordinary tests run in two processes at once. Those with real processes and those with a browser run
one by one, each kind in a process of its own (playwright and asyncio do not share a thread); beside
them everything that differs on PostgreSQL, and in what time is left those of the rules.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[1]
TOOLS = Path(sysconfig.get_path("scripts"))
CHECKS = {
    "lint": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "types": ("mypy", "."),
    "scripts": ("oxlint", "--deny-warnings", "static/js", "games/titles"),
}
KINDS = {
    "tests": ("-m", "not real and not faults and not browser", "-n", "2", "--dist", "loadgroup"),
    "real processes": (
        "-m",
        "real or faults",
    ),
    "browser": (
        "-m",
        "browser",
    ),
}
SLOWEST = ("--durations=25", "--durations-min=3")  # told at the end of each kind
RULES = "tests/rules"
PATIENTLY = ("nice", "-n", "10")  # nothing else waits for it
NOTHING_COLLECTED = 5


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


class SuiteRun:
    """One run of everything, or of what the arguments select."""

    def __init__(self, environment: Mapping[str, str], say: Callable[[str], None]) -> None:
        self.environment = {**environment, "PYTHONUNBUFFERED": "1"}
        self.say = say
        self.total = Count()

    def everything(self) -> Count:
        for name, command in CHECKS.items():
            self._check(name, command)
        (name, first), *others = KINDS.items()
        self._pytest(name, (*first, f"--ignore={RULES}"), {})
        with ThreadPoolExecutor() as pool:  # these wait more than they work: two lanes
            lanes = [
                pool.submit(self._lane, others, "", {}),
                pool.submit(self._on_postgresql),
                pool.submit(self._pytest, "rules", (RULES, *first, "-n", "0"), {}, PATIENTLY),
            ]
            for lane in lanes:
                lane.result()
        return self._summary()

    def _on_postgresql(self) -> None:
        """All kinds on PostgreSQL, where there is one."""
        address = self.environment.get("TEST_POSTGRES_URL")
        if not address:
            return
        other = {"DATABASE_URL": address}
        if server := self.environment.get("TEST_SYSTEM_REDIS"):
            other["TEST_REDIS_SERVER"] = server
        kinds = [
            (name, ("-m", f"({marks}) and not same_everywhere", *more, "-n", "0"))
            for name, (_, marks, *more) in KINDS.items()
        ]
        self._lane(kinds, ", PostgreSQL", other)

    def _lane(
        self,
        kinds: Sequence[tuple[str, Sequence[str]]],
        suffix: str,
        other: Mapping[str, str],
    ) -> None:
        """Run these kinds of tests one after the other."""
        for name, selection in kinds:
            self._pytest(name + suffix, selection, other)

    def selected(self, arguments: Sequence[str]) -> Count:
        """Only pytest, with these arguments."""
        self._pytest("selected tests", arguments, {})
        return self._summary()

    def _check(self, name: str, command: Sequence[str]) -> None:
        begin = time.monotonic()
        tool, *arguments = command
        try:
            code = subprocess.run(
                [str(TOOLS / tool), *arguments], cwd=BASE_DIR, env=self.environment
            ).returncode
        except FileNotFoundError:
            self.say(f"{tool} is not installed: see requirements-dev.txt")
            code = 127
        self._tell(name, Count(passed=int(code == 0), failed=int(code != 0)), begin)

    def _pytest(
        self,
        name: str,
        arguments: Sequence[str],
        other: Mapping[str, str],
        before: Sequence[str] = (),
    ) -> None:
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.xml"
            code = subprocess.run(
                [
                    *before,
                    sys.executable,
                    "-m",
                    "pytest",
                    f"--junitxml={report}",
                    *SLOWEST,
                    *arguments,
                ],
                cwd=BASE_DIR,
                env={**self.environment, **other},
            ).returncode
            count = read_report(report)
        if code not in (0, NOTHING_COLLECTED) and not count.failed:
            count.failed = 1  # pytest itself could not go on
        self._tell(name, count, begin)

    def _tell(self, name: str, count: Count, begin: float) -> None:
        self.total.add(count)
        self.say(f"== {name}: {count} ({time.monotonic() - begin:.0f} s)")

    def _summary(self) -> Count:
        for reason, number in sorted(self.total.skipped.items()):
            self.say(f"skipped {number}: {reason}")
        self.say(str(self.total))
        return self.total


def read_report(path: Path) -> Count:
    """Count the cases of a JUnit file; an error before or after a test is a failure."""
    count = Count()
    if not path.exists():
        return count
    for case in ElementTree.parse(path).iter("testcase"):  # noqa: S314 - our own file
        if case.find("failure") is not None or case.find("error") is not None:
            count.failed += 1
        elif (skipped := case.find("skipped")) is not None:
            count.skipped[skipped.get("message", "")] += 1
        else:
            count.passed += 1
    return count


def run(arguments: Sequence[str], say: Callable[[str], None]) -> int:
    """Return the exit code: 0 when nothing failed."""
    suite = SuiteRun(os.environ, say)
    count = suite.selected(arguments) if arguments else suite.everything()
    return 1 if count.failed or not count.passed else 0
