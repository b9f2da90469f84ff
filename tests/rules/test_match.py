"""What the base class of all matches keeps from the wrong eyes."""

from __future__ import annotations

import random

import pytest

import games.rules as rules


def placing_together() -> tuple[rules.Match, int]:
    """Puerto Rico, where several seats place workers at once; one that could be done already."""
    rng = random.Random(5)
    match = rules.new_match("puerto_rico", 3, seed="placing together")
    while True:
        for seat in match.actors[1:]:
            listed = match.legal_moves(seat)
            if "done" in listed and match.legal_moves(match.actors[0])[0] not in listed:
                return match, seat
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))


def test_the_example_in_a_refusal_is_a_move_of_the_seats_own_list() -> None:
    match, seat = placing_together()
    with pytest.raises(rules.IllegalMove) as refused:
        match.play(seat, "done 7")
    example = str(refused.value).partition("for example ")[2].removesuffix(" is")
    assert example in match.legal_moves(seat)


def test_a_redealt_copy_knows_no_earlier_moves() -> None:
    match, _ = placing_together()
    assert match.moves
    other = match.determinize(0, rules.FastChance(1))
    assert other.moves == []
    assert "moves" not in other.dump()
