"""Bots for Clans of Caledonia: `player.py` looks ahead, `worth.py` values a position.

`guide.py` tells the search of it.
"""

from games.bots.search import searching

from .easy import EasyBot
from .guide import CaledoniaGuide
from .player import HeuristicBot

BOTS = {"easy": EasyBot, "steady": HeuristicBot, **searching(CaledoniaGuide)}
