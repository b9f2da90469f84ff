"""Positions on the drawn map: towns, their names, roads and waterways, the goods on them.

All numbers are units of a drawing of `WIDTH` × `HEIGHT`.
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

from ..rules.town_map import DISTANCE, EDGES, TOWN_KEYS, TOWNS, Edge

WIDTH, HEIGHT = 400, 490
BOX = f"0 0 {WIDTH} {HEIGHT}"
BEND = 13  # half-way bend of a road and a waterway between the same towns
GOODS_DISTANCE = 11.5  # from the middle of an edge to each of its two goods
BOX_MARGIN = 26  # space that stays visible around towns
NEAR = 2  # towns within so many edges of a merchant stay visible with it

BELOW = (0, 21, "middle")
ABOVE = (0, -12, "middle")
RIGHT = (11, 4, "start")


class TownPosition(NamedTuple):
    """The position of a town, and of its name relative to it: x, y, text-anchor."""

    x: int
    y: int
    name: tuple[int, int, str] = BELOW


TOWN_POSITIONS = {
    "orleans": TownPosition(228, 150, (9, -15, "middle")),
    "chartres": TownPosition(160, 40, ABOVE),
    "etampes": TownPosition(262, 34, ABOVE),
    "le_mans": TownPosition(40, 130, (-8, -11, "middle")),
    "chateaudun": TownPosition(150, 112, (10, 4, "start")),
    "montargis": TownPosition(330, 122, (-4, -11, "start")),
    "vendome": TownPosition(112, 180, (10, 1, "start")),
    "blois": TownPosition(172, 212),
    "briare": TownPosition(345, 206, (12, 20, "middle")),
    "tours": TownPosition(84, 262, (-10, 4, "end")),
    "chinon": TownPosition(34, 322, RIGHT),
    "montrichard": TownPosition(170, 268, (-3, -11, "middle")),
    "vierzon": TownPosition(258, 282, (-9, 18, "end")),
    "loches": TownPosition(118, 326),
    "bourges": TownPosition(300, 312, RIGHT),
    "sancerre": TownPosition(352, 276, (-9, 1, "end")),
    "chatellerault": TownPosition(40, 412, (-30, 24, "start")),
    "le_blanc": TownPosition(118, 462),
    "chateauroux": TownPosition(212, 374, RIGHT),
    "nevers": TownPosition(372, 352, (-8, 20, "middle")),
    "argenton": TownPosition(200, 452, (0, 22, "middle")),
    "la_chatre": TownPosition(266, 440, (-8, 21, "start")),
    "saint_amand": TownPosition(318, 402, (-8, 21, "start")),
}

Point = tuple[float, float]


def fmt(number: float) -> str:
    """Format a coordinate with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")


def town_point(town: str) -> Point:
    return TOWN_POSITIONS[town].x, TOWN_POSITIONS[town].y


def ends(edge: Edge) -> tuple[Point, Point]:
    one, two = (town_point(TOWNS[town].key) for town in edge.towns)
    return one, two


@functools.cache
def edge_bend(edge: Edge) -> float:
    """The bend of an edge: a road and a waterway between the same towns bend apart."""
    twins = [other.id for other in EDGES if set(other.towns) == set(edge.towns)]
    return BEND * (2 * twins.index(edge.id) - 1) if len(twins) == 2 else 0.0


def point_along(edge: Edge, part: float, aside: float = 0.0) -> Point:
    """A point of an edge: `part` from 0 to 1 of its length, and `aside` units beside it."""
    (x1, y1), (x2, y2) = ends(edge)
    length = math.hypot(x2 - x1, y2 - y1)
    off = 4 * edge_bend(edge) * part * (1 - part) + aside
    return (
        x1 + (x2 - x1) * part - (y2 - y1) / length * off,
        y1 + (y2 - y1) * part + (x2 - x1) / length * off,
    )


@functools.cache
def edge_path(number: int) -> str:
    """An edge as the data of an SVG path."""
    edge = EDGES[number]
    (x1, y1), (x2, y2) = ends(edge)
    start, end = f"M{fmt(x1)} {fmt(y1)}", f"{fmt(x2)} {fmt(y2)}"
    if not edge_bend(edge):
        return f"{start}L{end}"
    x, y = point_along(edge, 0.5)
    return f"{start}Q{fmt(2 * x - (x1 + x2) / 2)} {fmt(2 * y - (y1 + y2) / 2)} {end}"


@functools.cache
def good_points(number: int, goods: int) -> tuple[Point, ...]:
    """The positions of goods on an edge: one on its middle, two on both sides of it."""
    edge = EDGES[number]
    if goods == 1:
        return (point_along(edge, 0.5),)
    return point_along(edge, 0.5, -GOODS_DISTANCE), point_along(edge, 0.5, GOODS_DISTANCE)


def edge_paths(kind: str) -> str:
    """All roads or all waterways as the data of one SVG path."""
    return "".join(edge_path(number) for number, edge in enumerate(EDGES) if edge.kind == kind)


@functools.cache
def surrounding_box(town: str) -> str:
    """The box around all towns within `NEAR` edges of a town: "left top width height"."""
    far = DISTANCE[TOWN_KEYS.index(town)]
    near = [town_point(key) for key, steps in zip(TOWN_KEYS, far, strict=True) if steps <= NEAR]
    left, top = (min(point[axis] for point in near) - BOX_MARGIN for axis in (0, 1))
    right, bottom = (max(point[axis] for point in near) + BOX_MARGIN for axis in (0, 1))
    return f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
