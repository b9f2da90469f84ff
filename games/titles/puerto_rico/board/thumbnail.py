"""The thumbnail: islands and cities of all seats, each a row of tiles above a row of buildings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.boards import Scene

from .scene_access import view_of

SIZE = 64  # units of a tile, which is as wide as a building
MOST = 12  # spaces of an island and of a city
BETWEEN = 24  # units between two seats
ROW = 2 * SIZE + BETWEEN


class Face(NamedTuple):
    """A tile or a building: its picture in the sprite, and the number of workers on it."""

    art: str
    x: int
    workers: int


class Lands(NamedTuple):
    seat: int
    y: int
    fields: tuple[Face, ...]
    houses: tuple[Face, ...]


class Thumbnail(NamedTuple):
    box: str
    seats: tuple[Lands, ...]


def thumbnail_data(scene: Scene) -> Thumbnail:
    seats = view_of(scene)["seats"]
    box = f"-28 -8 {MOST * SIZE + 36} {len(seats) * ROW - BETWEEN + 16}"
    lands = []
    for number, seat in enumerate(seats):
        fields = [
            (f"tile-{kind}", int(place < tile["occupied"]))
            for kind, tile in seat["tiles"].items()
            for place in range(tile["n"])
        ]
        lands.append(Lands(number, number * ROW, _faces(fields), _faces(seat["city"].items())))
    return Thumbnail(box, tuple(lands))


def _faces(found: Iterable[tuple[str, int]]) -> tuple[Face, ...]:
    return tuple(Face(art, n * SIZE, workers) for n, (art, workers) in enumerate(found))
