"""What a person may tap: the legal moves, and the alternatives of the last drafted step."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from games.boards import Scene

from . import moves, preview
from .places import Land
from .seen import view_of


class Spot(NamedTuple):
    """Where a move is made. `keep`: in place of all drafted moves but so many; -1: after them."""

    move: str
    label: str
    preview: str = ""
    is_final: bool = False
    keep: int = -1


class Spots:
    """The spots of a scene: `spots("bank ore wool")` is how that move is made, None if not."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view = view_of(scene)
        self.land = Land(scene)
        self.legal = frozenset(scene.legal)
        self._alternatives = frozenset(scene.alternatives) - self.legal
        self._made: dict[str, Spot | None] = {}

    def __call__(self, move: str) -> Spot | None:
        if move not in self._made:  # the map and a list ask for the same
            self._made[move] = self._make(move)
        return self._made[move]

    def _make(self, move: str) -> Spot | None:
        if move in self.legal:
            return Spot(
                move,
                moves.label(move, None, self.land),
                preview.line(move, self.scene, self.land),
                self.scene.reveals(move),
            )
        if move in self._alternatives:
            label = moves.label(move, None, self.land)
            return Spot(move, label, keep=len(self.scene.drafted) - 1)
        return None

    def of(self, start: str) -> list[Spot]:
        """The spots of the moves that begin with these words, as they are listed."""
        return [spot for spot in map(self, self._by_start.get(start, ())) if spot is not None]

    @cached_property
    def _by_start(self) -> dict[str, list[str]]:
        """The moves by their first word, and by their first two."""
        found: dict[str, list[str]] = {}
        for move in dict.fromkeys([*self.scene.legal, *self.scene.alternatives]):
            verb, *more = move.split(" ")
            found.setdefault(verb, []).append(move)
            if more:
                found.setdefault(f"{verb} {more[0]}", []).append(move)
        return found

    def legal_of(self, start: str) -> list[Spot]:
        """Those of them that come after what is drafted."""
        return [spot for spot in self.of(start) if spot.keep < 0]
