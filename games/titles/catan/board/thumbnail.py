"""The thumbnail of Catan: land, numbers and pieces."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from .geometry import pixel
from .picture import Houses, IslandPrint, MapToken, Roads, houses_of, roads_of
from .scene_access import view_of


class Thumbnail(NamedTuple):
    """The island; `things` are the robber and the barbarians' tents."""

    print: IslandPrint
    roads: tuple[Roads, ...]
    houses: tuple[Houses, ...]
    things: tuple[MapToken, ...]


def thumbnail_data(scene: Scene) -> Thumbnail:
    view = view_of(scene)
    standing = [("robber", view["robber"])] if view["robber"] else []
    things = [*standing, *(("tent", path) for path in view["barbarians"])]
    return Thumbnail(
        IslandPrint.of(view),
        roads_of(view),
        houses_of(view),
        tuple(MapToken(kind, *pixel(at)) for kind, at in things),
    )
