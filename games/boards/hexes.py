"""The geometry of maps of flat-top hexes in axial coordinates q, r (down right, down).

Corners are numbered clockwise from the right. `size` is the distance from a hex's centre to them.
"""

from __future__ import annotations

import math

Point = tuple[float, float]

#: Per step q, r to an adjacent hex: the corners at both ends of the edge on that side.
SIDES = {
    (0, -1): (4, 5),
    (1, -1): (5, 0),
    (1, 0): (0, 1),
    (0, 1): (1, 2),
    (-1, 1): (2, 3),
    (-1, 0): (3, 4),
}


def hex_height(size: float) -> float:
    return size * math.sqrt(3)


def hex_centre(q: int, r: int, size: float, left: float = 0, top: float = 0) -> Point:
    """Return the centre of a hex on a map whose hex 0, 0 begins at `left` and `top`."""
    height = hex_height(size)
    return left + size + 1.5 * size * q, top + height / 2 + height * (r + q / 2)


def hex_corner(number: int, size: float) -> Point:
    """Return a corner of a hex relative to its centre."""
    angle = math.pi / 3 * number
    return size * math.cos(angle), size * math.sin(angle)


def hex_points(size: float) -> str:
    """Return the `points` attribute of a hex around the origin."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (hex_corner(n, size) for n in range(6)))
