"""Enqueues Celery tasks by name, after the commit; never raises an error.

A call only wakes a worker. Rows in the database say what is due, and the sweep finds work whose
call was lost. This module knows tasks only by name, because their module imports this package.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterable

from portal import background

from .. import bots
from ..models import Table

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


def enqueue_bots(levels: Iterable[str]) -> None:
    """After the commit, wake workers that play waiting bots of these levels."""
    for task in bot_tasks(levels):
        background.run_after_commit(functools.partial(background.enqueue, task))


def bot_tasks(levels: Iterable[str]) -> list[str]:
    """Return the names of the tasks that play bots of these levels."""
    return sorted(
        {PLAY_SEARCH_TURN if level in bots.SEARCHING else PLAY_BOT_TURN for level in levels}
    )


def enqueue_invitation_answers(person: int) -> None:
    """After the commit, let a worker answer invitations of a bot account by its policy."""
    background.run_after_commit(lambda: background.enqueue(ANSWER_INVITATIONS, person))


def enqueue_tournament(table: Table) -> None:
    """After the commit, update the tournament of this table, if it has one."""
    found = Table.objects.filter(pk=table.pk, tournament_table__isnull=False)
    for pk in found.values_list("tournament_table__round__tournament", flat=True):
        background.run_after_commit(functools.partial(background.enqueue, ADVANCE_TOURNAMENT, pk))
