"""manage.py on a bare Python: what it installs, when, and what it says when it cannot."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

pytestmark = pytest.mark.same_everywhere

LISTS = ("requirements.txt", "requirements-dev.txt")


@pytest.fixture
def manage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """manage.py as a module, for a project in an empty folder with two lists of packages."""
    spec = importlib.util.spec_from_file_location("manage", settings.BASE_DIR / "manage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in LISTS:
        (tmp_path / name).write_text(f"# {name}\n")
    monkeypatch.setattr(module, "BASE_DIR", tmp_path)
    return module


@pytest.fixture
def installed_lists(manage: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would have been installed; the environment itself is already there."""
    names: list[str] = []

    def install(name: str, venv: Path) -> None:
        names.append(name)
        venv.mkdir(exist_ok=True)
        manage.stamp(name, venv).write_text(manage.fingerprint(name))

    monkeypatch.setattr(manage, "install", install)
    monkeypatch.setattr(manage, "has_pip", lambda venv: True)
    return names


def test_the_site_needs_less_than_its_tests(manage: ModuleType) -> None:
    assert manage.needed_files(["manage.py", "serve"]) == [LISTS[0]]
    assert manage.needed_files(["manage.py", "test", "-k", "x"]) == list(LISTS)


def test_what_is_installed_is_not_installed_again(
    manage: ModuleType, installed_lists: list[str], tmp_path: Path
) -> None:
    venv = tmp_path / ".venv"
    manage.ensure_environment(list(LISTS), venv)
    manage.ensure_environment(list(LISTS), venv)
    assert installed_lists == list(LISTS)


def test_a_changed_list_is_installed_again(
    manage: ModuleType, installed_lists: list[str], tmp_path: Path
) -> None:
    venv = tmp_path / ".venv"
    manage.ensure_environment(list(LISTS), venv)
    (tmp_path / LISTS[1]).write_text("# one more\n")
    manage.ensure_environment(list(LISTS), venv)
    assert installed_lists == [*LISTS, LISTS[1]]


def test_a_missing_module_is_named_with_the_package_that_has_it(
    manage: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match=r"ensurepip is missing.*apt install python3-venv"):
        manage.ensure_environment([LISTS[0]], tmp_path / ".venv")


def test_a_failed_installation_is_said_and_tried_again_next_time(
    manage: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: subprocess.CompletedProcess[str] = subprocess.CompletedProcess("pip", 1)
    monkeypatch.setattr(manage.subprocess, "run", lambda *a, **k: failed)
    with pytest.raises(SystemExit, match=r"requirements\.txt could not be installed"):
        manage.install(LISTS[0], tmp_path / ".venv")
    assert not manage.is_installed(LISTS[0], tmp_path / ".venv")


def test_an_old_python_is_refused(manage: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manage.sys, "version_info", (3, 10, 4))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11"):
        manage.main()


def test_manage_needs_nothing_but_the_standard_library() -> None:
    script = (
        "import runpy, sys; sys.prefix = sys.base_prefix;"
        "runpy.run_path('manage.py', run_name='manage'); print('django' in sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert found.stdout.strip() == "False", found.stderr


@pytest.mark.parametrize("name", LISTS)
def test_every_package_is_pinned_with_hashes_and_comes_from_no_named_place(name: str) -> None:
    text = (settings.BASE_DIR / name).read_text()
    packages = re.findall(r"^([a-z0-9.\-]+)([^\s]*)", text, re.MULTILINE)
    assert len(packages) > 20
    assert all(pin.startswith("==") for _, pin in packages)
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"://|--index|--find-links|--trusted|^-e| @ |/opt|/tmp", text)


@pytest.mark.parametrize("name", LISTS)
def test_everything_that_is_asked_for_is_pinned(name: str) -> None:
    asked = (settings.BASE_DIR / name.replace(".txt", ".in")).read_text()
    wanted = {
        match.lower().replace("_", "-")
        for match in re.findall(r"^([A-Za-z][A-Za-z0-9._-]*)", asked, re.MULTILINE)
    }
    pinned = set(re.findall(r"^([a-z0-9.\-]+)==", (settings.BASE_DIR / name).read_text(), re.M))
    assert wanted <= pinned
