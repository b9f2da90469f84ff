"""The interface of a bot: it gets a match and its own seat, and returns one of the legal moves.

A bot gets a `determinize`d copy, in which everything that its seat may not know is re-dealt. So no
bot can see hidden things, and it may play on in its copy.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from games.rules import FastChance, Match


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        """One of `match.legal_moves(seat)`. `match` is the bot's own copy and may be changed."""


BotFactory = Callable[[], Bot]


class RandomBot:
    """Chooses uniformly among the legal moves."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        return rng.choice(match.legal_moves(seat))


def ask(bot: Bot, match: Match, seat: int, rng: random.Random) -> str:
    """Let a bot choose for an actor of `match` without showing it anything hidden."""
    return bot.choose(match.determinize(seat, FastChance(rng)), seat, rng)
