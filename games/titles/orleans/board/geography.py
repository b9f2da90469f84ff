"""Positions on the drawn map: towns, their names, roads and waterways, the goods on them.

All numbers are units of a drawing of `WIDTH` × `HEIGHT`. `art/` paints the map, `static/land.svg`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

WIDTH, HEIGHT = 400, 490

Point = tuple[float, float]


class TownPosition(NamedTuple):
    """The position of a town, and of its name relative to it: x, y, text-anchor."""

    x: int
    y: int
    name: tuple[int, int, str]


_PLACES = json.loads(Path(__file__).with_name("places.json").read_text(encoding="utf-8"))
TOWN_POSITIONS = {
    key: TownPosition(town["x"], town["y"], tuple(town["name"]))
    for key, town in _PLACES["towns"].items()
}
_GOODS = [[tuple(map(tuple, some)) for some in edge["goods"]] for edge in _PLACES["edges"]]


def fmt(number: float) -> str:
    """Format a coordinate with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")


def town_point(town: str) -> Point:
    return TOWN_POSITIONS[town][:2]


def edge_path(number: int) -> str:
    """Return an edge as the data of an SVG path."""
    return str(_PLACES["edges"][number]["path"])


def edge_line(number: int) -> str:
    """Return an edge as the points of a line."""
    return str(_PLACES["edges"][number]["line"])


def good_points(number: int, goods: int) -> tuple[Point, ...]:
    """Return the positions of goods on an edge: one on its middle, two on both sides of it."""
    return _GOODS[number][goods - 1]


def surrounding_box(town: str) -> str:
    """Return the box around all towns near a town: "left top width height"."""
    return str(_PLACES["towns"][town]["box"])
