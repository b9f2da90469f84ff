"""Bots for Catan.

`player` decides, with the plans of `plans` and the values of places in `worth`. `search_policy`
adapts the search to Catan, and `win_odds` estimates who will win.
"""

from games.bots.search import search_levels
from games.bots.title_bots import TitleBots

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import CatanSearchPolicy

BOTS = TitleBots(
    {"easy": EasyBot, "steady": HeuristicBot, **search_levels(CatanSearchPolicy)},
    personal_verbs=frozenset({"offer", "propose"}),
)
