"""A bot for every game: it plays what leaves it best by points, and looks no further."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.rules import FastChance, Match

WORLDS = 4  # in which each move is tried: what chance brings is not the same in them


class GreedyBot:
    """Tries every legal move in a few worlds that it cannot tell apart, and takes the best."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        moves = match.legal_moves(seat)
        if len(moves) == 1:
            return moves[0]
        worlds = [match.determinize(seat, FastChance(rng)) for _world in range(WORLDS)]
        return max(moves, key=lambda move: (total_lead(worlds, seat, move), rng.random()))


def total_lead(worlds: Sequence[Match], seat: int, move: str) -> int:
    """By how many points a move leaves a seat in front of the best of the others, in all."""
    found = 0
    for world in worlds:
        after = world.copy()
        after.play(seat, move)
        totals = [score.total for score in after.scores()]
        found += totals.pop(seat) - max(totals, default=0)
    return found
