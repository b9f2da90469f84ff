"""The bot of first matches: it plays as the steady one does, but now and then at first sight."""

from __future__ import annotations

import random
from collections.abc import Collection

from games.rules import Match

from .base import Bot, BotFactory
from .greedy import GreedyBot, total_lead

MOVES_CONSIDERED = 3  # moves, of which it takes one at first sight


class CasualBot:
    """Leaves one decision in some to first sight: of a few moves, that which brings most at once.

    Those are of the kind that the steady bot would play, the first word of its notation. So it
    never passes where there is something to do, nor gives away what the other would have kept.

    Attributes:
        usual: the bot that it otherwise plays as.
        one_in: so many decisions of these kinds is at first sight.
        kinds: of moves; None: all.
    """

    base_bot: BotFactory = GreedyBot
    casual_every = 3
    kinds: Collection[str] | None = None

    def __init__(self, bot: Bot | None = None) -> None:
        self.bot = bot or self.base_bot()

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        listed, before = match.legal_moves(seat), match.copy()
        move = self.bot.choose(match, seat, rng)
        kind = move.split(" ")[0]
        if (self.kinds is not None and kind not in self.kinds) or rng.randrange(self.casual_every):
            return move
        alike = [other for other in listed if other.split(" ")[0] == kind]
        seen = rng.sample(alike, min(MOVES_CONSIDERED, len(alike)))
        return max(seen, key=lambda other: total_lead([before], seat, other))
