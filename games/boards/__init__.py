"""Presenters: one for each game that has its own, the generic one for all others."""

from __future__ import annotations

import functools
import importlib
import importlib.util

import games.rules as rules

from .base import Choice, Group, Panel, Points, Presenter, Scene, spoken

__all__ = ["Choice", "Group", "Panel", "Points", "Presenter", "Scene", "presenter", "spoken"]


@functools.cache
def presenter(key: str) -> Presenter:
    """The presenter of a game."""
    kind = Presenter
    if importlib.util.find_spec(f"{__name__}.{key}"):
        kind = importlib.import_module(f"{__name__}.{key}").PRESENTER
    return kind(rules.get(key))
