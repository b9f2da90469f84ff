"""Waiting for a condition, with a limit: the tests never sleep for a guessed time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def wait_for(condition: Callable[[], T], what: str | Callable[[], str], seconds: float = 20) -> T:
    """Ask until the condition answers something true, and return that."""
    until, pause = time.monotonic() + seconds, 0.02
    while not (answer := condition()):
        if time.monotonic() > until:
            text = what if isinstance(what, str) else what()
            raise AssertionError(f"waited {seconds:g} s for {text}")
        time.sleep(pause)
        pause = min(1.5 * pause, 0.1)  # whoever is waited for needs the core that asking takes
    return answer
