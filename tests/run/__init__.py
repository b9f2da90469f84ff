"""`manage.py test`: the checks, and pytest with a worker for each core (pytest-xdist).

A whole run starts pytest once for SQLite, and once for PostgreSQL where there is one. Beside these
go the checks, and a pytest for each title that only tests play. `tests.plugin` groups the tests.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

from tests.layout import ROOT, sample_titles

from .shared_resources import prepare_shared

Environment = Mapping[str, str]
#: How many "passed", "failed" and "skipped".
Count = Counter[str]

TOOLS = Path(sysconfig.get_path("scripts"))
CHECKS = {
    "lint": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "commits": ("python", "-m", "tests.run.commits"),
    "scripts": ("oxlint", "--deny-warnings", "static/js", "games/titles"),
    "scripts, types": ("python", "-m", "tests.scripts", "types"),
    "scripts, units": ("python", "-m", "tests.scripts", "units"),
    "types": ("mypy", "."),
}
#: What one runs before a commit: laws, words, the contract with few positions, a page of each kind.
QUICK = (
    "tests/test_architecture.py",
    "tests/test_imports.py",
    "tests/test_row_locks.py",
    "tests/test_prose.py",
    "tests/test_vocabulary.py",
    "tests/portal/test_translations.py",
    "tests/games/test_pages.py",
    "tests/accounts/test_pages.py",
    "tests/rules/test_contract.py::test_random_match_keeps_the_contract",
    "tests/rules/test_contract.py::test_options_and_seats_that_do_not_exist_are_refused",
)
#: A time zone that no test may notice.
FAR_AWAY = "Pacific/Kiritimati"
#: Compiled modules are kept for the processes of this run and of the next, wherever Python keeps
#: them otherwise: a site's process starts in a third of the time.
BYTECODE = ROOT / ".pytest_cache" / "bytecode"
#: Seconds after which a process is interrupted, and seconds that it then has to report what failed.
#: (A single test has ten minutes, see pyproject.toml.)
LIMIT, GRACE = 3600.0, 60.0


def run(arguments: Sequence[str]) -> int:
    """Run what the arguments ask for, and return the exit code: 0 when nothing failed."""
    environment = surroundings(os.environ)
    if list(arguments) == ["--quick"]:
        pages = sorted(str(path) for path in ROOT.glob("games/titles/*/tests/board/test_page.py"))
        with ThreadPoolExecutor(1) as beside:
            checks = beside.submit(run_checks, environment)
            count = run_pytest((*workers(), "--quick", *QUICK, *pages), environment)
            count += checks.result()
    elif arguments:
        count = run_pytest(arguments, environment)
    else:
        count = run_everything(environment)
    print(describe(count), flush=True)
    return 1 if count["failed"] or not count["passed"] else 0


def run_everything(environment: Environment) -> Count:
    """Run all checks and tests, and on PostgreSQL, where there is one, what may differ there."""
    with ThreadPoolExecutor(1) as beside:
        checks = beside.submit(run_checks, environment)
        with prepare_shared(environment) as shared:
            samples = beside.submit(run_sample_titles, shared)
            count = run_pytest((*workers(), "--durations=20"), shared)
            if address := shared.get("TEST_POSTGRES_URL"):
                there = {**shared, "DATABASE_URL": address, "TZ": FAR_AWAY}
                if server := shared.get("TEST_SYSTEM_REDIS"):
                    there["TEST_REDIS_SERVER"] = server
                chosen = ("-m", "not same_everywhere", "tests")
                print("== PostgreSQL", flush=True)
                count += run_pytest((*workers(), "--durations=20", *chosen), there)
            return count + samples.result() + checks.result()


def workers() -> tuple[str, ...]:
    """Pytest's option for a worker on each core."""
    return ("-n", str(len(os.sched_getaffinity(0))))


def surroundings(given: Environment) -> dict[str, str]:
    """The environment of the run's processes."""
    left_out = ("PYTHONDONTWRITEBYTECODE", "PYTEST_XDIST_WORKER")
    kept = {name: value for name, value in given.items() if name not in left_out}
    return {**kept, "PYTHONUNBUFFERED": "1", "PYTHONPYCACHEPREFIX": str(BYTECODE)}


def run_checks(environment: Environment) -> Count:
    """One check after the other."""
    count = Count()
    for name, (tool, *arguments) in CHECKS.items():
        count += run_quietly(name, (str(TOOLS / tool), *arguments), environment)
    return count


def run_sample_titles(environment: Environment) -> Count:
    """Test what holds for every title with those that only tests play, each in its own process."""
    count = Count()
    for key in sample_titles():
        chosen = ("--title", key, "-m", "not browser and not real and not faults")
        with tempfile.TemporaryFile() as output:
            begin = time.monotonic()
            one = run_pytest(chosen, environment, output)
            report(f"title of the tests, {key}", one, begin, output)
        count += one
    return count


def run_quietly(name: str, command: Sequence[str], environment: Environment) -> Count:
    """Run a check; only what fails is shown whole."""
    begin = time.monotonic()
    with tempfile.TemporaryFile() as output:
        code = run_process(command, environment, output)
        count = Count(["failed" if code else "passed"])
        report(name, count, begin, output)
    return count


def report(name: str, count: Count, begin: float, output: IO[bytes]) -> None:
    if count["failed"]:
        output.seek(0)
        print(output.read().decode("utf-8", "replace"))
    print(f"== {name}: {describe(count)} ({time.monotonic() - begin:.0f} s)", flush=True)


def run_pytest(
    arguments: Iterable[str], environment: Environment, output: IO[bytes] | None = None
) -> Count:
    """Run pytest with these arguments, and count what it reports.

    A pytest that could not go on, or had nothing to run, is a failure whatever it has counted.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.xml"
        command = (sys.executable, "-m", "pytest", "-rfEs", f"--junitxml={path}", *arguments)
        code = run_process(command, environment, output)
        count = read_report(path) if path.exists() else Count()
    if code and not count["failed"]:
        count["failed"] = 1
    return count


def run_process(
    command: Sequence[str], environment: Environment, output: IO[bytes] | None = None
) -> int:
    """The exit code of a command; one that does not end is ended."""
    errors = subprocess.STDOUT if output else None
    try:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=errors)
    except FileNotFoundError:
        message = f"{command[0]} is not installed: see requirements-dev.txt\n"
        (output or sys.stdout.buffer).write(message.encode())
        return 127
    try:
        return process.wait(LIMIT)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        return process.wait(GRACE) or 1
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait()


def read_report(path: Path) -> Count:
    """Count the tests of a JUnit file; an error before or after a test is a failure."""
    count = Count()
    for case in ElementTree.parse(path).iter("testcase"):  # noqa: S314 - our own file
        found = {part.tag for part in case}
        if found & {"failure", "error"}:
            count["failed"] += 1
        else:
            count["skipped" if "skipped" in found else "passed"] += 1
    return count


def describe(count: Count) -> str:
    return ", ".join(f"{count[name]} {name}" for name in ("passed", "failed", "skipped"))
