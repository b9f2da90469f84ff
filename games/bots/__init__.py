"""Players that are programs: `random` for every game, and those a game's module here declares.

`games/bots/<key>.py` offers `BOTS`, a dict of level ("heuristic", "search") to a bot class.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util

from .base import Bot, BotFactory, RandomBot, ask

__all__ = ["Bot", "BotFactory", "RandomBot", "ask", "levels"]


@functools.cache
def levels(game: str) -> dict[str, BotFactory]:
    """The bots of a game by level, weakest first."""
    found: dict[str, BotFactory] = {"random": RandomBot}
    if importlib.util.find_spec(f"{__name__}.{game}"):
        found.update(importlib.import_module(f"{__name__}.{game}").BOTS)
    return found
