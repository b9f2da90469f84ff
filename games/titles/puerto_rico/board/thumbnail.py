"""The thumbnail: islands and cities of all seats, each a row of tiles above a row of buildings."""

from __future__ import annotations

from games.boards import Scene

from .scene_access import view_of

SIZE = 64  # units of a tile, which is as wide as a building

Faces = tuple[tuple[str, int], ...]  # pictures of the sprite, and the workers on them


def thumbnail_data(scene: Scene) -> tuple[tuple[Faces, Faces], ...]:
    """The island and the city of each seat."""
    return tuple(
        (
            tuple(
                (f"tile-{kind}", int(place < tile["occupied"]))
                for kind, tile in seat["tiles"].items()
                for place in range(tile["n"])
            ),
            tuple(seat["city"].items()),
        )
        for seat in view_of(scene)["seats"]
    )
