"""Bots for Clans of Caledonia: `player.py` looks ahead, `worth.py` values a position."""

from .easy import EasyBot
from .player import HeuristicBot

BOTS = {"easy": EasyBot, "steady": HeuristicBot}
