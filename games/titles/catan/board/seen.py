"""What a scene of Catan shows, with its shape."""

from __future__ import annotations

from typing import cast

from games.boards import Scene

from ..rules.view import View


def view_of(scene: Scene) -> View:
    """The view of a scene."""
    return cast(View, scene.view)
