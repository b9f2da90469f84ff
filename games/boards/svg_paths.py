"""SVG paths in as few characters as possible, for the painters in the `art/` packages of titles.

Coordinates have one decimal. A *stencil* is a path relative to the point where it is stamped.
Repeated stencils differ only in their position, so a drawing of them compresses well.
"""

from __future__ import annotations

from collections.abc import Iterable

from .hexes import Point


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


class PathPen:
    """Shapes as the text of one SVG path with relative coordinates."""

    def __init__(self) -> None:
        self.text = ""
        self._at: Point = (0, 0)

    def draw(self, at: Point, shape: str, end: Point = (0, 0)) -> None:
        """Add a shape at a point; `end` is where the pen then is, relative to that point."""
        self.text += f"m{fmt_xy(at[0] - self._at[0], at[1] - self._at[1])}{shape}"
        self._at = at[0] + end[0], at[1] + end[1]
