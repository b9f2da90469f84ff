"""A backup that is made and restored as docs/operations/back-up.md says has every row."""

from __future__ import annotations

import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from accounts.models import User
from games.models import Table
from tests.clients import session_of
from tests.faults.test_database_loss import postgres_folder
from tests.games.conftest import actor, legal, new_table, player
from tests.portal.every_page import boss, pages
from tests.requirements import surroundings

__all__ = ["boss", "new_table", "pages"]

DOCS_PAGE = settings.BASE_DIR / "docs" / "operations" / "back-up.md"
#: Plays a move as a browser whose session began before the backup.
PLAY = """
import json, sys, django
django.setup()
from django.conf import settings
from django.test import Client
session, address, body = sys.argv[1:]
client = Client(headers={"host": settings.ALLOWED_HOSTS[0]})
client.cookies[settings.SESSION_COOKIE_NAME] = session
answer = client.post(address, body, content_type="application/json")
print(answer.status_code, answer.text)
"""


def docs_command(pattern: str) -> str:
    """The only command of the guide that this describes."""
    (command,) = set(re.findall(pattern, DOCS_PAGE.read_text()))
    return str(command)


class SqliteCopy:
    """The backup of a file, made while the site uses it."""

    def __init__(self, folder: Path) -> None:
        self.kept, self.var = folder / "backups", folder / "var"
        self.kept.mkdir()
        self.var.mkdir(mode=0o700)
        self.url = f"sqlite:///{self.var / 'longtable.sqlite3'}"

    def back_up(self) -> None:
        command = docs_command(r"(?m)^python3 -c .*backup.*$").replace("python3", sys.executable)
        command = command.replace("var/longtable.sqlite3", str(connection.settings_dict["NAME"]))
        subprocess.run(
            shlex.split(command.replace("/backups/", f"{self.kept}/")), check=True, timeout=60
        )

    def restore(self) -> None:
        command = docs_command(r"(?m)^cp /backups/longtable.sqlite3.* var/$").split(" ")
        assert command[1:3] == ["/backups/longtable.sqlite3", "/backups/secret_key"]
        (self.kept / "longtable.sqlite3").rename(self.var / "longtable.sqlite3")

    def rows(self, *, original: bool = False) -> dict[str, list[str]]:
        restored = self.var / "longtable.sqlite3"
        with sqlite3.connect(connection.settings_dict["NAME"] if original else restored) as file:
            return all_rows(file.execute)

    def remove(self) -> None:
        """Its folder goes with the test."""


class PostgresCopy:
    """The dump of a database, restored into an empty one."""

    def __init__(self, folder: Path) -> None:
        self.server, self.name = os.environ["DATABASE_URL"], f"test_restored_{os.getpid()}"
        self.dump, self.var = folder / "longtable.dump", folder / "var"
        self.var.mkdir(mode=0o700)
        self.url = self._url(self.name)
        with psycopg.connect(self.server, autocommit=True) as connected:
            connected.execute(f'CREATE DATABASE "{self.name}" TEMPLATE template0')

    def _url(self, name: str) -> str:
        return urlunsplit(urlsplit(self.server)._replace(path=f"/{name}"))

    def back_up(self) -> None:
        command = docs_command(r'pg_dump -Fc "\$DATABASE_URL" > longtable.dump')
        source = self._url(str(connection.settings_dict["NAME"]))
        self._run(command.replace("$DATABASE_URL", source))

    def restore(self) -> None:
        command = docs_command(r"pg_restore -U longtable -d longtable .*< longtable.dump")
        self._run(command.replace("-U longtable -d longtable", f"-d {shlex.quote(self.url)}"))

    def _run(self, command: str) -> None:
        program, _, arguments = command.partition(" ")
        subprocess.run(  # noqa: S602 - the command is that of the guide
            f"{shlex.quote(str(postgres_folder() / program))} {arguments}",
            shell=True,
            cwd=self.dump.parent,
            check=True,
            timeout=120,
        )

    def rows(self, *, original: bool = False) -> dict[str, list[str]]:
        name = str(connection.settings_dict["NAME"]) if original else self.name
        with psycopg.connect(self._url(name)) as database:
            return all_rows(database.execute)

    def remove(self) -> None:
        with psycopg.connect(self.server, autocommit=True) as connected:
            connected.execute(f'DROP DATABASE "{self.name}" WITH (FORCE)')


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[SqliteCopy | PostgresCopy]:
    found = (SqliteCopy if connection.vendor == "sqlite" else PostgresCopy)(tmp_path)
    yield found
    found.remove()


def all_rows(execute: Callable[[Any], Any]) -> dict[str, list[str]]:
    """The rows of every table of the site, in no order."""
    tables = connection.introspection.django_table_names(include_views=False)
    read = 'SELECT * FROM "{}"'
    return {name: sorted(map(repr, execute(read.format(name)))) for name in tables}


@pytest.mark.django_db(transaction=True)
def test_restored_backup_has_every_row_and_its_matches_go_on(
    pages: list[str], new_table: Callable[..., Table], copy: SqliteCopy | PostgresCopy
) -> None:
    table = new_table()
    seat = actor(table)
    session = session_of(player(seat))
    before = copy.rows(original=True)
    assert sum(map(bool, before.values())) > 30, "something of everything"
    copy.back_up()
    copy.restore()
    restored = copy.rows()
    assert set(restored) == set(before)
    for name, rows in before.items():
        assert restored[name] == rows, name

    (copy.var / "secret_key").write_text(settings.SECRET_KEY)
    body = {"version": table.version, "moves": legal(table, seat)[:1]}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, session, f"/api/tables/{table.key}/moves/", json.dumps(body)],
        cwd=settings.BASE_DIR,
        env={
            **surroundings(copy.var),
            "DATABASE_URL": copy.url,
            "DJANGO_SETTINGS_MODULE": "portal.settings",
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.startswith("200 "), done.stdout + done.stderr
    assert User.objects.count() == len(restored[User._meta.db_table])
    assert len(copy.rows()["games_move"]) > len(restored["games_move"])
