"""The bots of Puerto Rico: easy and steady ones that evaluate positions, and ones that search."""

from games.bots.search import search_levels

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import PuertoRicoSearchPolicy

BOTS = {"easy": EasyBot, "steady": HeuristicBot, **search_levels(PuertoRicoSearchPolicy)}
