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

from . import bots
from .models import ContestTable
from .table.realtime import publish

if TYPE_CHECKING:
    from .models import Notice, Table

logger = logging.getLogger(__name__)
BOT_TURN = "games.tasks.bot_turn"
THINK = "games.tasks.think"
FIND_HINT = "games.tasks.find_hint"
REVIEW = "games.tasks.review"
TIME_OUT = "games.tasks.time_out"
ANSWER_INVITATIONS = "games.tasks.answer_invitations"
SEND_NOTICES = "games.tasks.send_notices"
COUNT_STATISTICS = "games.tasks.count_statistics"
SPREAD_ABSENCES = "games.tasks.spread_absences"
TELL_EVERYBODY = "games.tasks.tell_everybody"
ADVANCE_CONTEST = "games.tasks.advance_contest"
CALL_SECONDS = 20  # after which a call is taken for lost


def wake_bots(levels: Iterable[str]) -> None:
    """After the commit: bots wait, some worker is to play the one whose turn it is."""
    for task in bot_tasks(levels):
        publish.after_commit(functools.partial(send, task))


def bot_tasks(levels: Iterable[str]) -> list[str]:
    """The tasks that play bots of these levels."""
    return sorted({THINK if level in bots.SEARCHING else BOT_TURN for level in levels})


def wake_to_answer(person: int) -> None:
    """After the commit: a bot's account is invited, and some worker answers by its rules."""
    publish.after_commit(lambda: send(ANSWER_INVITATIONS, person))


def wake_sender(told: Sequence[Notice]) -> None:
    """After the commit, where a notice is to go out at once: one round takes all, so one call."""
    if any(row.send_at == row.created_at for row in told):
        publish.after_commit(lambda: call_once(SEND_NOTICES))


def wake_contest(table: Table) -> None:
    """After the commit: what a match brings in its contest, if it has one, is new."""
    contest = ContestTable.objects.filter(table=table).values_list("round__contest", flat=True)
    for pk in contest:
        publish.after_commit(functools.partial(send, ADVANCE_CONTEST, pk))


def call_once(task: str, *args: Any) -> None:
    """Ask for a task, if a call for it is not on its way (`answered`)."""
    if cache.add(":".join(("called", task, *map(str, args))), 1, CALL_SECONDS):
        send(task, *args)


def answered(task: str) -> None:
    """The task begins: whatever comes up from now on wants another call."""
    cache.delete(f"called:{task}")


def send(task: str, *args: Any) -> None:
    """Ask for a task of this name; without a broker nothing happens."""
    try:
        current_app.tasks[task].apply_async(args=args, retry=False)
    except Exception as error:
        logger.warning("no broker, the sweep will find the work: %s", error)
