"""An easy player of Catan: half of the time it builds where it looks first."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .player import HeuristicBot


class EasyBot(CasualBot):
    """Plays as the steady bot does otherwise."""

    base_bot = HeuristicBot
    casual_every = 2
    kinds = frozenset({"settlement", "city", "road"})
