"""Automatic answers: they decline offers of others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ...rules.match import CatanMatch
from .positions import give, main_phase_match, new_match, play


def match_with_offer(*wanted: str, seats: int = 3, scenario: str = "base") -> CatanMatch:
    """Seat 0 offers a brick for these wares; everybody is rich."""
    match = main_phase_match(seats, scenario=scenario)
    for seat in range(seats):
        give(match, seat, brick=2, lumber=2, wool=2, grain=2, ore=2)
    play(match, "offer", "give brick", *(f"want {ware}" for ware in wanted or ("ore",)), "propose")
    return match


def test_automatic_answers_of_the_base_game() -> None:
    match = main_phase_match()
    never = [f"never {word}" for word in ("brick", "lumber", "wool", "grain", "ore")]
    assert match.auto_answers(1) == ["decline all", "decline turn:1", *never]


def test_own_turn_has_no_automatic_answer_for_this_turn() -> None:
    assert "decline turn:1" not in main_phase_match().auto_answers(0)


def test_gold_can_be_kept_where_there_is_gold() -> None:
    assert "never gold" in main_phase_match(scenario="traders").auto_answers(1)
    assert "never gold" not in main_phase_match().auto_answers(1)


def test_end_of_the_match_ends_all_automatic_answers() -> None:
    match = main_phase_match()
    match.stack, match.actors = [], ()
    assert match.auto_answers(1) == []
    assert match.auto_answer(1, ["decline all"]) is None


@pytest.mark.parametrize("auto_answer", ["decline all", "decline turn:1", "never ore"])
def test_automatic_answer_declines_its_offers(auto_answer: str) -> None:
    match = match_with_offer("ore")
    assert match.auto_answer(1, [auto_answer]) == "decline"
    assert "decline" in match.legal_moves(1)


@pytest.mark.parametrize(
    "auto_answer", ["never brick", "never wool", "decline turn:2", "", "nonsense"]
)
def test_automatic_answer_declines_no_other_offers(auto_answer: str) -> None:
    assert match_with_offer("ore").auto_answer(1, [auto_answer]) is None


def test_never_giving_a_ware_holds_for_mixed_offers_too() -> None:
    match = match_with_offer("ore", "wool")
    assert match.auto_answer(1, ["never wool"]) == "decline"


def test_never_giving_gold() -> None:
    match = match_with_offer("gold", scenario="traders")
    assert match.auto_answer(2, ["never gold"]) == "decline"
    assert match.auto_answer(2, ["never ore"]) is None


def test_the_offering_seat_is_never_answered_for() -> None:
    match = match_with_offer()
    play(match, (1, "accept"), (2, "decline"))
    assert match.actors == (0,)
    assert (
        match.auto_answer(0, ["decline all", "decline turn:1", "never brick", "never ore"]) is None
    )


def test_an_answer_given_is_not_given_again() -> None:
    match = match_with_offer()
    play(match, (1, "accept"))
    assert match.auto_answer(1, ["decline all"]) is None
    assert match.auto_answer(2, ["decline all"]) == "decline"


def test_automatic_answer_for_this_turn_expires() -> None:
    match = match_with_offer()
    auto_answer = "decline turn:1"
    play(match, (1, match.auto_answer(1, [auto_answer]) or ""), (2, "decline"), (0, "end"))
    assert match.auto_answers(0)[1] == "decline turn:2"
    assert auto_answer not in match.auto_answers(2)
    match.stack = [("main",)]
    match._lists.clear()
    play(match, "offer", "give brick", "want ore", "propose")
    assert match.auto_answer(2, [auto_answer]) is None
    assert match.auto_answer(2, ["decline turn:2"]) == "decline"


Position = Callable[[], CatanMatch]


@pytest.mark.parametrize(
    "position",
    [new_match, main_phase_match, lambda: play_seven(main_phase_match())],
    ids=["founding", "main", "discard"],
)
def test_no_other_decision_is_answered(position: Position) -> None:
    match = position()
    for seat in range(match.seats):
        assert match.auto_answer(seat, match.auto_answers(seat)) is None


def play_seven(match: CatanMatch) -> CatanMatch:
    for seat in range(match.seats):
        give(match, seat, ore=4, wool=4)
    match.stack = [("main",), ("robber",), ("discard", (4, 4, 4))]
    match.actors = (0, 1, 2)
    match._lists.clear()
    return match


def test_automatic_answer_changes_nothing() -> None:
    match = match_with_offer()
    before = match.dump(history=False)
    assert match.auto_answer(1, ["never ore"]) == match.auto_answer(1, ["never ore"]) == "decline"
    assert match.dump(history=False) == before


def test_with_two_seats_the_only_answer_ends_the_offer() -> None:
    match = match_with_offer(seats=2)
    play(match, (1, match.auto_answer(1, ["decline all"]) or ""))
    assert match.actors == (0,)
    assert match.view(1)["phase"] == "main"
