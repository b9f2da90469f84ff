"""Puerto Rico players: two weigh positions, one of them to the end of the round; others search."""

from games.bots.search import search_levels

from .easy import EasyBot
from .player import HeuristicBot
from .search_policy import PuertoRicoSearchPolicy

BOTS = {"easy": EasyBot, "steady": HeuristicBot, **search_levels(PuertoRicoSearchPolicy)}
