"""A thousand kills in the middle of work, and what is true afterwards.

usage: python -m tests.faults.kills [KILLS] [MINUTES]

Runs `test_kills.py` with so many kills (1000) in at most so many minutes (120), on a PostgreSQL of
its own whose backends are killed, too: the server then drops every connection and recovers.
Loopback only.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.requirements import free_port


@contextlib.contextmanager
def own_postgresql() -> Iterator[str]:
    """A PostgreSQL of our own; its address. It is stopped and gone afterwards."""
    tools = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not tools:
        raise SystemExit("PostgreSQL's programs are not installed")
    folder = Path(tempfile.mkdtemp(prefix="longtable-kills-"))
    folder.chmod(0o711)
    data, port = folder / "data", free_port()
    user: list[str] = []
    if os.getuid() == 0:
        user = ["runuser", "-u", "postgres", "--"]
        data.mkdir()
        shutil.chown(data, "postgres")

    def do(tool: str, *arguments: str) -> None:
        command = [*user, str(tools[-1] / tool), "-D", str(data), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    try:
        do("initdb", "-U", "longtable", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        # Nothing but the machine's own crash is left out: commits are written before they are told.
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        do("pg_ctl", "-o", f"{options} -c fsync=off", "-l", str(data / "log"), "-w", "start")
        yield f"postgres://longtable@127.0.0.1:{port}/postgres"
    finally:
        do("pg_ctl", "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    kills, minutes = [*sys.argv[1:], *("1000", "120")[len(sys.argv) - 1 :]][:2]
    with own_postgresql() as address:
        environment = {
            **os.environ,
            "DATABASE_URL": address,
            "KILL_BACKENDS": "1",
            "KILLS": kills,
            "KILL_MINUTES": minutes,
        }
        command = [sys.executable, "-m", "pytest", "-s", "tests/faults/test_kills.py"]
        raise SystemExit(subprocess.run(command, env=environment).returncode)


if __name__ == "__main__":
    main()
