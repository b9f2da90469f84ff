"""Bots for Orléans: `player` plans a round, and `search_policy` adapts the search to the game."""

from games.bots.search import search_levels

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import DeepOrleansSearchPolicy, OrleansSearchPolicy

BOTS = {
    "easy": EasyBot,
    "steady": HeuristicBot,
    **search_levels(OrleansSearchPolicy, DeepOrleansSearchPolicy),
}
