"""A Puerto Rico player that weighs positions and looks to the end of the round."""

from .easy import EasyBot
from .player import Heuristic

BOTS = {"easy": EasyBot, "steady": Heuristic}
