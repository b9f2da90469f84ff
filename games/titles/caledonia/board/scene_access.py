"""The view that a scene holds and the match that its person knows, with their types."""

from __future__ import annotations

from typing import cast

from games.boards import Scene

from ..rules.match import Caledonia
from ..rules.view_types import View


def view_of(scene: Scene) -> View:
    return cast(View, scene.view)


def match_of(scene: Scene) -> Caledonia:
    """The match as who looks knows it, for the rules' own functions: reach, costs, settlements."""
    return cast(Caledonia, scene.redealt)
