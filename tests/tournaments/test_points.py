"""What a table brings, and what tells people with the same points apart."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from games.tournaments.formats.base import (
    SCORES,
    TIE_BREAKS,
    Entrant,
    FormatSettings,
    TableResult,
    TournamentState,
)
from games.tournaments.points import (
    SCORE_LABELS,
    TIE_BREAK_LABELS,
    effective_ranks,
    performance_ratings,
    points_by_rank,
    scale_points,
    seat_point_shares,
    standings,
    win_shares,
)

pytestmark = pytest.mark.same_everywhere

FOUR = FormatSettings(table_size=4, place_points=(5, 3, 1, 0))


def table(*places: int, forfeits: Iterable[int] = (), shares: tuple = ()) -> TableResult:
    return TableResult(
        1, 1, tuple(range(1, len(places) + 1)), places, shares=shares, forfeits=frozenset(forfeits)
    )


def test_every_place_brings_its_points() -> None:
    assert points_by_rank(FOUR, table(2, 1, 4, 3)) == [3, 5, 0, 1]
    assert points_by_rank(FormatSettings(table_size=3), table(1, 2, 3)) == [2, 1, 0]


def test_who_is_level_shares_what_the_places_bring() -> None:
    assert points_by_rank(FOUR, table(1, 2, 2, 4)) == [5, 2, 2, 0]
    assert points_by_rank(FOUR, table(1, 1, 1, 1)) == [2.25] * 4
    assert win_shares(table(1, 1, 3, 4)) == [0.5, 0.5, 0, 0]


def test_a_smaller_table_brings_its_first_and_last_the_same() -> None:
    assert scale_points((5, 3, 1, 0), 3) == [5, 2, 0]
    assert scale_points((1, 0), 2) == [1, 0]


def test_who_does_not_finish_is_behind_those_who_do() -> None:
    left = table(1, 2, 3, 4, forfeits={1, 2})
    assert effective_ranks(left) == (4, 4, 1, 2)
    assert points_by_rank(FOUR, left) == [0, 0, 5, 3]
    assert win_shares(left) == [0, 0, 1, 0]


def test_what_is_lost_without_a_match_tells_nothing_of_strength() -> None:
    met = (table(1, 2, shares=(0.6, 0.4)), table(2, 1, shares=(0.4, 0.6)))
    state = TournamentState(FormatSettings(), (Entrant(1), Entrant(2)), met)
    lost = TournamentState(FormatSettings(), state.entrants, (*met, table(1, 2, forfeits={2})))
    assert performance_ratings(lost) == performance_ratings(state)


def test_nobody_wins_a_table_that_nobody_finishes() -> None:
    left = table(1, 2, forfeits={1, 2})
    assert (
        points_by_rank(FormatSettings(), left)
        == win_shares(left)
        == seat_point_shares(FormatSettings(), left)
        == [0, 0]
    )


def test_shares_are_of_the_points_at_the_table() -> None:
    assert seat_point_shares(FOUR, table(1, 2, 3, 4, shares=(40, 30, 20, 10))) == [
        0.4,
        0.3,
        0.2,
        0.1,
    ]
    assert seat_point_shares(FOUR, table(1, 2, 3, 4, shares=(0, 0, 0, 0))) == [0] * 4


def ranked_entrants(
    settings: FormatSettings, *played: TableResult, out: Iterable[int] = ()
) -> list[tuple]:
    ids = sorted({seat for one in played for seat in one.seats})
    entrants = [Entrant(one, seed=one, is_out=one in out) for one in ids]
    return [(one.rank, one.entrant) for one in standings(settings, entrants, played)]


def duel(winner: int, loser: int) -> TableResult:
    return TableResult(1, 1, (winner, loser), (1, 2))


def test_head_to_head_tells_two_apart_who_met() -> None:
    settings = FormatSettings(tie_breaks=("head_to_head",))
    assert ranked_entrants(settings, duel(2, 1), duel(1, 3), duel(4, 3)) == [
        (1, 2),
        (2, 4),
        (3, 1),
        (4, 3),
    ]


def test_strong_opponents_count_more() -> None:
    # 1 has beaten 3, who has a point; 2 has beaten 4, who has none; 3 has met both kinds
    settings = FormatSettings(tie_breaks=("opponents",))
    order = ranked_entrants(settings, duel(1, 3), duel(2, 4), duel(3, 4))
    assert order == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_who_is_level_in_everything_shares_a_rank() -> None:
    assert ranked_entrants(FormatSettings(), duel(1, 2), duel(3, 4)) == [
        (1, 1),
        (1, 3),
        (3, 2),
        (3, 4),
    ]


def test_who_left_comes_last() -> None:
    assert ranked_entrants(FormatSettings(), duel(1, 2), out={1}) == [(1, 2), (2, 1)]


@pytest.mark.parametrize(("score", "bye"), [("places", 3), ("wins", 1), ("share", 0.25)])
def test_a_bye_brings_as_much_as_a_win_or_an_even_share(score: str, bye: float) -> None:
    [line] = standings(
        FormatSettings(4, score=score), [Entrant(1)], [TableResult(1, 1, (1,), (1,))]
    )
    assert (line.points, line.byes, line.played, line.wins) == (bye, 1, 0, 0)


def test_every_way_to_count_has_words() -> None:
    assert (set(SCORE_LABELS), set(TIE_BREAK_LABELS)) == (set(SCORES), set(TIE_BREAKS))


@pytest.mark.parametrize("score", SCORES)
def test_results_in_any_order_count_the_same(score: str) -> None:
    rng = random.Random(score)
    settings = FormatSettings(4, smaller=True, score=score, place_points=(7, 4.1, 2.3, 0.7))
    entrants = [Entrant(one, seed=one) for one in range(1, 30)]
    ledger = []
    for number in range(200):
        seats = tuple(rng.sample(range(1, 30), rng.choice((1, 3, 4, 4))))
        places = tuple(sorted(rng.choice(((1, 2, 3, 4), (1, 1, 3, 4), (1, 2, 2, 4)))[: len(seats)]))
        points = tuple(rng.random() for _ in seats)
        forfeits = frozenset(one for one in seats if rng.random() < 0.05)
        ledger.append(TableResult(1, number, seats, places, points, forfeits))
    first = standings(settings, entrants, ledger)
    for _ in range(5):
        rng.shuffle(ledger)
        rng.shuffle(entrants)
        assert standings(settings, entrants, ledger) == first


@pytest.mark.parametrize(
    ("wrong", "setting", "code"),
    [
        ({"table_size": 6}, "table_size", "out_of_bounds"),
        ({"table_size": 3, "place_points": (3, 1)}, "place_points", "points_missing"),
        ({"place_points": (0, 1)}, "place_points", "points_not_falling"),
        ({"place_points": (1, 1)}, "place_points", "points_not_falling"),
        ({"score": "luck"}, "score", "score_unknown"),
        ({"tie_breaks": ("wins", "wins")}, "tie_breaks", "tie_breaks_unknown"),
    ],
)
def test_what_is_wrong_with_settings_is_said(wrong: dict, setting: str, code: str) -> None:
    assert [(one.setting, one.reason.code) for one in FormatSettings(**wrong).faults()] == [
        (setting, code)
    ]


def test_settings_come_back_from_json() -> None:
    settings = FormatSettings(4, True, "share", (4, 2, 1, 0), 0.5, ("wins",))
    assert settings.faults() == []
    assert FormatSettings.read({**settings.data(), "unknown": 1}) == settings


def test_a_performance_is_the_rating_that_would_have_expected_it() -> None:
    entrants = tuple(Entrant(one, rating, one) for one, rating in enumerate((1900, 1700, 1500), 1))
    rows = (table(2, 1, 3), table(2, 1, 3), table(1, 2, 3))
    found = performance_ratings(TournamentState(FormatSettings(table_size=3), entrants, rows))
    # the second won 2 of 3 against the first and all against the third, the last won nothing
    assert (found[3], list(found)) == (None, [1, 2, 3])
    assert found[1] is not None
    assert found[2] is not None
    expects = [1 / (1 + 10 ** ((other - found[2]) / 400)) for other in (1900, 1500) * 3]
    assert sum(expects) == pytest.approx(5, abs=0.01)
    assert found[1] < found[2]
