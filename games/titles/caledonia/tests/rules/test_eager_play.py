"""The contract's properties in matches full of contracts, ports, draws and frames.

Uniformly random play seldom fulfils a contract; these matches prefer what is rare.
"""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from tests.rules.contract import Inspection

from ...rules.match import PLAYS

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
@pytest.mark.parametrize("game", range(2))
def test_eager_matches_keep_the_contract(seats: int, game: int) -> None:
    options = {"kickstarter": "on", "clans": ("draft", "none")[game]}
    name = f"eager {seats} {game}"
    Inspection("caledonia", seats, options, name, thorough=game == 0, choose=eager).run()


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
        if seen == set(PLAYS):
            break
    assert seen == set(PLAYS)
