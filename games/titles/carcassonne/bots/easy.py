"""An easy player of Carcassonne: one tile or follower in five at first sight."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .heuristic import HeuristicBot


class EasyBot(CasualBot):
    """Plays as the steady bot does otherwise."""

    base_bot = HeuristicBot
    casual_every = 5
    kinds = frozenset({"place", "meeple", "big"})
