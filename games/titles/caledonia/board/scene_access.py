"""The view of a scene, and the match as its viewer knows it, with their types."""

from __future__ import annotations

from typing import cast

from games.boards import Scene

from ..rules.match import Caledonia
from ..rules.view_types import View


def view_of(scene: Scene) -> View:
    return cast(View, scene.view)


def match_of(scene: Scene) -> Caledonia:
    """Return the match as the viewer knows it, for functions of the rules."""
    return cast(Caledonia, scene.redealt)
