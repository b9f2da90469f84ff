"""An easy player of Clans of Caledonia: one action in two by what it brings at once."""

from __future__ import annotations

from games.bots.easy import Easy

from .player import HeuristicBot


class EasyBot(Easy):
    """Plays as the steady bot does otherwise."""

    usual = HeuristicBot
    one_in = 2
    kinds = frozenset(
        {"expand", "place", "take", "buy", "choose", "port", "nbuy", "sell", "slaughter"}
    )
