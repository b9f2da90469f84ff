"""Puerto Rico: roles, plantations, workers, production and shipping, for 2 to 5 seats."""

from __future__ import annotations

from games.rules.game import Game, Option, PrivateEvent

from .match import PuertoRico
from .view import View

GAME = Game(
    key="puerto_rico",
    name="Puerto Rico",
    seats=range(2, 6),
    options=(
        Option(
            "variant",
            ("balanced", "classic"),
            "balanced",
            "balanced: corn starts with one doubloon less, the factory costs 8 and the university "
            "7; classic: as printed in 2002",
        ),
    ),
    match=PuertoRico,
    private_events=(PrivateEvent("staff"), PrivateEvent("score", "reason", "chips")),
    suits_duplicate=True,
    view=View,
)

__all__ = ["GAME"]
