"""Players of Carcassonne: `steady` weighs each placement, `strong` looks at the answers too."""

from .heuristic import HeuristicBot
from .search import SearchBot

__all__ = ["BOTS", "HeuristicBot", "SearchBot"]

BOTS = {"steady": HeuristicBot, "strong": SearchBot}
