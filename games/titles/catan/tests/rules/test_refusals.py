"""Bad input: the reason in words, and nothing changed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import games.rules as rules

from ...rules.match import CatanMatch
from ...rules.move_syntax import MOVE_SHAPES
from .positions import (
    advance_match,
    clear_hands,
    deal,
    enter_wagon_phase,
    give,
    main_phase_match,
    mark_cards_new,
    match_after_founding,
    new_match,
    place_barbarians,
    play,
    roads,
    set_points,
    settlements,
)


def reason(match: CatanMatch, move: str, seat: int | None = None) -> str:
    """Why the move is refused; the match must not change."""
    before = match.dump()
    with pytest.raises(rules.IllegalMove) as refused:
        match.play(match.active if seat is None else seat, move)
    assert match.dump() == before
    return refused.value.reason


# words and arguments


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("jump", "'jump' is not a move of Catan"),
        ("road", "'road' is not a valid form of this move; valid forms: 'road path'"),
        ("road 1 2", "'road 1 2' is not a valid form of this move; valid forms: 'road path'"),
        ("road 99,99", "'99,99' is not a path of this board"),
        ("road 0,0", "'0,0' is a hex, not a path"),
        ("settlement -4,-6", "'-4,-6' is a path, not an intersection"),
        ("bank wool silver", "'silver' is not a ware"),
        ("bank wool gold", "'gold' is not a ware"),
        ("play joker", "'joker' is not a card"),
        ("upgrade", "belongs to the scenario traders"),
        ("token trade", "belongs to the game for two; this one has 3 seats"),
        ("event", "this match plays with roll, not with event"),
        ("roll", "now it is time for main: roll is not possible"),
        ("discard wool 1", "now it is time for main: discard is not possible"),
    ],
)
def test_wrong_words_are_explained(move: str, words: str) -> None:
    assert words in reason(main_phase_match(), move)


def test_before_the_throw_the_throw_comes_first() -> None:
    assert (
        reason(match_after_founding(), "end") == "roll comes first: end is not possible before it"
    )


# building


def test_a_road_that_does_not_connect() -> None:
    match = give(main_phase_match(), 0, brick=1, lumber=1)
    assert reason(match, "road 1,15") == "1,15 does not connect to one of your buildings or roads"


def test_a_road_that_is_there() -> None:
    match = give(main_phase_match(), 0, brick=1, lumber=1)
    assert reason(match, "road 5,-3") == "5,-3 already has a road of seat 1"


def test_a_road_without_brick() -> None:
    match = give(main_phase_match(), 0, lumber=1)
    assert reason(match, "road -3,-9") == "a road costs 1 brick, 1 lumber; you have 0 brick"


def test_a_road_with_a_damaged_one() -> None:
    match = give(main_phase_match(events="on"), 0, brick=1, lumber=1)
    match.damaged = 1 << match.board.path_index["-4,-6"]
    match._lists.clear()
    assert "your road -4,-6 is damaged" in reason(match, "road -3,-9")


def test_a_settlement_too_near() -> None:
    match = give(roads(main_phase_match(), 0, "-3,-9"), 0, brick=1, lumber=1, wool=1, grain=1)
    words = "-2,-10 is too near: -4,-8 next to it is taken by seat 0"
    assert reason(match, "settlement -2,-10") == words


def test_a_settlement_without_road_or_on_a_taken_place_or_a_plaza() -> None:
    match = give(main_phase_match(), 0, brick=1, lumber=1, wool=1, grain=1)
    assert reason(match, "settlement 8,8") == "none of your roads leads to 8,8"
    assert reason(match, "settlement 4,4") == "4,4 is taken by seat 2"
    match = give(main_phase_match(scenario="traders"), 0, brick=1, lumber=1, wool=1, grain=1)
    assert "is the plaza of a goal hex" in reason(match, "settlement -8,0")


def test_a_city_without_settlement_or_ore() -> None:
    match = give(main_phase_match(), 0, grain=2, ore=2)
    assert reason(match, "city 8,8") == "you have no settlement on 8,8"
    assert reason(match, "city 0,8") == "a city costs 2 grain, 3 ore; you have 2 ore"


def test_founding_order() -> None:
    match = new_match(scenario="traders")
    assert reason(match, "road -5,-15") == "place the building first, then its road"
    assert reason(match, "city -2,-2") == "this starting building must be a settlement"
    play(match, "settlement -2,-2")
    assert "does not touch the new building on -2,-2" in reason(match, "road 1,15")
    assert reason(match, "settlement 4,4") == "place a road at the new building first"


# cards


def test_cards_that_cannot_be_played() -> None:
    match = deal(main_phase_match(), 0, "vp", "plenty")
    assert "point card" in reason(match, "play vp")
    assert reason(match, "play knight") == "you hold no knight"
    assert "brick, lumber, wool, grain, ore" in reason(match, "play plenty ore brick")
    assert reason(match, "play plenty ore") == "plenty names 2 resources, not 1"
    play(match, "play plenty ore ore")
    deal(match, 0, "knight")
    assert "one development card per turn: you have already played one" in reason(
        match, "play knight"
    )


def test_a_card_bought_this_turn() -> None:
    match = deal(main_phase_match(), 0, "knight")
    mark_cards_new(match)
    assert "bought this turn" in reason(match, "play knight")


def test_buying_without_cards() -> None:
    match = give(main_phase_match(), 0, wool=1)
    assert "a development card costs 1 wool, 1 grain, 1 ore; you have 0 grain" in reason(
        match, "buy"
    )


# robber and discarding


def test_the_robber_must_move() -> None:
    match = main_phase_match(friendly_robber="on")
    match.stack = [("main",), ("robber",)]
    advance_match(match)
    assert "the robber is already on 0,0" in reason(match, "robber 0,0")
    assert "protected" in reason(match, "robber -8,0")


def test_discarding_the_wrong_number() -> None:
    match = match_after_founding(script={"dice": [3, 4]})
    clear_hands(match)
    give(match, 1, wool=5, ore=3)
    play(match, "roll")
    assert reason(match, "discard wool 6", 1) == "you have 5 wool"
    assert reason(match, "discard wool 5", 1) == "you must discard 4 more, not 5"
    assert reason(match, "discard grain 1", 1) == "you have 0 grain"
    assert "not a number" in reason(match, "discard wool zero", 1)
    assert "not a number" in reason(match, "discard wool 0", 1)
    assert "nothing to decide" in reason(match, "discard wool 1", 2)


def test_barbarians() -> None:
    match = main_phase_match(scenario="traders")
    match.stack = [("main",), ("barbarian",)]
    advance_match(match)
    assert "there is no barbarian on 0,6" in reason(match, "barbarian 0,6 1,-9")
    assert reason(match, "barbarian 1,-9 4,6") == "4,6 already has a barbarian"
    assert "is not a path" in reason(match, "barbarian 1,-9 -10,0")
    assert "there is no robber in traders" in reason(match, "robber 0,0")


# trade


def test_the_bank_takes_what_one_has() -> None:
    match = give(main_phase_match(), 0, wool=3)
    assert reason(match, "bank wool ore") == "the bank takes 4 wool; you have 3"
    assert reason(match, "bank wool wool") == "you cannot trade wool for wool"


def test_purchases_are_limited() -> None:
    match = main_phase_match(scenario="traders")
    play(match, "purchase ore", "purchase ore")
    assert "2 resources for gold per turn" in reason(match, "purchase ore")
    play(match, "end")
    match = main_phase_match(scenario="traders")
    match.gold[0] = 1
    match._lists.clear()
    assert reason(match, "purchase ore") == "a resource costs 2 gold; you have 1"


def test_offers() -> None:
    match = give(give(main_phase_match(), 0, wool=1), 1, ore=1)
    play(match, "offer")
    assert reason(match, "give grain") == "you have 0 grain"
    assert reason(match, "want brick") == "the others have 0 brick: you cannot ask for more"
    assert reason(match, "propose") == "the offer does not yet say what you give"
    assert "propose or cancel your offer first:" in reason(match, "end")
    play(match, "give wool")
    assert "is given in this offer" in reason(match, "want wool")
    play(match, "want ore", "propose")
    assert "seat 1 has not accepted" in reason(match, "trade 1")
    assert "you cannot answer your own offer" in reason(match, "accept")
    assert "only seat 0" in reason(match, "cancel", 1)
    play(match, (1, "decline"))
    for _ in range(3):
        play(match, "offer", "cancel")
    assert reason(match, "offer") == "you can make 4 offers per turn: you have made them all"


def test_accepting_what_one_does_not_have() -> None:
    match = give(give(give(main_phase_match(), 0, wool=1), 1, ore=1), 2, grain=1)
    play(match, "offer", "give wool", "want ore", "propose")
    assert "you do not have 1 ore: you can only decline" in reason(match, "accept", 2)


# wagons


def test_a_wagon_without_the_points() -> None:
    match = place_barbarians(main_phase_match(scenario="traders"), "-6,0", "1,-9", "4,6")
    enter_wagon_phase(match)
    match.movement = 3
    match._lists.clear()
    assert reason(match, "go -6,2") == "the step costs 4 movement points; 3 are left"


def test_a_wagon_without_gold_or_way() -> None:
    match = roads(main_phase_match(scenario="traders"), 1, "-6,0")
    match.gold[0] = 0
    enter_wagon_phase(match)
    assert "costs a toll of 1 gold" in reason(match, "go -6,2")
    assert reason(match, "go 8,8") == "8,8 is not next to the wagon on -6,-2"
    play(match, "go -8,0")
    assert reason(match, "go -6,-2") == "the trip has ended at the plaza"
    assert reason(match, "grain") == "the trip has ended at the plaza"


def test_driving_off_in_vain() -> None:
    match = enter_wagon_phase(main_phase_match(scenario="traders"), 0, "-6,2")
    assert "there is no barbarian on -6,0" in reason(match, "drive -6,0")
    assert "level 1" in reason(match, "drive -5,3")
    match.level[0] = 2
    match._lists.clear()
    assert "does not touch the wagon" not in reason(match, "drive -6,0")
    assert "does not touch the wagon" in reason(match, "drive 4,6")


def test_upgrading_in_vain() -> None:
    match = give(main_phase_match(scenario="traders"), 0, lumber=1, wool=1)
    assert reason(match, "upgrade") == "level 2 costs 1 lumber, 1 wool, 1 ore; you have 0 ore"
    match.level[0] = 5
    match._lists.clear()
    assert "the highest level" in reason(match, "upgrade")


# two seats


def test_tokens() -> None:
    match = set_points(main_phase_match(2), 0, 3)
    match.tokens[0] = 1
    match._lists.clear()
    assert reason(match, "token robber") == "a token action costs 2 tokens; you have 1"
    match.tokens[0] = 2
    match._lists.clear()
    assert "the robber is already in the desert" in reason(match, "token robber")
    assert "two to give back" in reason(match, "token trade")
    assert "no barbarians in the base game" in reason(match, "token barbarian 1,-9 0,6")
    assert reason(match, "retire") == "you have no played knight"


def test_neutral_places() -> None:
    match = give(main_phase_match(2), 0, brick=1, lumber=1)
    play(match, "road -3,-9")
    assert "n1 can build a road on: " in reason(match, "neutral n1 5,-3")
    assert "you must place a neutral road" in reason(match, "neutral n1 2,-14")
    assert "'n3' is not a neutral" in reason(match, "neutral n3 0,-6")


def test_returning_what_one_does_not_have() -> None:
    match = give(
        give(main_phase_match(2, script={"forced": [["wool", "wool"]]}), 0, ore=3), 1, wool=3
    )
    play(match, "token trade")
    assert reason(match, "return brick ore") == "you have 0 brick"
    assert "in this order" in reason(match, "return ore wool")


# whatever is typed


WORDS = (
    *MOVE_SHAPES,
    *("0,0", "-4,-8", "-4,-6", "1,-9", "-8,0", "wool", "gold", "knight", "plenty", "n1", "trade"),
    *("0", "1", "9", "-1", "99", "²", "x", "", "\x00", "brick", "barbarian", "1e3", "None"),
)


@pytest.mark.parametrize(
    "options", [{}, {"scenario": "traders", "events": "on"}, {"friendly_robber": "on"}]
)
@pytest.mark.parametrize("seats", [2, 3])
def test_any_nonsense_is_refused_with_a_reason(seats: int, options: dict[str, Any]) -> None:
    match = new_match(seats, **options)
    rng = random.Random(seats)
    for _ in range(500):
        if match.over:
            break
        for seat in range(seats):
            words = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 4)))
            if words not in match.legal_moves(seat):
                with pytest.raises(rules.IllegalMove) as refused:
                    match.play(seat, words)
                assert refused.value.reason
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))


def test_every_unlisted_place_has_a_reason() -> None:
    match = give(
        settlements(main_phase_match(), 0, "8,8"), 0, brick=4, lumber=4, wool=4, grain=4, ore=4
    )
    for path in match.board.paths:
        if f"road {path}" not in match.legal_moves(0):
            assert "is not possible now" not in reason(match, f"road {path}")
    for spot in match.board.spots:
        for verb in ("settlement", "city"):
            if f"{verb} {spot}" not in match.legal_moves(0):
                assert "is not possible now" not in reason(match, f"{verb} {spot}")
