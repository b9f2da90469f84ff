"""What a viewer may tap on a drawn board: moves to make, and drafted moves to take back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .scene import Scene
from .translations import gettext as _


class Spot(NamedTuple):
    """A place where a move is made: its notation, its label, and its preview for the turn bar.

    Attributes:
        is_final: whether it reveals something and so cannot be undone.
        keep: how many drafted moves stay, if it would replace the last one; else -1.
        undo: the index of a drafted move in the draft; -1 where it cannot be removed alone.
    """

    move: str
    label: str
    preview: str = ""
    is_final: bool = False
    keep: int = -1
    undo: int = -1


class Spots:
    """The spots of a scene: `spots("act castle")` is the spot of that move; None without one.

    Titles implement `plain_label` (a move in words) and `preview` (what it would change). They may
    override `label` to say more about a move that can be added.

    Attributes:
        legal: the moves that may be added, in their order.
        others: the moves that could only replace the last drafted one.
        keep: how many drafted moves would then stay.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.legal = dict.fromkeys(scene.legal)
        self.others = {move: None for move in scene.alternatives if move not in self.legal}
        self.keep = len(scene.draft) - 1
        self._cache: dict[str, Spot] = {}

    def plain_label(self, move: str) -> str:
        raise NotImplementedError

    def label(self, move: str) -> str:
        return self.plain_label(move)

    def preview(self, move: str) -> str:
        raise NotImplementedError

    def __call__(self, move: str) -> Spot | None:
        found = self._cache.get(move)  # the map and a list both need it
        if found is None and (move in self.legal or move in self.others):
            found = self._cache[move] = self._spot(move)
        return found

    def _spot(self, move: str) -> Spot:
        if move in self.legal:
            return Spot(move, self.label(move), self.preview(move), self.scene.is_revealing(move))
        return Spot(move, self.plain_label(move), keep=self.keep)

    def ghosts(self, *beginnings: str) -> Iterator[Spot]:
        """Spots for the drafted moves that begin like this, to take them back."""
        for place, move in enumerate(self.scene.draft):
            if f"{move} ".startswith(beginnings):
                label = _("Take back: %(move)s") % {"move": self.plain_label(move)}
                yield Spot(move, label, undo=place if place in self.scene.removable else -1)

    def ghost(self, *beginnings: str) -> Spot | None:
        """The first of these spots, or None."""
        return next(self.ghosts(*beginnings), None)


class PresenterSpots(Spots):
    """Spots that say of a move what the presenter does: `move_label` and `preview_text`."""

    def __init__(
        self,
        scene: Scene,
        move_label: Callable[[str, Scene], str],
        preview_text: Callable[[str, Scene], str],
    ) -> None:
        super().__init__(scene)
        self._label, self._preview = move_label, preview_text

    def plain_label(self, move: str) -> str:
        return self._label(move, self.scene)

    def preview(self, move: str) -> str:
        return self._preview(move, self.scene)
