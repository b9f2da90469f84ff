"""Presenters: one for each game that has its own, the generic one for all others."""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence

import games.rules as rules
from games import titles
from games.rules.reasons import plain

from . import offered
from .base import Choice, Facts, Group, Panel, Points, Presenter, Scene, spoken
from .found import furnish
from .wording import gettext

__all__ = [
    "Choice",
    "Facts",
    "Group",
    "Panel",
    "Points",
    "Presenter",
    "Scene",
    "presenter",
    "spoken",
    "told",
]


logger = logging.getLogger(__name__)
titles.checked_by("board", offered.check)


@functools.cache
def presenter(key: str) -> Presenter:
    """The presenter of a game."""
    room = titles.room(key, "board")
    kind: type[Presenter] = Presenter if room is None else room.PRESENTER
    show = kind(rules.get(key))
    furnish(show)
    return show


def told(why: rules.Reason, key: str, names: Sequence[str] = ()) -> str:
    """A reason in the reader's language and in the words of a game, if there is one of this key."""
    if key not in rules.catalogue():
        return why.told(gettext, plain)
    try:
        return presenter(key).reason(why, names)
    except Exception:
        logger.exception("no words of %s for the reason %s", key, why.code)
        return why.told(gettext, plain)
