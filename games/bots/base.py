"""What a bot is: it looks at a match from its own seat and names one of the legal moves.

A bot is handed a `determinize`d copy: what its seat may not know has been re-dealt, so no bot can
peek, and it may play the copy on as it likes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from games.rules import FastChance, Match


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        """One of `match.legal_moves(seat)`; `match` is the bot's own copy, to be used at will."""


BotFactory = Callable[[], Bot]


class RandomBot:
    """Chooses uniformly among the legal moves."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        return rng.choice(match.legal_moves(seat))


def ask(bot: Bot, match: Match, seat: int, rng: random.Random) -> str:
    """Let a bot choose for an actor of `match` without showing it anything hidden."""
    return bot.choose(match.determinize(seat, FastChance(rng)), seat, rng)
