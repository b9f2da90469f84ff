"""Presenters: a game's own, or the generic one for games without a board."""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence

import games.rules as rules
from games import registry
from games.rules.reasons import plain

from . import validation
from .base import Presenter
from .discovery import attach_files
from .hud import Stat, Zone
from .scene import Scene
from .translations import gettext
from .view_models import Facts, MoveChoice, MoveGroup, Panel, RuleLink, SeatPoints, humanize

__all__ = [
    "MoveChoice",
    "Facts",
    "MoveGroup",
    "Panel",
    "SeatPoints",
    "Presenter",
    "Scene",
    "Stat",
    "RuleLink",
    "Zone",
    "presenter",
    "humanize",
    "translate_reason",
]


logger = logging.getLogger(__name__)
registry.register_check("board", validation.check_presenter)


@functools.cache
def presenter(key: str) -> Presenter:
    """The presenter of a game; the generic one where the title, or only its board, is missing.

    So leftovers of a removed game can still be named and listed.
    """
    game = rules.catalogue().get(key)
    if game is None:
        return Presenter(_placeholder_game(key))
    module = registry.title_module(key, "board")
    kind: type[Presenter] = Presenter if module is None else module.PRESENTER
    try:
        show = kind(game)
        attach_files(show)
    except Exception:
        logger.exception("the board of %s cannot be set up", key)
        return Presenter(game)
    return show


def _placeholder_game(key: str) -> rules.Game:
    """A game that stands in for one that is not installed; only its key is known."""
    return rules.Game(key, humanize(key).title(), range(1, 2), (), rules.Match)


def translate_reason(why: rules.Reason, key: str, names: Sequence[str] = ()) -> str:
    """A reason in the reader's language, in the words of the game if a game has this key."""
    if key not in rules.catalogue():
        return why.render(gettext, plain)
    try:
        return presenter(key).reason(why, names)
    except Exception:
        logger.exception("%s has no text for the reason %s", key, why.code)
        return why.render(gettext, plain)
