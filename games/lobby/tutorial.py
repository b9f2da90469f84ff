"""Guided first matches: sitting down to one, going on with it, coming back to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from .. import bots, rulebook
from ..models import Move, Table
from ..rulebook.tutorial import Guide
from ..table import tutorial
from ..table.errors import Refused
from ..table.session.transaction import opened, store
from ..table.user_locks import hold
from ..time_controls import BY_KEY, DEFAULT_PRESET
from . import table_setup

if TYPE_CHECKING:
    from accounts.models import User


class NoGuide(Refused):
    status = 404
    code = "no_guide"


def _guide(game: str) -> Guide:
    guide = rulebook.guide(game)
    if guide is None:
        raise NoGuide(_("There is no guided match of this game."))
    return guide


def running(user: User, game: str) -> Table | None:
    """The guided match of this game that this person plays, if there is one."""
    guide = rulebook.guide(game)
    if guide is None:
        return None
    mine = Table.objects.filter(game=game, host=user, status=Table.Status.RUNNING, seed=guide.seed)
    return mine.order_by("-pk").first()


def sit_down(user: User, game: str) -> Table:
    """The guided match that this person plays, or a new one.

    Raises:
        Refused: there is no such match of this game, or they have too many tables.
    """
    guide = _guide(game)
    with transaction.atomic():
        hold(user)
        return running(user, game) or _open(user, guide)


def _open(user: User, guide: Guide) -> Table:
    return table_setup.open_table(
        user,
        guide.key,
        guide.seats,
        guide.record["options"],
        BY_KEY[DEFAULT_PRESET].clock,
        bot_levels=[bots.EASY] * (guide.seats - 1),
        rated=False,
        visibility=Table.Visibility.LINK,
        seed=guide.seed,
    )


def come_back(key: str, user: User) -> Table:
    """Go on with the guide from where its way was left: at a new table, which has come that far.

    The one that was left is called off, as its person plays there alone.

    Raises:
        Refused: it is no guided match of this person's.
    """
    table = Table.objects.get(key=key)
    guide = tutorial.guide_of(table)
    if guide is None or table.host_id != user.pk:
        raise NoGuide(_("There is no guided match of this game."))
    with transaction.atomic():
        hold(user)
        past = tutorial.played(table)
        followed, _due = guide.due(past)
        with opened(key) as door:
            door.seat_of(user)
            door.call_off()
            store([door])
        again = _open(user, guide)
        with opened(again.key) as door:
            for number, move in past[:followed]:
                seat = door.seats[number]
                door.enter(seat, [move], Move.By.BOT if seat.bot else Move.By.PERSON)
            store([door])
    return again
