"""The landscape at one look: tiles, and the pieces on them."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from .picture import standing
from .piece_spots import Figure
from .tiles import Tile


class Glimpse(NamedTuple):
    box: str
    tiles: tuple[Tile, ...]
    figures: tuple[Figure, ...]


def glimpse(scene: Scene) -> Glimpse:
    return Glimpse(*standing(scene))
