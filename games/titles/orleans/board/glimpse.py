"""The map at one look: roads, waterways, the goods beside them, stations and merchants."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from . import country, geography, seen
from .ground import GROUND, Ground
from .spots import Spots


class Glimpse(NamedTuple):
    box: str
    ground: Ground
    goods: tuple[tuple[country.Goods, ...], ...]
    towns: tuple[country.Town, ...]


def glimpse(scene: Scene) -> Glimpse:
    return Glimpse(
        geography.BOX,
        GROUND,
        country.goods(seen.view(scene)),
        tuple(country.towns(scene, Spots(scene))),
    )
