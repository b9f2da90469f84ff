"""An easy player of Clans of Caledonia: one action in two by what it brings at once."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .player import HeuristicBot


class EasyBot(CasualBot):
    """Plays as the steady bot does otherwise."""

    base_bot = HeuristicBot
    casual_every = 2
    kinds = frozenset(
        {"expand", "place", "take", "buy", "choose", "port", "nbuy", "sell", "slaughter"}
    )
