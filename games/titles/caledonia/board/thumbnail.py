"""The thumbnail of a match: land, ports and units."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from . import terrain
from .picture import UnitToken, ground, tokens
from .scene_access import view_of


class Thumbnail(NamedTuple):
    box: str
    ground: terrain.Ground
    tokens: tuple[UnitToken, ...]


def thumbnail_data(scene: Scene) -> Thumbnail:
    return Thumbnail(terrain.BOX, ground(view_of(scene)), tuple(tokens(scene)))
