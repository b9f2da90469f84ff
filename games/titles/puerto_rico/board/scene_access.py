"""Typed access to the view that a scene holds."""

from __future__ import annotations

from typing import cast

from games.boards import Scene

from ..rules.view import View


def view_of(scene: Scene) -> View:
    return cast(View, scene.view)
