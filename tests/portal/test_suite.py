"""`manage.py test`: what it runs, how it counts, and what a missing part means."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from _pytest.outcomes import Failed, Skipped
from django.conf import settings

from tests import suite
from tests.parts import missing

pytestmark = pytest.mark.same_everywhere

REPORT = """<testsuites><testsuite>
<testcase name="good"/><testcase name="also good"/>
<testcase name="bad"><failure message="no"/></testcase>
<testcase name="broken"><error message="no fixture"/></testcase>
<testcase name="left out"><skipped message="missing part: chromium"/></testcase>
</testsuite></testsuites>"""


def test_a_report_is_counted(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    count = suite.read_report(report)
    assert str(count) == "2 passed, 2 failed, 1 skipped"
    assert count.skipped == {"missing part: chromium": 1}


class Commands:
    """Notes the commands of a run instead of running them."""

    def __init__(self, code: int = 0) -> None:
        self.code = code
        self.ran: list[tuple[list[str], dict[str, str]]] = []

    def __call__(self, command: Sequence[str], env: dict[str, str], **_: Any) -> Any:
        self.ran.append((list(command), env))
        for argument in command:
            if argument.startswith("--junitxml=") and self.code == 0:
                Path(argument.partition("=")[2]).write_text(REPORT.replace("<failure", "<x"))
        return subprocess.CompletedProcess(command, self.code)


def test_everything_is_checked_and_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands()
    monkeypatch.setattr(suite.subprocess, "run", commands)
    said: list[str] = []
    suite.SuiteRun({}, said.append).everything()
    checks = [(Path(command[0]).name, command[1]) for command, _ in commands.ran[:4]]
    assert checks == [
        ("ruff", "check"),
        ("ruff", "format"),
        ("mypy", "."),
        ("oxlint", "--deny-warnings"),
    ]
    assert len(commands.ran) == 8
    assert said[-1] == "16 passed, 4 failed, 4 skipped"
    assert "skipped 4: missing part: chromium" in said


def test_a_check_whose_tool_is_missing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "CHECKS", {"lint": ("no-such-linter", ".")})
    monkeypatch.setattr(suite, "KINDS", {"tests": ()})
    monkeypatch.setattr(suite.SuiteRun, "_pytest", lambda *_: None)
    said: list[str] = []
    count = suite.SuiteRun({}, said.append).everything()
    assert str(count) == "0 passed, 1 failed, 0 skipped"
    assert "no-such-linter is not installed: see requirements-dev.txt" in said


def test_with_postgresql_the_site_is_tested_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands()
    monkeypatch.setattr(suite.subprocess, "run", commands)
    given = {"TEST_POSTGRES_URL": "postgres://x/y", "TEST_SYSTEM_REDIS": "/usr/bin/redis-server"}
    suite.SuiteRun(given, lambda _: None).everything()
    again = [(command, env) for command, env in commands.ran if "DATABASE_URL" in env]
    assert len(again) == 3
    for command, env in again:
        assert env["DATABASE_URL"] == "postgres://x/y"
        assert env["TEST_REDIS_SERVER"] == "/usr/bin/redis-server"
        assert "not same_everywhere" in command[command.index("-m", 3) + 1]


def test_a_pytest_that_cannot_go_on_counts_as_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite.subprocess, "run", Commands(code=3))
    count = suite.SuiteRun({}, lambda _: None).selected(["tests/portal"])
    assert str(count) == "0 passed, 1 failed, 0 skipped"


def test_arguments_are_passed_on_and_one_line_sums_up() -> None:
    found = subprocess.run(
        [sys.executable, "manage.py", "test", __file__, "-k", "counted or never_touch"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings"},  # as manage.py sets it
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.splitlines()[-1] == "2 passed, 0 failed, 0 skipped"


def test_the_tests_never_touch_the_data_of_a_site_beside_them() -> None:
    assert os.environ["DJANGO_SETTINGS_MODULE"] == "tests.settings"
    assert settings.BASE_DIR not in Path(settings.DATA_DIR).parents


def test_a_missing_part_is_a_skip_here_and_a_failure_in_ci(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(Skipped, match="missing part: chromium"):
        missing("chromium")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(Failed, match="missing part: chromium"):
        missing("chromium")
