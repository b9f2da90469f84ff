"""The Puerto Rico bot: legal, repeatable, and much better than chance."""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from benchmarks.bots import duel
from games.bots import ask, levels
from tests.positions import FeatureCoverage, of_offers

STEADY = levels("puerto_rico")["steady"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_always_chooses_a_legal_move_also_after_others_moves(seats: int) -> None:
    """Half of the moves are random, so that it meets odd positions and half-set placements.

    It is asked where something else can be done.
    """
    rng, coverage = random.Random(seats), FeatureCoverage(often=5)
    match = rules.new_match("puerto_rico", seats, seed="bot")
    while not match.over:
        seat = rng.choice(match.actors)
        move = match.auto_move(seat)
        if coverage.adds(of_offers(match)):
            move = ask(STEADY(), match, seat, rng)
            assert move in match.legal_moves(seat)
        match.play(seat, move if rng.random() < 0.5 else rng.choice(match.legal_moves(seat)))


def test_the_same_position_and_generator_give_the_same_move() -> None:
    match = rules.new_match("puerto_rico", 3, seed="same")
    choices = {ask(STEADY(), match, 0, random.Random(5)) for _ in range(3)}
    assert len(choices) == 1


def test_choosing_leaves_the_match_alone() -> None:
    match = rules.new_match("puerto_rico", 3, seed="alone")
    before = match.dump()
    ask(STEADY(), match, 0, random.Random(5))
    assert match.dump() == before


@pytest.mark.parametrize(("seats", "games"), [(2, 8), (4, 3)])
def test_it_beats_random_play(seats: int, games: int) -> None:
    assert duel("puerto_rico", "steady", "random", seats, games).wins == games
