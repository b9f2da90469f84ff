"""The thumbnail of Catan: land, numbers and pieces."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from .geometry import BOX, pixel
from .picture import Houses, IslandPrint, Roads, roads_and_houses
from .scene_access import view_of


class Thumbnail(NamedTuple):
    """The island; `things` are the robber and the barbarians' tents as (kind, x, y)."""

    box: str
    print: IslandPrint
    roads: tuple[Roads, ...]
    houses: tuple[Houses, ...]
    things: tuple[tuple[str, float, float], ...]


def thumbnail_data(scene: Scene) -> Thumbnail:
    view = view_of(scene)
    standing = [("robber", view["robber"])] if view["robber"] else []
    things = [*standing, *(("tent", path) for path in view["barbarians"])]
    return Thumbnail(
        BOX,
        IslandPrint.of(view),
        *roads_and_houses(view),
        tuple((kind, *pixel(at)) for kind, at in things),
    )
