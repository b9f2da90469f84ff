"""The tests of the contract tests: wrong titles fail, and for the right reason."""

from __future__ import annotations

import dataclasses
import random

import pytest

import games.rules as rules
from tests.rules.mutants.injection import MATCHES, enter, law_broken_by
from tests.rules.mutants.wrong import WRONG, RefusalChanges
from tests.titles.barter.rules import GAME, Barter

from . import contract


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_right_title_keeps_every_law(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(monkeypatch, GAME, Barter)
    for number in range(MATCHES):
        contract.Inspection("barter", seats, {}, f"right {number}", thorough=True).run()


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_a_wrong_title_breaks_its_law(wrong: type[Barter], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "LONGEST_MATCH", 500)
    assert law_broken_by(enter(monkeypatch, GAME, wrong), 3) == WRONG[wrong]


def test_what_was_seldom_looked_at_is_looked_at_deeply_wherever_it_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the first match that has it, though its first positions are not all looked at."""
    enter(monkeypatch, GAME, RefusalChanges)
    with pytest.raises(contract.BrokenLawError, match=contract.REFUSALS):
        contract.Inspection("barter", 2, {}, "seldom", thorough=False).run()


def test_whoever_may_look_beyond_a_reveal_foretells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the law a list of moves gets equally far in all worlds; without it, it tells cards."""
    enter(monkeypatch, GAME, Barter)
    rng = random.Random(3)
    match = rules.new_match("barter", 2, seed="peeking")
    while match.phase == "offers" or match.turn == 0:  # type: ignore[attr-defined]
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal_moves(seat)))
    worlds = [contract.redeal_match(match, 1, rng) for _ in range(40)]
    plans = [["draw", f"offer {card}"] for card in range(1, 31)]
    kept = [{contract.try_moves(world, 1, plan) for world in worlds} for plan in plans]
    assert all(answers == {contract.TrialOutcome(1, contract.REVEALED)} for answers in kept)
    beyond = [{contract.try_moves(world, 1, plan, law=False) for world in worlds} for plan in plans]
    assert any(len(answers) > 1 for answers in beyond)


def test_whoever_says_that_nothing_is_hidden_must_hide_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_to_all = dataclasses.replace(GAME, has_hidden_parts=lambda seats, options: False)
    assert law_broken_by(enter(monkeypatch, open_to_all, Barter), 3) == contract.OPEN


# the real titles


HIDING = [
    key
    for key, game in rules.catalogue().items()
    if game.has_hidden_parts(game.seats[-1], game.check(game.seats[-1]))
]


@pytest.mark.parametrize("key", HIDING)
def test_a_title_that_redeals_nothing_breaks_the_law_of_redealing(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class RedealsNothing(rules.get(key).match):  # type: ignore[misc]
        __slots__ = ()

        def _redeal(self, seat: int | None, chance: rules.Dealer) -> None:
            pass

    game = enter(monkeypatch, rules.get(key), RedealsNothing)
    assert law_broken_by(game, game.seats[-1]) == contract.REDEALING


@pytest.mark.parametrize("key", rules.catalogue())
def test_a_title_whose_match_has_no_slots_breaks_the_law_of_slots(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WithoutSlots(rules.get(key).match):  # type: ignore[misc]
        pass

    game = enter(monkeypatch, rules.get(key), WithoutSlots)
    assert law_broken_by(game, game.seats[-1]) == contract.SLOTS
