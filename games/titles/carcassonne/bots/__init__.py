"""Players of Carcassonne: `steady` weighs each placement, others search by what it says."""

from games.bots.search import search_levels

from .easy import EasyBot
from .heuristic import HeuristicBot
from .search_policy import CarcassonneSearchPolicy, DeepCarcassonneSearchPolicy

BOTS = {
    "easy": EasyBot,
    "steady": HeuristicBot,
    **search_levels(CarcassonneSearchPolicy, DeepCarcassonneSearchPolicy),
}
