"""Bots for Orléans: `player.py` plans a round, `guide.py` tells the search what it needs."""

from games.bots.search import searching

from .guide import OrleansGuide
from .player import EasyBot, HeuristicBot

BOTS = {"easy": EasyBot, "steady": HeuristicBot, **searching(OrleansGuide)}
