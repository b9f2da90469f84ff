"""An easy player of Orléans: now and then it plans, acts and lays technology at first sight."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .player import HeuristicBot


class EasyBot(CasualBot):
    """Plays as the steady bot does otherwise."""

    base_bot = HeuristicBot
    casual_every = 7
    kinds = frozenset({"place", "act", "tech", "deed"})
