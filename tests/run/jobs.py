"""What a run of everything consists of, cut into jobs that workers run one by one.

A job is a process: a check, or pytest with some files. Kinds never meet in a process: playwright
and asyncio do not share a thread, and a real worker takes every task it sees. Files are packed
together until they fill a job, by what they took the last time; a file that is about every game is
cut by game, so that what a game's tests share (its random matches) is made once.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.layout import (
    KINDS,
    ROOT,
    SAME_EVERYWHERE,
    TITLES,
    area_of,
    files,
    sample_titles,
    titles,
)

from . import durations

TOOLS = Path(sysconfig.get_path("scripts"))
CHECKS = {
    "lint": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "commits": ("python", "-m", "tests.run.commits"),
    "types": ("mypy", "."),
    "scripts": ("oxlint", "--deny-warnings", "static/js", "games/titles"),
    "scripts, types": ("python", "-m", "tests.scripts", "types"),
    "scripts, units": ("python", "-m", "tests.scripts", "units"),
}
#: Areas whose tests of a game share what they have played.
BY_TITLE = ("rules", "boards", "rulebook", "conditional_moves")
#: Seconds of tests in a job: long enough to be worth a process, and the site or the browser that it
#: starts, short enough to fill the workers. The longest begin first.
FULL = {"site": 240.0, "real processes": 240.0, "browser": 480.0}
#: What a process takes before its first test.
START = {"site": 3.0, "real processes": 6.0, "browser": 8.0}
UNKNOWN = 1.0  # a file that never ran
#: A time zone that no test may notice.
FAR_AWAY = "Pacific/Kiritimati"
#: What one runs before a commit: laws, words, the contract with few positions, a page of each kind.
QUICK_FILES = (
    "tests/test_architecture.py",
    "tests/test_row_locks.py",
    "tests/test_prose.py",
    "tests/test_vocabulary.py",
    "tests/portal/test_translations.py",
    "tests/games/test_pages.py",
    "tests/accounts/test_pages.py",
)


@dataclass(frozen=True)
class Job:
    """A process, and how long it is thought to take."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(compare=False)
    seconds: float
    is_pytest: bool = True
    database: str = ""  # named where it is not the usual one
    waits: bool = False  # for other processes, a good part of its time


def everything(environment: Mapping[str, str]) -> list[Job]:
    """All checks and tests; what may differ there once more on PostgreSQL, where there is one."""
    seconds = durations.seconds()
    found = list(checks(environment, seconds))
    found += pytest_jobs(files(), environment, seconds)
    found += of_samples(environment, seconds)
    if address := environment.get("TEST_POSTGRES_URL"):
        there = {**environment, "DATABASE_URL": address, "TZ": FAR_AWAY}
        if server := environment.get("TEST_SYSTEM_REDIS"):
            there["TEST_REDIS_SERVER"] = server
        again = [path for path in files() if may_differ(path)]
        found += pytest_jobs(again, there, seconds, "PostgreSQL", ("-m", "not same_everywhere"))
    return found


def quick_jobs(environment: Mapping[str, str]) -> list[Job]:
    """What says within a minute or so whether a change is worth a whole run."""
    seconds = durations.seconds()
    found = list(checks(environment, seconds))
    pages = [*QUICK_FILES, *(path for path in files() if path.endswith("/board/test_page.py"))]
    found.append(_pytest("quick pages", pages, environment, 30.0, ("--quick",)))
    rules = ["tests/rules/test_contract.py"]
    chosen = ("--quick", "-k", "random_match or exist")
    found.append(_pytest("quick rules", rules, environment, 30.0, chosen))
    return found


def checks(environment: Mapping[str, str], seconds: Mapping[str, float]) -> Iterator[Job]:
    for name, (tool, *arguments) in CHECKS.items():
        if name == "types" and environment.get("CI"):
            arguments.append("--cache-dir=/dev/null")  # nothing comes back to it, and it costs
        command = (str(TOOLS / tool), *arguments)
        yield Job(name, command, environment, seconds.get(name, 5.0), is_pytest=False)


def pytest_jobs(
    paths: Iterable[str],
    environment: Mapping[str, str],
    seconds: Mapping[str, float],
    database: str = "",
    selection: tuple[str, ...] = (),
) -> Iterator[Job]:
    """These files as jobs: those cut by game, and the others packed by kind."""
    kinds: dict[str, list[str]] = {}
    by_title: list[str] = []
    for path in paths:
        area = area_of(ROOT / path)
        if area in BY_TITLE and TITLES not in (ROOT / path).parents:
            by_title.append(path)
        else:
            kinds.setdefault(kind_of(path), []).append(path)
    if by_title:
        for key in [*titles(), "none"]:
            name = f"games at random, {key}" if key != "none" else "games at random"
            expected = seconds.get(durations.job_name(name, database), FULL["site"])
            chosen = (*selection, "--title", key)
            yield _pytest(name, by_title, environment, expected, chosen, database)
    for kind, inside in kinds.items():
        took = {path: seconds.get(durations.job_name(path, database), UNKNOWN) for path in inside}
        packed = pack(took, FULL[kind])
        for number, chosen_files in enumerate(packed, 1):
            name = kind if len(packed) == 1 else f"{kind} {number} of {len(packed)}"
            total = START[kind] + sum(took[path] for path in chosen_files)
            job = _pytest(name, chosen_files, environment, total, selection, database)
            yield replace(job, waits=kind != "site")


def of_samples(environment: Mapping[str, str], seconds: Mapping[str, float]) -> Iterator[Job]:
    """What is for every game, of the titles that only tests play: each is a process of its own,
    in which it is one of the site's."""
    general = [path for path in files() if TITLES not in (ROOT / path).parents]
    general = [path for path in general if kind_of(path) == "site"]
    for key in sample_titles():
        name = f"a title of the tests, {key}"
        expected = seconds.get(name, FULL["site"])
        yield _pytest(name, general, environment, expected, ("--title", key))


def kind_of(path: str) -> str:
    """Which tests it may share a process with."""
    area = area_of(ROOT / path)
    if area == "browser":
        return "browser"
    return "real processes" if area in KINDS else "site"


def may_differ(path: str) -> bool:
    """Whether a file may say something else on another database."""
    return TITLES not in (ROOT / path).parents and area_of(ROOT / path) not in SAME_EVERYWHERE


def pack(took: Mapping[str, float], full: float) -> list[list[str]]:
    """Files in as few jobs as hold them, all about equally long.

    >>> pack({"a": 9, "b": 5, "c": 4, "d": 1}, 10)
    [['a', 'd'], ['b', 'c']]
    """
    number = max(1, round(sum(took.values()) / full))
    jobs: list[list[str]] = [[] for _ in range(number)]
    totals = [0.0] * number
    for path in sorted(took, key=lambda path: (-took[path], path)):
        least = totals.index(min(totals))
        jobs[least].append(path)
        totals[least] += took[path]
    return [job for job in jobs if job]


def _pytest(
    name: str,
    paths: Sequence[str],
    environment: Mapping[str, str],
    seconds: float,
    selection: tuple[str, ...] = (),
    database: str = "",
) -> Job:
    command = (sys.executable, "-m", "pytest", *selection, *sorted(paths))
    full_name = durations.job_name(name, database)
    return Job(full_name, command, environment, seconds, database=database)
