"""A substitute never loses rating, and gains half a win for each opponent whom they overtake."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from accounts.models import User
from games.lobby.admission import seat_takeover
from games.models import Seat, Substitution, Table
from games.ratings import elo, rating_changes
from games.ratings.models import Rating, RatingChange
from games.ratings.reliability import aggregation
from games.table.actions import annulment, resignation
from tests.games.conftest import fresh, play_on, player, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon_played")]
TableFactory = Callable[..., Table]


@pytest.fixture
def start(new_table: TableFactory, people: list[User]) -> Callable[..., Table]:
    """A rated match of three people in which dee has taken over the seat of the one who left.

    `behind`: whether that seat stood behind both others then.
    """

    def make(*, behind: bool = True, **more: str) -> Table:
        table = play_on(new_table(3, **more), moves=6)
        resignation.resign(table.key, player(seats_of(table)[0]))
        seat_takeover.take_over(table.key, people[3], 0)
        points = [0, 5, 5] if behind else [5, 0, 0]
        Substitution.objects.filter(table=table).update(points=points)
        return fresh(table)

    return make


def finish(table: Table, ranks: tuple[int, ...]) -> Table:
    """Play to the end, then book the match again as if these were the ranks."""
    table = play_on(table)
    annulment.annul_result(table.key)
    for number, rank in enumerate(ranks):
        Seat.objects.filter(table=table, number=number).update(rank=rank)
    annulment.restore_result(table.key)
    return fresh(table)


def change_of(table: Table, user: User) -> RatingChange | None:
    return RatingChange.objects.filter(table=table, user=user).first()


def test_substitute_gains_half_a_win_for_each_opponent_overtaken(
    start: Callable[..., Table], people: list[User]
) -> None:
    table = finish(start(), (1, 2, 3))
    change = change_of(table, people[3])
    assert change is not None
    expected = sum(
        elo.pair_weight(0, 3) / 2 * (1 - elo.expected_score(1500_00, 1500_00)) for _ in range(2)
    )
    assert change.delta == Decimal(f"{expected:.2f}")
    assert Rating.objects.get(user=people[3]).value == 1500 + change.delta


@pytest.mark.parametrize("case", ["fell", "was ahead", "unrated", "idle", "left"])
def test_substitute_neither_gains_nor_loses_otherwise(
    start: Callable[..., Table], people: list[User], case: str
) -> None:
    more = {"substitutes": "unrated"} if case == "unrated" else {}
    table = start(behind=case != "was ahead", **more)
    if case == "left":
        resignation.resign(table.key, people[3])
    table = play_on(table)
    if case == "idle":
        Substitution.objects.filter(table=table).update(idle=True)
    table = finish(table, (3, 1, 2) if case == "fell" else (1, 2, 3))
    assert change_of(table, people[3]) is None
    assert not Rating.objects.filter(user=people[3], played__gt=0).exists()


def test_leaver_and_opponents_are_rated_as_if_a_bot_had_played_on(
    start: Callable[..., Table],
) -> None:
    table = finish(start(), (1, 2, 3))
    gone, second, third = seats_of(table)
    assert gone.leave_reason == Seat.LeaveReason.RESIGNED
    lost = change_of(table, player(gone))
    assert lost is not None
    assert [pair["result"] for pair in lost.pairs] == [0.0, 0.0]
    for seat, result in ((second, 1.0), (third, 0.0)):
        change = change_of(table, player(seat))
        assert change is not None
        assert {pair["user"]: pair["result"] for pair in change.pairs} == {
            player(gone).pk: 1.0,
            player(third if seat is second else second).pk: result,
        }


def test_annulment_takes_the_gain_back_and_restoring_returns_it(
    start: Callable[..., Table], people: list[User]
) -> None:
    table = finish(start(), (1, 2, 3))
    gained = Rating.objects.get(user=people[3]).value
    annulment.annul_result(table.key)
    assert Rating.objects.get(user=people[3]).value == 1500
    annulment.restore_result(table.key)
    assert Rating.objects.get(user=people[3]).value == gained


def test_recomputing_everything_finds_no_difference(
    start: Callable[..., Table], new_table: TableFactory
) -> None:
    finish(start(), (1, 2, 3))
    play_on(new_table(2))
    assert rating_changes.recompute_all() == []


def test_voiding_an_earlier_match_rates_the_gain_again(
    start: Callable[..., Table], new_table: TableFactory, people: list[User]
) -> None:
    first = play_on(new_table(2))
    table = finish(start(), (1, 2, 3))
    annulment.annul_result(first.key)
    assert rating_changes.recompute_all() == []
    change = change_of(table, people[3])
    assert change is not None
    assert change.delta > 0


def test_match_counts_as_left_for_the_leaver_only(
    start: Callable[..., Table], people: list[User]
) -> None:
    table = play_on(start())
    aggregation.count_marked_tables()
    counts = aggregation.count_matches([people[3].pk, player(seats_of(table)[0]).pk])
    gone = counts[player(seats_of(table)[0]).pk, ""]
    assert (gone.played, gone.finished) == (1, 0)
    assert (people[3].pk, "") not in counts
