"""Bots for Catan: `player.py` decides, by `plans.py` and by what places are `worth.py`.

`guide.py` tells the search of it, and `outlook.py` who will win.
"""

from games.bots.search import search_levels

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import CatanSearchPolicy

OFFERS = {"offer", "propose"}
BOTS = {"easy": EasyBot, "steady": HeuristicBot, **search_levels(CatanSearchPolicy)}
