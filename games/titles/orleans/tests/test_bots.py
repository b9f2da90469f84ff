"""The Orléans bot: legal, repeatable, and much better than chance."""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from benchmarks.bots import duel
from games.bots import ask, levels

HEURISTIC = levels("orleans")["heuristic"]
ALL_SETS = {f"set_{number}": "on" for number in range(1, 6)} | {"places": "all"}


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, ALL_SETS), (5, ALL_SETS)])
def test_it_always_chooses_a_legal_move_also_after_others_moves(
    seats: int, options: dict[str, str]
) -> None:
    """A third of the moves are random, so that it meets odd positions."""
    rng = random.Random(seats)
    match = rules.new_match("orleans", seats, options, seed="bot")
    while not match.over:
        seat = rng.choice(match.actors)
        move = ask(HEURISTIC(), match, seat, rng)
        assert move in match.legal_moves(seat)
        match.play(seat, move if rng.random() < 0.67 else rng.choice(match.legal_moves(seat)))


def test_the_same_position_and_generator_give_the_same_move() -> None:
    match = rules.new_match("orleans", 3, seed="same")
    choices = {ask(HEURISTIC(), match, 0, random.Random(5)) for _ in range(3)}
    assert len(choices) == 1


def test_choosing_leaves_the_match_alone() -> None:
    match = rules.new_match("orleans", 3, seed="alone")
    before = match.dump()
    ask(HEURISTIC(), match, 0, random.Random(5))
    assert match.dump() == before


def test_it_beats_chance() -> None:
    result = duel("orleans", "heuristic", "random", seats=2, games=6)
    assert result.wins == 6
