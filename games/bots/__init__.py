"""Players that are programs: `random` and `easy` for every game, and those its `bots` declare.

`bots` of a title offers `BOTS`, a dict of level ("heuristic", "search") to a bot class, weakest
first, and `STAND_IN`, the level that plays on for a person who has left. Without them there is one
that goes by points (`greedy.py`). A title may have an `easy` bot of its own; else it is the one
that stands in, with a handicap (`easy.py`).
"""

from __future__ import annotations

import functools
import re
from types import ModuleType

from games import registry
from games.registry import TitleError

from .base import Bot, BotFactory, RandomBot, ask
from .easy import ONE_IN, Easy
from .greedy import Greedy

__all__ = ["EASY", "ONE_IN", "Bot", "BotFactory", "RandomBot", "ask", "levels", "stand_in"]

EASY = "easy"  # the level of first matches

LEVEL = re.compile(r"[a-z]+(_[a-z0-9]+)*")
LONGEST_LEVEL = 20  # as seats store it
HOUSE: dict[str, BotFactory] = {"heuristic": Greedy}  # where a title has none of its own


@functools.cache
def levels(game: str) -> dict[str, BotFactory]:
    """The bots of a game by level, weakest first."""
    room = registry.room(game, "bots")
    own: dict[str, BotFactory] = HOUSE if room is None else room.BOTS
    usual = {"random": RandomBot, **own}[stand_in(game)]
    return {"random": RandomBot, EASY: lambda: Easy(usual()), **own}


@functools.cache
def stand_in(game: str) -> str:
    """The level that plays on where a person has left a match of this game."""
    room = registry.room(game, "bots")
    return next(iter(HOUSE)) if room is None else str(room.STAND_IN)


def check(key: str, room: ModuleType) -> None:
    """Hold the bots of a title against what the site relies on.

    Raises:
        TitleError: it is not so.
    """
    bots = getattr(room, "BOTS", None)
    if not isinstance(bots, dict) or not bots:
        wrong = "missing" if bots is None else repr(bots)
        raise TitleError(room, f"BOTS is {wrong}", 'a dict of level to class: {"heuristic": …}')
    for level, factory in bots.items():
        if not LEVEL.fullmatch(level) or len(level) > LONGEST_LEVEL or level == "random":
            right = f"a word of {LONGEST_LEVEL} letters at most, and not `random`, which all have"
            raise TitleError(room, f"the level {level!r} cannot be called so", right)
        if not callable(getattr(factory, "choose", None)):
            right = "choose(match, seat, rng) names one of the seat's legal moves"
            raise TitleError(room, f"the bot of level {level!r} has no method choose", right)
    level = getattr(room, "STAND_IN", None)
    known = ", ".join(["random", *bots])
    if level not in (*bots, "random"):
        wrong = "missing" if level is None else f"{level!r}"
        right = f"the level that plays on for a person who has left, one of: {known}"
        raise TitleError(room, f"STAND_IN is {wrong}", right)


registry.checked_by("bots", check)
