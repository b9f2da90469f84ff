"""Orléans: two to five seats fill bags with followers and plan actions, for 18 rounds.

>>> import games.rules as rules
>>> match = rules.new_match("orleans", seats=2, seed="a secret")
>>> match.actors, len(match.legal_moves(0))
((0, 1), 19)
"""

from __future__ import annotations

from games.rules.game import Game, Option, PrivateEvent

from .match import OrleansMatch
from .state import PLANNING
from .view import View

SET_TILES = {
    1: "bakery, goldsmith and hideout",
    2: "barracks, courthouse and theater",
    3: "harbor, quarry and workshop",
    4: "town house, sluice and observatory",
    5: "country road, ballroom and church",
}

GAME = Game(
    key="orleans",
    name="Orléans",
    seats=range(2, 6),
    options=(
        Option(
            "simultaneous_followers",
            ("on", "off"),
            "on",
            "Everybody draws followers at once, or one seat after the other.",
        ),
        *(
            Option(f"set_{number}", ("on", "off"), "off", f"Adds the place tiles {tiles}.")
            for number, tiles in SET_TILES.items()
        ),
        Option(
            "places",
            ("basic", "all"),
            "basic",
            "Thirteen random place tiles of each level, or all of them.",
        ),
    ),
    match=OrleansMatch,
    version=2,
    suits_duplicate=True,
    view=View,
    private_events=(
        PrivateEvent("place"),
        PrivateEvent("tech", "phase", PLANNING),  # in version 1
        PrivateEvent("done", "phase", PLANNING),
    ),
    reveals_not_redealt=frozenset({"plans"}),
)

__all__ = ["GAME", "OrleansMatch"]
