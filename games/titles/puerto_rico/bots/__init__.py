"""Puerto Rico players: two weigh positions, one of them to the end of the round; others search."""

from games.bots.search import searching

from .easy import EasyBot
from .player import Heuristic
from .search_policy import PuertoRicoGuide

BOTS = {"easy": EasyBot, "steady": Heuristic, **searching(PuertoRicoGuide)}
