"""Multiplayer Elo: the check values, the ledger, and rebuilding it."""

from collections.abc import Callable
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from games.models import Rating, RatingChange, Table
from games.ratings import ledger
from games.ratings.ledger import Entrant, changes, k_factor, round2
from games.table import play
from tests.games.conftest import actor, play_on, player, seats_of


def deltas(*entrants: tuple[int, int, int] | tuple[int, int, int, bool]) -> list[str]:
    rows = [Entrant(Decimal(e[0]), e[1], e[2], *e[3:]) for e in entrants]  # type: ignore[misc]
    return [f"{change.delta:+.2f}" for change in changes(rows)]


def test_two_players() -> None:
    assert deltas((1600, 50, 2), (1400, 12, 1)) == ["-15.19", "+30.39"]


def test_four_players() -> None:
    a, b, c, d = (1700, 20, 2), (1550, 20, 4), (1500, 20, 1), (1400, 20, 3)
    assert deltas(a, b, c, d) == ["-3.75", "-18.86", "+20.29", "+2.31"]


def test_three_players_with_a_tie() -> None:
    assert deltas((1500, 0, 1), (1500, 15, 3), (1620, 80, 1)) == ["+29.98", "-25.02", "+2.52"]


def test_a_leaver_loses_to_all_who_stayed_and_they_have_no_result_among_each_other() -> None:
    a, b, d, c = (1500, 20, 1), (1500, 20, 3), (1450, 20, 2), (1600, 20, 1, True)
    assert deltas(a, b, d, c) == ["+7.68", "+7.68", "+8.44", "-23.80"]


def test_two_leavers_have_no_result_between_them() -> None:
    change = changes([Entrant(Decimal(1500), 0, 1, True), Entrant(Decimal(1500), 0, 2, True)])
    assert [c.pairs for c in change] == [(), ()]
    assert [c.delta for c in change] == [0, 0]


@pytest.mark.parametrize(("played", "k"), [(0, 60), (9, 60), (10, 40), (19, 40), (20, 20)])
def test_k_falls_with_experience(played: int, k: int) -> None:
    assert k_factor(played) == k


def test_nobody_falls_below_the_floor() -> None:
    change = changes([Entrant(Decimal(110), 0, 2), Entrant(Decimal(110), 0, 1)])[0]
    assert change.after == ledger.FLOOR
    assert change.delta == -10


@pytest.mark.parametrize(("value", "text"), [(0.005, "0.01"), (-0.005, "-0.01"), (1.005, "1.01")])
def test_half_a_cent_is_rounded_away_from_zero(value: float, text: str) -> None:
    assert round2(value) == Decimal(text)


def test_a_rated_match_is_booked_once_for_each_person(new_table: Callable[..., Table]) -> None:
    table = play_on(new_table(3))
    assert table.status == Table.Status.FINISHED
    rows = list(table.rating_changes.all())
    assert len(rows) == 3
    for row in rows:
        assert row.before == Decimal("1500.00")
        assert Rating.objects.get(user=row.user, game=table.game).value == row.after
        assert Rating.objects.get(user=row.user, game=table.game).played == 1


def test_the_ledger_takes_no_second_row_for_a_match_and_person(table: Table) -> None:
    row = play_on(table).rating_changes.all()[0]
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_the_explanation_names_every_opponent(new_table: Callable[..., Table]) -> None:
    table = play_on(new_table(3))
    for row in table.rating_changes.all():
        assert {pair["user"] for pair in row.pairs} == {
            seat.user_id for seat in seats_of(table) if seat.user_id != row.user_id
        }
        assert round(sum(pair["delta"] for pair in row.pairs), 1) == pytest.approx(
            float(row.delta), abs=0.06
        )


def test_a_table_with_a_bot_is_unrated(new_table: Callable[..., Table]) -> None:
    table = play_on(new_table(2, bots=("random",)))
    assert table.status == Table.Status.FINISHED
    assert not table.rated
    assert not RatingChange.objects.exists()


def test_a_friendly_table_books_nothing(new_table: Callable[..., Table]) -> None:
    play_on(new_table(2, rated=False))
    assert not RatingChange.objects.exists()


def test_whoever_resigns_loses_to_everybody_who_stayed(new_table: Callable[..., Table]) -> None:
    table = new_table(3)
    leaver = actor(table)
    play.resign(table.key, player(leaver))
    table = play_on(table)
    for row in table.rating_changes.all():
        assert (row.delta < 0) == (row.user_id == leaver.user_id)
        assert len(row.pairs) == (2 if row.user_id == leaver.user_id else 1)


def recompute() -> str:
    out = StringIO()
    call_command("recompute_ratings", stdout=out)
    return out.getvalue().strip()


def test_recomputing_finds_no_differences(new_table: Callable[..., Table]) -> None:
    play_on(new_table(3))
    play_on(new_table(2))
    assert recompute() == "no differences"


def test_recomputing_reports_and_mends_a_wrong_rating(table: Table) -> None:
    row = play_on(table).rating_changes.all()[0]
    Rating.objects.filter(user=row.user).update(value=Decimal("2000"))
    assert "2000.00 after 1 stored" in recompute()
    assert Rating.objects.get(user=row.user).value == row.after
    assert recompute() == "no differences"


def test_recomputing_restores_a_lost_ledger_row(table: Table) -> None:
    row = play_on(table).rating_changes.all()[0]
    row.delete()
    assert "no ledger row" in recompute()
    assert table.rating_changes.filter(user=row.user, delta=row.delta).exists()
