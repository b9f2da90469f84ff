"""Where the spaces of the map are in its drawing; `art/` decides how large they are."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from games.boards.hexes import SIDES, Point, hex_centre, hex_corner, hex_height

LAND: dict[str, Any] = json.loads(Path(__file__).with_name("land.json").read_text(encoding="utf-8"))
SIZE: float = LAND["size"]  # from a hex's centre to its corners
EDGE: float = LAND["margin"]
HEIGHT = hex_height(SIZE)


@functools.cache
def centre(at: str) -> Point:
    """Return the centre of a space in the drawing."""
    q, r = map(int, at.split(","))
    return hex_centre(q, r, SIZE, EDGE, EDGE)


def edge_points(one: str, other: str) -> tuple[Point, Point]:
    """Return both ends of the edge that two adjacent spaces share."""
    (q, r), (p, s) = (tuple(map(int, at.split(","))) for at in (one, other))
    x, y = centre(one)
    first, second = (hex_corner(number, SIZE) for number in SIDES[p - q, s - r])
    return (x + first[0], y + first[1]), (x + second[0], y + second[1])
