"""The view of a scene, and the match as its viewer knows it, with their types."""

from __future__ import annotations

from typing import cast

from games.boards import Scene

from ..rules.match import Caledonia
from ..rules.view_types import FrameView, PlayerView, View


def view_of(scene: Scene) -> View:
    return cast(View, scene.view)


def own_player(scene: Scene | None) -> PlayerView | None:
    """Return the viewer's belongings; None for spectators."""
    if scene is None or scene.seat is None:
        return None
    return view_of(scene)["players"][scene.seat]


def open_frame(scene: Scene | None) -> FrameView | None:
    """Return the open frame of the turn, None without one."""
    turn = view_of(scene)["turn"] if scene else None
    return turn["frames"][-1] if turn and turn["frames"] else None


def match_of(scene: Scene) -> Caledonia:
    """Return the match as the viewer knows it, for functions of the rules."""
    return cast(Caledonia, scene.redealt)
