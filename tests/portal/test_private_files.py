"""The data folder and what is in it: closed to other accounts of the machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from portal.server import private_files
from tests.requirements import surroundings

pytestmark = pytest.mark.same_everywhere


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    private_files.make_private_folder(tmp_path / "site" / "var")
    assert mode(tmp_path / "site" / "var") == 0o700


def test_an_open_folder_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    private_files.make_private_folder(tmp_path)
    assert mode(tmp_path) == 0o700


def test_a_folder_for_everybody_is_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    private_files.make_private_folder(tmp_path)
    assert mode(tmp_path) == 0o777


def test_what_earlier_versions_left_open_is_closed_and_static_files_stay(tmp_path: Path) -> None:
    names = ("longtable.sqlite3", "longtable.sqlite3-wal", "longtable.sqlite3-shm", "secret_key")
    files = [*names, "mail/1.log", "log/web.log", "static/css/site.css"]
    for name in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        path.touch(0o644)
    outside = tmp_path / "link"
    outside.symlink_to("/etc/hostname")
    private_files.make_files_private(tmp_path, but=tmp_path / "static")
    assert {mode(tmp_path / name) for name in files[:-1]} == {0o600}
    assert mode(tmp_path / "mail") == 0o700
    assert mode(tmp_path / "static/css/site.css") == 0o644
    assert mode(Path("/etc/hostname")) & 0o044


@pytest.mark.parametrize("command", [("check",), ("showmigrations", "-v", "0")])
def test_every_command_closes_the_folder(tmp_path: Path, command: tuple[str, ...]) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=surroundings(folder),
        check=True,
        timeout=120,
    )
    assert mode(folder) == 0o700
