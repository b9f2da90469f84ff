"""The view that a scene holds, with its type and with that of its rows."""

from __future__ import annotations

from typing import cast

from games.boards.base import Scene

from ..rules.view import View

Lying = tuple[int, int, str, int]  # x, y, tile, rotation
Standing = tuple[int, int, str, int, str]  # x, y, segment, seat, kind


def view_of(scene: Scene) -> View:
    return cast(View, scene.view)


def tiles_of(view: View) -> list[Lying]:
    """The tiles on the board, in the order of placing."""
    return cast(list[Lying], view["board"])


def pieces_of(view: View) -> list[Standing]:
    return cast(list[Standing], view["pieces"])


def open_hand(view: View, seat: int) -> list[str]:
    """The tiles in a hand; [] where it is hidden."""
    hand = view["hands"][seat]
    return hand if isinstance(hand, list) else []
