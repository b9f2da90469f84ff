"""Bots for Clans of Caledonia: `player.py` looks ahead, `worth.py` values a position."""

from .player import HeuristicBot

BOTS = {"steady": HeuristicBot}
