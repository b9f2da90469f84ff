"""The search, of every title: legal, repeatable, within its budget, and blind to what is hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import games.bots.search as searching
import games.rules as rules
from games.bots import levels, tree
from games.bots.budget import SearchBudget
from games.bots.search import Candidate, Search, best_candidate, better_half, drop_hopeless
from games.bots.search_policy import SearchPolicy
from games.rules import FastChance, Match
from tests import sample_titles

ITERATIONS = 9
APART = 13  # moves between two positions


def searches(game: str) -> list[type[Search]]:
    """The house's search as it is, and with all that the title tells it, on a small budget each."""
    policies = {SearchPolicy: Search}
    for bot in levels(game).values():
        if isinstance(bot, type) and issubclass(bot, Search):
            policies.setdefault(bot.policy_class, bot)
    small = SearchBudget(iterations=ITERATIONS)
    return [type("Small", (kind,), {"budget": small}) for kind in policies.values()]


def positions(game: str, seats: int, count: int) -> Iterator[tuple[Match, int]]:
    """Positions of a match with a seat to move; one move in four is steady's, three are random."""
    rng = random.Random(f"{game} {seats}")
    match = rules.new_match(game, seats, seed="search")
    steady = levels(game)["steady"]()
    for number in range(count * APART):
        if match.over:
            return
        seat = rng.choice(match.actors)
        if number % APART == APART - 1:
            yield match, seat
        move = rng.choice(match.legal_moves(seat))
        if number % 4 == 3:
            move = steady.choose(match.determinize(seat, FastChance(number)), seat, rng)
        match.play(seat, move)


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_choice_is_legal_and_the_same_in_every_world_that_the_seat_may_be_in(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    look = tree.simulate

    def simulate_and_count(*args: object) -> list[float]:
        nonlocal looks
        looks += 1
        return look(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(searching, "simulate", simulate_and_count)
    searched = 0
    numbers = rules.get(game).seats
    for seats in {numbers[0], numbers[-1]}:
        for match, seat in positions(game, seats, 3):
            for kind in searches(game):
                choices = set()
                for world in range(2):
                    looks = 0
                    own = match.determinize(seat, FastChance(world))
                    choices.add(kind().choose(own, seat, random.Random(1)))
                    assert looks <= ITERATIONS
                    searched += looks > 0
                assert len(choices) == 1
                assert choices <= set(match.legal_moves(seat))
    assert searched


def test_it_chooses_for_each_of_several_who_decide_at_once() -> None:
    game = sample_titles.title(sample_titles.for_seats(3), sample_titles.begins_all_at_once)
    match = rules.new_match(game, 3, seed="at once")
    assert len(match.actors) > 1
    for seat in match.actors:
        for kind in searches(game):
            move = kind().choose(match.determinize(seat, FastChance(1)), seat, random.Random(1))
            assert move in match.legal_moves(seat)


class LastMovePolicy(SearchPolicy):
    """Knows that the last of the listed moves is the best one."""

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        return match.legal_moves(seat)[:4]

    def values(self, match: Match) -> list[float]:
        best = match.moves[0][1] == self.best
        return [float(best)] * match.seats

    horizons = (0,)
    best = ""


def test_the_move_that_ends_best_is_found() -> None:
    match = rules.new_match(sample_titles.usual(), 3, seed="clear")
    LastMovePolicy.best = match.legal_moves(0)[3]
    bot = type(
        "Bot",
        (Search,),
        {"policy_class": LastMovePolicy, "budget": SearchBudget(iterations=10_000)},
    )()
    assert bot.choose(match, 0, random.Random(1)) == LastMovePolicy.best


def test_a_line_comes_to_the_mean_of_where_it_is_appraised() -> None:
    class MoveCountPolicy(SearchPolicy):
        horizons = (1, 3)

        def clock(self, match: Match) -> float:
            return len(match.moves)

        def values(self, match: Match) -> list[float]:
            return [10.0 * len(match.moves), 1.0]

    match = rules.new_match(sample_titles.usual(), 2, seed="means")
    begun = len(match.moves)
    values = tree.simulate(MoveCountPolicy(), tree.Node(2), match, random.Random(1))
    assert values == [10 * begun + 20, 1]
    assert len(match.moves) == begun + 3


def lines(*values: list[float]) -> list[Candidate]:
    found = [Candidate(str(number), 2) for number in range(len(values))]
    for line, own in zip(found, values, strict=True):
        line.values = own
    return found


def test_another_move_must_be_better_than_the_usual_one_beyond_chance() -> None:
    steadily, by_chance = [0.6, 0.61, 0.6, 0.6, 0.61, 0.6], [0.0, 1.0, 0.1, 1.0, 0.2, 0.81]
    usual = [0.5] * 6
    assert best_candidate(lines(usual, steadily)).move == "1"
    assert best_candidate(lines(usual, by_chance)).move == "0"
    assert best_candidate(lines([0.1], [0.9])).move == "0"


def test_what_is_clearly_behind_is_given_up_and_so_is_the_worse_half() -> None:
    usual, near, far = [0.5, 0.6, 0.5, 0.6] * 2, [0.6, 0.5, 0.6, 0.5] * 2, [0.1, 0.2, 0.1, 0.1] * 2
    assert [line.move for line in drop_hopeless(lines(usual, near, far))] == ["0", "1"]
    assert [line.move for line in better_half(lines(far, near, usual, far))] == ["1", "2"]


def test_seconds_are_those_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 5.0
    monkeypatch.setattr("games.bots.budget.time.thread_time", lambda: now)
    spent = SearchBudget(seconds=2).start()
    now = 6.0
    assert spent(1) == 0.5
