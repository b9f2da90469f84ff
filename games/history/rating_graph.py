"""The graph of a person's rating in one game, as numbers that a template draws as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

WIDTH, HEIGHT = 1000, 200
STEPS = (10, 20, 50, 100, 200, 500, 1000)


class RatingStep(NamedTuple):
    """The effect of one match on the rating."""

    before: float
    delta: float
    after: float
    at: datetime


class GraphPoint(NamedTuple):
    x: float
    y: float
    value: float
    delta: float
    at: datetime


@dataclass(frozen=True)
class GridLine:
    y: float
    value: int


@dataclass(frozen=True)
class RatingGraph:
    """Points from left to right, from before the first match; grid lines from the top.

    The drawing is stretched to its space; the labels next to it are HTML.
    """

    points: tuple[GraphPoint, ...]
    lines: tuple[GridLine, ...]
    first: float
    last: float
    highest: float
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def matches(self) -> int:
        return len(self.points) - 1

    @cached_property
    def path(self) -> str:
        """The graph as SVG path data."""
        return "M" + "L".join(f"{point.x:g} {point.y:g}" for point in self.points)

    @property
    def area(self) -> str:
        """The graph closed along the bottom, as SVG path data."""
        return f"{self.path}L{self.width} {self.height}L0 {self.height}Z"


def grid_values(low: float, high: float, sizes: Sequence[int] = STEPS) -> range:
    """Return round values around `low` and `high`, with at most about four steps between them.

    >>> list(grid_values(1480, 1530))
    [1480, 1500, 1520, 1540]
    """
    step = next((size for size in sizes if (high - low) / size <= 4), sizes[-1])
    bottom = int(low // step) * step
    top = max(bottom + 2 * step, -int(-high // step) * step)
    return range(bottom, top + 1, step)


def build_graph(matches: Sequence[RatingStep]) -> RatingGraph | None:
    """Return the graph of these matches, in their order; None without any."""
    if not matches:
        return None
    first = matches[0]
    values = [(first.before, 0.0, first.at)]
    values += [(step.after, step.delta, step.at) for step in matches]
    heights = [value for value, _, _ in values]
    steps = grid_values(min(heights), max(heights))
    low, high = steps[0], steps[-1]

    def y_of(value: float) -> float:
        return round((high - value) / (high - low) * HEIGHT, 1)

    across = WIDTH / (len(values) - 1)
    points = tuple(
        GraphPoint(round(number * across, 1), y_of(value), value, delta, at)
        for number, (value, delta, at) in enumerate(values)
    )
    return RatingGraph(
        points=points,
        lines=tuple(GridLine(y_of(value), value) for value in reversed(steps)),
        first=heights[0],
        last=heights[-1],
        highest=max(heights),
    )
