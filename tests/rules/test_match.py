"""What the base class of all matches keeps from the wrong eyes."""

from __future__ import annotations

import dataclasses

import pytest

import games.rules as rules
from tests.titles.barter.rules import GAME, OFFERS, Barter

HAND = rules.Option("hand", ("1", "3"), "1", "how many tiles")
GUARDED = dataclasses.replace(
    GAME,
    options=(HAND,),
    private_events=(
        rules.PrivateEvent("draw", "tile", only_with_option=("hand", "3")),
        rules.PrivateEvent("done", "phase", "planning"),
    ),
)


def match_with_offer() -> tuple[Barter, int]:
    """Several seats decide at once; this one has done its part and may take it back."""
    match = Barter(GAME, 3, {}, rules.FairChance("offering"))
    match.play(1, match.legal_moves(1)[0])
    assert match.phase == OFFERS
    return match, 1


def guarded_match(hand: str) -> rules.Match:
    return Barter(GUARDED, 2, {"hand": hand}, rules.FairChance("guarded"))


def test_the_example_in_a_refusal_is_a_move_of_the_seats_own_list() -> None:
    match, seat = match_with_offer()
    with pytest.raises(rules.IllegalMove) as refused:
        match.play(seat, "withdraw 7")
    example = str(refused.value).partition("for example ")[2].removesuffix(" is")
    assert example in match.legal_moves(seat)
    assert example not in match.legal_moves(match.actors[0])


def test_private_event_needs_an_audience() -> None:
    match = guarded_match("3")
    match.emit("draw", 0, {"tile": "d"}, 0)
    match.emit("draw", 0, {"count": 1})
    with pytest.raises(ValueError, match="needs an audience"):
        match.emit("draw", 0, {"tile": "d"})


def test_only_the_declared_events_are_private() -> None:
    guarded_match("1").emit("draw", 0, {"tile": "d"})
    assert GUARDED.is_private("done", {"phase": "planning"}, {})
    assert not GUARDED.is_private("done", {"phase": "followers", "rights": 1}, {})


def test_a_redealt_copy_knows_no_earlier_moves() -> None:
    match, _ = match_with_offer()
    assert match.moves
    other = match.determinize(0, rules.FastChance(1))
    assert other.moves == []
    assert "moves" not in other.dump()
