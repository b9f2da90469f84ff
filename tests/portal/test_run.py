"""`manage.py test`: what it runs, how it counts, in which order, and what a missing part means."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook
from _pytest.outcomes import Failed, Skipped
from django.conf import settings

from tests import layout, plugin, run
from tests.browser import table_play
from tests.requirements import report_missing
from tests.run import shared_resources

pytestmark = pytest.mark.same_everywhere


# how it counts


def test_arguments_are_passed_on_and_one_line_sums_up() -> None:
    found = subprocess.run(
        [sys.executable, "manage.py", "test", __file__, "-k", "never_touch or missing_part"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings"},  # as manage.py sets it
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.splitlines()[-1] == "2 passed, 0 failed, 0 skipped"


def count_of(tests: str, folder: Path) -> tuple[str, str]:
    """The last line of a run of these tests by a worker, and what pytest has said."""
    path = folder / "test_of_a_test.py"
    path.write_text(f"import pytest, time\n{tests}")
    own = ("-c", "pyproject.toml", "-o", "faulthandler_timeout=3", "-n", "1", str(path))
    with (folder / "output").open("w+b") as output:
        count = run.run_pytest(own, run.surroundings(os.environ), output)
        output.seek(0)
        return run.describe(count), output.read().decode()


def test_each_test_is_counted_once_also_an_endless_one_that_ends_its_worker(tmp_path: Path) -> None:
    tests = """
@pytest.fixture
def ends_badly():
    yield
    raise ValueError

