"""The bot of first matches: it plays as the steady bot does, but makes some casual moves."""

from __future__ import annotations

import random
from collections.abc import Collection

from games.rules import Match

from .base import Bot, BotFactory
from .greedy import GreedyBot, total_lead

MOVES_CONSIDERED = 3  # moves among which it chooses a casual one


class CasualBot:
    """Makes some decisions casually: of a few moves, it takes the one with the most points at once.

    Those moves have the same verb as the steady bot's move. So the bot never passes when there is
    something to do, and gives nothing away that the steady bot would keep.

    Attributes:
        base_bot: the bot whose moves it makes otherwise.
        casual_every: one decision in this many is casual.
        kinds: the verbs of the moves that may be casual; None: all.
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
