"""Players that are programs: `random` for every game, and those a title's `bots` declare.

`bots` of a title offers `BOTS`, a dict of level ("heuristic", "search") to a bot class, weakest
first, and `STAND_IN`, the level that plays on for a person who has left.
"""

from __future__ import annotations

import functools

from games import titles

from .base import Bot, BotFactory, RandomBot, ask

__all__ = ["Bot", "BotFactory", "RandomBot", "ask", "levels", "stand_in"]


@functools.cache
def levels(game: str) -> dict[str, BotFactory]:
    """The bots of a game by level, weakest first."""
    found: dict[str, BotFactory] = {"random": RandomBot}
    found.update(titles.offered(game, "bots", "BOTS") or {})
    return found


@functools.cache
def stand_in(game: str) -> str:
    """The level that plays on where a person has left a match of this game.

    Raises:
        ValueError: the title names a level that it has not.
    """
    level: str = titles.offered(game, "bots", "STAND_IN") or "random"
    if level not in levels(game):
        raise ValueError(f"STAND_IN of {game} is {level!r}; its levels: {', '.join(levels(game))}")
    return level
