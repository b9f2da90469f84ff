"""The annotated picture of the setup: the map with its goods, and what lies beside it."""

from __future__ import annotations

import games.rules as rules
from games.rulebook.setup_picture import SetupPicture

from ..rules import components as parts
from ..rules.town_map import EDGES
from . import geography

BESIDE = 10  # distance between a thing on the map and its mark


def setup_picture(match: rules.Match) -> SetupPicture:
    view = match.view(None)
    last = {edge.kind: number for number, edge in enumerate(EDGES)}
    places = {
        "merchants": geography.town_point("orleans"),
        **{kind: geography.good_points(last[kind], 1)[0] for kind in ("road", "waterway")},
    }
    return SetupPicture(
        places={name: (x - BESIDE, y - BESIDE) for name, (x, y) in places.items()},
        heaps={
            "event": ("hourglass", view["event"]["name"]),
            "own": parts.OWN_TILES,
            "bag": ("bag",),
            "coins": ("coin", "house"),
            "supply": parts.TYPES,
            "goods": parts.GOODS,
            "technology": ("gear",),
            "citizens": ("citizen",),
            "tiles": ("tile-1", "tile-2"),
        },
    )
