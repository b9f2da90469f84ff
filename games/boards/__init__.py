"""Presenters: one for each game that has its own, the generic one for all others."""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence

import games.rules as rules
from games import registry
from games.rules.reasons import plain

from . import validation
from .base import Presenter
from .discovery import furnish
from .hud import Stat, Zone
from .scene import Scene
from .translations import gettext
from .view_models import Choice, Facts, Group, Panel, Points, Term, spoken

__all__ = [
    "Choice",
    "Facts",
    "Group",
    "Panel",
    "Points",
    "Presenter",
    "Scene",
    "Stat",
    "Term",
    "Zone",
    "presenter",
    "spoken",
    "told",
]


logger = logging.getLogger(__name__)
registry.checked_by("board", validation.check)


@functools.cache
def presenter(key: str) -> Presenter:
    """The presenter of a game; a generic one where the title, or only its board, is missing.

    So whatever is left of a game that is gone can still be named and listed.
    """
    game = rules.catalogue().get(key)
    if game is None:
        return Presenter(_stand_in(key))
    room = registry.room(key, "board")
    kind: type[Presenter] = Presenter if room is None else room.PRESENTER
    try:
        show = kind(game)
        furnish(show, room)
    except Exception:
        logger.exception("the board of %s cannot be set up", key)
        return Presenter(game)
    return show


def _stand_in(key: str) -> rules.Game:
    """In place of a game that is not here: nothing is known of it but its key."""
    return rules.Game(key, spoken(key).title(), range(1, 2), (), rules.Match)


def told(why: rules.Reason, key: str, names: Sequence[str] = ()) -> str:
    """A reason in the reader's language and in the words of a game, if there is one of this key."""
    if key not in rules.catalogue():
        return why.told(gettext, plain)
    try:
        return presenter(key).reason(why, names)
    except Exception:
        logger.exception("no words of %s for the reason %s", key, why.code)
        return why.told(gettext, plain)
