"""What the tasks of several apps share that look for due work."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from .errors import NotRunningError

logger = logging.getLogger(__name__)
SWEEP_BATCH = 500
LOST_AFTER = timedelta(seconds=2)  # a call that has not started by then
# What apps add to the sweep: each function enqueues due work and returns how much it found.
SWEEP_HOOKS: list[Callable[[], int]] = []


def end_table(end: Callable[[str], bool], key: str) -> bool:
    """Return whether this ended the table; an error is logged and does not stop the others."""
    try:
        return end(key)
    except NotRunningError:
        return False
    except Exception:
        logger.exception("cannot close table %s", key)
        return False
