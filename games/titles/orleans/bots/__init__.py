"""Bots for Orléans: `player.py` plans a round, `guide.py` tells the search what it needs."""

from games.bots.search import searching

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import FurtherGuide, OrleansGuide

BOTS = {"easy": EasyBot, "steady": HeuristicBot, **searching(OrleansGuide, FurtherGuide)}
