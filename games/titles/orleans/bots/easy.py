"""An easy player of Orléans: now and then it plans, acts and lays technology at first sight."""

from __future__ import annotations

from games.bots.easy import Easy

from .player import HeuristicBot


class EasyBot(Easy):
    """Plays as the steady bot does otherwise."""

    usual = HeuristicBot
    one_in = 7
    kinds = frozenset({"place", "act", "tech", "deed"})
