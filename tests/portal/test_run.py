"""`manage.py test`: what it runs, in which order, how it counts, and what a missing part means."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook
from _pytest.outcomes import Failed, Skipped
from django.conf import settings

from tests import layout, plugin
from tests.browser import table_play
from tests.requirements import report_missing
from tests.run import (
    durations,
    jobs,
    report,
    several,
    shared_resources,
    surroundings,
    workers,
)
from tests.run.jobs import Job

pytestmark = pytest.mark.same_everywhere

REPORT = """<testsuites><testsuite>
<testcase classname="tests.portal.test_run" name="good" time="2.5"/>
<testcase classname="tests.portal.test_run" name="also good" time="0.5"/>
<testcase classname="tests.test_architecture" name="bad" time="1"><failure message="no"/></testcase>
<testcase classname="tests.test_architecture" name="broken"><error message="no fixture"/></testcase>
<testcase classname="x" name="left out"><skipped message="missing part: chromium"/></testcase>
</testsuite></testsuites>"""
ON_POSTGRESQL = {
    "TEST_POSTGRES_URL": "postgres://x/y",
    "TEST_SYSTEM_REDIS": "/usr/bin/redis-server",
}


# what is counted


@pytest.fixture
def report_path(tmp_path: Path) -> Path:
    path = tmp_path / "report.xml"
    path.write_text(REPORT)
    return path


def test_a_report_is_counted(report_path: Path) -> None:
    count, cases = report.read(report_path)
    assert str(count) == "2 passed, 2 failed, 1 skipped"
    assert count.skipped == {"missing part: chromium": 1}
    assert cases[0] == report.Case("tests/portal/test_run.py", "good", 2.5)


def test_a_process_that_leaves_no_report_has_failed(tmp_path: Path) -> None:
    count, cases = report.read(tmp_path / "none.xml")
    assert (str(report.apply_exit_code(count, 3)), cases) == ("0 passed, 1 failed, 0 skipped", [])


def test_a_pytest_that_cannot_go_on_is_a_failure_whatever_it_has_counted() -> None:
    assert report.apply_exit_code(report.Count(passed=3), 3).failed == 1
    assert report.apply_exit_code(report.Count(passed=3), 0).failed == 0
    assert report.apply_exit_code(report.Count(), report.NOTHING_COLLECTED).failed == 0


# what is run


def everything(environment: dict[str, str] | None = None) -> list[Job]:
    return jobs.everything(environment or {})


def paths_of(job: Job) -> list[str]:
    return [word for word in job.command if word.endswith(".py")]


def test_every_check_is_run_and_every_file_of_tests() -> None:
    found = everything()
    assert [Path(job.command[0]).name for job in found if not job.is_pytest] == [
        "ruff",
        "ruff",
        "python",
        "mypy",
        "oxlint",
        "python",
        "python",
    ]
    ran = {path for job in found for path in paths_of(job)}
    assert ran == set(layout.files())
    assert {"tests/portal/test_run.py", "tests/browser/test_play.py"} <= ran


def test_a_file_is_run_once_or_once_for_every_game_and_what_is_about_none() -> None:
    ran: dict[str, list[str]] = {}
    for job in everything():
        words = list(job.command)
        about = words[words.index("--title") + 1] if "--title" in words else "everything"
        for path in paths_of(job) if about not in layout.sample_titles() else ():
            ran.setdefault(path, []).append(about)
    for path, abouts in ran.items():
        assert abouts == ["everything"] or abouts == [*layout.titles(), "none"], path


def test_a_title_that_only_tests_play_goes_through_what_is_for_every_game() -> None:
    [job] = [job for job in everything() if layout.sample_titles()[0] in job.command]
    ran = paths_of(job)
    assert {"tests/rules/test_contract.py", "tests/secrets/test_no_peeking.py"} <= set(ran)
    assert {jobs.kind_of(path) for path in ran} == {"site"}


def test_kinds_that_must_not_meet_have_processes_of_their_own() -> None:
    for job in everything():
        assert len({jobs.kind_of(path) for path in paths_of(job)}) <= 1, job.name
    assert {jobs.kind_of(path) for path in layout.files()} == {"site", "real processes", "browser"}


def test_with_postgresql_what_may_differ_there_is_run_again() -> None:
    again = [job for job in everything(ON_POSTGRESQL) if job.database]
    assert again
    for job in again:
        assert job.environment["DATABASE_URL"] == "postgres://x/y"
        assert job.environment["TZ"] == jobs.FAR_AWAY
        assert job.environment["TEST_REDIS_SERVER"] == "/usr/bin/redis-server"
        assert job.name.endswith(", PostgreSQL")
        assert job.command[job.command.index("-m", 3) + 1] == "not same_everywhere"
    ran = {path for job in again for path in paths_of(job)}
    assert "tests/games/table/test_concurrency.py" in ran
    assert not [path for path in ran if "/titles/" in path or "tests/rules/" in path]


def test_a_quick_run_has_every_check_and_the_laws() -> None:
    found = jobs.quick_jobs({})
    assert len([job for job in found if not job.is_pytest]) == len(jobs.CHECKS)
    ran = {path for job in found for path in paths_of(job)}
    assert {"tests/test_architecture.py", "tests/rules/test_contract.py"} <= ran
    assert ran <= set(layout.files())
    assert all("--quick" in job.command for job in found if job.is_pytest)


def test_files_are_packed_until_they_fill_a_job() -> None:
    took = {f"{number}.py": float(number) for number in range(1, 41)}
    packed = jobs.pack(took, 50)
    assert sorted(path for job in packed for path in job) == sorted(took)
    totals = [sum(took[path] for path in job) for job in packed]
    assert max(totals) - min(totals) < 10
    assert 40 < max(totals) < 60


# in which order


class Commands:
    """Notes the commands of a run instead of running them; is a process that has ended."""

    def __init__(self, code: int = 0, text: str = REPORT.replace("<failure", "<x")) -> None:
        self.code, self.text = code, text
        self.ran: list[list[str]] = []

    def __call__(self, command: Sequence[str], **_: Any) -> Commands:
        self.ran.append(list(command))
        for argument in command:
            if argument.startswith("--junitxml="):
                Path(argument.partition("=")[2]).write_text(self.text)
        return self

    def wait(self, _limit: float) -> int:
        return self.code


@pytest.fixture
def durations_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A memory of earlier runs that belongs to the test."""
    monkeypatch.setattr(durations, "LAST", tmp_path / "seconds.json")
    monkeypatch.setattr(durations, "GIVEN", tmp_path / "given.json")
    return tmp_path / "seconds.json"


