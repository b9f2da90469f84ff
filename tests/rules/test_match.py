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


def test_an_event_that_is_declared_private_cannot_be_told_to_everybody() -> None:
    match = rules.new_match("carcassonne", 2, {"hand": "3"}, seed="tell nobody")
    match.emit("draw", 0, {"tile": "d"}, 0)
    match.emit("draw", 0, {"count": 1})
    with pytest.raises(ValueError, match="needs an audience"):
        match.emit("draw", 0, {"tile": "d"})


def test_only_the_declared_events_are_private() -> None:
    open_hands = {"hand": "1"}
    match = rules.new_match("carcassonne", 2, open_hands, seed="tell all")
    match.emit("draw", 0, {"tile": "d"})
    orleans = rules.get("orleans")
    assert orleans.is_private("done", {"phase": "planning"}, {})
    assert not orleans.is_private("done", {"phase": "followers", "rights": 1}, {})


def test_a_redealt_copy_knows_no_earlier_moves() -> None:
    match, _ = placing_together()
    assert match.moves
    other = match.determinize(0, rules.FastChance(1))
    assert other.moves == []
    assert "moves" not in other.dump()
