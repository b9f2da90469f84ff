"""What a person may tap on a drawn board: moves to make, and drafted ones to take back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .scene import Scene
from .translations import gettext as _


class Spot(NamedTuple):
    """Where a move is made: its notation, what is said of it, and what the bar tells of it.

    Attributes:
        is_final: whether it reveals something, so that it cannot be taken back.
        keep: where it would take the place of the last drafted step, how many stay; else -1.
        undo: of a drafted move, its place in the draft; -1 where it cannot be taken back by itself.
    """

    move: str
    label: str
    preview: str = ""
    is_final: bool = False
    keep: int = -1
    undo: int = -1


class Spots:
    """The spots of a scene: `spots("act castle")` is where and how that move is made; None if not.

    Titles say a move in words (`plain_label`; `label` where more is told of one that may be added),
    and what it would change (`preview`).

    Attributes:
        legal: the moves that may be added, in their order.
        others: those that only would take the place of the last drafted step.
        keep: how many drafted moves stay then.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.legal = dict.fromkeys(scene.legal)
        self.others = {move: None for move in scene.alternatives if move not in self.legal}
        self.keep = len(scene.drafted) - 1
        self._cache: dict[str, Spot] = {}

    def plain_label(self, move: str) -> str:
        raise NotImplementedError

    def label(self, move: str) -> str:
        return self.plain_label(move)

    def preview(self, move: str) -> str:
        raise NotImplementedError

    def __call__(self, move: str) -> Spot | None:
        found = self._cache.get(move)  # the map and a list ask for the same
        if found is None and (move in self.legal or move in self.others):
            found = self._cache[move] = self._spot(move)
        return found

    def _spot(self, move: str) -> Spot:
        if move in self.legal:
            return Spot(move, self.label(move), self.preview(move), self.scene.reveals(move))
        return Spot(move, self.plain_label(move), keep=self.keep)

    def ghosts(self, *beginnings: str) -> Iterator[Spot]:
        """The drafted moves that begin like this, as things to be taken back."""
        for place, move in enumerate(self.scene.drafted):
            if f"{move} ".startswith(beginnings):
                label = _("Take back: %(move)s") % {"move": self.plain_label(move)}
                yield Spot(move, label, undo=place if place in self.scene.removable else -1)

    def ghost(self, *beginnings: str) -> Spot | None:
        """The first of them."""
        return next(self.ghosts(*beginnings), None)
