"""The bot for Clans of Caledonia: legal, repeatable, much better than chance, fair at solo."""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from benchmarks.bots import duel
from games.bots import ask, levels
from games.rules import Match
from tests.positions import FeatureCoverage, of_offers

from ..bots.player import HeuristicBot
from ..bots.search_policy import MARGIN, CaledoniaSearchPolicy
from .rules.positions import Table, round_1_table

STEADY = levels("caledonia")["steady"]


def match_in_action(seats: int, seed: str) -> Match:
    match = rules.new_match("caledonia", seats, {"clans": "none"}, seed=seed)
    while match.phase != "action":  # type: ignore[attr-defined]
        seat = match.actors[0]
        match.play(seat, match.auto_move(seat))
    return match


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_it_always_chooses_a_legal_move_also_in_odd_positions(seats: int) -> None:
    """Most of the moves are random; it is asked where something else can be done."""
    rng, coverage = random.Random(seats), FeatureCoverage(often=2)
    options = {"kickstarter": "on", "clans": "auction" if seats == 3 else "draft"}
    match = rules.new_match("caledonia", seats, options, seed="bot")
    while not match.over:
        seat = rng.choice(match.actors)
        move = rng.choice(match.legal_moves(seat))
        if coverage.adds(of_offers(match)):
            choice = ask(STEADY(), match, seat, rng)
            assert choice in match.legal_moves(seat)
            move = choice if rng.random() < 0.8 else move
        match.play(seat, move)


def test_the_same_position_and_generator_give_the_same_move() -> None:
    match = match_in_action(3, "same")
    seat = match.actors[0]
    choices = {ask(STEADY(), match, seat, random.Random(5)) for _ in range(3)}
    assert len(choices) == 1


def test_choosing_leaves_the_match_alone() -> None:
    match = rules.new_match("caledonia", 2, seed="alone")
    while match.phase != "action":  # type: ignore[attr-defined]
        seat = match.actors[0]
        match.play(seat, match.auto_move(seat))
    before = match.dump()
    ask(STEADY(), match, match.actors[0], random.Random(5))
    assert match.dump() == before


def test_the_search_looks_at_the_moves_that_begin_the_steady_bots_best_lines() -> None:
    match = match_in_action(2, "lines")
    policy, seat = CaledoniaSearchPolicy(), match.actors[0]
    found = policy.candidates(match.copy(), seat, random.Random(5))
    assert found[0] == policy.planner.choose(match.copy(), seat, random.Random(5))
    assert 1 < len(found) <= policy.width
    values = policy.planner.values(match, seat)  # type: ignore[arg-type]
    behind = [values[found[0]] - values[move] for move in found]
    assert behind == sorted(behind)
    assert behind[-1] <= MARGIN


def barrel_and_port(rules_version: int) -> Table:
    """MacKenzie with £4, whose barrel is the good that tile 3 wants, in the last round."""
    table = round_1_table(
        3,
        clans=("mackenzie", "campbell", "stewart"),
        ports=(3, 1, 2, 4),
        rules_version=rules_version,
    )
    table.put(0, "sheep", "1,0").give(0, cheese=0, bread=0, whisky=0, cellar=0b010, money=4)
    table.match.round = 5
    return table.clear_caches()


def test_it_takes_out_a_barrel_after_its_action_to_use_a_port() -> None:
    table = barrel_and_port(rules_version=2)
    table.play(0, "ship")
    rng = random.Random(1)
    assert ask(STEADY(), table.match, 0, rng) == "withdraw 1"
    table.play(0, "withdraw 1")
    assert ask(STEADY(), table.match, 0, rng).startswith("port a whisky")


def test_by_version_1_it_takes_out_the_barrel_before_its_action() -> None:
    table = barrel_and_port(rules_version=1)
    rng = random.Random(1)
    assert ask(STEADY(), table.match, 0, rng) == "withdraw 1"
    table.play(0, "withdraw 1")
    assert ask(STEADY(), table.match, 0, rng).startswith("port a whisky")


