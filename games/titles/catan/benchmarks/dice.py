"""Random play of Catan without trade between seats, for benchmarks."""

from __future__ import annotations

import random
from collections.abc import Callable

import games.rules as rules


def play(seed: int, seats: int, **options: str) -> int:
    """Play one match with random moves other than offers; return the number of moves."""
    match = rules.new_match("catan", seats, options, seed=str(seed))
    choice = random.Random(seed).random
    moves = 0
    while actors := match.actors:
        seat = actors[0] if len(actors) == 1 else actors[int(choice() * len(actors))]
        legal = match.legal_moves(seat)
        move = legal[int(choice() * len(legal))]
        while move == "offer":
            move = legal[int(choice() * len(legal))]
        match.play(seat, move)
        moves += 1
    return moves


def midgame(seats: int = 4, seed: int = 1, **options: str) -> rules.Match:
    """Return the position after 400 random moves other than offers."""
    match = rules.new_match("catan", seats, options, seed=str(seed))
    choice = random.Random(seed).random
    for _ in range(400):
        seat = match.actors[int(choice() * len(match.actors))]
        legal = [move for move in match.legal_moves(seat) if move != "offer"]
        match.play(seat, legal[int(choice() * len(legal))])
    return match


def copier() -> Callable[[], rules.Match]:
    """Return a function that copies a mid-game match of four seats."""
    return midgame().copy


def copier_traders() -> Callable[[], rules.Match]:
    """Return the same function for the scenario `traders`."""
    return midgame(scenario="traders").copy
