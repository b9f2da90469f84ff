"""Luck is who drew the monasteries: over all tiles that may come next it is nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

import games.rules as rules
from games.boards import presenter

SHOW = presenter("carcassonne")


def match_before_piece(moves: int) -> Any:
    """A match in which somebody may set a piece next, after at least so many moves."""
    match, rng = rules.new_match("carcassonne", 3, seed="luck"), random.Random(3)
    while len(match.moves) < moves or "meeple none" not in match.legal_moves(match.actors[0]):
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal_moves(seat)))
    return match


@pytest.mark.parametrize("moves", [1, 40])
def test_over_all_tiles_that_may_come_luck_is_nothing(moves: int) -> None:
    match = match_before_piece(moves)
    (seat,) = match.actors
    weigh = SHOW.luck(match, "meeple none")
    assert weigh is not None, "a tile is drawn after the piece"
    left, sums, lucky = match.pile[match.drawn :], [0.0] * 3, 0
    for at in range(len(left)):
        drawn = match.copy()
        first = (left[at], *left[:at], *left[at + 1 :])
        drawn.pile = (*match.pile[: match.drawn], *first)
        luck = weigh(drawn.play(seat, "meeple none"))
        assert [by != 0 for by in luck] == [one == seat for one in range(3)]
        sums = [one + by for one, by in zip(sums, luck, strict=True)]
        lucky += luck[seat] > 0
    assert sums == pytest.approx([0, 0, 0])
    assert 0 < lucky < len(left)


def test_hands_that_others_do_not_see_have_no_luck() -> None:
    match = rules.new_match("carcassonne", 3, {"hand": "3"}, seed="luck")
    assert SHOW.luck(match, match.legal_moves(0)[0]) is None
