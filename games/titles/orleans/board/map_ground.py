"""The printed part of the map: the same in every match, and a drawing of its own.

It has its own address, so that browsers cache it. Custom properties of the page set its colours,
because nothing else of the page reaches a drawing that is used by its address.
"""

from __future__ import annotations

from typing import NamedTuple

from games.boards import cached_urls

from . import geography
from .rule_links import KEY

NAME = "land"


class Ground(NamedTuple):
    roads: str
    waterways: str
    towns: tuple[tuple[int, int], ...]

    @property
    def address(self) -> str:
        return cached_urls.drawing_url(KEY, NAME, LAND)


def drawing_by_name(name: str) -> str | None:
    """Return the drawing of this name; None if there is none."""
    return LAND if name == NAME else None


def _path(color: str, width: float, shape: str, more: str = "") -> str:
    return f'<path stroke="var(--or-{color})" stroke-width="{width}" d="{shape}"{more}/>'


def _land(ground: Ground) -> str:
    ways = (
        # One path drawn three times: of the wide first and middle ones, both banks stay visible.
        _path("stream", 8.6, ground.waterways),
        _path("water", 5.9, ground.waterways),
        _path("stream", 2.5, ground.waterways),
        _path("road", 3, ground.roads, ' stroke-dasharray="0.1 5.6"'),
    )
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="6.5"/>' for x, y in ground.towns)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg"><g id="land">'
        f'<g fill="none" stroke-linecap="round">{"".join(ways)}</g>'
        f'<g fill="var(--or-paper)" stroke="var(--ink)" stroke-width="1.8">{dots}</g></g></svg>'
    )


GROUND = Ground(
    geography.edge_paths("road"),
    geography.edge_paths("waterway"),
    tuple((spot.x, spot.y) for spot in geography.TOWN_POSITIONS.values()),
)
LAND = _land(GROUND)
