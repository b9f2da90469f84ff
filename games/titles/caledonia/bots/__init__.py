"""Bots for Clans of Caledonia: `player.py` looks ahead, `worth.py` values a position.

`guide.py` tells the search of it, `weights.py` what may be fitted.
"""

from games.bots.search import search_levels

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import CaledoniaSearchPolicy
from .weights import FITTED as FITTED

BOTS = {"easy": EasyBot, "steady": HeuristicBot, **search_levels(CaledoniaSearchPolicy)}
