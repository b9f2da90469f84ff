"""The easy bot of Puerto Rico: it makes one decision in four casually."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .player import HeuristicBot


class EasyBot(CasualBot):
    """Plays as the steady bot, except for its casual moves."""

    base_bot = HeuristicBot
    casual_every = 4
    kinds = frozenset({"pick", "build", "take", "settle", "sell", "load", "privilege", "staff"})
