"""The easy bot for Carcassonne: it chooses one tile or follower in five by immediate gain."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .heuristic import HeuristicBot


class EasyBot(CasualBot):
    """The steady bot, except for one casual decision in five of the kinds below."""

    base_bot = HeuristicBot
    casual_every = 5
    kinds = frozenset({"place", "meeple", "big"})
