"""`serve` prepares a site only when something has changed, and whenever something has."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from portal.server import preparation, serve
from portal.server.preparation import PreparationMark


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The code of a small site."""
    folder = tmp_path / "code"
    (folder / "games" / "migrations").mkdir(parents=True)
    (folder / "games" / "migrations" / "0001_initial.py").write_text("1")
    (folder / "requirements.txt").write_text("Django")
    monkeypatch.setattr(preparation, "BASE_DIR", folder)
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder as `prepare` leaves it."""
    folder = tmp_path / "data"
    (folder / "run").mkdir(parents=True)
    (folder / "static").mkdir()
    (folder / "static" / ".collected").write_text("x")
    with closing(sqlite3.connect(folder / "longtable.sqlite3")) as database, database:
        database.execute("CREATE TABLE django_migrations (id INTEGER, applied TEXT)")
        database.execute("INSERT INTO django_migrations VALUES (1, 'today')")
    return folder


@pytest.fixture
def mark(code: Path, data: Path) -> PreparationMark:
    """The mark of a site that was prepared."""
    mark = PreparationMark(data, {})
    mark.clear()
    mark.write()
    return mark


def test_a_prepared_site_is_not_prepared_again(mark: PreparationMark, data: Path) -> None:
    assert mark.fits()
    assert PreparationMark(data, {}).fits()


def test_a_site_that_was_never_prepared_is(code: Path, data: Path) -> None:
    assert not PreparationMark(data, {}).fits()


def test_one_that_was_killed_is_done_again(mark: PreparationMark, data: Path) -> None:
    mark.clear()
    assert not PreparationMark(data, {}).fits()


@pytest.mark.parametrize("name", ["games/migrations/0002_more.py", "static/a.css", "games/x.py"])
def test_new_code_is_prepared(mark: PreparationMark, code: Path, name: str) -> None:
    (code / name).parent.mkdir(exist_ok=True)
    (code / name).write_text("new")
    assert not mark.fits()


def test_what_comes_while_it_prepares_is_prepared_the_next_time(
    mark: PreparationMark, code: Path, data: Path
) -> None:
    mark.clear()
    (code / "games" / "late.py").write_text("new")
    mark.write()
    assert not PreparationMark(data, {}).fits()


def test_new_packages_are_prepared(mark: PreparationMark, code: Path) -> None:
    (code / "requirements.txt").write_text("Django newer")
    assert not mark.fits()


@pytest.mark.parametrize("name", ["DATABASE_URL", "STATIC_ROOT"])
def test_other_settings_are_prepared(mark: PreparationMark, data: Path, name: str) -> None:
    assert not PreparationMark(data, {name: "sqlite:////elsewhere"}).fits()


def test_another_database_in_its_place_is_prepared(mark: PreparationMark, data: Path) -> None:
    with closing(sqlite3.connect(data / "longtable.sqlite3")) as database, database:
        database.execute("DELETE FROM django_migrations")
    assert not mark.fits()


def test_a_lost_database_is_prepared(mark: PreparationMark, data: Path) -> None:
    (data / "longtable.sqlite3").unlink()
    assert not mark.fits()
    assert not (data / "longtable.sqlite3").exists()


def test_lost_static_files_are_prepared(mark: PreparationMark, data: Path) -> None:
    (data / "static" / ".collected").unlink()
    assert not mark.fits()


def test_a_database_that_cannot_be_asked_is_prepared(code: Path, data: Path) -> None:
    away = PreparationMark(data, {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"})
    away.clear()
    away.write()
    assert not away.fits()


def test_the_data_folder_is_the_one_of_the_settings() -> None:
    environment = {"DATA_DIR": str(settings.DATA_DIR)}
    assert serve.data_dir(environment) == settings.DATA_DIR
    assert serve.static_root(environment) == Path(settings.STATIC_ROOT)


def test_the_launcher_loads_no_database_and_no_game() -> None:
    code = (
        "import sys, portal.server.serve;"
        "print([name for name in sys.modules if name in ('django.db', 'django.apps', 'games')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr
