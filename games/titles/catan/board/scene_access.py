"""Typed access to the view and the match of a scene of Catan."""

from __future__ import annotations

from typing import cast

from games.boards import Scene

from ..rules.match import CatanMatch
from ..rules.view import View


def view_of(scene: Scene) -> View:
    """Return the view of a scene with its type."""
    return cast(View, scene.view)


def match_of(scene: Scene) -> CatanMatch:
    """Return the match as the viewer knows it, for functions of the rules (places, prices)."""
    return cast(CatanMatch, scene.redealt)
