"""Players of Carcassonne: `steady` weighs each placement, others search by what it says."""

from games.bots.search import searching

from .easy import EasyBot
from .guide import CarcassonneGuide, FurtherGuide
from .heuristic import HeuristicBot

BOTS = {"easy": EasyBot, "steady": HeuristicBot, **searching(CarcassonneGuide, FurtherGuide)}
