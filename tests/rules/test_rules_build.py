"""Compiled rules: when a process takes them, what mypyc is told, and that they play the same."""

from __future__ import annotations

import ast
import importlib
import json
import logging
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import override_settings

from games import registry, rules_build
from games.management.commands import compile_rules
from games.rules import corpus
from games.rules_build import build, mypyc_source
from tests import requirements

pytestmark = pytest.mark.same_everywhere

ENGINE = "games/rules/match"


@pytest.fixture
def import_finders(monkeypatch: pytest.MonkeyPatch) -> Sequence[object]:
    """Whoever finds modules in this process, and what it thinks of builds, as long as the test;
    the engine has not been imported yet."""
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.delitem(sys.modules, ENGINE.replace("/", "."))
    monkeypatch.setattr(rules_build, "build_status", None)
    return sys.meta_path


def make_build(folder: Path, name: str) -> Path:
    """What a build of this name would leave of one module; it cannot be loaded."""
    module = folder / name / f"{ENGINE}{rules_build.SUFFIX}"
    module.parent.mkdir(parents=True)
    module.touch()
    (folder / name / rules_build.ABOUT).write_text("by a test\n")
    return module


def warning_of_unused_build(
    folder: Path, import_finders: Sequence[object], caplog: pytest.LogCaptureFixture
) -> str:
    """What the log warns of as no build in a folder is taken."""
    before = [*import_finders]
    rules_build.activate(folder)
    rules_build.log_status()
    assert import_finders == before
    assert not rules_build.is_active()
    [record] = caplog.records
    assert record.levelno == logging.WARNING
    return record.getMessage()


# a process


def test_a_build_of_these_sources_comes_before_them(
    tmp_path: Path, import_finders: Sequence[object]
) -> None:
    module = make_build(tmp_path, rules_build.fingerprint())
    assert str(rules_build.activate(tmp_path)) == "rules and bots are compiled (by a test)"
    finder = import_finders[0]
    assert isinstance(finder, rules_build.BuildFinder)
    spec = finder.find_spec(ENGINE.replace("/", "."))
    assert spec is not None
    assert spec.origin == str(module)
    assert finder.find_spec("games.rules.record") is None
    assert rules_build.is_active()


def test_a_build_of_other_sources_is_left_alone_and_the_log_says_so(
    tmp_path: Path, import_finders: Sequence[object], caplog: pytest.LogCaptureFixture
) -> None:
    make_build(tmp_path, "0" * 32)
    assert "run manage.py compile_rules" in warning_of_unused_build(
        tmp_path, import_finders, caplog
    )


def test_a_build_is_left_alone_once_the_rules_are_imported_in_plain_python(
    tmp_path: Path,
    import_finders: Sequence[object],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    make_build(tmp_path, rules_build.fingerprint())
    engine = ENGINE.replace("/", ".")
    monkeypatch.setitem(sys.modules, engine, logging)
    assert f"{engine} had been imported before" in warning_of_unused_build(
        tmp_path, import_finders, caplog
    )


def test_without_any_build_there_is_nothing_to_say(
    tmp_path: Path, import_finders: Sequence[object], caplog: pytest.LogCaptureFixture
) -> None:
    for folder in (tmp_path, tmp_path / "never made"):
        rules_build.activate(folder)
        rules_build.log_status()
    assert not rules_build.is_active()
    assert caplog.records == []


def test_any_change_of_a_source_makes_another_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, files = rules_build.fingerprint(), dict(rules_build.source_files())
    (tmp_path / "changed.py").write_text("# changed\n")
    titles = [f"games/titles/{key}/rules/__init__.py" for key in registry.title_folders()]
    for place in (f"{ENGINE}.py", "games/rules_build/mypyc_source.py", *titles):
        changed = {**files, place: tmp_path / "changed.py"}
        monkeypatch.setattr(rules_build, "source_files", changed.items)
        assert rules_build.fingerprint() != before


# the sources


def test_all_that_is_compiled_stands_on_the_lines_of_its_source() -> None:
    """So that tracebacks name the right ones."""
    files = dict(rules_build.source_files())
    for places in build.files_by_library(registry.title_folders()).values():
        for place in places:
            path = files[place]
            prepared = mypyc_source.prepare_source(build.module_name(place), path)
            assert lines_of(prepared).items() >= lines_of(path.read_text(encoding="utf-8")).items()


def lines_of(text: str) -> dict[str, list[int]]:
    """By the name of each function the lines on which its statements begin."""
    return {
        f"{node.name} {node.lineno}": [statement.lineno for statement in node.body]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    }


def test_the_states_of_all_titles_are_among_it() -> None:
    names = {
        build.module_name(place)
        for part in build.files_by_library(registry.title_folders()).values()
        for place in part
    }
    for key in registry.title_folders():
        rules = importlib.import_module(f"games.titles.{key}.rules")
        kinds = rules.GAME.match.__mro__[:-1]
        assert {kind.__module__ for kind in kinds} <= names


# the command


@pytest.mark.parametrize(
    ("name", "there", "said"),
    [
        ("find_spec", lambda module: None, "pip install -r requirements-dev.txt"),
        ("shutil.which", lambda program: None, "apt install gcc"),
        ("sysconfig.get_path", lambda name: "/nowhere", "apt install python3-dev"),
    ],
)
def test_the_command_says_what_the_machine_lacks(
    name: str, there: object, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{compile_rules.__name__}.{name}", there)
    with pytest.raises(CommandError, match=said):
        call_command("compile_rules", stdout=StringIO())


def test_the_command_knows_the_games() -> None:
    with pytest.raises(CommandError, match="there is no game 'chess'; there are: "):
        call_command("compile_rules", "chess", stdout=StringIO())


# the real thing

#: Plays a title's corpus by a build, in a process of its own.
PLAY = """
import json, sys
from pathlib import Path
from games import rules_build
folder, key = sys.argv[1:]
rules_build.activate(Path(folder))
from games import registry
from games.rules import corpus
kind = registry.title_module(key, "rules").GAME.match
found = {path.name: corpus.first_difference(corpus.read(path)) for path in corpus.files(key)}
print(json.dumps([sys.modules[kind.__module__].__file__, found]))
"""


def test_a_title_plays_its_corpus_to_the_last_bit_where_it_is_compiled(tmp_path: Path) -> None:
    """Of one title, that with the shortest rules: compiling all of them takes minutes."""
    for lacking in compile_rules.missing_tools():
        requirements.report_missing(lacking)
    key = min(registry.title_folders(), key=lambda key: rules_of(key))
    with override_settings(COMPILED_RULES=str(tmp_path)):
        call_command("compile_rules", key, "--level", "0", stdout=StringIO())
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(tmp_path), key],
        cwd=settings.BASE_DIR,
        check=True,
        capture_output=True,
        text=True,
    )
    file, differences = json.loads(done.stdout)
    assert Path(file).is_relative_to(tmp_path)
    assert len(differences) == len(corpus.files(key)) > 0
    assert set(differences.values()) == {None}


def rules_of(key: str) -> int:
    """How long the rules of a title are."""
    folder = registry.title_folders()[key]
    return sum(path.stat().st_size for path in (folder / "rules").rglob("*.py"))
