"""The contract's properties in matches full of contracts, ports, draws and frames.

Uniformly random play seldom fulfils a contract; these matches prefer what is rare.
"""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from games.rules.caledonia.match import PLAYS
from tests.rules.test_contract import (
    add_scores,
    check_copies,
    check_every_listed_move_is_accepted,
    check_nothing_leaks,
    check_refusals,
)

RARE = ("fulfil", "slaughter", "draw", "keep", "brew", "upgrade", "swap", "row", "withdraw")
LESS_RARE = ("take", "port", "nbuy", "cellar", "expand", "produce")


def eager(rng: random.Random, listed: list[str]) -> str:
    """A random move, from the rare kinds most of the time."""
    if rng.random() < 0.8:
        for verbs in (RARE, LESS_RARE):
            liked = [move for move in listed if move.split(" ")[0] in verbs]
            if liked and rng.random() < 0.8:
                return rng.choice(liked)
    if len(listed) > 1 and rng.random() < 0.7:
        listed = [move for move in listed if move not in ("pass", "done", "end")] or listed
    return rng.choice(listed)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("game", range(3))
def test_eager_matches_keep_the_contract(seats: int, game: int) -> None:
    rng = random.Random(f"eager {seats} {game}")
    options = {"kickstarter": "on", "clans": ("draft", "none", "draft")[game]}
    match = rules.new_match("caledonia", seats, options, seed=f"eager {seats} {game}")
    twin = rules.new_match("caledonia", seats, options, seed=f"eager {seats} {game}")
    totals = [0] * seats
    number = 0
    while match.actors:
        seat = rng.choice(match.actors)
        listed = match.legal_moves(seat)
        assert len(set(listed)) == len(listed) > 1
        assert match.auto_move(seat) in listed
        move = eager(rng, listed)
        if number % 23 == 0:
            check_copies(match)
            check_refusals(match, rng)
            check_every_listed_move_is_accepted(match)
        if number % 11 == 0:
            check_nothing_leaks(match, seat, move, rng)
        events = match.play(seat, move)
        assert events == twin.play(seat, move)
        add_scores(totals, events)
        number += 1
    assert totals == [score.total for score in match.scores()]
    assert match.dump() == twin.dump()


def test_eager_matches_see_every_verb() -> None:
    """Otherwise the properties above would not mean much."""
    rng = random.Random(8)
    seen: set[str] = set()
    for game in range(80):
        options = {"kickstarter": "on", "clans": "auction" if game % 5 == 0 else "draft"}
        match = rules.new_match("caledonia", 2 + game % 3, options, seed=f"verbs {game}")
        while match.actors:
            seat = rng.choice(match.actors)
            listed = match.legal_moves(seat)
            seen |= {move.split(" ")[0] for move in listed}
            match.play(seat, eager(rng, listed))
    assert seen == set(PLAYS)
