"""Puerto Rico players: two weigh positions, one of them to the end of the round; others search."""

from games.bots.search import searching

from .easy import EasyBot
from .guide import PuertoRicoGuide
from .player import Heuristic

BOTS = {"easy": EasyBot, "steady": Heuristic, **searching(PuertoRicoGuide)}
