"""The map at one look: roads, waterways, the goods beside them, stations and merchants."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from . import country, geography, seen
from .spots import Spots


class Glimpse(NamedTuple):
    box: str
    ground: country.Ground
    goods: tuple[tuple[country.Goods, ...], ...]
    towns: tuple[country.Town, ...]


def glimpse(scene: Scene) -> Glimpse:
    return Glimpse(
        geography.BOX,
        country.GROUND,
        country.goods(seen.view(scene)),
        tuple(country.towns(scene, Spots(scene))),
    )
