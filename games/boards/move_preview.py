"""The match before and after a move, for code that describes the move."""

from __future__ import annotations

from functools import cached_property
from typing import Generic, TypeVar, cast

from games.rules import Effect, Match

from .scene import Scene

M = TypeVar("M", bound=Match)


class MovePreview(Generic[M]):
    """A legal move of the viewer.

    Attributes:
        before: the match as the viewer knows it.
    """

    def __init__(self, move: str, scene: Scene) -> None:
        assert scene.seat is not None
        self.scene, self.move, self.seat = scene, move, scene.seat
        self.verb, *self.arguments = move.split(" ")
        self.before = cast(M, scene.redealt)

    @cached_property
    def effect(self) -> Effect:
        """The effect of the move, as `Consequences` computed it."""
        return self.scene.effect(self.move)

    @property
    def after(self) -> M:
        """The match after the move; revealed things in it may differ from the real ones."""
        return cast(M, self.effect.after)
