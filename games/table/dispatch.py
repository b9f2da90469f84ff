"""Enqueues Celery tasks by name, after the commit; never raises an error.

A call only wakes a worker. Rows in the database say what is due, and the sweep finds work whose
call was lost. This module knows tasks only by name, because their module imports this package.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterable
from typing import Any

from celery import current_app
from django.core.cache import cache

from .. import bots
from ..models import Table
from .realtime import publish

logger = logging.getLogger(__name__)
PLAY_BOT_TURN = "games.tasks.bot_turn"
PLAY_SEARCH_TURN = "games.tasks.think"
COMPUTE_SUGGESTION = "games.tasks.find_hint"
REVIEW_MATCH = "games.tasks.review"
TIME_OUT_SEATS = "games.tasks.time_out"
ANSWER_INVITATIONS = "games.tasks.answer_invitations"
SEND_NOTIFICATIONS = "games.tasks.send_notices"
UPDATE_GAME_STATISTICS = "games.tasks.count_statistics"
APPLY_PLANNED_DOWNTIMES = "games.tasks.spread_absences"
PUBLISH_ANNOUNCEMENTS = "games.tasks.tell_everybody"
ADVANCE_TOURNAMENT = "games.tasks.advance_contest"
ENQUEUE_TTL_SECONDS = 20  # after this, a call counts as lost


def enqueue_bots(levels: Iterable[str]) -> None:
    """After the commit, wake workers that play waiting bots of these levels."""
    for task in bot_tasks(levels):
        publish.run_after_commit(functools.partial(enqueue, task))


def bot_tasks(levels: Iterable[str]) -> list[str]:
    """Return the names of the tasks that play bots of these levels."""
    return sorted(
        {PLAY_SEARCH_TURN if level in bots.SEARCHING else PLAY_BOT_TURN for level in levels}
    )


def enqueue_invitation_answers(person: int) -> None:
    """After the commit, let a worker answer invitations of a bot account by its policy."""
    publish.run_after_commit(lambda: enqueue(ANSWER_INVITATIONS, person))


def enqueue_tournament(table: Table) -> None:
    """After the commit, update the tournament of this table, if it has one."""
    found = Table.objects.filter(pk=table.pk, tournament_table__isnull=False)
    for pk in found.values_list("tournament_table__round__tournament", flat=True):
        publish.run_after_commit(functools.partial(enqueue, ADVANCE_TOURNAMENT, pk))


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
