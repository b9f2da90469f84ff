"""The tests of the contract tests: wrong titles fail, and for the right reason."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any

import pytest

import games.rules as rules
from games.rules.chance import Chance
from games.titles.orleans.rules import planning
from tests.rules.mutants.barter import GAME, Barter
from tests.rules.mutants.wrong import WRONG

from . import contract

MATCHES = 12


def law_broken_by(game: rules.Game, seats: int, options: dict[str, str] | None = None) -> str:
    """The law that the title breaks first; fails if it keeps them all."""
    for number in range(MATCHES):
        name = f"{game.match.__name__} {number}"
        try:
            contract.Inspection(game.key, seats, options or {}, name, thorough=True).run()
        except contract.Broken as broken:
            return broken.law
    pytest.fail(f"{game.match.__name__} slipped through")


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Callable[[rules.Game, type[rules.Match]], rules.Game]:
    """Put a title with this match class into the catalogue."""

    def enter(game: rules.Game, match: type[rules.Match]) -> rules.Game:
        entered = dataclasses.replace(game, match=match)
        monkeypatch.setitem(rules.catalogue(), game.key, entered)
        return entered

    return enter


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_right_title_keeps_every_law(seats: int, enter: Any) -> None:
    enter(GAME, Barter)
    for number in range(MATCHES):
        contract.Inspection("barter", seats, {}, f"right {number}", thorough=True).run()


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_a_wrong_title_breaks_its_law(
    wrong: type[Barter], enter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contract, "LONGEST_MATCH", 500)
    assert law_broken_by(enter(GAME, wrong), 3) == WRONG[wrong]


def test_whoever_may_look_beyond_a_reveal_foretells_it(enter: Any) -> None:
    """With the law a list of moves gets equally far in all worlds; without it, it tells cards."""
    enter(GAME, Barter)
    rng = random.Random(3)
    match = rules.new_match("barter", 2, seed="peeking")
    while match.phase == "offers" or match.turn == 0:  # type: ignore[attr-defined]
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal_moves(seat)))
    worlds = [contract.redealt(match, 1, rng) for _ in range(40)]
    plans = [["draw", f"offer {card}"] for card in range(1, 31)]
    kept = [{contract.foretell(world, 1, plan) for world in worlds} for plan in plans]
    assert all(answers == {contract.Foretold(1, contract.REVEALED)} for answers in kept)
    beyond = [{contract.foretell(world, 1, plan, law=False) for world in worlds} for plan in plans]
    assert any(len(answers) > 1 for answers in beyond)


# a few of the real titles


def telling_everybody(key: str, *kinds: str) -> type[rules.Match]:
    """The title's match, which tells everybody the events of these kinds."""

    class Telling(rules.get(key).match):  # type: ignore[misc]
        __slots__ = ()

        def emit(
            self, kind: str, seat: int | None, data: dict[str, Any], audience: int | None = None
        ) -> None:
            self._events.append(rules.Event(kind, seat, data, None if kind in kinds else audience))

    return Telling


@pytest.mark.parametrize(
    ("key", "options", "kind"),
    [
        ("carcassonne", {"hand": "3"}, "draw"),
        ("catan", {}, "stolen_card"),
        ("catan", {}, "bought_card"),
        ("catan", {}, "give"),
        ("orleans", {}, "place"),
    ],
)
def test_a_title_that_tells_a_secret_breaks_the_law_of_private_events(
    key: str, options: dict[str, str], kind: str, enter: Any
) -> None:
    game = enter(rules.get(key), telling_everybody(key, kind))
    assert law_broken_by(game, 3, options) == contract.PRIVATE


@pytest.mark.parametrize("key", rules.catalogue())
def test_a_title_that_redeals_nothing_breaks_the_law_of_redealing(key: str, enter: Any) -> None:
    class RedealsNothing(rules.get(key).match):  # type: ignore[misc]
        __slots__ = ()

        def _redeal(self, seat: int | None, chance: rules.Dealer) -> None:
            pass

    assert law_broken_by(enter(rules.get(key), RedealsNothing), 3) == contract.REDEALING


@pytest.mark.parametrize(
    ("key", "options", "name"),
    [
        ("caledonia", {}, "contracts"),
        ("carcassonne", {}, "tiles"),
        ("catan", {}, "development"),
        ("catan", {"events": "on"}, "events"),
        ("orleans", {}, "plans"),
        ("orleans", {}, "hourglass"),
        ("puerto_rico", {}, "row"),
        ("puerto_rico", {}, "placement"),
    ],
)
def test_a_title_that_forgets_a_reveal_is_told_so(
    key: str, options: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(self: Chance, revealed: str) -> None:
        self.reveals += revealed != name

    monkeypatch.setattr(Chance, "reveal", forgetful)
    assert law_broken_by(rules.get(key), 3, options) in (contract.REVEALS, contract.ONLOOKERS)


def test_plans_that_reveal_only_if_there_are_any_break_the_law_of_reveals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So Orléans once told the last seat whether the others had planned anything."""
    show = planning.show

    def show_if_any(state: Any) -> str:
        before = state.chance.reveals
        stage = show(state)
        if not state._events[-1].data["plans"]:
            state.chance.reveals = before - 1
        return stage

    monkeypatch.setattr(planning, "show", show_if_any)
    assert law_broken_by(rules.get("orleans"), 2) == contract.REVEALS


@pytest.mark.parametrize("key", rules.catalogue())
def test_a_title_whose_match_has_no_slots_breaks_the_law_of_slots(key: str, enter: Any) -> None:
    class WithoutSlots(rules.get(key).match):  # type: ignore[misc]
        pass

    assert law_broken_by(enter(rules.get(key), WithoutSlots), 3) == contract.SLOTS
