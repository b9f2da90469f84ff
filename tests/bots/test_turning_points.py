"""The review of a match: it finds a blunder, doubts what may be chance, and sees nothing hidden."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from typing import Any

import pytest

import games.rules as rules
from games.bots import suggestions, turning_points
from games.bots.budget import SearchBudget
from games.bots.search import Search
from games.bots.search_chance import StreamChance
from games.bots.search_policy import SearchPolicy
from games.bots.turning_points import Decision
from games.rules import FastChance, Match
from tests import sample_titles
from tests.bots.test_search import positions

GAME = sample_titles.usual()
PLACE = 5


class BlunderPolicy(SearchPolicy):
    """Knows one blunder, and is otherwise as unsure as it is told to be."""

    horizons = (0,)
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
            monkeypatch.setattr(BlunderPolicy, "blunder", (seat, move))
        match.play(seat, move)
    search = type("Reviewing", (Search,), {"policy_class": BlunderPolicy})
    monkeypatch.setattr(turning_points, "review_search", lambda _game: search())
    monkeypatch.setattr(turning_points, "FIRST", SearchBudget(iterations=10_000))
    monkeypatch.setattr(
        turning_points, "SECOND", [SearchBudget(iterations=60)] * len(turning_points.SECOND)
    )
    monkeypatch.setattr(turning_points, "THIRD", SearchBudget(iterations=200))
    monkeypatch.setattr(turning_points, "_played_out_totals", simulated_totals)
    return found


def simulated_totals(_reviewing: Search, decision: Decision, move: str, seed: int) -> list[int]:
    """An end of a match in which the blunder costs ten points, give or take some."""
    rng = random.Random(f"{seed} {move}")
    totals = [20 + rng.randrange(5) for _seat in range(decision.match.seats)]
    totals[decision.seat] -= 10 * ((decision.seat, move) == BlunderPolicy.blunder)
    return totals


def test_a_blunder_is_found_with_what_it_cost(decisions: list[Decision]) -> None:
    (found,) = turning_points.turning_points(GAME, decisions, 7)
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
    monkeypatch.setattr(BlunderPolicy, "values", lambda _self, match: [0.5] * match.seats)
    (found,) = turning_points.turning_points(GAME, decisions, 7)
    planted = decisions[PLACE]
    assert (found.number, found.move) == (planted.number, planted.move)
    assert found.better == planted.match.legal_moves(planted.seat)[0]


def test_what_may_be_chance_is_not_named(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BlunderPolicy, "blunder", (0, "nothing"))
    monkeypatch.setattr(BlunderPolicy, "noise", 0.5)
    found = [turning_points.turning_points(GAME, decisions, seed) for seed in range(4)]
    assert not any(one.is_sure for named in found for one in named)


def test_what_decides_nothing_is_no_turning_point(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    def winning_totals(reviewing: Search, decision: Decision, move: str, seed: int) -> list[int]:
        totals = simulated_totals(reviewing, decision, move, seed)
        totals[decision.seat] += 100
        return totals

    reviewing = turning_points.review_search(GAME)
    assert reviewing is not None
    planted = decisions[PLACE]
    (one,) = turning_points.scan_decisions(reviewing, [planted], turning_points.FIRST, 7)
    assert (
        turning_points.verify_suspect(reviewing, planted, one, turning_points.THIRD, 7) is not None
    )
    monkeypatch.setattr(turning_points, "_played_out_totals", winning_totals)
    assert turning_points.verify_suspect(reviewing, planted, one, turning_points.THIRD, 7) is None


def test_the_best_of_equal_moves_has_no_bonus_for_its_luck(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BlunderPolicy, "blunder", (0, "nothing"))
    monkeypatch.setattr(BlunderPolicy, "noise", 0.5)
    reviewing = turning_points.review_search(GAME)
    assert reviewing is not None
    chances = [
        one.before[one.seat]
        for n in range(9)
        for one in turning_points.scan_decisions(reviewing, decisions, turning_points.FIRST, 99 * n)
    ]
    error = statistics.stdev(chances) / len(chances) ** 0.5
    assert abs(statistics.fmean(chances) - 0.6) < 4 * error


def test_what_made_a_decision_suspect_is_not_held_against_it_again(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it was only the luck of the worlds that it was chosen by, other worlds acquit it."""

    def lucky(reviewing: Search, decision: Decision, move: str, seed: int) -> list[int]:
        totals = simulated_totals(reviewing, decision, move, seed)
        totals[decision.seat] -= 10 * (move == decision.move and seed >= 7)
        return totals

    monkeypatch.setattr(BlunderPolicy, "blunder", (0, "nothing"))
    monkeypatch.setattr(BlunderPolicy, "noise", 0.5)
    monkeypatch.setattr(turning_points, "_played_out_totals", lucky)
    reviewing = turning_points.review_search(GAME)
    assert reviewing is not None
    of_number = {decision.number: decision for decision in decisions}
    again = [
        turning_points.examine_suspect(reviewing, of_number[one.number], one, 0, 7)
        for one in turning_points.most_suspect(
            turning_points.scan_decisions(reviewing, decisions, turning_points.FIRST, 7), PLACE
        )
    ]
    assert max(one.expected_cost for one in again) > turning_points.TURNING_CHANCE
    assert not any(one.is_sure for one in turning_points.turning_points(GAME, decisions, 7))


