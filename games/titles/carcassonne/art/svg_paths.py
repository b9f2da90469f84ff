"""SVG paths in as few characters as possible: lines, discs, boxes, and stamped stencils.

Colours are custom properties with a default (`PALETTE`), so that the page's theme applies to the
drawing. Shapes of one colour share a path, which keeps a full board light. A stencil is a shape
relative to a point and has few sizes. Repeated stencils differ only in their position, so such a
path compresses well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from .terrain import Curve, Point

PALETTE = {
    "grass": "#a8c566",
    "grass-low": "#9aba59",
    "grass-high": "#b8d278",
    "tuft": "#7f9f45",
    "wheat": "#e0c873",
    "wheat-row": "#c9aa55",
    "crop": "#8fb24f",
    "crop-row": "#76993d",
    "tree": "#517f3d",
    "tree-high": "#74a352",
    "shade": "#37452140",
    "road": "#f4ead2",
    "road-rim": "#b59a6a",
    "road-rut": "#ddcba4",
    "city": "#e2bf86",
    "city-high": "#efd6a4",
    "wall": "#cbc1b0",
    "wall-low": "#6d6356",
    "wall-high": "#efe8da",
    "roof": "#cf6243",
    "roof-low": "#a8442c",
    "tile-roof": "#dc8650",
    "tile-roof-low": "#b5622f",
    "slate": "#7f8fa6",
    "slate-low": "#5b6a82",
    "gold": "#efc452",
    "water": "#74b7d4",
    "water-high": "#b5dcea",
    "bank": "#d9c998",
    "paper": "#fff7e3",
    "ink": "#3a2a1c",
    "blue": "#2f62a8",
    "plum": "#7a3b7e",
    "leaf": "#5d8f3f",
    "rose": "#c2456b",
}


def color_var(name: str) -> str:
    return f"var(--k-{name},{PALETTE[name]})"


def fmt(value: float) -> str:
    """Return a coordinate in as few characters as possible."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.0", "0") if value else "0"


def fmt_xy(point: Point) -> str:
    return f"{fmt(point[0])} {fmt(point[1])}"


def polygon_path(points: Iterable[Point]) -> str:
    return "M" + "L".join(fmt_xy(point) for point in points) + "z"


def stamp(at: Point, stencil: str) -> str:
    """Return a stencil (a path that begins with `m`) at its position."""
    return f"M{fmt_xy(at)}{stencil}"


def polygon_stencil(points: Iterable[Point]) -> str:
    """Return the stencil of a polygon around the point where it is stamped."""
    at, steps = (0.0, 0.0), []
    for x, y in points:
        point = round(x, 1), round(y, 1)
        steps.append(fmt_xy((point[0] - at[0], point[1] - at[1])))
        at = point
    return "m" + "l".join(steps) + "z"


def curve_path(line: Curve) -> str:
    return f"M{fmt_xy(line[0])}C{fmt_xy(line[1])} {fmt_xy(line[2])} {fmt_xy(line[3])}"


def disc_path(centre: Point, radius: float) -> str:
    x, y = centre
    r = fmt(radius)
    step = fmt(2 * radius)
    arc = f"a{r} {r} 0 1 0"
    return f"M{fmt_xy((x - radius, y))}{arc} {step} 0{arc} {fmt(-2 * radius)} 0z"


def box_corners(centre: Point, width: float, height: float, angle: float = 0) -> list[Point]:
    """Return the corners of a turned rectangle; `angle` is in radians."""
    cos, sin = math.cos(angle), math.sin(angle)
    return [
        (centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos)
        for x, y in (
            (-width / 2, -height / 2),
            (width / 2, -height / 2),
            (width / 2, height / 2),
            (-width / 2, height / 2),
        )
    ]


def disc_stencil(discs: Iterable[tuple[float, float, float]]) -> str:
    """Return the stencil of discs (x, y, radius) around the point where it is stamped."""
    at, paths = (0.0, 0.0), []
    for x, y, radius in discs:
        start = x - radius, y
        r, wide = fmt(radius), fmt(2 * radius)
        arc = f"a{r} {r} 0 1 0"
        paths.append(
            f"m{fmt_xy((start[0] - at[0], start[1] - at[1]))}{arc} {wide} 0{arc}-{wide} 0z"
        )
        at = start
    return "".join(paths)


class Sheet:
    """Shapes in the order of painting; consecutive shapes of one colour become one path."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def fill(self, name: str, *paths: str, opacity: float = 1) -> None:
        if paths := tuple(path for path in paths if path):
            veil = "" if opacity == 1 else f' fill-opacity="{opacity:g}"'
            self.parts.append(f'<path fill="{color_var(name)}"{veil} d="{"".join(paths)}"/>')

    def line(
        self,
        name: str,
        width: float,
        *paths: str,
        dash: str = "",
        cap: str = "",
        opacity: float = 1,
    ) -> None:
        if paths:
            more = f' stroke-dasharray="{dash}"' if dash else ""
            more += f' stroke-linecap="{cap}"' if cap else ""
            more += "" if opacity == 1 else f' stroke-opacity="{opacity:g}"'
            self.parts.append(
                f'<path fill="none" stroke="{color_var(name)}" stroke-width="{fmt(width)}"{more}'
                f' d="{"".join(paths)}"/>'
            )

    def __str__(self) -> str:
        return "".join(self.parts)
