"""How long checks and files took: here the last time, or where the numbers were first taken."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.layout import ROOT

if TYPE_CHECKING:
    from .workers import JobResult

#: Of a whole run on two cores. Renewed by hand, from LAST, when jobs are packed badly on CI.
GIVEN = Path(__file__).with_name("seconds.json")
LAST = ROOT / ".pytest_cache" / "seconds.json"


def job_name(name: str, database: str) -> str:
    """The name of a file or a job on a database that is not the usual one."""
    return f"{name}, {database}" if database else name


def seconds() -> dict[str, float]:
    """Seconds by file, by check and by job, the last run's where there was one."""
    return {**_read(GIVEN), **_read(LAST)}


def remember(done: Iterable[JobResult]) -> None:
    """Keep what this run took, for the order of the next one."""
    took: dict[str, float] = defaultdict(float)
    for one in done:
        took[one.job.name] = round(one.seconds, 1)
        for case in one.cases:
            took[job_name(case.path, one.job.database)] += case.seconds
    LAST.parent.mkdir(exist_ok=True)
    kept = {**_read(LAST), **{name: round(number, 2) for name, number in took.items()}}
    LAST.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")


def _read(path: Path) -> dict[str, float]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
