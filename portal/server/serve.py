"""`manage.py serve`: run the whole site on this machine, with one command.

This process does not load Django, so it starts sooner; only the processes that it starts do.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from portal.server import private_files
from portal.server.launcher import Launcher, ServeError

BASE_DIR = Path(__file__).resolve().parents[2]
HELP = "Run the whole site: web server, worker, beat and, without REDIS_URL, its own Redis."


def data_dir(environment: Mapping[str, str]) -> Path:
    """Return the data folder, as the settings find it; it is made if it is missing."""
    path = Path(environment.get("DATA_DIR") or BASE_DIR / "var").resolve()
    private_files.make_private_folder(path)
    return path


def static_root(environment: Mapping[str, str]) -> Path:
    """Return the folder where static files are collected, as the settings find it."""
    return Path(environment.get("STATIC_ROOT") or data_dir(environment) / "static")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on")
    parser.add_argument(
        "--demo", action="store_true", help="fill an empty site with people, tables and matches"
    )


def serve(host: str, port: int, demo: bool) -> None:
    """Serve until a signal asks to stop.

    Raises:
        ServeError: the site cannot run.
    """

    def say(line: str) -> None:
        print(line, flush=True)

    os.umask(private_files.UMASK)  # every process inherits it
    folder = data_dir(os.environ)
    private_files.make_files_private(folder, but=static_root(os.environ))
    launcher = Launcher(folder, host, port, os.environ, say)
    launcher.run(("--demo",) if demo else ())


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="manage.py serve", description=HELP)
    add_arguments(parser)
    given = parser.parse_args(arguments)
    try:
        serve(given.host, given.port, given.demo)
    except ServeError as error:
        sys.exit(f"CommandError: {error}")
