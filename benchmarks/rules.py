"""Random play through the contract, for timing any game: `play` one match, `copier` for copies."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import games.rules as rules


def titles_for(seats: int) -> list[str]:
    """The titles of the catalogue that so many can play, by key; the first is a good default."""
    return [key for key, game in rules.catalogue().items() if seats in game.seats]


def play(seed: int, game: str, seats: int, **options: str) -> int:
    """Play one match to the end with uniformly random moves; return the number of moves."""
    match = rules.new_match(game, seats, options, seed=str(seed))
    choice = random.Random(seed).random
    moves = 0
    while actors := match.actors:
        seat = actors[0] if len(actors) == 1 else actors[int(choice() * len(actors))]
        legal = match.legal_moves(seat)
        match.play(seat, legal[int(choice() * len(legal))])
        moves += 1
    return moves


def midgame(game: str, seats: int, options: dict[str, str], seed: int = 1) -> rules.Match:
    """The position halfway through a random match."""
    half = play(seed, game, seats, **options) // 2
    match = rules.new_match(game, seats, options, seed=str(seed))
    choice = random.Random(seed).random
    for _ in range(half):
        actors = match.actors
        seat = actors[0] if len(actors) == 1 else actors[int(choice() * len(actors))]
        legal = match.legal_moves(seat)
        match.play(seat, legal[int(choice() * len(legal))])
    return match


def copier() -> Callable[[], rules.Match]:
    """A callable that copies one mid-game match of GAME with SEATS (environment variables).

    Without them: of the first title for three.
    """
    seats = int(os.environ.get("SEATS", "3"))
    return midgame(os.environ.get("GAME") or titles_for(seats)[0], seats, {}).copy
