"""Bots for Orléans: `player.py` plans a round, `guide.py` tells the search what it needs."""

from games.bots.search import search_levels

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import DeepOrleansSearchPolicy, OrleansSearchPolicy

BOTS = {
    "easy": EasyBot,
    "steady": HeuristicBot,
    **search_levels(OrleansSearchPolicy, DeepOrleansSearchPolicy),
}
