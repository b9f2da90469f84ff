"""Players of Carcassonne: `steady` weighs each placement, `strong` looks at the answers too."""

from .easy import EasyBot
from .heuristic import HeuristicBot
from .search import SearchBot

__all__ = ["BOTS", "HeuristicBot", "SearchBot"]

BOTS = {"easy": EasyBot, "steady": HeuristicBot, "strong": SearchBot}
