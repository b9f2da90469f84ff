"""What a search gains by its own measure: worth measured in worlds that it did not choose by."""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from benchmarks.gain import RecordedSearch, evaluate_candidates, gain
from games.bots.search import Search
from games.bots.search_policy import SearchPolicy
from games.rules import Match
from tests import sample_titles

WORLDS = 40


class Drawing(SearchPolicy):
    """Every move but the first brings a tenth more; what else it brings is luck."""

    horizons = (0,)

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        self.usual_move = match.legal_moves(seat)[0]
        return match.legal_moves(seat)[:2]

    def values(self, match: Match) -> list[float]:
        better = match.moves[0][1] != self.usual_move
        luck = random.Random(f"{match.moves[0][1]} {match.chance.seed}").uniform(-0.1, 0.1)  # type: ignore[attr-defined]
        return [0.5 + 0.1 * better + luck] * match.seats


def test_a_gain_is_what_a_choice_brings_in_worlds_that_it_was_not_made_by() -> None:
    search = type("Drawn", (Search,), {"policy_class": Drawing})()
    match = rules.new_match(sample_titles.usual(), 2, seed="gain")
    found = evaluate_candidates(search, match, 0, 7, WORLDS)
    assert found is not None
    assert len(found.values) == 2 * WORLDS
    recorded_search = RecordedSearch(Drawing())
    usual, other = found.moves
    gaps = [found.values[other, n] - found.values[usual, n] for n in range(8, 8 + WORLDS)]
    enough = found.seconds * 2 * WORLDS
    assert gain(found, recorded_search, enough, 2, WORLDS) == pytest.approx(sum(gaps) / WORLDS)
    assert gain(found, recorded_search, 0.0, 2, WORLDS) == 0  # no time: the usual move
    assert gain(found, recorded_search, enough, 1, WORLDS) == 0  # nor another candidate


def test_where_there_is_one_candidate_nothing_is_followed() -> None:
    class Single(Drawing):
        def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
            return match.legal_moves(seat)[:1]

    search = type("Alone", (Search,), {"policy_class": Single})()
    match = rules.new_match(sample_titles.usual(), 2, seed="gain")
    assert evaluate_candidates(search, match, 0, 7, WORLDS) is None
