"""The annotated picture of the setup: the island before the founding."""

from __future__ import annotations

import games.rules as rules
from games.boards import Scene
from games.rulebook.setup_picture import SetupPicture

from ..rules import components as parts
from .geometry import pixel
from .picture import IslandPrint
from .scene_access import view_of


def setup_picture(match: rules.Match) -> SetupPicture:
    view = view_of(Scene.from_match(match, None, ()))
    land = IslandPrint.of(view)
    first, second = land.hexes[:2]
    robber, harbour = pixel(str(view["robber"])), land.ports[0]
    return SetupPicture(
        places={
            "hex": (first.x - 24, first.y - 24),
            "number": (second.x + 25, second.y + 2),
            "robber": (robber[0] - 8, robber[1] - 26),
            "harbour": (harbour.x - 26, harbour.y - 20),
        },
        heaps={
            "bank": parts.RESOURCES,
            "deck": ("card",),
            "special": ("army", "longest"),
            "pieces": ("road", "settlement", "city"),
        },
    )
