"""What a move changes, before → after, in one line."""

from __future__ import annotations

from games.boards.base import Scene


def line(move: str, scene: Scene) -> str:
    return ""