def job(name: str, seconds: float, *, is_pytest: bool = True) -> Job:
    return Job(name, ("do", name), {}, seconds, is_pytest)


def test_the_longest_job_begins_first(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands()
    monkeypatch.setattr(workers.subprocess, "Popen", commands)
    done: list[workers.JobResult] = []
    workers.run([job("short", 1), job("long", 9), job("middle", 5)], 1, done.append)
    assert [command[1] for command in commands.ran] == ["long", "middle", "short"]
    assert [one.job.name for one in done] == ["long", "middle", "short"]


def test_beside_the_lanes_goes_on_what_waits_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_work: set[str] = set()
    met: list[set[str]] = []
    several_at_once = threading.Barrier(2)

    def record_job(job: Job) -> workers.JobResult:
        at_work.add(job.name)
        if job.name in ("site 1", "real 1"):
            several_at_once.wait(10)
        met.append(set(at_work))
        at_work.remove(job.name)
        return workers.JobResult(job, report.Count(passed=1), 1, "")

    monkeypatch.setattr(workers, "do", record_job)
    waiting = [replace(job(f"real {n}", n), waits=True) for n in (1, 2)]
    done = workers.run([job("site 1", 9), job("site 2", 8), *waiting], 1, lambda _: None)
    assert {one.job.name for one in done} == {"site 1", "site 2", "real 1", "real 2"}
    assert any({"site 1", "real 1"} <= names for names in met)
    assert not any({"site 1", "site 2"} <= names for names in met)


def test_every_other_lane_leaves_what_waits_to_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    all_at_once = threading.Barrier(3)

    def record_job(job: Job) -> workers.JobResult:
        all_at_once.wait(10)
        return workers.JobResult(job, report.Count(passed=1), 1, "")

    monkeypatch.setattr(workers, "do", record_job)
    waiting = [replace(job(f"real {n}", n), waits=True) for n in (8, 9)]
    assert len(workers.run([*waiting, job("site", 1)], 2, lambda _: None)) == 3


def test_checks_are_done_while_what_the_tests_share_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_made, begun = threading.Event(), list[str]()

    def record_job(job: Job) -> workers.JobResult:
        begun.append(job.name)
        if not job.is_pytest:
            is_made.set()
        return workers.JobResult(job, report.Count(passed=1), 1, "")

    def wait_until_made() -> None:
        assert is_made.wait(10), "no test may begin, and no check does"

    monkeypatch.setattr(workers, "do", record_job)
    wanted = [job("long", 9), replace(job("real", 8), waits=True)]
    workers.run([*wanted, job("lint", 1, is_pytest=False)], 2, lambda _: None, wait_until_made)
    assert begun[0] == "lint"
    assert set(begun) == {"lint", "long", "real"}


def test_where_what_the_tests_share_cannot_be_made_the_run_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing = [sys.executable, "-c", "raise SystemExit(3)"]
    monkeypatch.setattr(
        shared_resources, "_start_command", lambda *_given: subprocess.Popen(failing)
    )
    monkeypatch.setattr(workers, "do", lambda job: pytest.fail(f"{job.name} has begun"))
    with (
        shared_resources.prepare_shared({}) as (_found, wait_until_made),
        pytest.raises(SystemExit, match="could not be made"),
    ):
        workers.run([job("site", 1)], 1, lambda _: None, wait_until_made)


def test_jobs_that_wait_are_those_of_real_processes_and_browsers() -> None:
    for job in everything():
        kinds = {jobs.kind_of(path) for path in paths_of(job)}
        assert job.waits == bool(kinds & {"real processes", "browser"}), job.name


def test_what_a_run_took_orders_the_next_one(
    durations_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    durations_path.with_name("given.json").write_text(
        '{"types": 20, "tests/test_architecture.py": 9}'
    )
    monkeypatch.setattr(workers.subprocess, "Popen", Commands())
    durations.remember(workers.run([job("site", 5)], 1, lambda _: None))
    found = durations.seconds()
    assert found["tests/portal/test_run.py"] == 3.0
    assert found["tests/test_architecture.py"] == 1.0
    assert found["types"] == 20
    assert "site" in json.loads(durations_path.read_text())


def test_lanes_fill_the_cores_there_are(
    durations_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3, 5}, raising=False)
    given: list[int] = []

    def record_number(_jobs: object, number: int, *_others: object) -> list[workers.JobResult]:
        given.append(number)
        return []

    monkeypatch.setattr(workers, "run", record_number)
    several([job("one", 1)], lambda _: None)
    assert given == [3]


def test_a_check_whose_tool_is_missing_fails(durations_path: Path) -> None:
    said: list[str] = []
    wanted = Job("lint", ("no-such-linter", "."), {}, 1, is_pytest=False)
    count = several([wanted], said.append)
    assert str(count) == "0 passed, 1 failed, 0 skipped"
    assert "no-such-linter is not installed: see requirements-dev.txt" in said[0]


@pytest.mark.parametrize("ears", ["", "import signal; signal.signal(signal.SIGINT, int); "])
def test_endless_process_is_killed_and_its_output_shown(
    ears: str, durations_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "LEAST", 2.0)
    monkeypatch.setattr(workers, "LAST_WORDS", 0.5)
    said: list[str] = []
    endless = f"import time; {ears}print('so far', flush=True); time.sleep(600)"
    wanted = Job("site", (sys.executable, "-c", endless), {}, 0.1, is_pytest=False)
    assert str(several([wanted], said.append)) == "0 passed, 1 failed, 0 skipped"
    assert said[0].startswith("so far\n")


def test_a_test_that_does_not_end_says_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "test_endless.py").write_text(
        "import time\n\ndef test_endless():\n    time.sleep(600)\n"
    )
    chosen = ("-c", "pyproject.toml", "-o", "faulthandler_timeout=2", str(tmp_path))
    command = (sys.executable, "-m", "pytest", *chosen)
    done = workers.do(Job("site", command, surroundings(os.environ), 5))
    assert str(done.count) == "0 passed, 1 failed, 0 skipped"
    assert "in test_endless" in done.output


