"""The easy bot for Clans of Caledonia: it chooses every second action by its immediate gain."""

from __future__ import annotations

from games.bots.easy import CasualBot

from .player import HeuristicBot


class EasyBot(CasualBot):
    """The steady bot, except for one casual decision in two of the kinds below."""

    base_bot = HeuristicBot
    casual_every = 2
    kinds = frozenset(
        {"expand", "place", "take", "buy", "choose", "port", "nbuy", "sell", "slaughter"}
    )
