"""The easy bot for Orléans: some of its plans, actions and technology tiles are careless."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .player import HeuristicBot


class EasyBot(CasualBot):
    """Plays like the steady bot, except for some careless moves."""

    base_bot = HeuristicBot
    casual_every = 7
    kinds = frozenset({"place", "act", "tech", "deed"})
