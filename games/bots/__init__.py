"""Bots by level: `steady` for every game, and the other levels that a title declares.

The `bots` package of a title has `BOTS`, its `TitleBots`. The level `steady` is required: it also
plays on for a person who has left. A title may bring its own `easy`; by default that is `steady`
with some casual moves (`easy.py`). `random` is for tests and programs; no page offers it. A title
without `bots` gets a bot that maximizes points (`greedy.py`).
"""

from __future__ import annotations

import functools
from types import ModuleType

from games import registry
from games.registry import TitleError

from .base import Bot, BotFactory, RandomBot, ask
from .easy import CasualBot
from .greedy import GreedyBot
from .title_bots import TitleBots

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
    "selectable_levels",
    "title_bots",
]

RANDOM = "random"
LONGEST_LEVEL = 20  # characters, as seats store it
LEVELS = EASY, STEADY, STRONG, BEST = "easy", "steady", "strong", "best"  # weakest first
SEARCHING = STRONG, BEST  # these think longer than other work should have to wait
#: CPU seconds after which a decision is abandoned: several times what a level needs.
MOST_SECONDS = {RANDOM: 10, EASY: 10, STEADY: 10, STRONG: 10, BEST: 30}

DEFAULT_BOTS = TitleBots({STEADY: GreedyBot})  # for titles without bots of their own


def title_bots(game: str) -> TitleBots:
    """What the `bots` package of a title offers."""
    module = registry.title_module(game, "bots")
    found: TitleBots = DEFAULT_BOTS if module is None else module.BOTS
    return found


@functools.cache
def levels(game: str) -> dict[str, BotFactory]:
    """The bots of a game by level, weakest first."""
    own = title_bots(game).levels
    steady = own[STEADY]
    return {RANDOM: RandomBot, EASY: lambda: CasualBot(steady()), **own}


def selectable_levels(game: str) -> list[str]:
    """The levels that people can choose, weakest first."""
    return [level for level in levels(game) if level != RANDOM]


def check(key: str, module: ModuleType) -> None:
    """Check that the bots of a title are as the site expects.

    Raises:
        TitleError: they are not.
    """
    bots = getattr(module, "BOTS", None)
    if not isinstance(bots, TitleBots) or STEADY not in bots.levels:
        wrong = "missing" if bots is None else repr(bots)
        raise TitleError(module, f"BOTS is {wrong}", 'TitleBots({"steady": …})')
    if list(bots.levels) != [level for level in LEVELS if level in bots.levels]:
        right = f"of these, weakest first: {', '.join(LEVELS)}"
        raise TitleError(module, f"the levels of BOTS are {', '.join(bots.levels)}", right)
    for level, factory in bots.levels.items():
        if not callable(getattr(factory, "choose", None)):
            right = "choose(match, seat, rng) names one of the seat's legal moves"
            raise TitleError(module, f"the bot of level {level!r} has no method choose", right)


registry.register_check("bots", check)
