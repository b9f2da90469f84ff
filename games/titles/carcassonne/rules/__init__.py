"""Carcassonne for 2 to 5 seats: the base game, its variants and the first two expansions."""

from games.rules.game import Game, Option, PrivateEvent

from .features import claimed_features, feature_at
from .match import Carcassonne
from .view import View, unseen_tiles

__all__ = ["GAME", "Carcassonne", "feature_at", "claimed_features", "unseen_tiles"]

GAME = Game(
    key="carcassonne",
    name="Carcassonne",
    seats=range(2, 6),
    options=(
        Option(
            "hand",
            ("1", "3"),
            "1",
            "Tiles in hand: one, open to all, or three, hidden from the others",
        ),
        Option(
            "farms",
            ("international", "first"),
            "international",
            "Farms: a city pays every farm beside it, or (first edition) it pays only once",
        ),
        Option(
            "two_tile_city",
            ("4", "2"),
            "4",
            "Points for a complete city of two tiles (first edition: 2)",
        ),
        Option(
            "inns",
            ("off", "tiles", "all"),
            "off",
            "Inns & Cathedrals: none, its 18 tiles, or tiles and large followers",
        ),
        Option(
            "traders",
            ("off", "tiles", "all"),
            "off",
            "Traders & Builders: none, its 24 tiles, or tiles, builders and pigs",
        ),
    ),
    match=Carcassonne,
    suits_duplicate=True,
    view=View,
    private_events=(PrivateEvent("draw", "tile", only_with_option=("hand", "3")),),
    revealing_verbs=frozenset({"place"}),  # it shows a tile of the hidden hand
)
