"""Bots for Catan: `player.py` decides, by `plans.py` and by what places are `worth.py`."""

from .easy import EasyBot
from .player import HeuristicBot

OFFERS = {"offer", "propose"}
BOTS = {"easy": EasyBot, "steady": HeuristicBot}
