"""Multiplayer Elo: the check values, the ledger, and rebuilding it."""

import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.lobby import hosting_limits
from games.models import Table
from games.ratings import elo, legacy_rules
from games.ratings import rating_changes as ratings_rating_changes
from games.ratings.elo import MatchPlayer, k_factor, to_hundredths, to_points
from games.ratings.models import Rating, RatingChange
from games.ratings.reliability import aggregation
from games.table.actions import resignation
from games.table.views.rating_explanations import rating_change_rows
from tests.games.conftest import actor, play_on, player, seats_of

Person = tuple[int, int, MatchPlayer]  # rating and rated matches before, and what became of them


def changes(*people: Person, met: list[list[elo.PairResult]] | None = None) -> list[elo.EloChange]:
    entrants = [entrant for _rating, _played, entrant in people]
    ratings = [rating * 100 for rating, _played, _entrant in people]
    return [
        elo.compute_change(
            ratings[n], played, opponents, ratings, len(people), excused=entrant.excused
        )
        for n, ((_rating, played, entrant), opponents) in enumerate(
            zip(people, met or elo.pair_results(entrants), strict=True)
        )
    ]


def deltas(*people: tuple[int, int, int] | tuple[int, int, int, bool]) -> list[str]:
    return [
        f"{to_points(change.delta):+.2f}"
        for change in changes(*((one[0], one[1], MatchPlayer(*one[2:])) for one in people))  # type: ignore[misc]
    ]


def test_two_players() -> None:
    assert deltas((1600, 50, 2), (1400, 12, 1)) == ["-15.19", "+30.39"]


def test_four_players() -> None:
    a, b, c, d = (1700, 20, 2), (1550, 20, 4), (1500, 20, 1), (1400, 20, 3)
    assert deltas(a, b, c, d) == ["-3.75", "-18.86", "+20.29", "+2.31"]


def test_three_players_with_a_tie() -> None:
    assert deltas((1500, 0, 1), (1500, 15, 3), (1620, 80, 1)) == ["+29.98", "-25.02", "+2.52"]


def test_a_leaver_loses_to_all_who_stayed_and_they_are_booked_by_place() -> None:
    a, b, d, c = (1500, 20, 1), (1500, 20, 3), (1450, 20, 2), (1600, 20, 1, True)
    assert deltas(a, b, d, c) == ["+18.82", "-5.18", "+10.16", "-23.80"]


def test_before_those_who_stayed_had_no_result_among_each_other() -> None:
    """As matches were booked that ended under the earlier rules."""
    a, b, d, c = (1500, 20, 1), (1500, 20, 3), (1450, 20, 2), (1600, 20, 1, True)
    people = [(one[0], one[1], MatchPlayer(*one[2:])) for one in (a, b, d, c)]
    met = legacy_rules.pair_results([entrant for _rating, _played, entrant in people])
    found = changes(*people, met=[one or [] for one in met])
    assert [f"{to_points(change.delta):+.2f}" for change in found] == [
        "+7.68",
        "+7.68",
        "+8.44",
        "-23.80",
    ]


def test_two_leavers_have_no_result_between_them() -> None:
    change = changes((1500, 0, MatchPlayer(1, True)), (1500, 0, MatchPlayer(2, True)))
    assert [c.delta for c in change] == [0, 0]
    assert elo.pair_results([MatchPlayer(1, True), MatchPlayer(2, True)]) == [[], []]


def test_by_whom_has_hardly_played_nobody_gains_and_who_left_loses_all_the_same() -> None:
    winner, loser = changes((1500, 0, MatchPlayer(1)), (1500, 0, MatchPlayer(2, True, idle=True)))
    assert (winner.delta, loser.delta) == (0, -30_00)


def test_who_is_excused_is_booked_as_it_stood_and_gains_nothing_the_others_as_played() -> None:
    for stood, delta in (((30, 20), 0), ((20, 30), -10_00), ((29, 30), -10_00), ((), 0)):
        away, winner = changes(
            (1500, 50, MatchPlayer(2, True, excused=True, stood=stood)), (1500, 50, MatchPlayer(1))
        )
        assert (away.delta, winner.delta) == (delta, 10_00), stood


def test_a_match_against_the_same_person_weighs_less_and_less_within_a_week() -> None:
    start, meetings, found = timezone.now(), ratings_rating_changes.RecentMeetings(), []
    for n in range(6):
        found.append(meetings.weight(1, 2, start + timedelta(hours=n)))
        meetings.add([2, 1], start + timedelta(hours=n))
    assert found == [1, 0.5, 0.25, 0.125, 0, 0]
    assert meetings.weight(1, 3, start) == 1
    assert meetings.weight(1, 2, start + timedelta(days=7, hours=5)) == 1


@pytest.mark.parametrize(("played", "k"), [(0, 60), (9, 60), (10, 40), (19, 40), (20, 20)])
def test_k_falls_with_experience(played: int, k: int) -> None:
    assert k_factor(played) == k


def test_nobody_falls_below_the_floor() -> None:
    change = changes((110, 0, MatchPlayer(2)), (110, 0, MatchPlayer(1)))[0]
    assert change.after == elo.MIN_RATING
    assert change.delta == -10_00


@pytest.mark.parametrize(("value", "rounded"), [(0.005, 1), (-0.005, -1), (1.005, 101)])
def test_half_a_cent_is_rounded_away_from_zero(value: float, rounded: int) -> None:
    assert to_hundredths(value) == rounded