def test_report_shows_failures_in_full_and_the_rest_in_a_line(
    durations_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers.subprocess, "Popen", Commands())
    said: list[str] = []
    assert str(several([job("site", 5)], said.append)) == "3 passed, 1 failed, 1 skipped"
    assert said[1] == "== site: 3 passed, 1 failed, 1 skipped (0 s)"
    assert "skipped 1: missing part: chromium" in said


# what is told at the end


def make_result(*cases: report.Case, database: str = "") -> workers.JobResult:
    ran = Job("job", (), {}, 1, database=database)
    return workers.JobResult(ran, report.Count(passed=len(cases)), 1, "", cases)


def test_report_lists_slowest_tests_and_package_totals() -> None:
    cases = [report.Case("tests/rules/test_match.py", f"t{n}", float(n)) for n in range(30)]
    there = report.Case("tests/games/test_names.py", "elsewhere", 4.5)
    lines = list(report.Report([make_result(*cases), make_result(there, database="X")]).lines())
    slowest = lines[1 : 1 + report.SLOWEST]
    assert slowest[0] == "   29.0 s  tests/rules/test_match.py::t29"
    seconds = [float(line.split(" s ")[0]) for line in slowest]
    assert all(one >= other for one, other in pairwise(seconds))
    assert "  435.0 s  rules" in lines
    assert "    4.5 s  games, X" in lines


