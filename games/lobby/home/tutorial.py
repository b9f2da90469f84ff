"""Tutorials: starts one, resumes it, and returns to it after another move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.user_locks import lock_users
from portal.errors import NotFound

from ... import bots, rulebook
from ...models import Move, Table
from ...rulebook.tutorial import Tutorial
from ...table import tutorial
from ...table.session.transaction import commit, open_table
from ..setup import table_setup
from ..table_settings import TableSettings

if TYPE_CHECKING:
    from accounts.models import User


def _get_tutorial(game: str) -> Tutorial:
    guide = rulebook.tutorial_of(game)
    if guide is None:
        raise NotFound(_("This game has no tutorial."), code="no_guide")
    return guide


def find_running_tutorial(user: User, game: str) -> Table | None:
    """Return the running tutorial of this game that this person plays, if there is one."""
    guide = rulebook.tutorial_of(game)
    if guide is None:
        return None
    mine = Table.objects.filter(game=game, host=user, status=Table.Status.RUNNING, seed=guide.seed)
    return mine.order_by("-pk").first()


def start_or_resume_tutorial(user: User, game: str) -> Table:
    """Return the running tutorial of this person, or open a new one.

    Raises:
        ActionError: the game has no tutorial, or the person has too many tables.
    """
    guide = _get_tutorial(game)
    with transaction.atomic():
        lock_users(user)
        return find_running_tutorial(user, game) or _open_tutorial_table(user, guide)


def _open_tutorial_table(user: User, guide: Tutorial) -> Table:
    settings = TableSettings.with_bots(guide.seats, guide.record["options"], bots.EASY)
    return table_setup.open_table(user, guide.key, settings, seed=guide.seed)


def return_to_tutorial(key: str, user: User) -> Table:
    """Return to the script of a tutorial: open a new table that stands where the script was left.

    The old table is called off, because the person plays there alone.

    Raises:
        Table.DoesNotExist: no table has this key.
        ActionError: the table is not a tutorial of this person.
    """
    table = Table.objects.get(key=key)
    guide = tutorial.tutorial_of(table)
    if guide is None or table.host_id != user.pk:
        raise NotFound(_("This game has no tutorial."), code="no_guide")
    with transaction.atomic():
        lock_users(user)
        past = tutorial.played_moves(table)
        followed, _due = guide.due(past)
        with open_table(key) as session:
            session.require_seat(user)
            session.call_off()
            commit([session])
        again = _open_tutorial_table(user, guide)
        with open_table(again.key) as session:
            for number, move in past[:followed]:
                seat = session.seats[number]
                session.play_moves(
                    seat, [move], Move.Source.BOT if seat.bot else Move.Source.PERSON
                )
            commit([session])
    return again
