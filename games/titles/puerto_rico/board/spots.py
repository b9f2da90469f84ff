"""What the viewer may tap: legal moves, alternatives of the last drafted move, drafted moves."""

from __future__ import annotations

from games.boards import Scene, spots

from . import preview, prompts


class Spots(spots.Spots):
    """The spots of a scene: `spots("build office")` is the spot of that move; None without one."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.is_asked = scene.seat is not None and scene.seat in scene.actors

    def label(self, move: str) -> str:
        return prompts.move_label(move, self.scene)

    def plain_label(self, move: str) -> str:
        return prompts.label_with_fact(move, None)

    def preview(self, move: str) -> str:
        return preview.preview_text(move, self.scene)

    def of(self, verb: str) -> list[str]:
        """The moves with this verb, in order: legal ones, or alternatives if none is legal."""
        words = f"{verb} "
        listed = [one for one in self.legal if one.startswith(words)]
        return listed or [one for one in self.scene.alternatives if one.startswith(words)]
