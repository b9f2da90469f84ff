"""The heuristic bot: tries each move, plays on by habits, and evaluates the result."""

from __future__ import annotations

import random

from games.rules import Match

from ..rules.match import PuertoRico
from . import habits
from .worth import Weights, relative_worth

ENVY = 0.9


class HeuristicBot:
    """Evaluates roles at the end of the round, and other moves at the end of their phase."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        assert isinstance(match, PuertoRico)
        listed = match.legal_moves(seat)
        if match.step in ("placement", "mayor_privilege"):
            return habits.choose(match, seat, listed, Weights(match))
        if match.step == "pick":
            return best_move(match, seat, listed, match.seats - 1)
        return best_move(match, seat, listed)


def best_move(match: PuertoRico, seat: int, listed: list[str], ahead: int = 0) -> str:
    """The move that is best for the seat after the phase and `ahead` further picks by others."""
    best, most = listed[0], -1e9
    for move in listed:
        trial = match.copy()
        trial.play(seat, move)
        play_phase(trial)
        for _ in range(ahead):
            if trial.over or trial.actors == (seat,):
                break
            other = trial.actors[0]
            trial.play(other, best_move(trial, other, trial.legal_moves(other)))
            play_phase(trial)
        worth = relative_worth(trial, seat, ENVY)
        if worth > most:
            best, most = move, worth
    return best


def play_phase(match: PuertoRico) -> None:
    """Play by habits until the next pick."""
    if match.step in ("pick", "over"):
        return
    weights = Weights(match)
    while match.step not in ("pick", "over"):
        seat = match.actors[0]
        match.play(seat, habits.choose(match, seat, match.legal_moves(seat), weights))