def test_it_slaughters_for_a_contract_where_it_has_animals_to_choose_from() -> None:
    """Two whisky and two of three cows for four tobacco and two hops, beside much else to do."""
    table = round_1_table(2, clans=("campbell", "stewart")).box(0, 32)
    table.put(0, "cow", "2,3", "3,2", "3,3").give(0, whisky=2, merchants=5, money=30)
    table.match.round = 5
    value, line = max(HeuristicBot().lines(table.clear_caches().match, 0))
    assert "fulfil 32" in line
    assert value > 16


def play_on(
    policy: CaledoniaSearchPolicy, match: Match, replies: int, seed: int = 5
) -> list[tuple[int, str]]:
    """Who replies what, one after the other."""
    found, rng = [], random.Random(seed)
    for _ in range(replies):
        seat = match.actors[0]
        move = policy.reply(match, seat, rng)
        match.play(seat, move)
        found.append((seat, move))
    return found


def test_a_line_is_played_on_as_it_was_found() -> None:
    match, policy = match_in_action(1, "line"), CaledoniaSearchPolicy()
    _value, line = max(policy.brief.lines(match, 0), key=lambda found: found[0])  # type: ignore[arg-type]
    assert len(line) > 1
    assert play_on(policy, match.copy(), len(line)) == [(0, move) for move in line]


def test_with_others_each_goes_on_with_its_own_line_until_that_is_illegal() -> None:
    match, policy = match_in_action(2, "line"), CaledoniaSearchPolicy()
    world = match.copy()
    first = play_on(policy, world, 1)
    planned = list(policy.plans[first[0][0]])
    play_on(policy, world, 1)
    assert play_on(policy, world, 1) == [(first[0][0], planned[0])]
    policy.plans = {seat: ["buy wool 99"] for seat in range(2)}
    ((seat, move),) = play_on(policy, world, 1)
    assert policy.plans[seat][:1] != ["buy wool 99"]
    assert world.moves[-1] == (seat, move)


def test_a_planned_move_is_done_with_also_where_there_is_no_other() -> None:
    table = round_1_table(2, clans=("campbell", "stewart")).box(0, 32).give(0, money=0, merchants=0)
    match = table.clear_caches().match
    assert match.legal_moves(0) == ["pass"]
    policy = CaledoniaSearchPolicy()
    policy.planned, policy.plans = match, {0: ["pass", "ship"]}
    assert play_on(policy, match, 1) == [(0, "pass")]
    assert policy.plans == {0: ["ship"]}


def test_only_with_others_worlds_differ_by_the_lines_that_are_taken() -> None:
    """Chance hardly speaks within a round, and alone nobody comes in between."""

    def courses(seats: int) -> int:
        seeds = range(6)
        found = [
            play_on(CaledoniaSearchPolicy(), match_in_action(seats, "line"), 6, seed)
            for seed in seeds
        ]
        return len(set(map(tuple, found)))

    assert courses(2) > 1
    assert courses(1) == 1


def test_another_match_is_not_played_on_with_the_lines_of_the_last_one() -> None:
    policy = CaledoniaSearchPolicy()
    play_on(policy, match_in_action(2, "one"), 3)
    again = play_on(policy, match_in_action(2, "other"), 3)
    assert again == play_on(CaledoniaSearchPolicy(), match_in_action(2, "other"), 3)


def test_it_beats_random_play() -> None:
    result = duel("caledonia", "steady", "random", seats=2, games=2)
    assert result.wins == 2
    assert result.margin > 20


def test_it_plays_the_solo_game_well() -> None:
    """Over ten other seeds it makes 145 points, the grade Average; here a sample is enough."""
    totals = []
    for seed in range(2):
        rng = random.Random(seed)
        match = rules.new_match("caledonia", 1, seed=f"solo {seed}")
        while not match.over:
            match.play(0, ask(STEADY(), match, 0, rng))
        totals.append(match.scores()[0].total)
    assert sum(totals) / len(totals) >= 116