def test_a_rated_match_is_booked_once_for_each_person(new_table: Callable[..., Table]) -> None:
    table = play_on(new_table(3))
    assert table.status == Table.Status.FINISHED
    rows = list(table.rating_changes.all())
    assert len(rows) == 3
    for row in rows:
        assert row.before == Decimal("1500.00")
        assert Rating.objects.get(user=row.user, game=table.game).value == row.after
        assert Rating.objects.get(user=row.user, game=table.game).played == 1


def test_rating_changes_have_one_row_for_a_match_and_person(table: Table) -> None:
    row = play_on(table).rating_changes.all()[0]
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


@pytest.mark.same_everywhere
def test_the_explanation_names_every_opponent(new_table: Callable[..., Table]) -> None:
    table = play_on(new_table(3))
    for line in rating_change_rows(table, seats_of(table)):
        others = {seat.name for seat in seats_of(table) if seat.user_id != line.change.user_id}
        parsed = [re.search(r"against (\w+) .*: ([-+.\d]+)", one) for one in line.opponents]
        assert {one[1] for one in parsed if one} == others
        assert sum(float(one[2]) for one in parsed if one) == pytest.approx(
            float(line.change.delta), abs=0.02
        )


@pytest.mark.same_everywhere
def test_a_table_with_a_bot_is_unrated(new_table: Callable[..., Table]) -> None:
    table = play_on(new_table(2, bots=("random",)))
    assert table.status == Table.Status.FINISHED
    assert not table.rated
    assert not RatingChange.objects.exists()


@pytest.mark.same_everywhere
def test_a_friendly_table_books_nothing(new_table: Callable[..., Table]) -> None:
    play_on(new_table(2, rated=False))
    assert not RatingChange.objects.exists()


@pytest.mark.same_everywhere
def test_whoever_resigns_loses_to_everybody_who_stayed(new_table: Callable[..., Table]) -> None:
    table = new_table(3)
    leaver = actor(table)
    resignation.resign(table.key, player(leaver))
    table = play_on(table)
    rank = {seat.user_id: seat.rank or 0 for seat in seats_of(table)}
    for row in table.rating_changes.all():
        result = {pair["user"]: pair["result"] for pair in row.pairs}
        if row.user_id == leaver.user_id:
            assert set(result.values()) == {0}
        else:
            other = next(user for user in rank if user not in (row.user_id, leaver.user_id))
            assert result.pop(leaver.user_id) == 1
            mine, theirs = rank[row.user_id], rank[other]
            assert result == {other: 0.5 if mine == theirs else float(mine < theirs)}
    assert ratings_rating_changes.recompute_all() == []


@pytest.mark.same_everywhere
def test_a_friend_who_resigns_voids_nothing_among_those_who_stay(
    new_table: Callable[..., Table],
) -> None:
    """The last one's loss stays what it was, with a friend at the table and without."""
    table = new_table(3)
    friend = actor(table)
    resignation.resign(table.key, player(friend))
    stayed = [seat for seat in seats_of(play_on(table)) if not seat.leave_reason]
    first, last = sorted(stayed, key=lambda seat: seat.rank or 0)
    is_drawn = first.rank == last.rank
    assert is_drawn or table.rating_changes.get(user=last.user_id).delta < 0


@pytest.mark.same_everywhere
def test_two_who_resign_at_once_have_played_nothing(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    """The second account resigns, the winner too: nothing is won, however often."""
    ann, bob = people[:2]
    for _again in range(3):
        table = new_table()
        resignation.resign(table.key, bob)
        resignation.resign(table.key, ann)
    mine = Rating.objects.get(user=ann)
    assert (mine.value, mine.played) == (1500, 0)
    assert Rating.objects.get(user=bob).value < 1500
    aggregation.count_marked_tables()
    assert aggregation.count_matches([ann.pk]) == {}
    assert hosting_limits.unfinished_table_limit(ann) == hosting_limits.UNFINISHED_AT_FIRST
    assert ratings_rating_changes.recompute_all() == []


@pytest.mark.same_everywhere
def test_a_winner_who_ends_a_match_that_was_played_gains(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    ann, bob = people[:2]
    table = play_on(new_table(), moves=90)
    resignation.resign(table.key, bob)
    resignation.resign(table.key, ann)
    assert Rating.objects.get(user=ann).value > 1500


def test_matches_against_the_same_person_shrink_and_stop(new_table: Callable[..., Table]) -> None:
    gained = []
    for seed in range(6):
        table = play_on(new_table(), seed=seed)
        row = table.rating_changes.order_by("user")[0]
        gained.append(abs(row.delta) / row.k)
        assert row.pairs[0]["weight"] == (*elo.REPEAT_WEIGHTS, 0, 0)[seed]
    assert gained[4:] == [0, 0]
    assert Rating.objects.get(user=row.user).played == len(elo.REPEAT_WEIGHTS)
    assert ratings_rating_changes.recompute_all() == []


def recompute() -> str:
    out = StringIO()
    call_command("recompute_ratings", stdout=out)
    return out.getvalue().strip()


@pytest.mark.same_everywhere
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


def test_recomputing_restores_a_lost_rating_change(table: Table) -> None:
    row = play_on(table).rating_changes.all()[0]
    row.delete()
    assert "no ledger row" in recompute()
    assert table.rating_changes.filter(user=row.user, delta=row.delta).exists()