def suspect(**known: Any) -> turning_points.Suspect:
    unknown = turning_points.Suspect(0, 0, "played", "other", 0, 2, [], [], 5, [0.5, 0.5], [])
    return unknown._replace(**known)


def test_what_was_seen_at_the_end_outweighs_what_was_hoped_for() -> None:
    at_first, few, many = (suspect(leads=[0] * n, gaps=[9] * n).expected_cost for n in (0, 3, 30))
    assert 0 < at_first < few < many
    assert suspect(leads=[0] * 30, gaps=[-9] * 30).expected_cost < 0


def test_a_decision_in_a_match_that_is_decided_promises_little() -> None:
    assert suspect(lead=60).expected_cost < suspect().expected_cost / 5
    assert suspect(leads=[60] * 9, gaps=[2] * 9).expected_cost < suspect().expected_cost / 5


def test_what_luck_alone_made_look_better_is_hardly_hoped_for(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewing = turning_points.review_search(GAME)
    assert reviewing is not None
    monkeypatch.setattr(turning_points, "USUAL", 0.0)
    sure, unsure = list[float](), list[float]()
    for noise, hopes in ((0.0, sure), (1.5, unsure)):
        monkeypatch.setattr(BlunderPolicy, "noise", noise)
        found = turning_points.scan_decisions(
            reviewing, [decisions[PLACE]], SearchBudget(iterations=10_000), 7
        )
        hopes += [one.prior_gain for one in found]
    assert sure[0] > 10
    assert abs(unsure[0]) < sure[0] / 2


def test_only_what_may_have_been_costly_is_played_to_the_end(
    decisions: list[Decision], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not what the usual bot would have played, where nothing looks better; the rest for longer
    and longer."""
    worlds = Counter[tuple[str, int]]()

    def count_and_simulate(
        reviewing: Search, decision: Decision, move: str, seed: int
    ) -> list[int]:
        worlds[move, decision.number] += 1
        return simulated_totals(reviewing, decision, move, seed)

    monkeypatch.setattr(turning_points, "_played_out_totals", count_and_simulate)
    (found,) = turning_points.turning_points(GAME, decisions, 7)
    place = found.number
    assert set(worlds) == {(found.move, place), (found.better, place)}
    assert worlds[found.move, place] == worlds[found.better, place]
    assert turning_points.LEAST * len(turning_points.SUSPECTS) < worlds[found.move, place]


def test_a_world_goes_on_in_more_than_one_way() -> None:
    """What would follow by one way of playing on alone would seem surer than it is."""
    reviewing = turning_points.review_search(GAME)
    assert reviewing is not None
    ways = []
    for seed in (1, 1, 2, 3):
        world = rules.new_match(GAME, 2, seed="ways")
        world.chance = StreamChance(5)
        suggestions.play_out(reviewing.policy, world, seed, turning_points.SLIP)
        ways.append(tuple(world.moves))
    assert ways[0] == ways[1]
    assert len({*ways}) == 3


@pytest.mark.parametrize(
    "game", [key for key in rules.catalogue() if turning_points.review_search(key)]
)
def test_a_decision_is_judged_by_what_its_seat_could_know(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turning_points, "play_out", lambda *_given: None)
    reviewing = turning_points.review_search(game)
    assert reviewing is not None
    for match, seat in positions(game, max(2, min(rules.get(game).seats)), 1):
        move = match.legal_moves(seat)[-1]
        before = match.dump()
        worlds = [match.determinize(seat, FastChance(world)) for world in range(2)]
        first, second = (
            turning_points.scan_decisions(
                reviewing, [Decision(3, seat, move, world)], SearchBudget(iterations=20), 7
            )
            for world in worlds
        )
        assert first == second
        assert match.dump() == before
