"""Presenters: one for each game that has its own, the generic one for all others."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import logging
from collections.abc import Sequence

from django.utils.translation import gettext

import games.rules as rules
from games.rules.reasons import plain

from .base import Choice, Facts, Group, Panel, Points, Presenter, Scene, spoken

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


@functools.cache
def presenter(key: str) -> Presenter:
    """The presenter of a game."""
    kind = Presenter
    if importlib.util.find_spec(f"{__name__}.{key}"):
        kind = importlib.import_module(f"{__name__}.{key}").PRESENTER
    return kind(rules.get(key))


def told(why: rules.Reason, key: str, names: Sequence[str] = ()) -> str:
    """A reason in the reader's language and in the words of a game, if there is one of this key."""
    if key not in rules.catalogue():
        return why.told(gettext, plain)
    try:
        return presenter(key).reason(why, names)
    except Exception:
        logger.exception("no words of %s for the reason %s", key, why.code)
        return why.told(gettext, plain)
