"""An easy player of Catan: half of the time it builds where it looks first."""

from __future__ import annotations

from games.bots.easy import Easy

from .player import HeuristicBot


class EasyBot(Easy):
    """Plays as the steady bot does otherwise."""

    usual = HeuristicBot
    one_in = 2
    kinds = frozenset({"settlement", "city", "road"})
