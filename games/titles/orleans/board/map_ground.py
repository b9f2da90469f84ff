"""What is printed on the map: the same in every match, and on the page a drawing of its own.

It has an address, so that browsers keep it. What fills it are custom properties of the page: a page
shares nothing else with what it uses from an address.
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
    """The drawing of this name; None if there is none."""
    return LAND if name == NAME else None


def _path(color: str, width: float, shape: str, more: str = "") -> str:
    return f'<path stroke="var(--or-{color})" stroke-width="{width}" d="{shape}"{more}/>'


def _land(ground: Ground) -> str:
    ways = (
        # one path three times: what is left of the middle one are both banks
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
