"""The geometry of the map's hexes: their centres, corners and edges.

The hexes are flat-top. Lengths are in units of the drawing. Corners are numbered clockwise from
the right.
"""

from __future__ import annotations

import functools
import math

Point = tuple[float, float]

SIZE = 50.0  # from a hex's centre to its corners
HEIGHT = SIZE * math.sqrt(3)
EDGE = 12.0

# Per direction of `maps.DIRECTIONS`: the corners at both ends of the edge on that side.
SIDES = {
    (0, -1): (4, 5),
    (1, -1): (5, 0),
    (1, 0): (0, 1),
    (0, 1): (1, 2),
    (-1, 1): (2, 3),
    (-1, 0): (3, 4),
}


@functools.cache
def centre(at: str) -> Point:
    """Return the centre of a space in the drawing."""
    q, r = map(int, at.split(","))
    return EDGE + SIZE + 1.5 * SIZE * q, EDGE + HEIGHT / 2 + HEIGHT * (r + q / 2)


def corner_point(number: int, size: float = SIZE) -> Point:
    """Return a corner of a hex relative to its centre; 0 is on the right, then clockwise."""
    angle = math.pi / 3 * number
    return size * math.cos(angle), size * math.sin(angle)


def hexagon(size: float) -> str:
    """Return the `points` attribute of a hexagon around the origin."""
    return " ".join(
        f"{x:.1f},{y:.1f}" for x, y in (corner_point(number, size) for number in range(6))
    )


def edge_points(one: str, other: str) -> tuple[Point, Point]:
    """Return both ends of the edge that two adjacent spaces share."""
    (q, r), (p, s) = (tuple(map(int, at.split(","))) for at in (one, other))
    x, y = centre(one)
    first, second = (corner_point(number) for number in SIDES[p - q, s - r])
    return (x + first[0], y + first[1]), (x + second[0], y + second[1])
