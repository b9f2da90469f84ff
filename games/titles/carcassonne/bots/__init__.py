"""Bots for Carcassonne: `steady` evaluates each placement; others search with its evaluation."""

from games.bots.search import search_levels
from games.bots.title_bots import TitleBots

from .easy import EasyBot
from .heuristic import HeuristicBot
from .search_policy import CarcassonneSearchPolicy, DeepCarcassonneSearchPolicy

BOTS = TitleBots(
    {
        "easy": EasyBot,
        "steady": HeuristicBot,
        **search_levels(CarcassonneSearchPolicy, DeepCarcassonneSearchPolicy),
    }
)
