"""The easy bot for Catan: it builds carelessly in about half of its decisions to build."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .player import HeuristicBot


class EasyBot(CasualBot):
    """Plays like the steady bot, except for some careless buildings and roads."""

    base_bot = HeuristicBot
    casual_every = 2
    kinds = frozenset({"settlement", "city", "road"})
