"""The Orléans bot: legal, repeatable, and much better than chance."""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from benchmarks.bots import duel
from games.bots import ask, levels

from .rules.positions import position

STEADY = levels("orleans")["steady"]
ALL_SETS = {f"set_{number}": "on" for number in range(1, 6)} | {"places": "all"}


@pytest.mark.parametrize(
    ("seats", "options", "version"),
    [(2, {}, 2), (4, ALL_SETS, 2), (5, ALL_SETS, 2), (4, ALL_SETS, 1)],
)
def test_it_always_chooses_a_legal_move_also_after_others_moves(
    seats: int, options: dict[str, str], version: int
) -> None:
    """A third of the moves are random, so that it meets odd positions."""
    rng = random.Random(seats)
    match = rules.new_match("orleans", seats, options, seed="bot", rules_version=version)
    while not match.over:
        seat = rng.choice(match.actors)
        move = ask(STEADY(), match, seat, rng)
        assert move in match.legal_moves(seat)
        match.play(seat, move if rng.random() < 0.67 else rng.choice(match.legal_moves(seat)))


def test_the_same_position_and_generator_give_the_same_move() -> None:
    match = rules.new_match("orleans", 3, seed="same")
    choices = {ask(STEADY(), match, 0, random.Random(5)) for _ in range(3)}
    assert len(choices) == 1


def test_choosing_leaves_the_match_alone() -> None:
    match = rules.new_match("orleans", 3, seed="alone")
    before = match.dump()
    ask(STEADY(), match, 0, random.Random(5))
    assert match.dump() == before


def test_in_the_bathhouse_it_settles_the_follower_that_completes_a_place() -> None:
    seat = {
        "tiles": ["bathhouse"],
        "places": {"bathhouse": "craftsman", "castle": "farmer boatman -"},
        "bag": "knight trader",
    }
    for version in (1, 2):
        match = position(seat, {}, rules_version=version)
        match.play(0, "act bathhouse")
        move = ask(STEADY(), match, 0, random.Random(5))
        assert move == "settle trader castle trader"


def test_where_no_place_is_completed_it_settles_nobody_unless_it_must() -> None:
    seat = {"tiles": ["bathhouse"], "places": {"bathhouse": "craftsman"}, "bag": "knight trader"}
    for version, must in ((1, False), (2, True)):
        match = position(seat, {}, rules_version=version)
        match.play(0, "act bathhouse")
        move = ask(STEADY(), match, 0, random.Random(5))
        assert (move != "settle none") == must


def test_it_beats_chance() -> None:
    result = duel("orleans", "steady", "random", seats=2, games=6)
    assert result.wins == 6
