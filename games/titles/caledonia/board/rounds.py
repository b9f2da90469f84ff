"""The strip of rounds: scoring tiles with my points by them now, costs, imports, turn order."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.base import Scene


class Rounds(NamedTuple):
    """The strip."""


def rounds(scene: Scene) -> Rounds:
    return Rounds()
