"""Dice, production, shortage and the seven (rules 5.2)."""

from __future__ import annotations

from ...rules import production
from ...rules.match import CatanMatch
from .positions import (
    cities,
    clear_hands,
    empty_bank,
    event_kinds,
    event_of_kind,
    give,
    hand,
    match_after_founding,
    moves_with_verb,
    play,
    settlements,
)


def ready(*dice: int, seats: int = 3, **options: str) -> CatanMatch:
    """Seat 0 before its throw, all hands empty, the dice loaded."""
    match = match_after_founding(seats, script={"dice": list(dice)}, **options)
    clear_hands(match)
    return match


def test_a_settlement_brings_one_card_and_a_city_two() -> None:
    match = ready(4, 4)
    cities(match, 0, "-4,16")  # touches hills -4,12 with an 8
    settlements(match, 1, "-6,10")
    play(match, "roll")
    assert hand(match, 0) == {"brick": 2}
    assert hand(match, 1) == {"brick": 1}


def test_the_robbers_hex_gives_nothing() -> None:
    match = ready(3, 3)
    match.robber = match.board.hex_index["2,6"]
    play(match, "roll")
    assert hand(match, 1) == {"grain": 1}
    assert hand(match, 0) == {}


def test_a_settlement_on_two_hexes_of_the_number_gets_both() -> None:
    match = ready(5, 4)
    settlements(match, 0, "0,-4")  # 9 at -2,-6 only
    play(match, "roll")
    assert sum(hand(match, 0).values()) == 2  # -4,-8 and 0,-4 touch -2,-6


def test_if_the_bank_cannot_serve_everybody_nobody_gets_any() -> None:
    match = ready(3, 3)
    empty_bank(match, to=2, brick=5, lumber=5, wool=5, grain=2, ore=5)
    before = hand(match, 2)
    events = play(match, "roll")  # three seats are entitled to 1 grain each, 2 are there
    assert hand(match, 0) == hand(match, 1) == {}
    assert hand(match, 2) == before
    assert event_of_kind(events, "shortage").data == {"resource": "grain", "number": 6}


def test_a_single_entitled_seat_takes_what_is_left() -> None:
    match = ready(4, 4)
    cities(match, 0, "-4,16")
    empty_bank(match, to=2, brick=1)
    play(match, "roll")
    assert hand(match, 0) == {"brick": 1}


def test_shortage_is_judged_for_each_resource_after_adding_up_all_hexes() -> None:
    """Ruling 1."""
    match = ready(2, 2)  # 4: hills 6,-6 and forest -4,0
    settlements(match, 1, "8,-4")  # with 4,-4 the only seat at the hills
    settlements(match, 0, "-6,-2")  # seat 2 is at the forest too
    empty_bank(match, to=2, brick=1, lumber=1)
    play(match, "roll")
    assert hand(match, 1) == {"brick": 1}
    assert hand(match, 0) == {}


def test_neutral_settlements_get_nothing_and_are_not_entitled() -> None:
    match = ready(4, 2, 5, 5, seats=2)  # 6 at 2,6, then 10 at 0,12: both touch n2 on 0,8
    empty_bank(match, to=1, grain=1, wool=5, ore=5, brick=5, lumber=5)
    settlements(match, 0, "4,8")  # touches fields 2,6
    play(match, "roll")
    assert hand(match, 0).get("grain", 0) == 1


def test_traders_throw_2_and_12_again() -> None:
    match = ready(1, 1, 6, 6, 5, 4, scenario="traders")
    event = event_of_kind(play(match, "roll"), "roll")
    assert event.data == {"dice": [5, 4], "number": 9, "thrown_again": [[1, 1], [6, 6]]}


def test_base_keeps_2_and_12() -> None:
    match = ready(1, 1)
    assert event_of_kind(play(match, "roll"), "roll").data["number"] == 2
    assert hand(match, 0) == {"grain": 1}  # -6,-6


def test_production_event_names_the_gains() -> None:
    event = event_of_kind(play(ready(3, 3), "roll"), "produce")
    assert event.data == {
        "number": 6,
        "gains": {"0": {"grain": 1}, "1": {"grain": 1}, "2": {"grain": 1}},
    }


# the seven


def seven(**hands: dict[str, int]) -> CatanMatch:
    match = ready(3, 4)
    for name, cards in hands.items():
        give(match, int(name[1:]), **cards)
    play(match, "roll")
    return match


def test_seven_cards_are_safe() -> None:
    match = seven(s0={"wool": 7})
    assert match.stack[-1][0] == "robber"


def test_more_than_seven_discard_half_rounded_down_all_at_once() -> None:
    match = seven(s0={"wool": 9}, s2={"ore": 4, "brick": 4})
    assert match.actors == (0, 2)
    assert match.view(None)["pending"] == {"due": [4, 0, 4]}
    assert moves_with_verb(match, 0) == [f"discard wool {n}" for n in (1, 2, 3, 4)]
    assert moves_with_verb(match, 2)[:4] == [f"discard brick {n}" for n in (1, 2, 3, 4)]
    assert moves_with_verb(match, 1) == []


def test_discarded_cards_go_to_the_bank_at_once() -> None:
    match = seven(s0={"wool": 9}, s2={"ore": 8})
    before = match.bank[2]
    play(match, (0, "discard wool 3"))
    assert match.bank[2] == before + 3
    assert match.actors == (0, 2)


def test_the_number_to_discard_is_fixed_when_the_seven_comes() -> None:
    """Ruling 2: cards discarded meanwhile do not change what is owed."""
    match = seven(s0={"wool": 5, "ore": 4})
    play(match, (0, "discard wool 2"))
    assert match.view(None)["pending"] == {"due": [2, 0, 0]}
    assert moves_with_verb(match, 0) == [
        *("discard wool 1", "discard wool 2", "discard ore 1", "discard ore 2"),
    ]
    play(match, (0, "discard ore 2"))
    assert hand(match, 0) == {"wool": 3, "ore": 2}
    assert match.stack[-1][0] == "robber"


def test_discarding_is_asked_even_without_a_choice() -> None:
    match = seven(s1={"grain": 8})
    assert match.actors == (1,)
    play(match, (1, "discard grain 4"))
    assert match.actors == (0,)


def test_then_the_active_seat_moves_the_robber() -> None:
    match = seven()
    assert {move.split(" ")[0] for move in moves_with_verb(match, 0)} == {"robber"}


def test_traders_move_a_barbarian_after_discarding() -> None:
    match = ready(3, 4, scenario="traders")
    give(match, 1, ore=8)
    play(match, "roll")
    assert match.actors == (1,)
    play(match, (1, "discard ore 4"))
    assert {move.split(" ")[0] for move in moves_with_verb(match, 0)} == {"barbarian"}


def test_gold_does_not_count_as_cards_and_is_not_discarded() -> None:
    """Ruling 30."""
    match = ready(3, 4, scenario="traders")
    give(match, 1, ore=7)
    match.gold[1] = 20
    play(match, "roll")
    assert match.stack[-1][0] == "barbarian"
    assert match.gold[1] == 20


def test_an_epidemic_makes_cities_give_one() -> None:
    match = ready()
    cities(match, 0, "-4,16")
    production.produce(match, 8, epidemic=True)
    assert hand(match, 0) == {"brick": 1}


def test_a_number_that_feeds_nobody_is_only_a_throw() -> None:
    match = ready(6, 3)  # 9: hills -2,-6 and pasture 4,12
    match.robber = match.board.hex_index["-2,-6"]
    assert event_kinds(play(match, "roll")) == ["roll"]
