"""A mark that tells whether `prepare` has anything to do: digests of its input and output.

Checking it takes milliseconds without Django; preparing takes more than a second. The mark is
removed before `prepare` begins and written when it has finished, so a killed run is repeated. If
the database or the folder of static files is another one, the mark does not fit.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parents[2]
CODE_FOLDERS = ("accounts", "games", "portal", "static")
ENVIRONMENT_NAMES = ("DATABASE_URL", "DEBUG", "STATIC_ROOT", "DJANGO_SETTINGS_MODULE")
MIGRATIONS_QUERY = "SELECT count(*), max(id), max(applied) FROM django_migrations"


class PreparationMark:
    """The mark in the data folder of one site."""

    def __init__(self, data_dir: Path, environment: Mapping[str, str]) -> None:
        self.data_dir = data_dir
        self.environment = environment
        self.path = data_dir / "run" / "prepared"
        self._initial_input = ""

    def fits(self) -> bool:
        """Whether input and output are as after the last `prepare`."""
        try:
            found = self.path.read_text()
        except OSError:
            return False
        made = self._output_digest()
        return made is not None and found == f"{self._input_digest()} {made}"

    def clear(self) -> None:
        """Remove the mark before `prepare` begins, and store the current digest of its input."""
        self.path.unlink(missing_ok=True)
        self._initial_input = self._input_digest()

    def write(self) -> None:
        """Write the mark after `prepare` has finished, for the input that `clear` saw."""
        if made := self._output_digest():
            aside = self.path.with_suffix(".new")
            aside.write_text(f"{self._initial_input} {made}")
            aside.replace(self.path)

    def _input_digest(self) -> str:
        """Return a digest of the input of `prepare`: code, static files, packages and settings."""
        digest = hashlib.sha256(sys.version.encode())
        for name in ENVIRONMENT_NAMES:
            digest.update(f"{name}={self.environment.get(name)}\n".encode())
        digest.update((BASE_DIR / "requirements.txt").read_bytes())
        packages = os.stat(sysconfig.get_path("purelib"))
        digest.update(f"{packages.st_mtime_ns}\n".encode())
        for path, found in _input_files():
            digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
        return digest.hexdigest()

    def _output_digest(self) -> str | None:
        """Return a digest of the output (migrations, static files), or None if it is unknown."""
        try:
            applied = self._applied_migrations()
            collected = [os.stat(self._static_root() / name) for name in (".collected", ".")]
        except Exception:  # another database, an outage, a missing table or folder: prepare again
            return None
        digest = hashlib.sha256(repr(applied).encode())
        digest.update(repr([found.st_mtime_ns for found in collected]).encode())
        return digest.hexdigest()

    def _static_root(self) -> Path:
        return Path(self.environment.get("STATIC_ROOT") or self.data_dir / "static")

    def _applied_migrations(self) -> object:
        url = self.environment.get("DATABASE_URL")
        if url is None or url.startswith("sqlite:"):
            path = self.data_dir / "longtable.sqlite3"
            if url is not None:
                path = Path(environ.Env.db_url_config(url)["NAME"])
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as there:
                return there.execute(MIGRATIONS_QUERY).fetchone()
        import psycopg

        with psycopg.connect(url, connect_timeout=2) as server:
            return server.execute(MIGRATIONS_QUERY).fetchone()


def _input_files() -> Iterator[tuple[str, os.stat_result]]:
    """Yield every file from which migrations and static files are made, in a fixed order."""
    for name in CODE_FOLDERS:
        for folder, folders, files in os.walk(BASE_DIR / name):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            for file in sorted(files):
                if file.endswith(".mo"):
                    continue  # compiled at the start from files that are included
                path = os.path.join(folder, file)
                yield path, os.stat(path)
