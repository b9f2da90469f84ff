"""Calls that wake workers, by the names of their tasks: after the commit, and never an error.

A call only wakes: the rows in the database say what is due, and the sweep finds what a lost call
forgot. Here nothing is known of the tasks but their names, because they know the tables.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from celery import current_app
from django.core.cache import cache

from .. import bots
from ..models import TournamentTable
from .realtime import publish

if TYPE_CHECKING:
    from ..models import Notification, Table

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
ENQUEUE_TTL_SECONDS = 20  # after which a call is taken for lost


def enqueue_bots(levels: Iterable[str]) -> None:
    """After the commit: bots wait, some worker is to play the one whose turn it is."""
    for task in bot_tasks(levels):
        publish.run_after_commit(functools.partial(enqueue, task))


def bot_tasks(levels: Iterable[str]) -> list[str]:
    """The tasks that play bots of these levels."""
    return sorted(
        {PLAY_SEARCH_TURN if level in bots.SEARCHING else PLAY_BOT_TURN for level in levels}
    )


def enqueue_invitation_answers(person: int) -> None:
    """After the commit: a bot's account is invited, and some worker answers by its rules."""
    publish.run_after_commit(lambda: enqueue(ANSWER_INVITATIONS, person))


def enqueue_delivery(told: Sequence[Notification]) -> None:
    """After the commit, where a notice is to go out at once: one round takes all, so one call."""
    if any(row.send_at == row.created_at for row in told):
        publish.run_after_commit(lambda: enqueue_once(SEND_NOTIFICATIONS))


def enqueue_tournament(table: Table) -> None:
    """After the commit: what a match brings in its tournament, if it has one, is new."""
    contest = TournamentTable.objects.filter(table=table).values_list("round__contest", flat=True)
    for pk in contest:
        publish.run_after_commit(functools.partial(enqueue, ADVANCE_TOURNAMENT, pk))


def enqueue_once(task: str, *args: Any) -> None:
    """Ask for a task, if a call for it is not on its way (`mark_started`)."""
    if cache.add(":".join(("called", task, *map(str, args))), 1, ENQUEUE_TTL_SECONDS):
        enqueue(task, *args)


def mark_started(task: str) -> None:
    """The task begins: whatever comes up from now on wants another call."""
    cache.delete(f"called:{task}")


def enqueue(task: str, *args: Any) -> None:
    """Ask for a task of this name; without a broker nothing happens."""
    try:
        current_app.tasks[task].apply_async(args=args, retry=False)
    except Exception as error:
        logger.warning("no broker, the sweep will find the work: %s", error)
