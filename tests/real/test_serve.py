"""`manage.py serve`: one tree of real processes in a data folder of its own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis
from django.conf import settings

from portal.server import embedded_redis
from tests.live_site import SHARED_STATIC
from tests.polling import wait_for
from tests.requirements import free_port, surroundings

pytestmark = pytest.mark.same_everywhere


class ServeProcess:
    """One run of the command."""

    def __init__(self, data_dir: Path, port: int, *arguments: str) -> None:
        self.data_dir = data_dir
        self.url = f"http://127.0.0.1:{port}"
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port), *arguments],
            cwd=settings.BASE_DIR,
            env={**surroundings(data_dir), "WORKER_PROCESSES": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def wait_for_line(self, part: str, seconds: float = 60) -> None:
        def has_line() -> bool:
            return part in self.text or not self.reader.is_alive()

        wait_for(has_line, lambda: f"{part!r} in\n{self.text}", seconds)
        assert part in self.text, self.text

    def wait_until_ready(self, seconds: float = 60) -> None:
        self.wait_for_line("Longtable is ready: " + self.url, seconds)

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(60)
        self.reader.join(10)
        return code

    def processes(self) -> dict[int, str]:
        """The processes that use this data folder, apart from the launcher itself."""
        mark = f"DATA_DIR={self.data_dir}".encode()
        redis_socket = str(embedded_redis.socket_path(self.data_dir))
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                name = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                # Redis writes its title over its environment.
                if redis_socket in name or mark in (folder / "environ").read_bytes().split(b"\0"):
                    found[int(folder.name)] = name
        found.pop(self.process.pid, None)
        return {pid: name for pid, name in found.items() if name}

    def pids_of(self, part: str) -> set[int]:
        return {pid for pid, name in self.processes().items() if part in name}

    def redis(self) -> redis.Redis:
        return redis.Redis.from_url(embedded_redis.url(self.data_dir), socket_timeout=2)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Any]:
    runs: list[ServeProcess] = []

    def start(*arguments: str, port: int | None = None, data_dir: Path = tmp_path) -> ServeProcess:
        runs.append(ServeProcess(data_dir, port or free_port(), *arguments))
        return runs[-1]

    yield start
    for run in runs:
        if run.process.poll() is None:
            run.end(signal.SIGTERM)
        with contextlib.suppress(ProcessLookupError):
            for pid in run.processes():
                os.kill(pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def _prepared_data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with all tables and static files, as a first start makes it; those of the run,
    where this is a part of one."""
    folder = tmp_path_factory.mktemp("site") / "var"
    if template := os.environ.get("TEST_SQLITE_TEMPLATE"):
        folder.mkdir(mode=0o700)
        shutil.copyfile(template, folder / "longtable.sqlite3")
        shutil.copytree(os.environ[SHARED_STATIC], folder / "static")
        return folder
    command = [sys.executable, "manage.py", "prepare", "--verbosity", "0"]
    environment = surroundings(folder)
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True, timeout=300)
    return folder


@pytest.fixture
def data_dir(tmp_path: Path, _prepared_data_dir: Path) -> Path:
    """A folder of the test's own in which a site has been started before."""
    return Path(shutil.copytree(_prepared_data_dir, tmp_path / "var"))


def test_a_life_of_a_site(serve: Any, tmp_path: Path) -> None:
    """Start, a second start, Ctrl-C, start again with everything still there."""
    first = serve()
    first.wait_until_ready(300)  # every migration runs; a busy machine takes its time
    assert httpx.get(first.url + "/").status_code == 200
    page = httpx.get(first.url + "/nothing/")
    assert page.status_code == 404
    assert "Traceback" not in page.text
    assert "DEBUG" not in page.text
    wait_for(lambda: httpx.get(first.url + "/healthz").status_code == 200, "good health")

    second = serve()
    assert second.wait() == 1
    assert f"already runs with this data: {first.url}" in second.text
    assert httpx.get(first.url + "/healthz").status_code == 200

    first.redis().set("kept", "yes")
    assert first.end(signal.SIGINT) == 0
    assert first.lines[-2:] == ["Stopping ...", "Stopped."]
    assert first.processes() == {}
    assert (tmp_path / "run" / "serve.lock").read_text() == ""

    third = serve()
    third.wait_until_ready()
    assert third.redis().get("kept") == b"yes"
    with sqlite3.connect(tmp_path / "longtable.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    kept = [path for path in tmp_path.rglob("*") if "static" not in path.parts]
    assert kept
    assert [path for path in [tmp_path, *kept] if path.lstat().st_mode & 0o077] == []
    assert third.end(signal.SIGTERM) == 0


def test_site_with_parts_that_end_starts_them_again_and_leaves_no_process(
    serve: Any, data_dir: Path
) -> None:
    """The folder has a name too long for a socket, and data that Redis cannot read."""
    deep = data_dir.rename(data_dir.with_name("long" * 30))
    broken = deep / "redis" / "appendonlydir"
    broken.mkdir(parents=True)
    (broken / "appendonly.aof.manifest").write_text("nonsense\n")
    socket_path = embedded_redis.socket_path(deep)
    assert len(str(socket_path)) < 107
    site = serve(data_dir=deep)
    site.wait_until_ready()
    assert "Redis could not read its data" in site.text
    assert (deep / "redis.unreadable" / "appendonlydir" / "appendonly.aof.manifest").exists()
    assert socket_path.parent.stat().st_mode & 0o077 == 0

    for part in ("portal.server.web", " worker ", "valkey"):
        before = site.pids_of(part)
        os.kill(min(before), signal.SIGKILL)
        wait_for_another(site, part, before)
    assert "web ended (signal SIGKILL); starting it again" in site.text
    wait_for(lambda: healthy(site.url), "good health", 40)

    os.kill(site.process.pid, signal.SIGKILL)
    site.wait()
    # waits for what is left of the first one, then has everything to itself
    again = serve(data_dir=deep)
    again.wait_until_ready()
    wait_for(lambda: healthy(again.url), "good health", 40)
    assert again.end(signal.SIGTERM) == 0
    assert again.processes() == {}
    socket_path.parent.rmdir()


def test_a_taken_port_is_said_and_nothing_is_started(serve: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        site = serve(port=taken.getsockname()[1])
        assert site.wait() == 1
    assert "Choose another with --port" in site.text
    assert site.processes() == {}


def test_the_lock_names_the_owner(serve: Any, data_dir: Path) -> None:
    site = serve(data_dir=data_dir)
    site.wait_for_line("Starting")
    owner = json.loads((data_dir / "run" / "serve.lock").read_text())
    assert owner == {"pid": site.process.pid, "address": site.url}
    assert site.end(signal.SIGINT) == 0  # in the middle of the start
    assert site.processes() == {}


def wait_for_another(site: ServeProcess, part: str, before: set[int]) -> None:
    wait_for(lambda: site.pids_of(part) - before, f"another {part}")


def healthy(url: str) -> bool:
    try:
        return httpx.get(url + "/healthz").status_code == 200
    except httpx.HTTPError:
        return False
