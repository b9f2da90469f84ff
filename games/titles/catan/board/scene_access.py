"""What a scene of Catan shows, with its shape."""

from __future__ import annotations

from typing import cast

from games.boards import Scene

from ..rules.match import CatanMatch
from ..rules.view import View


def view_of(scene: Scene) -> View:
    """The view of a scene."""
    return cast(View, scene.view)


def match_of(scene: Scene) -> CatanMatch:
    """The match as who looks knows it, for the rules' own functions: places, prices, reach."""
    return cast(CatanMatch, scene.redealt)
