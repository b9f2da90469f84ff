"""Bots for Orléans: `player` plans a round, and `search_policy` adapts the search to the game."""

from games.bots.search import search_levels
from games.bots.title_bots import TitleBots

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import DeepOrleansSearchPolicy, OrleansSearchPolicy

BOTS = TitleBots(
    {
        "easy": EasyBot,
        "steady": HeuristicBot,
        **search_levels(OrleansSearchPolicy, DeepOrleansSearchPolicy),
    }
)
