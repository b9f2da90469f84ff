"""What a person may tap: the legal moves, the alternatives of the last drafted step, the ghosts."""

from __future__ import annotations

from games.boards import Scene

from . import asking, preview
from .pieces import Spot
from .wording import gettext as _


class Spots:
    """The spots of a scene: `spots("build office")` is where and how that move is made.

    A move that is legal is one to make; else it may be an alternative of the last drafted step,
    which then takes its place.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._legal = frozenset(scene.legal)
        self._alternatives = frozenset(scene.alternatives) - self._legal
        self.is_asked = scene.seat is not None and scene.seat in scene.actors

    def __call__(self, move: str) -> Spot | None:
        if move in self._legal:
            scene = self._scene
            return Spot(
                move,
                asking.label(move, scene),
                preview.line(move, scene),
                is_final=scene.reveals(move),
            )
        if move in self._alternatives:
            return Spot(move, asking.said(move, None), keep=len(self._scene.drafted) - 1)
        return None

    def of(self, verb: str) -> list[str]:
        """The moves with this verb, legal ones and alternatives, as they are listed."""
        words = f"{verb} "
        listed = [one for one in self._scene.legal if one.startswith(words)]
        return listed or [one for one in self._scene.alternatives if one.startswith(words)]

    def ghost(self, words: str) -> Spot | None:
        """The drafted move that begins with these words, as something to be taken back."""
        for place, move in enumerate(self._scene.drafted):
            if f"{move} ".startswith(f"{words} "):
                label = _("Take back: %(move)s") % {"move": asking.said(move, None)}
                return Spot(move, label, undo=place if place in self._scene.removable else -1)
        return None
