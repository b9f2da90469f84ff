"""What luck did in a match and what decisions did: without bias, and with honest errors."""

from __future__ import annotations

import random
import statistics

import pytest

import games.rules as rules
from games.bots import turning_points, win_shares
from games.bots.budget import SearchBudget
from games.bots.search import Search
from games.bots.search_chance import StreamChance, deal
from games.bots.search_policy import SearchPolicy
from games.bots.turning_points import Decision
from games.rules import Match
from tests import sample_titles

GAME = sample_titles.usual()


def decision_before_chance(seed: int) -> tuple[Decision, list[Match]]:
    """A decision behind which chance speaks, and what might have come of it."""
    match, rng = rules.new_match(GAME, 2, seed=f"luck {seed}"), random.Random(seed)
    while True:
        seat = match.actors[0]
        move = rng.choice(match.legal_moves(seat))
        after = match.copy()
        after.play(seat, move)
        if after.reveals > match.reveals:
            break
        match = after
    afters = []
    for number in range(30):
        world = deal(match, seat, 1000 + number)
        world.chance = StreamChance(1000 + number, world.reveals)
        world.play(seat, move)
        afters.append(world)
    return Decision(len(match.moves), seat, move, match), afters


def test_luck_comes_to_nothing_in_the_mean() -> None:
    """Over all that may come of a move, chance brings nobody anything."""
    reviewing = turning_points.review_search(GAME)
    assert reviewing is not None
    decision, afters = decision_before_chance(1)
    found = [
        win_shares.chance_shares(reviewing, [decision], [after], SearchBudget(iterations=10_000), 7)
        for after in afters
    ]
    means = [statistics.fmean(batch[0] for batch in one) for one in found if one]
    assert len(means) == len(afters)
    error = statistics.stdev(means) / len(means) ** 0.5
    assert abs(statistics.fmean(means)) <= 4 * error + 1e-9


def test_a_match_is_measured_by_each_batch_as_a_whole() -> None:
    """What parts have in common in a world does not cancel out, and says how far the sum is off."""
    noise = [0.05, -0.05, 0.02, -0.02, 0.03, -0.03]
    piece = [[0.1 + one, -0.1 - one] for one in noise]
    ((luck, own), (other, nothing)) = win_shares.compute_win_shares(
        [piece, [], piece, piece], [(0, [0.2 + one for one in noise])], 2
    )
    assert luck is not None
    assert other is not None
    assert own is not None
    assert luck.change == pytest.approx(0.3)
    assert luck.error == pytest.approx(3 * statistics.stdev(noise) / 6**0.5)
    assert other.change == pytest.approx(-0.3)
    assert own.change == pytest.approx(-0.2)
    assert nothing is None
    assert luck.is_clear
    assert not win_shares.WinShare(0.3, 0.15).is_clear


def test_win_shares_are_missing_if_the_search_takes_too_long() -> None:
    reviewing = turning_points.review_search(GAME)
    assert reviewing is not None
    decision, (after, *_others) = decision_before_chance(2)
    moved = win_shares.chance_shares(reviewing, [decision], [after], SearchBudget(iterations=1), 7)
    assert moved is None
    assert win_shares.compute_win_shares([moved], [(0, [])], 2) == [(None, None)] * 2


def test_a_decision_made_in_secret_is_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a reveal may be somebody's decision, only what is drawn counts."""
    search = type("Reviewing", (Search,), {"policy_class": SearchPolicy})()
    decision, (after, *_others) = decision_before_chance(3)
    world = decision.match.copy()
    world.chance = drawn = StreamChance(1)
    world.play(decision.seat, decision.move)
    assert not drawn.sources, "the next decision draws: take another seed"
    monkeypatch.setattr(SearchPolicy, "is_secretive", True)
    moved = win_shares.chance_shares(
        search, [decision], [after], SearchBudget(iterations=10_000), 7
    )
    assert moved == [[0.0, 0.0]] * turning_points.BATCHES
    quiet = Decision(0, decision.seat, decision.move, after)
    assert win_shares.chance_shares(search, [quiet], [after], SearchBudget(), 7) == []
