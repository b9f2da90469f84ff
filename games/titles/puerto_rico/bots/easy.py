"""An easy player of Puerto Rico: one decision in four by what it brings at once."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .player import HeuristicBot


class EasyBot(CasualBot):
    """Plays as the steady bot does otherwise."""

    base_bot = HeuristicBot
    casual_every = 4
    kinds = frozenset({"pick", "build", "take", "settle", "sell", "load", "privilege", "staff"})
