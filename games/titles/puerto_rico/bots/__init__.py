"""A Puerto Rico player that weighs positions and looks to the end of the round."""

from .player import Heuristic

BOTS = {"heuristic": Heuristic}
STAND_IN = "heuristic"
