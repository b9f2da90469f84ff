"""Run jobs with workers: one for each core, and one more, the longest job first.

Checks run first: they do not need the resources that the tests share, which are made meanwhile.

Jobs that wait for processes or a browser leave a core idle. The additional worker runs only these.
Every other one of the rest takes them last, so that something always fills the cores.
"""

from __future__ import annotations

import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.layout import ROOT

from . import report
from .jobs import Job

#: A process that takes so many times what it is thought to take, and this many seconds at least,
#: does not end by itself: the run goes on without it and says what it has said.
HANGS, LEAST = 5, 1200.0
#: Seconds in which it may still tell what failed until then.
LAST_WORDS = 60.0


@dataclass(frozen=True)
class JobResult:
    """What came of a job."""

    job: Job
    count: report.Count
    seconds: float
    output: str
    cases: Sequence[report.Case] = ()


def at_once() -> None:
    """What the tests share is there already."""


def run(
    jobs: Sequence[Job],
    worker_count: int,
    on_result: Callable[[JobResult], None],
    wait_until_made: Callable[[], None] = at_once,
) -> list[JobResult]:
    """Do all jobs; `on_result` hears of each as soon as it is done.

    Before its first tests a worker calls `wait_until_made`, which returns when what they share is
    there, or raises what ends the run.
    """
    left = sorted(jobs, key=lambda job: (job.is_pytest, -job.seconds, job.name))
    taking = threading.Lock()
    done: list[JobResult] = []

    def order(number: int) -> list[Job]:
        """The jobs in the order in which a worker takes them."""
        if number == worker_count:
            return [job for job in left if job.waits]
        return sorted(left, key=lambda job: job.waits) if number % 2 else left

    def work(number: int) -> None:
        """Run one job after the other until none is left."""
        while True:
            with taking:
                job = next(iter(order(number)), None)
                if job is None:
                    return
                left.remove(job)
            if job.is_pytest:
                wait_until_made()
            one = do(job)
            done.append(one)
            on_result(one)

    with ThreadPoolExecutor(worker_count + 1) as pool:
        for worker in [pool.submit(work, number) for number in range(worker_count + 1)]:
            worker.result()
    return done


def do(job: Job) -> JobResult:
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report_path, output_path = Path(folder) / "report.xml", Path(folder) / "output"
        command = [*job.command, *([f"--junitxml={report_path}"] if job.is_pytest else [])]
        with output_path.open("wb") as output:
            try:
                process = subprocess.Popen(
                    command,
                    cwd=ROOT,
                    env=job.environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                )
                code = end_of(process, max(LEAST, HANGS * job.seconds))
            except FileNotFoundError:
                output.write(f"{command[0]} is not installed: see requirements-dev.txt\n".encode())
                code = 127
        if job.is_pytest:
            count, cases = report.read(report_path)
            count = report.apply_exit_code(count, code)
        else:
            count, cases = report.Count(passed=int(code == 0), failed=int(code != 0)), []
        text = output_path.read_text("utf-8", "replace")
    return JobResult(job, count, time.monotonic() - begin, text, cases)


def end_of(process: subprocess.Popen[bytes], limit: float) -> int:
    """The exit code; a process that does not end within these seconds is ended."""
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        return process.wait(LAST_WORDS)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait()
