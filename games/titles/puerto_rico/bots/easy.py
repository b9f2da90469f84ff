"""An easy player of Puerto Rico: one decision in four by what it brings at once."""

from __future__ import annotations

from games.bots.easy import Easy

from .player import Heuristic


class EasyBot(Easy):
    """Plays as the steady bot does otherwise."""

    usual = Heuristic
    one_in = 4
    kinds = frozenset({"pick", "build", "take", "settle", "sell", "load", "privilege", "staff"})
