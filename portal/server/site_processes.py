"""The processes of a site on one machine, and how each is started."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from portal.server import embedded_redis
from portal.server.processes import ChildProcess
from portal.server.task_queue import QUEUES

BASE_DIR = Path(__file__).resolve().parents[2]
CELERY = (sys.executable, "-m", "celery", "-A", "portal", "--quiet")


class SiteProcesses:
    """Makes the processes of one site, with the same data folder and environment."""

    def __init__(self, data_dir: Path, environment: Mapping[str, str]) -> None:
        self.data_dir = data_dir
        self.environment = {**environment, "DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1"}

    def redis(self, inherited: tuple[int, ...] = ()) -> ChildProcess:
        return self._process("redis", embedded_redis.server_command(self.data_dir), inherited)

    def web(self, socket: int, number: int = 1, inherited: tuple[int, ...] = ()) -> ChildProcess:
        name = "web" if number == 1 else f"web-{number}"
        command = (sys.executable, "-m", "portal.server.web", "--fd", str(socket))
        return self._process(name, command, (socket, *inherited))

    def worker(
        self,
        processes: int = 2,
        inherited: tuple[int, ...] = (),
        queues: Collection[str] = QUEUES,
        name: str = "worker",
    ) -> ChildProcess:
        command = (
            *(*CELERY, "worker", "--loglevel", "WARNING"),
            *("--queues", ",".join(queues), "--concurrency", str(processes)),
            *("--without-gossip", "--without-mingle"),
            *("--hostname", f"{name}@%h"),
        )
        return self._process(name, command, inherited, stop_seconds=30)

    def beat(self, inherited: tuple[int, ...] = ()) -> ChildProcess:
        return self._process("beat", (sys.executable, "-m", "portal.server.beat"), inherited)

    def prepare(self, *arguments: str) -> ChildProcess:
        """Return the process that must have ended before web, worker and beat start."""
        return self._process("prepare", (sys.executable, "manage.py", "prepare", *arguments), ())

    def _process(
        self,
        name: str,
        command: tuple[str, ...] | list[str],
        inherited: tuple[int, ...],
        stop_seconds: float = 10,
    ) -> ChildProcess:
        log = self.data_dir / "log" / f"{name}.log"
        return ChildProcess(name, command, self.environment, log, BASE_DIR, inherited, stop_seconds)
