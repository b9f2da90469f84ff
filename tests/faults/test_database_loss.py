"""PostgreSQL restarts under a web process: its pooled connections are dead, and nobody notices."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import psycopg
import pytest
from django.conf import settings

from tests import sample_titles
from tests.live_site import LiveSite
from tests.requirements import free_port, report_missing

THREADS = 6
POOLED = f"pooled-{os.getpid()}"
PAGE = f"/leaderboard/{sample_titles.usual()}/"


def end_backends(url: str) -> int:
    """End every connection of the web process; return how many there were."""
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
            [POOLED],
        )
        return len(ended.fetchall())


def statuses(url: str, number: int) -> list[int]:
    """Ask for a page that needs the database, several at once: every pooled connection is used."""
    with httpx.Client(base_url=url, timeout=30) as client, ThreadPoolExecutor(number) as pool:
        answers = pool.map(lambda _: client.get(PAGE).status_code, range(number))
        return list(answers)


@pytest.mark.postgresql
def test_after_its_backends_are_ended_every_page_is_answered(live_site: LiveSite) -> None:
    url = live_site.environment["DATABASE_URL"]
    with web_process(live_site, url) as address:
        assert set(statuses(address, 4 * THREADS)) == {200}
        for _round in range(3):
            assert end_backends(url) > 1, "the pool must have held connections"
            assert httpx.get(address + PAGE, timeout=30).status_code == 200
            assert set(statuses(address, 4 * THREADS)) == {200}


@pytest.mark.postgresql
def test_after_a_restart_of_the_server_every_page_is_answered(
    live_site: LiveSite, own_postgres: OwnPostgres
) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--noinput", "-v", "0"],
        cwd=settings.BASE_DIR,
        env={**live_site.environment, "DATABASE_URL": own_postgres.url},
        check=True,
    )
    with web_process(live_site, own_postgres.url) as address:
        assert set(statuses(address, 4 * THREADS)) == {200}
        own_postgres.restart()
        assert httpx.get(address + PAGE, timeout=30).status_code == 200
        assert set(statuses(address, 4 * THREADS)) == {200}


def web_process(live_site: LiveSite, database: str) -> AbstractContextManager[str]:
    """A web process of its own with a pool of connections; its address."""
    return live_site.another_web(
        DATABASE_URL=f"{database}?application_name={POOLED}",
        WEB_THREADS=str(THREADS),
        API_RATE_ANONYMOUS="100000/min",
    )


class OwnPostgres:
    """A PostgreSQL server that a test may restart."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.port = free_port()
        self.url = f"postgres://longtable@127.0.0.1:{self.port}/postgres"
        self._run("initdb", "-D", str(self.data), "-U", "longtable", "-A", "trust", "-E", "UTF8")

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c fsync=off -k ''"
        log = str(self.data / "log")
        self._run("pg_ctl", "-D", str(self.data), "-o", options, "-l", log, "-w", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def restart(self) -> None:
        self.stop()
        self.start()

    @staticmethod
    def _run(program: str, *arguments: str) -> None:
        command = [str(postgres_folder() / program), *arguments]
        if os.getuid() == 0:  # PostgreSQL does not run as root
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr


def postgres_folder() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        report_missing("a PostgreSQL of one's own")
    return found[-1].parent


@pytest.fixture
def own_postgres() -> Iterator[OwnPostgres]:
    postgres_folder()
    with short_folder() as folder:
        server = OwnPostgres(folder)
        server.start()
        yield server
        server.stop()


@contextlib.contextmanager
def short_folder() -> Iterator[Path]:
    """A folder that the user `postgres` may write to where the tests run as root."""
    folder = Path(tempfile.mkdtemp(prefix="longtable-postgres-"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
