"""The bots of Puerto Rico: easy and steady ones that evaluate positions, and ones that search."""

from games.bots.search import search_levels
from games.bots.title_bots import TitleBots

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import PuertoRicoSearchPolicy

BOTS = TitleBots({"easy": EasyBot, "steady": HeuristicBot, **search_levels(PuertoRicoSearchPolicy)})
