"""What the search takes for the chances of everybody: they come to one, and follow what helps."""

from __future__ import annotations

import pytest

from ..bots.search_policy import CatanSearchPolicy
from ..bots.win_odds import WEIGHTS, odds_terms
from ..rules.match import CatanMatch
from .rules.positions import deal, give, main_phase_match


def chance(match: CatanMatch, seat: int = 0) -> float:
    return CatanSearchPolicy().values(match)[seat]


@pytest.mark.parametrize("scenario", ["base", "traders"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chances_of_all_come_to_one(seats: int, scenario: str) -> None:
    match = main_phase_match(seats=seats, scenario=scenario)
    chances = CatanSearchPolicy().values(match)
    assert len(chances) == seats
    assert sum(chances) == pytest.approx(1)
    assert all(0 < one < 1 for one in chances)
    assert len(odds_terms(match, 0)) == len(WEIGHTS)


@pytest.mark.parametrize("scenario", ["base", "traders"])
@pytest.mark.parametrize("seats", [2, 4])
def test_points_and_cards_raise_the_own_chance_and_lower_those_of_others(
    seats: int, scenario: str
) -> None:
    match = main_phase_match(seats=seats, scenario=scenario)
    ahead = match.copy()
    ahead.points[0] += 2
    richer = give(match.copy(), 0, grain=2, ore=3)
    for better in (ahead, richer):
        assert chance(better) > chance(match)
        assert chance(better, 1) < chance(match, 1)


def test_a_card_to_play_is_worth_more_than_one_that_may_be_discarded() -> None:
    match = main_phase_match()
    assert chance(deal(match.copy(), 0, "monopoly")) > chance(give(match.copy(), 0, wool=1))
