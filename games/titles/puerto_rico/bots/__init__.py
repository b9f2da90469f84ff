"""A Puerto Rico player that weighs positions and looks to the end of the round."""

from .player import Heuristic

BOTS = {"steady": Heuristic}
