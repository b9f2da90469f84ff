"""Luck is what a throw brought beyond what it brings on average: over all throws it is nothing."""

from __future__ import annotations

import itertools
import random

import pytest

import games.rules as rules
from games.boards import presenter

SHOW = presenter("catan")
DIE = range(1, 7)


def before_a_throw(seed: int, moves: int, seats: int = 3, **options: str) -> rules.Match:
    """A match in which somebody throws next, after at least so many moves."""
    match, rng = rules.new_match("catan", seats, options, seed=str(seed)), random.Random(seed)
    while len(match.moves) < moves or match.legal_moves(match.actors[0]) != ["roll"]:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))
    return match


@pytest.mark.parametrize("moves", [0, 150, 600])
def test_over_all_throws_luck_is_nothing_and_each_brings_what_it_brings(moves: int) -> None:
    match = before_a_throw(4, moves)
    weigh = SHOW.luck(match, "roll")
    assert weigh is not None
    sums, brought = [0.0] * 3, [0] * 3
    for dice in itertools.product(DIE, DIE):
        thrown = match.copy()
        assert isinstance(thrown.chance, rules.FairChance)
        thrown.chance.script = {"dice": list(dice)}
        events = thrown.play(match.actors[0], "roll")
        for seat, by in enumerate(weigh(events)):
            sums[seat] += by
        for event in events:
            for word, gains in event.data["gains"].items() if event.kind == "produce" else ():
                brought[int(word)] += sum(gains.values())
    assert sums == pytest.approx([0, 0, 0])
    assert sum(brought) > 0
    seven = match.copy()
    assert isinstance(seven.chance, rules.FairChance)
    seven.chance.script = {"dice": [3, 4]}
    luck = weigh(seven.play(match.actors[0], "roll"))
    assert luck == pytest.approx([-cards / 36 for cards in brought])


def test_in_traders_throws_that_are_made_again_are_not_expected() -> None:
    match = before_a_throw(4, 0, scenario="traders")
    weigh = SHOW.luck(match, "roll")
    assert weigh is not None
    sums = [0.0] * 3
    for dice in itertools.product(DIE, DIE):
        if sum(dice) in (2, 12):
            continue
        thrown = match.copy()
        assert isinstance(thrown.chance, rules.FairChance)
        thrown.chance.script = {"dice": list(dice)}
        luck = weigh(thrown.play(match.actors[0], "roll"))
        sums = [one + by for one, by in zip(sums, luck, strict=True)]
    assert sums == pytest.approx([0, 0, 0])


def test_what_is_no_single_throw_has_no_luck() -> None:
    assert SHOW.luck(before_a_throw(4, 0, seats=2), "roll") is None
    match = before_a_throw(4, 0)
    match.play(match.actors[0], "roll")
    assert SHOW.luck(match, "end") is None
