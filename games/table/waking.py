"""Calls that wake workers, by the names of their tasks: after the commit, and never an error.

A call only wakes: the rows in the database say what is due, and the sweep finds what a lost call
forgot. Here nothing is known of the tasks but their names, because they know the tables.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import current_app

from . import live

logger = logging.getLogger(__name__)
BOT_TURN = "games.tasks.bot_turn"
SEND_NOTICES = "games.tasks.send_notices"
COUNT_STATISTICS = "games.tasks.count_statistics"


def wake_bot() -> None:
    """After the commit: a bot waits, some worker is to play the one whose turn it is."""
    live.after_commit(lambda: send(BOT_TURN))


def wake_sender() -> None:
    """After the commit: a notice is to go out now."""
    live.after_commit(lambda: send(SEND_NOTICES))


def send(task: str, *args: Any) -> None:
    """Ask for a task of this name; without a broker nothing happens."""
    try:
        current_app.tasks[task].apply_async(args=args, retry=False)
    except Exception as error:
        logger.warning("no broker, the sweep will find the work: %s", error)
