"""The bot of first matches: the one that stands in for people, with a handicap that is said."""

from __future__ import annotations

import random

from games.rules import Match

from .base import Bot

ONE_IN = 3  # decisions is left to chance


class Easy:
    """Plays as another bot does, but for some of its decisions."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        if rng.randrange(ONE_IN):
            return self.bot.choose(match, seat, rng)
        return rng.choice(match.legal_moves(seat))
