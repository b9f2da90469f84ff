"""Bots for Clans of Caledonia.

`player.py` looks ahead and `worth.py` values a position. `search_policy.py` configures the search
for this game; `weights.py` lists the weights that may be fitted.
"""

from games.bots.search import search_levels

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import CaledoniaSearchPolicy
from .weights import FIT_SPECS as FIT_SPECS

BOTS = {"easy": EasyBot, "steady": HeuristicBot, **search_levels(CaledoniaSearchPolicy)}
