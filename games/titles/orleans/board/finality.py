"""Which moves reveal something, so that they cannot be taken back."""

from __future__ import annotations

from games.boards.base import Scene


def is_final(move: str, scene: Scene) -> bool:
    return False