def test_good(): pass
def test_bad(): assert False
def test_good_until_its_end(ends_badly): pass
@pytest.mark.skip(reason="this and that")
def test_skipped(): pass
def test_endless(): time.sleep(600)
"""
    count, output = count_of(tests, tmp_path)
    assert count == "1 passed, 3 failed, 1 skipped"
    assert "crashed while running" in output
    assert "this and that" in output
    assert "in test_endless" in output


def test_file_that_cannot_be_imported_is_a_failure(tmp_path: Path) -> None:
    assert count_of("import no_such_module", tmp_path)[0] == "0 passed, 1 failed, 0 skipped"


@pytest.mark.parametrize("code", [2, 3, 5])
def test_pytest_that_cannot_go_on_has_failed(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "run_process", lambda *_: code)
    assert run.run_pytest([], os.environ) == {"failed": 1}


def test_a_check_that_fails_is_shown_whole(capfd: pytest.CaptureFixture[str]) -> None:
    failing = (sys.executable, "-c", "print('what is wrong'); raise SystemExit(3)")
    assert run.run_quietly("lint", failing, os.environ) == {"failed": 1}
    assert capfd.readouterr().out.startswith("what is wrong\n")
    assert run.run_quietly("lint", ("no-such-linter",), os.environ) == {"failed": 1}
    assert "no-such-linter is not installed: see requirements-dev.txt" in capfd.readouterr().out


@pytest.mark.parametrize("ears", ["", "import signal; signal.signal(signal.SIGINT, int); "])
def test_endless_process_is_ended_and_has_failed(
    ears: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LIMIT", 1.0)
    monkeypatch.setattr(run, "GRACE", 0.5)
    endless = (sys.executable, "-c", f"import time; {ears}time.sleep(600)")
    assert run.run_process(endless, os.environ) != 0


# what is run


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, str]]]:
    """The commands of a run and their environments; none of them is run."""
    found: list[tuple[str, dict[str, str]]] = []

    def run_process(command: tuple[str, ...], environment: dict[str, str], *_output: Any) -> int:
        found.append((" ".join(command), environment))
        for argument in command:
            if argument.startswith("--junitxml="):
                Path(argument.partition("=")[2]).write_text("<x><testcase/></x>")
        return 0

    monkeypatch.setattr(run, "run_process", run_process)
    monkeypatch.setattr(
        shared_resources, "_start_command", lambda *_: subprocess.Popen([sys.executable, "-c", ""])
    )
    monkeypatch.setattr(shared_resources, "_on_server", lambda *_: None)
    for name in ("TEST_POSTGRES_URL", "TEST_SYSTEM_REDIS"):
        monkeypatch.delenv(name, raising=False)
    return found


@pytest.mark.parametrize("arguments", [[], ["--quick"]])
def test_every_check_is_part_of_every_run(
    arguments: list[str], commands: list[tuple[str, dict[str, str]]]
) -> None:
    assert run.run(arguments) == 0
    ran = [command for command, _ in commands]
    for tool, *words in run.CHECKS.values():
        assert any(command.endswith(" ".join([f"/{tool}", *words])) for command in ran), tool


def test_with_postgresql_what_may_differ_there_is_run_again(
    commands: list[tuple[str, dict[str, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_POSTGRES_URL", "postgres://x/y")
    monkeypatch.setenv("TEST_SYSTEM_REDIS", "/usr/bin/redis-server")
    run.run([])
    [(command, environment)] = [one for one in commands if "DATABASE_URL" in one[1]]
    assert "-m not same_everywhere" in command
    assert environment["DATABASE_URL"] == "postgres://x/y"
    assert environment["TZ"] == run.FAR_AWAY
    assert environment["TEST_REDIS_SERVER"] == "/usr/bin/redis-server"


def test_a_title_that_only_tests_play_goes_through_what_is_for_every_title(
    commands: list[tuple[str, dict[str, str]]],
) -> None:
    run.run([])
    for key in layout.sample_titles():
        assert any(f"--title {key}" in command for command, _ in commands)


def test_where_the_empty_database_cannot_be_made_the_run_fails(
    commands: list[tuple[str, dict[str, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = [sys.executable, "-c", "raise SystemExit(3)"]
    monkeypatch.setattr(shared_resources, "_start_command", lambda *_: subprocess.Popen(failing))
    with pytest.raises(SystemExit, match="could not be made"):
        run.run([])
    assert not any("pytest" in command for command, _ in commands)


def test_processes_of_a_run_share_what_is_compiled() -> None:
    found = run.surroundings({"PYTHONDONTWRITEBYTECODE": "1", "TZ": "Asia/Tokyo"})
    assert "PYTHONDONTWRITEBYTECODE" not in found
    assert settings.BASE_DIR in Path(found["PYTHONPYCACHEPREFIX"]).parents
    assert found["TZ"] == "Asia/Tokyo"


# in which order


def item_of(path: str, parameters: str = "", *marks: str, fixtures: tuple[str, ...] = ()) -> Any:
    """A test as pytest collects it, as far as the plugin looks at it."""
    return SimpleNamespace(
        path=layout.ROOT / path,
        name=parameters,
        callspec=SimpleNamespace(id=parameters),
        fixturenames=fixtures,
        get_closest_marker=lambda name: name in marks or None,
    )


def test_a_group_is_of_one_kind_and_kinds_follow_each_other() -> None:
    items = [
        item_of("tests/browser/test_play.py", "", "browser", fixtures=("windows",)),
        item_of("tests/real/test_serve.py", "", "real", fixtures=("live_site",)),
        item_of("tests/real/test_serve.py", "", "real"),
        item_of("tests/portal/test_run.py", ""),
        item_of("tests/browser/test_phones.py", layout.titles()[0], "browser"),
        item_of("tests/boards/test_tips.py", f"ja-{layout.titles()[0]}"),
        item_of("tests/rules/test_match.py", layout.titles()[0]),
    ]
    arranged = list(items)
    groups = [str(group) for group in plugin.arrange(arranged)]
    assert [items.index(item) for item in arranged] == [5, 6, 3, 2, 1, 4, 0]
    assert groups[0] == groups[1]
    assert len(set(groups)) == 6


def test_the_same_seed_shuffles_an_area_alike_and_leaves_areas_apart() -> None:
    def shuffled_names(seed: str) -> list[str]:
        items = [item_of("tests/rules/test_match.py", name) for name in "abcdefgh"]
        items += [item_of("tests/api/test_api.py", name) for name in "xyz"]
        plugin.shuffle(items, seed)
        return [item.name for item in items]

    assert shuffled_names("1") == shuffled_names("1")
    assert shuffled_names("1") != shuffled_names("2")
    assert sorted(shuffled_names("1")[:8]) == list("abcdefgh")
    assert sorted(shuffled_names("1")[8:]) == list("xyz")


# what tests can rely on


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


def test_the_shell_of_chromium_does_the_work_unless_a_test_wants_the_whole() -> None:
    assert plugin.chromium_names(False)[0] == "chromium-headless-shell"
    assert "chromium-headless-shell" not in plugin.chromium_names(True)
    assert set(plugin.chromium_names(True)) < set(plugin.chromium_names(False))


def test_summary_names_the_build_of_the_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = tmp_path / "chromium-headless-shell"
    shell.write_text("#!/bin/sh\necho Chromium 1.2.3")
    shell.chmod(0o755)
    monkeypatch.setattr(plugin, "find_program", lambda *_names: str(shell))
    lines: list[str] = []
    reports = [
        SimpleNamespace(when="call", keywords={"browser": 1}),
        SimpleNamespace(when="call", keywords={}),
    ]
    reporter: Any = SimpleNamespace(stats={"passed": reports}, write_line=lines.append)
    plugin.pytest_terminal_summary(reporter)
    assert lines == ["browser: Chromium 1.2.3 (chromium-headless-shell)"]
    reporter.stats["passed"].pop(0)
    plugin.pytest_terminal_summary(reporter)
    assert len(lines) == 1
