"""The thumbnail of Orléans: roads, waterways, goods, stations and merchants."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from . import geography, map_pieces, scene_access
from .spots import Spots


class Thumbnail(NamedTuple):
    box: str
    goods: tuple[tuple[map_pieces.Goods, ...], ...]
    towns: tuple[map_pieces.Town, ...]


def thumbnail_data(scene: Scene) -> Thumbnail:
    return Thumbnail(
        geography.BOX,
        map_pieces.goods(scene_access.view_of(scene)),
        tuple(map_pieces.towns(scene, Spots(scene))),
    )
