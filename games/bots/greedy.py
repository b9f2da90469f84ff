"""A bot for every game: it maximizes its lead in points after one move."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.rules import FastChance, Match

WORLDS = 4  # worlds in which each move is tried; they differ in what chance brings


class GreedyBot:
    """Tries every legal move in a few worlds that it cannot tell apart, and takes the best."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        moves = match.legal_moves(seat)
        if len(moves) == 1:
            return moves[0]
        worlds = [match.determinize(seat, FastChance(rng)) for _world in range(WORLDS)]
        return max(moves, key=lambda move: (total_lead(worlds, seat, move), rng.random()))


def total_lead(worlds: Sequence[Match], seat: int, move: str) -> int:
    """The lead of a seat over its best opponent after a move, in points, summed over the worlds."""
    found = 0
    for world in worlds:
        after = world.copy()
        after.play(seat, move)
        totals = [score.total for score in after.scores()]
        found += totals.pop(seat) - max(totals, default=0)
    return found
