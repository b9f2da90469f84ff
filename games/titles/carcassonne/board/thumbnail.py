"""The thumbnail of a match: a view box around everything, the tiles, and the pieces on them."""

from __future__ import annotations

from games.boards import Scene

from ..rules.cells import coordinates
from .picture import PieceOnBoard, Tile, pieces, tiles, view_box
from .scene_access import match_of, view_of


def thumbnail_data(scene: Scene) -> tuple[str, tuple[Tile, ...], tuple[PieceOnBoard, ...]]:
    land = match_of(scene).board
    box = view_box(map(coordinates, land.cells), 0.1)
    return box, tuple(tiles(view_of(scene), {})), tuple(pieces(land, {}))
