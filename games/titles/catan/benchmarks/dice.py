"""Random play of Catan without trade between seats, for timing."""

from __future__ import annotations

import random
from collections.abc import Callable

import games.rules as rules


def play(seed: int, seats: int, **options: str) -> int:
    """Play one match with random moves that are no offers; return the number of moves."""
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
    """The position after some 400 random moves that are no offers."""
    match = rules.new_match("catan", seats, options, seed=str(seed))
    choice = random.Random(seed).random
    for _ in range(400):
        seat = match.actors[int(choice() * len(match.actors))]
        legal = [move for move in match.legal_moves(seat) if move != "offer"]
        match.play(seat, legal[int(choice() * len(legal))])
    return match


def copier() -> Callable[[], rules.Match]:
    """A callable that copies one mid-game match of four."""
    return midgame().copy


def copier_traders() -> Callable[[], rules.Match]:
    """The same in the scenario."""
    return midgame(scenario="traders").copy
