"""Bots for Clans of Caledonia.

`player.py` looks ahead and `worth.py` values a position. `search_policy.py` configures the search
for this game; `weights.py` lists the weights that may be fitted.
"""

from games.bots.search import search_levels
from games.bots.title_bots import TitleBots

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import CaledoniaSearchPolicy
from .weights import FIT_SPECS

BOTS = TitleBots(
    {"easy": EasyBot, "steady": HeuristicBot, **search_levels(CaledoniaSearchPolicy)},
    fit_specs=FIT_SPECS,
)
