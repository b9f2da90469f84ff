"""Where the places of the island are in its picture; `R` is the radius of a hex in pixels.

One unit of the grid is `R`·√3/4 wide and `R`/4 high (rules 2.1).
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

from ..rules.grid import board_of
from .places import point

R = 52.0
WIDE = R * math.sqrt(3) / 4
HIGH = R / 4
BOARDS = board_of("base"), board_of("traders")
Point = tuple[float, float]


class Line(NamedTuple):
    """A path: its ends, its middle, and its angle in degrees."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float
    angle: float


@functools.cache
def pixel(place: str) -> Point:
    """Return the coordinates of a place in the picture.

    >>> pixel("0,-4")
    (0.0, -52.0)
    """
    x, y = point(place)
    return round(x * WIDE, 1), round(y * HIGH, 1)


@functools.cache
def line(path: str, gap: float = 0) -> Line:
    """Return a path, shortened by `gap` pixels at both ends."""
    board = next(one for one in BOARDS if path in one.path_index)
    one, other = board.ends[board.path_index[path]]
    (x1, y1), (x2, y2) = pixel(board.spots[one]), pixel(board.spots[other])
    cut = gap / math.hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) * cut, (y2 - y1) * cut
    angle = round(math.degrees(math.atan2(y2 - y1, x2 - x1)), 1)
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    numbers = [round(n, 1) for n in (x1 + dx, y1 + dy, x2 - dx, y2 - dy, *middle)]
    return Line._make((*numbers, angle))
