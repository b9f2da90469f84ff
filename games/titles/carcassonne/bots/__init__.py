"""Players of Carcassonne: `heuristic` weighs each placement, `search` looks at the answers too."""

from .heuristic import HeuristicBot
from .search import SearchBot

__all__ = ["BOTS", "STAND_IN", "HeuristicBot", "SearchBot"]

BOTS = {"heuristic": HeuristicBot, "search": SearchBot}
STAND_IN = "heuristic"
