"""Work after the commit: callbacks, and calls of Celery tasks by name; never raises an error.

A call only wakes a worker. Rows in the database say what is due, and the sweep finds work whose
call was lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import redis
from celery import current_app
from django.core.cache import cache
from django.db import transaction

logger = logging.getLogger(__name__)
ENQUEUE_TTL_SECONDS = 20  # after this, a call counts as lost


def run_after_commit(callback: Callable[[], None]) -> None:
    """Call a function after the commit; Redis errors are only logged and never undo a move."""

    def quietly() -> None:
        try:
            callback()
        except (redis.RedisError, OSError) as error:
            logger.warning("cannot publish a live update, pages will poll: %s", error)

    transaction.on_commit(quietly, robust=True)


def enqueue_once(task: str, *args: Any) -> None:
    """Enqueue a task, unless a call for it is already pending (`mark_started`)."""
    if cache.add(":".join(("called", task, *map(str, args))), 1, ENQUEUE_TTL_SECONDS):
        enqueue(task, *args)


def mark_started(task: str) -> None:
    """Mark that a task has started: work that comes up from now on needs another call."""
    cache.delete(f"called:{task}")


def enqueue(task: str, *args: Any) -> None:
    """Enqueue a task by name; without a broker, only log a warning."""
    try:
        current_app.tasks[task].apply_async(args=args, retry=False)
    except Exception as error:
        logger.warning("no broker, the sweep will find the work: %s", error)
