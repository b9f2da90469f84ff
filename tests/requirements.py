"""Parts of a machine that some tests need: missing here is a skip, missing in CI a failure."""

from __future__ import annotations

import os
import random
import shutil
import socket
from pathlib import Path
from typing import NoReturn

import pytest

#: Draws and runs pages as the whole browser does, for less; it shows no notifications.
CHROMIUM_SHELL = "chromium-headless-shell"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def report_missing(part: str) -> NoReturn:
    """Skip the test because this machine has no such part; in CI it fails."""
    if os.environ.get("CI"):
        pytest.fail(f"missing part: {part}", pytrace=False)
    pytest.skip(f"missing part: {part}")


def find_program(*names: str) -> str | None:
    """The path of the first of these programs that is installed."""
    return next(filter(None, map(shutil.which, names)), None)


def program(*names: str) -> str:
    """The path of the first of these programs that is installed; the test needs one."""
    return find_program(*names) or report_missing(" or ".join(names))


def free_port() -> int:
    """A port that nobody listens on, and that the kernel gives to no outgoing connection."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def surroundings(data_dir: Path) -> dict[str, str]:
    """What a command is told of the machine, and nothing of the tests' own settings."""
    passed_on = ("PATH", "HOME", "PYTHONPYCACHEPREFIX")  # the last only saves time
    kept = {name: os.environ[name] for name in passed_on if name in os.environ}
    return {**kept, "DATA_DIR": str(data_dir)}
