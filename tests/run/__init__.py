"""`manage.py test`: run every check and test, with a worker for each core, the longest first.

`tests.layout` finds the files, `jobs` packs them, `workers` runs the jobs. `report` prints the
slowest tests, a total for each area, and a summary in one line.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.layout import ROOT

from . import durations, jobs, report, workers
from .shared_resources import prepare_shared

QUICK_FLAG = "--quick"
#: Compiled modules are kept for the processes of this run and of the next, wherever Python keeps
#: them otherwise: a site's process starts in a third of the time.
BYTECODE = ROOT / ".pytest_cache" / "bytecode"

Say = Callable[[str], None]


def run(arguments: Sequence[str], say: Say) -> int:
    """Return the exit code: 0 when nothing failed."""
    environment = surroundings(os.environ)
    if list(arguments) == [QUICK_FLAG]:
        count = several(jobs.quick_jobs(environment), say)
    elif arguments:
        count = run_selection(arguments, environment, say)
    else:
        with prepare_shared(environment) as (with_databases, wait_until_made):
            count = several(jobs.everything(with_databases), say, wait_until_made)
    say(str(count))
    return 1 if count.failed or not count.passed else 0


def surroundings(given: Mapping[str, str]) -> dict[str, str]:
    """The environment of the run's processes."""
    found = {**given, "PYTHONUNBUFFERED": "1", "PYTHONPYCACHEPREFIX": str(BYTECODE)}
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return found


def several(
    wanted: Sequence[jobs.Job],
    say: Say,
    wait_until_made: Callable[[], None] = workers.at_once,
) -> report.Count:
    """Run these jobs; what fails is told at once and whole, the rest in a line each.

    Tests begin when `wait_until_made` returns: what they share is there.
    """
    done = workers.run(
        wanted, len(os.sched_getaffinity(0)), lambda one: report_job(one, say), wait_until_made
    )
    durations.remember(done)
    found = report.Report(done)
    for line in found.lines():
        say(line)
    return found.total


def report_job(done: workers.JobResult, say: Say) -> None:
    if done.count.failed:
        say(done.output)
    say(f"== {done.job.name}: {done.count} ({done.seconds:.0f} s)")


def run_selection(
    arguments: Sequence[str], environment: Mapping[str, str], say: Say
) -> report.Count:
    """Only pytest, with these arguments; what it says is seen while it runs."""
    with tempfile.TemporaryDirectory() as folder:
        report_path = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", f"--junitxml={report_path}", *arguments]
        code = subprocess.run(command, cwd=ROOT, env=environment).returncode
        count, _cases = report.read(report_path)
    return report.apply_exit_code(count, code)
