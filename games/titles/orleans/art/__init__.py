"""The printed map of Orléans: `static/land.svg`, and `board/places.json` with what stands where.

Custom properties of the page set the colours of the drawing, because nothing else of the page
reaches a drawing that is used by its address.
"""

from __future__ import annotations

import json
import math

from games.boards.hexes import Point
from games.boards.svg_paths import fmt

from ..rules.town_map import DISTANCE, EDGES, TOWN_KEYS, TOWNS, Edge

BEND = 13  # half-way bend of a road and a waterway between the same towns
GOODS_DISTANCE = 11.5  # from the middle of an edge to each of its two goods
BOX_MARGIN = 26  # space that stays visible around towns
NEAR = 2  # towns within so many edges of a merchant stay visible with it
STEPS = 8  # of a bent edge in the drawing of the rules

BELOW = (0, 21, "middle")
ABOVE = (0, -12, "middle")
RIGHT = (11, 4, "start")


# The position of each town, and of its name relative to it: x, y, text-anchor.
TOWN_POSITIONS: dict[str, tuple[int, int, tuple[int, int, str]]] = {
    "orleans": (228, 150, (9, -15, "middle")),
    "chartres": (160, 40, ABOVE),
    "etampes": (262, 34, ABOVE),
    "le_mans": (40, 130, (-8, -11, "middle")),
    "chateaudun": (150, 112, (10, 4, "start")),
    "montargis": (330, 122, (-4, -11, "start")),
    "vendome": (112, 180, (10, 1, "start")),
    "blois": (172, 212, BELOW),
    "briare": (345, 206, (12, 20, "middle")),
    "tours": (84, 262, (-10, 4, "end")),
    "chinon": (34, 322, RIGHT),
    "montrichard": (170, 268, (-3, -11, "middle")),
    "vierzon": (258, 282, (-9, 18, "end")),
    "loches": (118, 326, BELOW),
    "bourges": (300, 312, RIGHT),
    "sancerre": (352, 276, (-9, 1, "end")),
    "chatellerault": (40, 412, (-30, 24, "start")),
    "le_blanc": (118, 462, BELOW),
    "chateauroux": (212, 374, RIGHT),
    "nevers": (372, 352, (-8, 20, "middle")),
    "argenton": (200, 452, (0, 22, "middle")),
    "la_chatre": (266, 440, (-8, 21, "start")),
    "saint_amand": (318, 402, (-8, 21, "start")),
}


def build() -> dict[str, str]:
    """Return the files of the title that hold its drawings, by their paths in its folder."""
    places = {
        "towns": {
            key: {"x": x, "y": y, "name": name, "box": _surrounding_box(key)}
            for key, (x, y, name) in TOWN_POSITIONS.items()
        },
        "edges": [_edge_places(edge) for edge in EDGES],
    }
    return {"static/land.svg": _land(), "board/places.json": json.dumps(places, indent=1) + "\n"}


def _land() -> str:
    """The roads and waterways, and a dot for each town."""
    roads, waterways = (
        "".join(_edge_path(edge) for edge in EDGES if edge.kind == kind)
        for kind in ("road", "waterway")
    )
    ways = (
        # One path drawn three times: of the wide first and middle ones, both banks stay visible.
        _path("stream", 8.6, waterways),
        _path("water", 5.9, waterways),
        _path("stream", 2.5, waterways),
        _path("road", 3, roads, ' stroke-dasharray="0.1 5.6"'),
    )
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="6.5"/>' for x, y, _name in TOWN_POSITIONS.values()
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg"><g id="land">'
        f'<g fill="none" stroke-linecap="round">{"".join(ways)}</g>'
        f'<g fill="var(--or-paper)" stroke="var(--ink)" stroke-width="1.8">{dots}</g></g></svg>\n'
    )


def _path(color: str, width: float, shape: str, more: str = "") -> str:
    return f'<path stroke="var(--or-{color})" stroke-width="{width}" d="{shape}"{more}/>'


def _edge_places(edge: Edge) -> dict[str, object]:
    """An edge as a path and as a line of points, and where one good or two goods are on it."""
    return {
        "path": _edge_path(edge),
        "line": " ".join(
            "{},{}".format(*map(fmt, _point_along(edge, step / STEPS))) for step in range(STEPS + 1)
        ),
        "goods": [
            [_point_along(edge, 0.5)],
            [_point_along(edge, 0.5, aside) for aside in (-GOODS_DISTANCE, GOODS_DISTANCE)],
        ],
    }


def _edge_path(edge: Edge) -> str:
    (x1, y1), (x2, y2) = _ends(edge)
    start, end = f"M{fmt(x1)} {fmt(y1)}", f"{fmt(x2)} {fmt(y2)}"
    if not _bend(edge):
        return f"{start}L{end}"
    x, y = _point_along(edge, 0.5)
    return f"{start}Q{fmt(2 * x - (x1 + x2) / 2)} {fmt(2 * y - (y1 + y2) / 2)} {end}"


def _ends(edge: Edge) -> list[Point]:
    return [TOWN_POSITIONS[TOWNS[town].key][:2] for town in edge.towns]


def _bend(edge: Edge) -> float:
    """The bend of an edge: a road and a waterway between the same towns bend apart."""
    twins = [other.id for other in EDGES if set(other.towns) == set(edge.towns)]
    return BEND * (2 * twins.index(edge.id) - 1) if len(twins) == 2 else 0.0


def _point_along(edge: Edge, part: float, aside: float = 0.0) -> Point:
    """A point of an edge: `part` from 0 to 1 of its length, and `aside` units beside it."""
    (x1, y1), (x2, y2) = _ends(edge)
    length = math.hypot(x2 - x1, y2 - y1)
    off = 4 * _bend(edge) * part * (1 - part) + aside
    return (
        x1 + (x2 - x1) * part - (y2 - y1) / length * off,
        y1 + (y2 - y1) * part + (x2 - x1) / length * off,
    )


def _surrounding_box(town: str) -> str:
    """The box around all towns within `NEAR` edges of a town: "left top width height"."""
    far = DISTANCE[TOWN_KEYS.index(town)]
    near = [TOWN_POSITIONS[key] for key, steps in zip(TOWN_KEYS, far, strict=True) if steps <= NEAR]
    xs, ys = [x for x, _y, _name in near], [y for _x, y, _name in near]
    left, top = min(xs) - BOX_MARGIN, min(ys) - BOX_MARGIN
    return f"{left} {top} {max(xs) + BOX_MARGIN - left} {max(ys) + BOX_MARGIN - top}"
