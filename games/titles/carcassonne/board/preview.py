"""What a move brings, in one line for the turn bar."""

from __future__ import annotations

from games.boards import Scene

from . import previews
from .outlook import Outlook


def line(move: str, scene: Scene) -> str:
    """The line of a legal move of the person who looks; "" where there is nothing to say."""
    outlook, names = scene.once(Outlook), scene.names
    kind, where, *_more = move.split(" ")
    if kind == "place":
        return previews.of_tile(outlook.laid(move), names)
    if where == "none":
        return previews.of_none(outlook.gains(move), names)
    return previews.of_piece(outlook.stood(move), outlook.left(kind), kind, outlook.seat, names)
