"""Bots for Catan: `player.py` decides, by `plans.py` and by what places are `worth.py`."""

from .easy import EasyBot
from .player import HeuristicBot

BOTS = {"easy": EasyBot, "steady": HeuristicBot}
