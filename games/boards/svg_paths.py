"""SVG paths in as few characters as possible, for the painters in the `art/` packages of titles.

Coordinates have one decimal. A *stencil* is a path relative to the point where it is stamped.
Repeated stencils differ only in their position, so a drawing of them compresses well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from .hexes import Point

Curve = tuple[Point, Point, Point, Point]


def fmt(value: float) -> str:
    """Return a coordinate.

    >>> fmt(2.04), fmt(-0.04), fmt(-1.25)
    ('2', '0', '-1.2')
    """
    return f"{round(value, 1) or 0:g}"


def fmt_xy(x: float, y: float) -> str:
    """Return a pair of coordinates; a sign separates them as well as a space.

    >>> fmt_xy(2.04, 3), fmt_xy(2, -3)
    ('2 3', '2-3')
    """
    first, second = fmt(x), fmt(y)
    return f"{first}{second}" if second.startswith("-") else f"{first} {second}"


def stamp(at: Point, stencil: str) -> str:
    """Return a stencil at its position."""
    return f"M{fmt_xy(*at)}{stencil}"


def polygon_stencil(points: Iterable[Point]) -> str:
    """Return the stencil of a polygon, with points relative to where it is stamped.

    >>> polygon_stencil([(0, 0), (4, 0), (4, 3)])
    'm0 0l4 0l0 3z'
    """
    at, steps = (0.0, 0.0), []
    for x, y in points:
        point = round(x, 1), round(y, 1)
        steps.append(fmt_xy(point[0] - at[0], point[1] - at[1]))
        at = point
    return "m" + "l".join(steps) + "z"


def polygon_path(points: Iterable[Point]) -> str:
    return "M" + polygon_stencil(points)[1:]


def disc_stencil(discs: Iterable[tuple[float, float, float]]) -> str:
    """Return the stencil of discs: x, y, radius.

    >>> disc_stencil([(0, 0, 2)])
    'm-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z'
    """
    pen = PathPen()
    for x, y, radius in discs:
        r, wide = fmt(radius), fmt(2 * radius)
        arc = f"a{r} {r} 0 1 0"
        pen.draw((x - radius, y), f"{arc} {wide} 0{arc}-{wide} 0z")
    return pen.text


def disc_path(centre: Point, radius: float) -> str:
    return "M" + disc_stencil([(*centre, radius)])[1:]


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


def along(curve: Curve, t: float) -> Point:
    """Return the point of a cubic curve at t between 0 and 1."""
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x, y = (sum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y


def curve_path(curve: Curve) -> str:
    first, *more = (fmt_xy(*point) for point in curve)
    return f"M{first}C{' '.join(more)}"


class PathPen:
    """Shapes as the text of one SVG path with relative coordinates."""

    def __init__(self) -> None:
        self.text = ""
        self._at: Point = (0, 0)

    def draw(self, at: Point, shape: str, end: Point = (0, 0)) -> None:
        """Add a shape at a point; `end` is where the pen then is, relative to that point."""
        self.text += f"m{fmt_xy(at[0] - self._at[0], at[1] - self._at[1])}{shape}"
        self._at = at[0] + end[0], at[1] + end[1]


class Sheet:
    """Shapes in the order of painting, each path in a color of the palette by its name."""

    def __init__(self, palette: Mapping[str, str]) -> None:
        self.parts: list[str] = []
        self._palette = palette

    def fill(self, color: str, *paths: str, **attributes: str | float) -> None:
        self._add(f'fill="{self._palette[color]}"', paths, attributes)

    def line(self, color: str, width: float, *paths: str, **attributes: str | float) -> None:
        pen = f'stroke="{self._palette[color]}" stroke-width="{fmt(width)}"'
        self._add(f'fill="none" {pen}', paths, attributes)

    def _add(self, paint: str, paths: Iterable[str], attributes: Mapping[str, str | float]) -> None:
        if shape := "".join(paths):
            more = "".join(
                f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items()
            )
            self.parts.append(f'<path {paint}{more} d="{shape}"/>')

    def __str__(self) -> str:
        return "".join(self.parts)
