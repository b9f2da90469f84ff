"""The middle of the table as the templates draw it: round, map, tracks, deeds, tiles, supply."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.base import Scene

from . import country, geography
from .spots import Spots


class Picture(NamedTuple):
    """What the zones besides my own board show."""

    box: str
    land: country.Land


def picture(scene: Scene, spots: Spots) -> Picture:
    return Picture(geography.BOX, country.land(scene, spots))
