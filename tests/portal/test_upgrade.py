"""The oldest database that `migrate` knows keeps its rows, and becomes one as new sites have it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from tests.portal.oldest_database import KEY, schema
from tests.requirements import surroundings


@pytest.fixture
def empty_database(tmp_path: Path) -> Iterator[str]:
    """The address of a database without tables."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'old.sqlite3'}"
        return
    server, name = os.environ["DATABASE_URL"], f"test_upgrade_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connected:
        connected.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        connected.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def test_oldest_database_is_migrated_with_its_rows(
    db: None, empty_database: str, tmp_path: Path
) -> None:
    own = {"DATABASE_URL": empty_database, "SECRET_KEY": "an old site" * 5}
    done = subprocess.run(
        [sys.executable, "-m", "tests.portal.oldest_database"],
        cwd=settings.BASE_DIR,
        env={**surroundings(tmp_path), **own},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    upgraded = json.loads(done.stdout)
    check_rows(upgraded["rows"])
    tables, wanted = upgraded["schema"], schema()
    assert set(tables) == set(wanted)
    for table, parts in wanted.items():
        assert tables[table] == parts, table


def check_rows(rows: dict[str, Any]) -> None:
    assert rows["people"] == [
        ["Ann", "ann@example.org", "dark", "UTC"],
        ["Bob", "bob@example.org", "auto", "Asia/Tokyo"],
    ]
    assert len(rows["mailed"]) == 10, "who wanted no mail about turns gets none"
    assert not any(rows["mailed"].values())
    over, running = "oldtable0", KEY
    assert rows["tables"] == [[over, "finished", "1", "Ann"], [running, "running", "0", "Ann"]]
    assert rows["seats"] == [
        [over, "0", "Ann", "3600.5", "40"],
        [over, "1", "Bob", "3600.5", "39"],
        [running, "0", "Ann", "3600.5", "None"],
        [running, "1", "Bob", "3600.5", "None"],
    ]
    assert rows["moves"] == [
        [over, "0", "None", "", "setup"],
        [running, "0", "None", "", "setup"],
        [over, "1", "1", "pass", "person"],
    ]
    assert rows["snapshots"] == [[running, "0"]]
    assert rows["messages"] == [[over, "Bob", "well played"]]
    assert rows["tokens"] == [["Ann", "bot", "abcd"]]
    assert rows["ratings"] == [["Ann", "1512.00", "1"], ["Bob", "1488.00", "1"]]
    assert rows["changes"] == [["Ann", "12.00", "1512.00"], ["Bob", "-12.00", "1488.00"]]
    assert rows["goes_on"] == 1, "the running match takes a move"
