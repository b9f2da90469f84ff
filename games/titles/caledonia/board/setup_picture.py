"""The annotated picture of the set-up: the map before clans are chosen, and the parts beside it."""

from __future__ import annotations

import games.rules as rules
from games.rulebook.setup_picture import SetupPicture, Symbol

from ..rules import components as parts
from .hexes import SIZE, centre
from .picture import PORT_ART

PORT = 60  # width of the picture of a port tile, in units of the drawing


def setup_picture(match: rules.Match) -> SetupPicture:
    view = match.view(None)
    spaces = view["map"]["spaces"]

    def inner_space(kind: str) -> tuple[float, float]:
        """The first space of a kind that does not lie at the border."""
        return centre(
            next(one["at"] for one in spaces if one["kind"] == kind and not one["border"])
        )

    ports = {space["corner"]: centre(space["at"]) for space in spaces if space["kind"] == "port"}
    x, y = ports["a"]
    return SetupPicture(
        places={
            "land": inner_space("land"),
            "loch": inner_space("loch"),
            "port": (x - SIZE * 0.7, y - SIZE * 0.7),
        },
        heaps={
            "market": parts.GOODS,
            "imports": parts.IMPORTS,
            "contracts": ("box",),
            "scoring": ("glory",) * parts.ROUNDS,
            "clans": ("houses", "pound"),
            "units": parts.UNITS,
            "merchants": ("merchant",),
            "upgrades": ("ship", "upgrade"),
        },
        symbols=[
            Symbol(PORT_ART[port["tile"]], *ports[port["corner"]], PORT) for port in view["ports"]
        ],
    )
