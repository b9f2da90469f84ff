"""A move as what is told of it looks at it: the match before and after it."""

from __future__ import annotations

from functools import cached_property
from typing import Generic, TypeVar, cast

from games.rules import Effect, Match

from .scene import Scene

M = TypeVar("M", bound=Match)


class MovePreview(Generic[M]):
    """A legal move of the person who looks.

    Attributes:
        before: the match as they know it.
    """

    def __init__(self, move: str, scene: Scene) -> None:
        assert scene.seat is not None
        self.scene, self.move, self.seat = scene, move, scene.seat
        self.verb, *self.arguments = move.split(" ")
        self.before = cast(M, scene.redealt)

    @cached_property
    def effect(self) -> Effect:
        """What the rules have tried."""
        return self.scene.effect(self.move)

    @property
    def after(self) -> M:
        """The match after the move; what it reveals may really be something else."""
        return cast(M, self.effect.after)
