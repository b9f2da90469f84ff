"""Answers and matches counted by a worker, and the same from the journal alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from games.models import Move, PlayerAbsence, Seat, Table
from games.ratings import tasks as ratings_tasks
from games.ratings.models import PlayerStatistics
from games.ratings.reliability import aggregation, stats
from games.ratings.reliability.recount import recount_all
from games.table.actions import resignation
from games.table.actions.rollback import roll_back_table
from tests.games.conftest import GAME, fresh, play_on

NewTable = Callable[..., Table]


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("staffa", "staffa@example.org", None, is_staff=True)


@pytest.fixture
def over(new_table: NewTable) -> Table:
    """A match that two people have played to its end."""
    return play_on(new_table())


def stored_counts() -> dict[tuple[str, str], tuple[object, ...]]:
    return {
        (tally.user.username, tally.game): tuple(
            getattr(tally, one) for one in aggregation.COUNTED_FIELDS
        )
        for tally in PlayerStatistics.objects.select_related("user")
    }


def answers(table: Table) -> int:
    return table.moves.filter(took__isnull=False).count()


def test_what_is_counted_as_it_happens_is_what_the_journal_says(
    new_table: NewTable, over: Table
) -> None:
    second = play_on(new_table(), moves=30)
    assert ratings_tasks.count_reliability() == 2
    play_on(second, moves=10)
    assert ratings_tasks.count_reliability() == 1
    play_on(second)
    assert ratings_tasks.count_reliability() == 1
    assert ratings_tasks.count_reliability() == 0
    ann = PlayerStatistics.objects.get(user__username="ann", game=GAME)
    assert (ann.played, ann.finished) == (2, 2)
    assert ann.pace is not None
    assert sum(tally.turns for tally in PlayerStatistics.objects.filter(game=GAME)) == (
        answers(over) + answers(second)
    )
    assert stored_counts()["ann", ""] == stored_counts()["ann", GAME]
    assert recount_all() == []


@pytest.mark.same_everywhere
def test_below_twenty_turns_there_is_no_pace(new_table: NewTable) -> None:
    table = new_table()
    while answers(play_on(table, moves=1)) < 2 * aggregation.MIN_ANSWERS - 1:
        pass
    aggregation.count_marked_tables()
    turns = {tally.turns: tally.pace for tally in PlayerStatistics.objects.filter(game="")}
    assert {pace is None for n, pace in turns.items() if n < aggregation.MIN_ANSWERS} == {True}
    assert {pace is None for n, pace in turns.items() if n >= aggregation.MIN_ANSWERS} == {False}


def test_the_command_says_what_differed_and_mends_it(over: Table) -> None:
    aggregation.count_marked_tables()
    right = stored_counts()
    PlayerStatistics.objects.filter(user__username="ann", game="").update(
        turns=3, finished=9, pace=None
    )
    PlayerStatistics.objects.filter(user__username="bob", game=GAME).delete()
    said = StringIO()
    call_command("recount_reliability", stdout=said)
    assert said.getvalue().strip().endswith("2 differences")
    assert stored_counts() == right
    said = StringIO()
    call_command("recount_reliability", stdout=said)
    assert said.getvalue().strip() == "no differences"


@pytest.mark.parametrize("is_counted", [True, False])
def test_a_match_that_is_set_back_is_not_counted(
    over: Table, staff: User, is_counted: bool
) -> None:
    if is_counted:
        aggregation.count_marked_tables()
    roll_back_table(over.key, 12, staff, "a mistake", over.version)
    aggregation.count_marked_tables()
    turns = PlayerStatistics.objects.filter(game="").values_list("turns", "played")
    assert sum(n for n, _played in turns) == answers(over) <= 12
    assert {played for _n, played in turns} <= {0}
    assert recount_all() == []
    play_on(over)
    aggregation.count_marked_tables()
    assert set(PlayerStatistics.objects.values_list("played", "finished")) == {(1, 1)}
    assert recount_all() == []


@pytest.mark.same_everywhere
def test_matches_with_bots_alone_do_not_count(new_table: NewTable) -> None:
    play_on(new_table(2, bots=("random",)))
    assert aggregation.count_marked_tables() == 1
    assert not PlayerStatistics.objects.exists()


def test_who_leaves_has_played_and_not_finished(new_table: NewTable, people: list[User]) -> None:
    table = play_on(new_table(), moves=60)
    resignation.resign(table.key, people[0])
    play_on(table)
    aggregation.count_marked_tables()
    found = {
        tally.user_id: (tally.played, tally.finished) for tally in PlayerStatistics.objects.all()
    }
    assert found == {people[0].pk: (1, 0), people[1].pk: (1, 1)}


def test_what_is_lost_in_one_absence_is_one_match(over: Table, people: list[User]) -> None:
    """Once in a game, and once in all, whatever was played there."""
    absence = PlayerAbsence.objects.create(user=people[0], started_at=timezone.now())
    lost = {"leave_reason": Seat.LeaveReason.TIMED_OUT, "absence": absence}
    for game in (GAME, "another"):
        for _again in range(2):
            copy_of(over, game, people[0], lost)
    aggregation.count_marked_tables()
    mine = PlayerStatistics.objects.filter(user=people[0])
    assert {(one.game, one.played, one.finished) for one in mine} == {
        ("", 2, 1),
        (GAME, 2, 1),
        ("another", 1, 0),
    }
    assert recount_all() == []
    whole, *games = stats.stats_by_game(people[0])
    assert (whole.absences, [one.absences for one in games]) == (1, [1, 1])


def copy_of(table: Table, game: str, user: User, seat: dict[str, object]) -> None:
    seats = list(table.seat_set.all())
    copied = Table.objects.get(pk=table.pk)
    copied.pk, copied.key, copied.game = None, f"{table.key}{Table.objects.count()}", game
    copied.save()
    for one in seats:
        said = seat if one.user_id == user.pk else {}
        Seat.objects.create(
            table=copied, number=one.number, user_id=one.user_id, rank=one.rank, **said
        )


def test_absences_of_ninety_days_are_counted_in_total_and_by_game(
    over: Table, people: list[User]
) -> None:
    now = timezone.now()
    _long_ago, _without_a_seat, here = (
        PlayerAbsence.objects.create(
            user=people[0], started_at=now - timedelta(days=n), ended_at=now
        )
        for n in (91, 89, 3)
    )
    Seat.objects.filter(user=people[0]).update(absence=here)
    aggregation.count_marked_tables()
    whole, game = stats.stats_by_game(people[0])
    assert (whole.absences, game.absences) == (2, 1)


def test_nothing_is_kept_of_an_account_that_has_gone(over: Table, people: list[User]) -> None:
    aggregation.count_marked_tables()
    delete_account(people[0])
    assert not PlayerStatistics.objects.filter(user=people[0]).exists()
    assert recount_all() == []
    assert PlayerStatistics.objects.filter(user=people[1]).exists()


def test_finished_share_needs_five_matches_and_rounds_down() -> None:
    assert stats.ReliabilityStats(played=4, finished=4).share is None
    assert stats.ReliabilityStats(played=5, finished=5).share == 100
    assert stats.ReliabilityStats(played=1000, finished=999).share == 99


def test_a_move_costs_no_statement_more(table: Table) -> None:
    """What it took is written with the move and the seat; its table is marked once."""
    play_on(table, moves=20)
    assert fresh(table).uncounted_after is not None
    assert not PlayerStatistics.objects.exists()
    assert Move.objects.filter(took__isnull=False).exists()


def test_matches_are_added_to_what_stands_there(new_table: NewTable) -> None:
    """So the end of a match costs the same, however many its people have behind them."""
    play_on(new_table())
    aggregation.count_marked_tables()
    PlayerStatistics.objects.filter(user__username="ann").update(played=10_000, finished=9_000)
    play_on(new_table())
    aggregation.count_marked_tables()
    assert set(
        PlayerStatistics.objects.filter(user__username="ann").values_list("played", "finished")
    ) == {(10_001, 9_001)}


@pytest.mark.parametrize("seed", range(6))
def test_matches_of_every_kind_are_counted_as_the_journal_says(
    people: list[User], monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Ended, set back and ended again, lost in absences, left, idle; counted now and then."""
    monkeypatch.setattr(aggregation, "TOGETHER", 3)
    chance = random.Random(seed)
    now = timezone.now()
    absences = [
        PlayerAbsence.objects.create(user=one, started_at=now, ended_at=now)
        for one in people[:4] * 2
    ]
    over: list[Table] = []
    for _step in range(40):
        match chance.choice(["end", "end", "end", "again", "count"]):
            case "end":
                over.append(
                    create_ended_match(
                        chance, chance.sample(people, chance.randint(1, 4)), absences
                    )
                )
            case "again" if over:
                table = fresh(chance.choice(over))
                Table.objects.filter(pk=table.pk).update(status=Table.Status.RUNNING)
                aggregation.recount_matches(fresh(table))
                seat = table.seat_set.first()
                assert seat is not None
                Seat.objects.filter(pk=seat.pk).update(**fate(chance, seat.user, absences))
                Table.objects.filter(pk=table.pk).update(**ENDED)
            case "count":
                aggregation.count_marked_tables()
    aggregation.count_marked_tables()
    assert PlayerStatistics.objects.filter(played__gt=0).count() > 4
    assert recount_all() == []


ENDED = {"status": Table.Status.FINISHED, "uncounted_after": 0}


def create_ended_match(
    chance: random.Random, people: list[User], absences: list[PlayerAbsence]
) -> Table:
    """A match of these people that has just ended, nothing of it counted yet."""
    clock = {"clock_bank": 1, "clock_increment": 1, "clock_cap": 1}
    table = Table.objects.create(
        game=chance.choice([GAME, "another"]),
        rules_version=1,
        seat_count=len(people),
        host=people[0],
        started_at=timezone.now(),
        **clock,
        **ENDED,
    )
    Seat.objects.bulk_create(
        Seat(table=table, number=number, user=user, **fate(chance, user, absences))
        for number, user in enumerate(people)
    )
    return table


def fate(chance: random.Random, user: User | None, absences: list[PlayerAbsence]) -> dict[str, Any]:
    """How a match went for somebody."""
    mine = [one for one in absences if one.user == user]
    return {
        "leave_reason": chance.choice([Seat.LeaveReason.STAYED, *Seat.LeaveReason.values]),
        "absence": chance.choice([None, *mine]),
        "idle": chance.random() < 0.2,
    }
