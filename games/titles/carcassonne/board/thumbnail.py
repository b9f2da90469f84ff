"""The thumbnail of a match: tiles, and the pieces on them."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from .picture import tiles_and_pieces
from .piece_spots import PieceOnBoard
from .tiles import Tile


class Thumbnail(NamedTuple):
    box: str
    tiles: tuple[Tile, ...]
    figures: tuple[PieceOnBoard, ...]


def thumbnail_data(scene: Scene) -> Thumbnail:
    return Thumbnail(*tiles_and_pieces(scene))
