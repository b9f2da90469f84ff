"""Players of Carcassonne: `steady` weighs each placement, others search by what it says."""

from games.bots.search import searching

from .easy import EasyBot
from .heuristic import HeuristicBot
from .search_policy import CarcassonneGuide, FurtherGuide

BOTS = {"easy": EasyBot, "steady": HeuristicBot, **searching(CarcassonneGuide, FurtherGuide)}
