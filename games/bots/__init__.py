"""Players that are programs, by level: `steady` for every game, and what else its `bots` declare.

`bots` of a title offers `BOTS`, a dict of level to a bot class, weakest first. `steady` must be
there: it is also who plays on for a person who has left. What is not its to do then is in `OFFERS`:
the first words of moves with which a seat asks others for something. A title may bring its own
`easy`; else that is `steady`, now and then at first sight (`easy.py`). `random` is there for tests
and programs, and no page offers it. A title without `bots` has one that goes by points
(`greedy.py`).
"""

from __future__ import annotations

import functools
from types import ModuleType

from games import registry
from games.registry import TitleError

from .base import Bot, BotFactory, RandomBot, ask
from .easy import CasualBot
from .greedy import GreedyBot

__all__ = [
    "BEST",
    "EASY",
    "LEVELS",
    "LONGEST_LEVEL",
    "RANDOM",
    "STEADY",
    "STRONG",
    "MOST_SECONDS",
    "SEARCHING",
    "Bot",
    "BotFactory",
    "CasualBot",
    "RandomBot",
    "ask",
    "levels",
    "offers",
    "selectable_levels",
]

RANDOM = "random"
LONGEST_LEVEL = 20  # as seats store it
LEVELS = EASY, STEADY, STRONG, BEST = "easy", "steady", "strong", "best"  # weakest first
SEARCHING = STRONG, BEST  # think longer than others should wait for
#: CPU seconds after which a decision is given up, several times what a level takes.
MOST_SECONDS = {RANDOM: 10, EASY: 10, STEADY: 10, STRONG: 10, BEST: 30}

DEFAULT_BOTS: dict[str, BotFactory] = {STEADY: GreedyBot}  # where a title has none of its own


@functools.cache
def levels(game: str) -> dict[str, BotFactory]:
    """The bots of a game by level, weakest first."""
    room = registry.title_module(game, "bots")
    own: dict[str, BotFactory] = DEFAULT_BOTS if room is None else room.BOTS
    steady = own[STEADY]
    return {RANDOM: RandomBot, EASY: lambda: CasualBot(steady()), **own}


def selectable_levels(game: str) -> list[str]:
    """The levels that people choose from, weakest first."""
    return [level for level in levels(game) if level != RANDOM]


@functools.cache
def offers(game: str) -> frozenset[str]:
    """The first words of the moves that nobody makes in another's place."""
    return frozenset(getattr(registry.title_module(game, "bots"), "OFFERS", ()))


def check(key: str, room: ModuleType) -> None:
    """Hold the bots of a title against what the site relies on.

    Raises:
        TitleError: it is not so.
    """
    bots = getattr(room, "BOTS", None)
    if not isinstance(bots, dict) or STEADY not in bots:
        wrong = "missing" if bots is None else repr(bots)
        raise TitleError(room, f"BOTS is {wrong}", 'a dict of level to class: {"steady": …}')
    if list(bots) != [level for level in LEVELS if level in bots]:
        right = f"of these, weakest first: {', '.join(LEVELS)}"
        raise TitleError(room, f"the levels of BOTS are {', '.join(map(str, bots))}", right)
    for level, factory in bots.items():
        if not callable(getattr(factory, "choose", None)):
            right = "choose(match, seat, rng) names one of the seat's legal moves"
            raise TitleError(room, f"the bot of level {level!r} has no method choose", right)


registry.register_check("bots", check)
