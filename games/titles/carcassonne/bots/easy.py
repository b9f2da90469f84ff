"""An easy player of Carcassonne: one tile or follower in five at first sight."""

from __future__ import annotations

from games.bots.easy import Easy

from .heuristic import HeuristicBot


class EasyBot(Easy):
    """Plays as the steady bot does otherwise."""

    usual = HeuristicBot
    one_in = 5
    kinds = frozenset({"place", "meeple", "big"})
