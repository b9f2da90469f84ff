"""The spots of a viewer: legal moves, and alternatives to the last drafted step."""

from __future__ import annotations

from functools import cached_property

from games.boards import Scene, spots
from games.boards.spots import Spot

from . import move_labels, preview
from .places import IslandPlaces
from .scene_access import view_of


class Spots(spots.Spots):
    """The spots of a scene: `spots("bank ore wool")` is the spot of that move, or None."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.view = view_of(scene)
        self.land = scene.compute_once(IslandPlaces)

    def plain_label(self, move: str) -> str:
        return move_labels.move_label(move, None, self.land)

    def preview(self, move: str) -> str:
        return preview.preview_text(move, self.scene)

    def of(self, start: str) -> list[Spot]:
        """Return the spots of the moves that begin with one or two words, in listed order."""
        return [spot for spot in map(self, self._moves_by_start.get(start, ())) if spot is not None]

    @cached_property
    def _moves_by_start(self) -> dict[str, list[str]]:
        """The moves by their first word, and by their first two words."""
        found: dict[str, list[str]] = {}
        for move in dict.fromkeys([*self.scene.legal, *self.scene.alternatives]):
            verb, *more = move.split(" ")
            found.setdefault(verb, []).append(move)
            if more:
                found.setdefault(f"{verb} {more[0]}", []).append(move)
        return found

    def legal_starting_with(self, start: str) -> list[Spot]:
        """Return those of them that are legal after the draft."""
        return [spot for spot in self.of(start) if spot.keep < 0]