# where it runs


def test_processes_of_a_run_share_what_is_compiled() -> None:
    found = surroundings({"PYTHONDONTWRITEBYTECODE": "1", "TZ": "Asia/Tokyo"})
    assert "PYTHONDONTWRITEBYTECODE" not in found
    assert settings.BASE_DIR in Path(found["PYTHONPYCACHEPREFIX"]).parents
    assert found["TZ"] == "Asia/Tokyo"


def test_a_run_makes_what_its_processes_share_once_and_takes_it_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where this is a part of a run, that run has made it: its files are looked at."""

    def copy_shared(
        what: str, environment: dict[str, str], folder: str, address: str
    ) -> subprocess.Popen[bytes]:
        if what == "prepare":
            shutil.copy(os.environ["TEST_SQLITE_TEMPLATE"], address.removeprefix("sqlite:///"))
            shutil.copytree(os.environ["TEST_STATIC_ROOT"], environment["STATIC_ROOT"])
        return subprocess.Popen([sys.executable, "-c", ""])

    if "TEST_SQLITE_TEMPLATE" in os.environ:
        monkeypatch.setattr(shared_resources, "_start_command", copy_shared)
    with shared_resources.prepare_shared(dict(os.environ)) as (found, wait_until_made):
        wait_until_made()
        path, static = Path(found["TEST_SQLITE_TEMPLATE"]), Path(found["TEST_STATIC_ROOT"])
        assert path.read_bytes().startswith(b"SQLite format 3")
        assert "css/base.css" in (static / "staticfiles.json").read_text()
    assert not path.exists()
    assert not static.exists()


def test_arguments_are_passed_on_and_one_line_sums_up() -> None:
    found = subprocess.run(
        [sys.executable, "manage.py", "test", __file__, "-k", "is_counted or never_touch"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings"},  # as manage.py sets it
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.splitlines()[-1] == "2 passed, 0 failed, 0 skipped"


def test_a_module_that_helps_tests_says_what_is_wrong() -> None:
    class Wide:
        def evaluate(self, script: str) -> list[str]:
            return ["417 wide in 390"]

    with pytest.raises(AssertionError, match="417 wide in 390"):
        table_play.assert_fits(Wide())


@pytest.mark.parametrize("name", ["tests.polling", "tests.rules.contract", "tests.plugin"])
def test_asserts_are_rewritten_wherever_they_stand(name: str) -> None:
    assert isinstance(importlib.import_module(name).__loader__, AssertionRewritingHook)


def test_asserts_of_what_helps_the_tests_of_a_game_are_rewritten() -> None:
    helping = next(layout.TITLES.glob("*/tests/rules/[a-s]*.py"))
    name = ".".join(helping.relative_to(layout.ROOT).with_suffix("").parts)
    assert isinstance(importlib.import_module(name).__loader__, AssertionRewritingHook)


def test_the_tests_never_touch_the_data_of_a_site_beside_them() -> None:
    assert os.environ["DJANGO_SETTINGS_MODULE"] == "tests.settings"
    assert settings.BASE_DIR not in Path(settings.DATA_DIR).parents


def test_a_missing_part_is_a_skip_here_and_a_failure_in_ci(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(Skipped, match="missing part: chromium"):
        report_missing("chromium")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(Failed, match="missing part: chromium"):
        report_missing("chromium")


def test_the_shell_of_chromium_does_the_work_unless_a_test_wants_the_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed = {"chromium", "chromium-headless-shell"}
    monkeypatch.setattr("shutil.which", lambda name: name if name in installed else None)
    usual: Any = SimpleNamespace(get_closest_marker=lambda name: None)
    marked: Any = SimpleNamespace(get_closest_marker={"whole_browser": True}.get)
    assert plugin.chromium(usual) == "chromium-headless-shell"
    assert plugin.chromium(marked) == "chromium"
    installed.remove("chromium-headless-shell")
    assert plugin.chromium(usual) == plugin.chromium(marked) == "chromium"


# options of pytest


def items_of(name: str, *parameters: str) -> list[Any]:
    """Tests as pytest collects them, as far as options ask."""
    path = layout.TESTS / name
    return [
        SimpleNamespace(path=path, name=one, callspec=SimpleNamespace(id=one)) for one in parameters
    ]


def test_tests_about_one_game_or_about_none_can_be_chosen() -> None:
    key = layout.titles()[0]
    named = items_of("rules/test_match.py", f"{key}-2", f"ja-{key}")
    others = items_of("rules/test_match.py", f"{key}_960-2", "2")
    own = SimpleNamespace(path=layout.TITLES / key / "tests" / "test_bots.py")
    assert all(plugin.is_about(item, key) for item in [*named, own])
    assert not any(plugin.is_about(item, "none") for item in [*named, own])
    assert not any(plugin.is_about(item, key) for item in others)
    assert all(plugin.is_about(item, "none") for item in others)


def test_the_same_seed_shuffles_a_room_alike_and_leaves_rooms_apart() -> None:
    def shuffled_names(seed: str) -> list[str]:
        items = items_of("rules/test_match.py", *"abcdefgh") + items_of("api/test_api.py", *"xyz")
        plugin.shuffle(items, seed)
        return [item.name for item in items]

    assert shuffled_names("1") == shuffled_names("1")
    assert shuffled_names("1") != shuffled_names("2")
    assert sorted(shuffled_names("1")[:8]) == list("abcdefgh")
    assert sorted(shuffled_names("1")[8:]) == list("xyz")
