"""How matches went here: counted by players, seats and options, kept, and counted anew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games import tasks
from games.boards import presenter
from games.history import game_statistics, openings
from games.models import Seat, Table
from games.table.session import journal
from tests import sample_titles
from tests.games.conftest import play_on
from tests.plugin import EnqueuedTasks
from tests.secrets.worlds import start_table

GAME = sample_titles.title(sample_titles.for_seats(2, 3), sample_titles.has_option)
OPTION = rules.get(GAME).options[0]
OPENED = sample_titles.title(lambda game: bool(presenter(game.key).opening_verb))
DAY = 24 * 3600
FinishedTableFactory = Callable[..., Table]


@pytest.fixture
def finished_table(people: list[User]) -> FinishedTableFactory:
    """Put a finished match into the database."""

    def make(
        *totals: int, days: float = 2, choice: str = OPTION.default, increment: int = DAY
    ) -> Table:
        now = timezone.now()
        table = Table.objects.create(
            game=GAME,
            rules_version=1,
            options={OPTION.key: choice},
            seat_count=len(totals),
            host=people[0],
            status=Table.Status.FINISHED,
            clock_bank=DAY,
            clock_increment=increment,
            clock_cap=DAY,
            started_at=now - timedelta(days=days),
            ended_at=now,
            move_count=10 * len(totals),
        )
        for number, total in enumerate(totals):
            rank = 1 + sum(other > total for other in totals)
            Seat.objects.create(
                table=table, number=number, user=people[number], total=total, rank=rank
            )
        return table

    return make


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_game_statistics_are_empty_without_matches() -> None:
    assert game_statistics.count_statistics(GAME) == game_statistics.GameStatistics(
        0, None, None, []
    )


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_matches_are_counted_by_players_with_the_wins_of_each_seat(
    finished_table: FinishedTableFactory,
) -> None:
    finished_table(10, 20)
    finished_table(40, 30)
    finished_table(50, 20)
    finished_table(5, 10, 15)
    found = game_statistics.count_statistics(GAME)
    assert found.matches == 4
    two, three = [share for share in found.shares if share.seats is not None]
    assert (two.seats, two.matches, three.seats, three.matches) == (2, 3, 3, 1)
    assert two.wins == pytest.approx([2 / 3, 1 / 3])
    assert two.average == pytest.approx(170 / 6)
    assert two.winners == pytest.approx(110 / 3)
    assert three.wins == [0, 0, 1]
    low, high = two.intervals[0]
    assert 0.2 < low < 2 / 3 < high < 0.95


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_a_shared_first_place_counts_for_each(finished_table: FinishedTableFactory) -> None:
    finished_table(10, 10)
    assert game_statistics.count_statistics(GAME).shares[0].wins == [1, 1]


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_matches_are_counted_by_the_choices_of_options(
    finished_table: FinishedTableFactory,
) -> None:
    finished_table(10, 20)
    finished_table(30, 40, choice=OPTION.choices[-1])
    finished_table(50, 60, choice=OPTION.choices[-1])
    shares = {
        one.choice: one
        for one in game_statistics.count_statistics(GAME).shares
        if one.option == OPTION.key
    }
    assert {choice: share.matches for choice, share in shares.items()} == {
        OPTION.default: 1,
        OPTION.choices[-1]: 2,
    }
    assert shares[OPTION.choices[-1]].average == pytest.approx(45)
    assert shares[OPTION.choices[-1]].wins == [0, 1]


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_a_seat_that_few_matches_have_is_counted_among_those(
    finished_table: FinishedTableFactory,
) -> None:
    finished_table(20, 10)
    finished_table(10, 20, 30)
    [share] = [
        one for one in game_statistics.count_statistics(GAME).shares if one.choice == OPTION.default
    ]
    assert share.wins == [1 / 2, 0, 1]


@pytest.mark.django_db
def test_length_is_the_median_of_matches_by_a_clock_of_days(
    finished_table: FinishedTableFactory,
) -> None:
    for days in (1, 3, 20):
        finished_table(1, 2, days=days)
    finished_table(1, 2, days=0.01, increment=60)
    found = game_statistics.count_statistics(GAME)
    assert found.days == pytest.approx(3, abs=0.01)
    assert found.decisions == pytest.approx(10)


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_a_round_is_what_it_takes_each_to_move_once(finished_table: FinishedTableFactory) -> None:
    table = finished_table(1, 2, days=6)
    Table.objects.filter(pk=table.pk).update(version=24)
    assert game_statistics.count_statistics(GAME).round_days == pytest.approx(0.5, abs=0.01)
    table = finished_table(1, 2, days=9)
    Table.objects.filter(pk=table.pk).update(version=6)
    assert game_statistics.count_statistics(GAME).round_days == pytest.approx(1.75, abs=0.01)


@pytest.mark.django_db
def test_matches_that_were_called_off_or_go_on_do_not_count(
    finished_table: FinishedTableFactory,
) -> None:
    for status in (Table.Status.CALLED_OFF, Table.Status.RUNNING):
        table = finished_table(1, 2)
        Table.objects.filter(pk=table.pk).update(status=status)
    assert game_statistics.count_statistics(GAME).matches == 0


@pytest.mark.django_db
def test_a_worker_counts_once_however_many_ask(
    finished_table: FinishedTableFactory,
    enqueued_tasks: EnqueuedTasks,
    django_assert_num_queries: Any,
) -> None:
    finished_table(10, 20)
    with django_assert_num_queries(0):
        assert [game_statistics.game_statistics(GAME) for _ in range(3)] == [
            game_statistics.UNKNOWN
        ] * 3
    assert enqueued_tasks.names() == ["games.tasks.count_statistics"]
    enqueued_tasks.run()
    assert game_statistics.game_statistics(GAME).matches == 1


@pytest.mark.django_db
def test_what_was_counted_is_kept_until_a_worker_counts_again(
    finished_table: FinishedTableFactory,
) -> None:
    finished_table(10, 20)
    tasks.count_statistics()
    before = game_statistics.game_statistics(GAME)
    assert before.matches == 1
    finished_table(10, 20)
    assert game_statistics.game_statistics(GAME) == before
    tasks.count_statistics()
    assert game_statistics.game_statistics(GAME).matches == 2


@pytest.mark.django_db
def test_an_opening_may_be_what_its_event_tells() -> None:
    game = sample_titles.title(lambda game: bool(presenter(game.key).opening_kind))
    show, table = presenter(game), play_on(start_table(game, 3), moves=14)
    expected = {
        (table.pk, event.seat): show.opening_key(event.data)
        for move in table.moves.all()
        for event in journal.stored_events(move)
        if event.kind == show.opening_kind
    }
    assert len(expected) == 3
    assert openings.find_openings(show, [table.pk]) == expected
    assert all(map(show.opening_label, expected.values()))


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_openings_and_sources_of_points_are_those_of_rated_matches(people: list[User]) -> None:
    table = play_on(start_table(OPENED, 2))
    Table.objects.filter(pk=table.pk).update(rated=True)
    Table.objects.filter(pk=play_on(start_table(OPENED, 2)).pk).update(rated=False)
    game_statistics.recount(OPENED)
    found = game_statistics.game_statistics(OPENED)
    assert sum(one.seats for one in found.openings) == 2
    for one in found.openings:
        assert presenter(OPENED).opening_label(one.opening)
        assert 0 <= one.low <= one.won / one.seats <= one.high <= 1
    totals = [seat.total or 0 for seat in table.seat_set.all()]
    assert sum(found.sources.values()) == pytest.approx(sum(totals) / 2)
    text = Client().get(reverse("games:game", args=[OPENED])).text
    assert f'<th scope="col">{presenter(OPENED).opening_title}</th>' in text
    data = Client().get(reverse("api:statistics", args=[OPENED])).json()
    assert [one["opening"] for one in data["openings"]] == [one.opening for one in found.openings]
