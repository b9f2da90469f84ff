"""The tests of the contract tests: wrong titles fail, and for the right reason."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

import games.rules as rules
from tests.rules.mutants.injection import MATCHES, enter, law_broken_by
from tests.rules.mutants.wrong import WRONG, RefusalChanges
from tests.titles.barter.rules import GAME, Barter

from . import contract
from .contract import inspection
from .contract.shadow import Shadow
from .test_contract import SMOKE_SETTINGS


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


def settings_with_revealing_verbs() -> list[tuple[str, int, dict[str, str]]]:
    """Of each title with moves that show what is hidden: the setting farthest from the usual."""
    keys = {key for key, game in rules.catalogue().items() if game.revealing_verbs}
    return [setting for setting in SMOKE_SETTINGS if setting[0] in keys]


@pytest.mark.parametrize("is_dealt", [True, False])
@pytest.mark.parametrize("setting", settings_with_revealing_verbs(), ids=lambda one: one[0])
def test_a_revealing_move_must_be_possible_in_some_world_but_not_in_the_followed_ones(
    setting: tuple[str, int, dict[str, str]], is_dealt: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Followed worlds never can, by bad luck: a match is right if some other world can."""
    key, seats, options = setting
    revealing, follow = rules.get(key).revealing_verbs, Shadow.follow

    def follow_without_luck(
        shadow: Shadow, match: rules.Match, seat: int, move: str, *more: Any, far: bool
    ) -> bool:
        explained = follow(shadow, match, seat, move, *more, far=far)
        return explained and (seat == shadow.eyes or move.split(" ")[0] not in revealing)

    monkeypatch.setattr(Shadow, "follow", follow_without_luck)
    monkeypatch.setattr(inspection, "MIN_TELLING_MOVES", 0)
    if not is_dealt:
        monkeypatch.setattr(inspection, "explain", lambda *_asked: None)
    match = contract.Inspection(key, seats, options, "without luck", thorough=True)
    if is_dealt:
        match.run()
        assert match.telling[True]
    else:
        with pytest.raises(contract.BrokenLawError, match="no world re-dealt"):
            match.run()


@pytest.mark.parametrize("key", rules.catalogue())
def test_a_title_whose_match_has_no_slots_breaks_the_law_of_slots(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WithoutSlots(rules.get(key).match):  # type: ignore[misc]
        pass

    game = enter(monkeypatch, rules.get(key), WithoutSlots)
    assert law_broken_by(game, game.seats[-1]) == contract.SLOTS
