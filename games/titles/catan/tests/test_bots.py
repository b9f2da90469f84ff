"""The heuristic player of Catan: always legal, repeatable, and better than chance."""

from __future__ import annotations

import random
from typing import cast

import pytest

import games.rules as rules
from benchmarks.bots import duel
from games.bots import ask, levels, title_bots

from ..bots.plans import Plan, main_plan, trade_for_plan
from ..rules.components import SETTLEMENT_COST
from ..rules.match import CatanMatch
from .rules.positions import deal, enter_wagon_phase, give, load_wagon, main_phase_match, play


@pytest.mark.parametrize("scenario", ["base", "traders"])
@pytest.mark.parametrize("seats", [2, 4])
def test_every_choice_is_listed_after_odd_moves_too(seats: int, scenario: str) -> None:
    """A third of the moves are random."""
    options = {"scenario": scenario, "events": "on", "friendly_robber": "on"}
    match = rules.new_match("catan", seats, options, seed="bots")
    bot = levels("catan")["steady"]()
    rng = random.Random(1)
    while not match.over:
        seat = rng.choice(match.actors)
        listed = match.legal_moves(seat)
        move = ask(bot, match, seat, rng)
        assert move in listed
        match.play(seat, move if rng.random() < 0.67 else rng.choice(listed))


def test_the_same_position_gives_the_same_choice() -> None:
    match = rules.new_match("catan", 3, seed="bots")
    bot = levels("catan")["steady"]()
    for _ in range(60):
        seat = match.actors[0]
        move = ask(bot, match, seat, random.Random(7))
        assert move == ask(bot, match, seat, random.Random(7))
        match.play(seat, move)


@pytest.mark.parametrize("level", ["steady", "strong"])
@pytest.mark.parametrize(("ore", "answer"), [(2, "accept"), (1, "decline")])
def test_an_offer_is_taken_only_where_it_pays_for_what_is_wanted(
    ore: int, answer: str, level: str
) -> None:
    """A city costs three ore: with two of them the offered one is the last."""
    match = give(give(main_phase_match(), 0, ore=1), 1, grain=2, ore=ore, brick=3)
    play(match, "offer", "give ore", "want brick", "propose")
    assert ask(levels("catan")[level](), match, 1, random.Random(1)) == answer


def test_nobody_is_asked_for_what_a_development_card_lacks() -> None:
    """It is wanted turn after turn: the others would be asked as often, and decline."""
    match = give(give(main_phase_match(), 0, grain=1, wool=1, brick=2), 1, ore=1)
    assert main_plan(match, 0).move == "buy"
    assert ask(levels("catan")["steady"](), match, 0, random.Random(1)) == "end"
    settling = Plan(12.5, SETTLEMENT_COST, "settlement")
    assert trade_for_plan(match, 0, settling) is None, "nobody has lumber"
    assert trade_for_plan(give(match, 1, lumber=1), 0, settling) is not None


def test_who_stands_in_is_barred_from_what_begins_an_offer() -> None:
    match = cast(CatanMatch, rules.new_match("catan", 3, seed="bots"))
    bot, made = levels("catan")["steady"](), 0
    while not match.over:
        seat, before = match.actors[0], match.offers
        move = ask(bot, match, seat, random.Random(7))
        match.play(seat, move)
        if match.offers > before:
            made += 1
            assert move.split(" ")[0] in title_bots("catan").personal_verbs
    assert made


@pytest.mark.parametrize(("rules_version", "choice"), [(1, "play swift"), (2, "end")])
def test_after_a_delivery_swift_is_played_only_if_there_is_a_new_load(
    rules_version: int, choice: str
) -> None:
    """The next token comes on arrival in version 1, at the end of the turn since (rules 5.8)."""
    match = main_phase_match(scenario="traders", rules_version=rules_version)
    enter_wagon_phase(load_wagon(deal(match, 0, "swift"), "glass"))
    play(match, "go -8,0")
    assert ask(levels("catan")["steady"](), match, 0, random.Random(1)) == choice


@pytest.mark.parametrize("scenario", ["base", "traders"])
def test_steady_beats_three_random_players(scenario: str) -> None:
    result = duel("catan", "steady", "random", 4, 4, {"scenario": scenario})
    assert result.wins == 4
