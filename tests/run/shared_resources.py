"""What the processes of a run share: empty databases with all tables, of which each has a copy, and
the static files of the sites that some of them start."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.layout import ROOT


@contextmanager
def prepare_shared(environment: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The environment with the names of all this; it is gone afterwards."""
    found = dict(environment)
    with tempfile.TemporaryDirectory(prefix="longtable-run-") as folder:
        path, static = Path(folder) / "empty.sqlite3", Path(folder) / "static"
        collecting = {**environment, "STATIC_ROOT": str(static)}
        making = [_start_command("prepare", collecting, folder, f"sqlite:///{path}")]
        found["TEST_SQLITE_TEMPLATE"] = str(path)
        found["TEST_STATIC_ROOT"] = str(static)
        if address := environment.get("TEST_POSTGRES_URL"):
            name = f"longtable_empty_{os.getpid()}"
            _on_server(address, f'CREATE DATABASE "{name}"')
            there = urlunsplit(urlsplit(address)._replace(path=f"/{name}"))
            making.append(_start_command("migrate", environment, folder, there))
            found["TEST_POSTGRES_TEMPLATE"] = name
        try:
            codes = [process.wait() for process in making]
            if any(codes):
                sys.exit("The empty database could not be made; what is wrong stands above.")
            yield found
        finally:
            if address:
                _on_server(address, f'DROP DATABASE IF EXISTS "{name}"')


def _start_command(
    what: str, environment: Mapping[str, str], folder: str, address: str
) -> subprocess.Popen[bytes]:
    data = tempfile.mkdtemp(dir=folder)
    own = {"DATABASE_URL": address, "DATA_DIR": data, "DEBUG": "False", "SECRET_KEY": "a run" * 10}
    command = [sys.executable, "manage.py", what, "--verbosity", "0"]
    settings = {"DJANGO_SETTINGS_MODULE": "portal.settings"}
    return subprocess.Popen(command, cwd=ROOT, env={**environment, **own, **settings})


def _on_server(address: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[call-overload]
