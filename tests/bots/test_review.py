"""The review of a match: it finds a blunder, doubts what may be chance, and sees nothing hidden."""

from __future__ import annotations

import random
import statistics

import pytest

import games.rules as rules
from games.bots import advice, review
from games.bots.budget import Budget
from games.bots.guide import Guide
from games.bots.luck import Luck
from games.bots.review import Decision
from games.bots.search import Search
from games.rules import FastChance, Match
from tests import sample
from tests.bots.test_search import positions

GAME = sample.usual()
PLACE = 5


class Knowing(Guide):
    """Knows one blunder, and is otherwise as unsure as it is told to be."""

    ahead = 0
    blunder = (0, "")
    noise = 0.0

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        return match.legal_moves(seat)[:4]

    def quiet(self, match: Match) -> bool:
        return True

    def values(self, match: Match) -> list[float]:
        luck = random.Random(f"{match.chance.roll('luck', 1000)} {match.moves[-1]}").random() - 0.5
        return [0.6 - 0.3 * (self.blunder in match.moves) + self.noise * luck] * match.seats


@pytest.fixture
def decisions(monkeypatch: pytest.MonkeyPatch) -> list[Decision]:
    """Some decisions of a match, among them a blunder, for a reviewer who knows."""
    match, found = rules.new_match(GAME, 2, seed="review"), list[Decision]()
    while len(found) < 3 * PLACE:
        seat = match.actors[0]
        listed = match.legal_moves(seat)
        move = listed[0] if len(found) != PLACE else listed[-1]
        found.append(Decision(len(match.moves), seat, move, match.copy()))
        if len(found) == PLACE + 1:
            monkeypatch.setattr(Knowing, "blunder", (seat, move))
        match.play(seat, move)
    search = type("Reviewing", (Search,), {"guided_by": Knowing})
    monkeypatch.setattr(review, "reviewer", lambda _game: search())
    monkeypatch.setattr(review, "FIRST", Budget(iterations=10_000))
    monkeypatch.setattr(review, "SECOND", Budget(iterations=60))
    monkeypatch.setattr(review, "THIRD", Budget(iterations=200))
    monkeypatch.setattr(review, "_ended", ended)
    return found


def ended(_reviewing: Search, decision: Decision, move: str, seed: int) -> list[int]:
    """An end of a match in which the blunder costs ten points, give or take some."""
    rng = random.Random(f"{seed} {move}")
    totals = [20 + rng.randrange(5) for _seat in range(decision.match.seats)]
    totals[decision.seat] -= 10 * ((decision.seat, move) == Knowing.blunder)
    return totals


def test_a_blunder_is_found_with_what_it_cost(decisions: list[Decision]) -> None:
    (found,) = review.turning_points(GAME, decisions, 7)
    planted = decisions[PLACE]
    assert (found.number, found.seat, found.move) == planted[:3]
    assert found.better != planted.move
    assert found.better in planted.match.legal_moves(planted.seat)
    assert found.is_sure
    assert abs(found.points - 10) < 3 * found.points_error + 1
    assert found.chance > 0.4


def test_what_the_usual_bot_would_not_have_played_is_looked_at_again(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blunder that shows only at the end is seen at no first sight."""
    monkeypatch.setattr(Knowing, "values", lambda _self, match: [0.5] * match.seats)
    (found,) = review.turning_points(GAME, decisions, 7)
    planted = decisions[PLACE]
    assert (found.number, found.move) == (planted.number, planted.move)
    assert found.better == planted.match.legal_moves(planted.seat)[0]


def test_what_may_be_chance_is_not_named(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Knowing, "blunder", (0, "nothing"))
    monkeypatch.setattr(Knowing, "noise", 0.5)
    found = [review.turning_points(GAME, decisions, seed) for seed in range(4)]
    assert not any(one.is_sure for named in found for one in named)


def test_the_best_of_equal_moves_has_no_bonus_for_its_luck(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Knowing, "blunder", (0, "nothing"))
    monkeypatch.setattr(Knowing, "noise", 0.5)
    reviewing = review.reviewer(GAME)
    assert reviewing is not None
    chances = [
        one.before[one.seat]
        for n in range(9)
        for one in review.seen(reviewing, decisions, review.FIRST, 99 * n)
    ]
    error = statistics.stdev(chances) / len(chances) ** 0.5
    assert abs(statistics.fmean(chances) - 0.6) < 4 * error


def test_what_made_a_decision_suspect_is_not_held_against_it_again(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it was only the luck of the worlds that it was chosen by, other worlds acquit it."""

    def lucky(reviewing: Search, decision: Decision, move: str, seed: int) -> list[int]:
        totals = ended(reviewing, decision, move, seed)
        totals[decision.seat] -= 10 * (move == decision.move and seed >= 7)
        return totals

    monkeypatch.setattr(Knowing, "blunder", (0, "nothing"))
    monkeypatch.setattr(review, "_ended", lucky)
    reviewing = review.reviewer(GAME)
    assert reviewing is not None
    seen = review.seen(reviewing, decisions, review.FIRST, 7)
    assert len(review.foremost(seen, review.SUSPECTS)) > PLACE
    assert not any(one.is_sure for one in review.turning_points(GAME, decisions, 7))


def test_less_is_expected_where_the_two_ways_of_looking_disagree() -> None:
    ends = [0] * 10, [[8] * 10, [8] * 10]
    seen = review.Seen(0, 0, "played", ["liked", "disliked"], [0.1, -0.1], *ends, 5, [0.5, 0.5], [])
    liked, disliked = seen.promises
    assert 0 < disliked < 0.6 * liked


def test_a_world_goes_on_in_more_than_one_way() -> None:
    """What would follow by one way of playing on alone would seem surer than it is."""
    reviewing = review.reviewer(GAME)
    assert reviewing is not None
    ways = []
    for seed in (1, 1, 2, 3):
        world = rules.new_match(GAME, 2, seed="ways")
        world.chance = Luck(5)
        advice.play_out(reviewing.guide, world, seed, review.SLIP)
        ways.append(tuple(world.moves))
    assert ways[0] == ways[1]
    assert len({*ways}) == 3


@pytest.mark.parametrize("game", [key for key in rules.catalogue() if review.reviewer(key)])
def test_a_decision_is_judged_by_what_its_seat_could_know(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "play_out", lambda *_given: None)
    reviewing = review.reviewer(game)
    assert reviewing is not None
    for match, seat in positions(game, max(2, min(rules.get(game).seats)), 2):
        move = match.legal_moves(seat)[-1]
        before = match.dump()
        worlds = [match.determinize(seat, FastChance(world)) for world in range(2)]
        first, second = (
            review.seen(reviewing, [Decision(3, seat, move, world)], Budget(iterations=20), 7)
            for world in worlds
        )
        assert first == second
        assert match.dump() == before
