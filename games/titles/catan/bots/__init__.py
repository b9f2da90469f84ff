"""Bots for Catan: `player.py` decides, by `plans.py` and by what places are `worth.py`."""

from .player import HeuristicBot

BOTS = {"steady": HeuristicBot}
