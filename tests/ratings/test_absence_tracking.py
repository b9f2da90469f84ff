"""Incidents: an absence is one mark, and spares who was away what was not being lost.

Those that are the same everywhere make the queries of the others, with other numbers.
"""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from functools import partial
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tokens import create_token
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import PlayerAbsence, Seat, Table
from games.ratings import absence_tracking, elo, participation, rating_changes
from games.ratings.models import Rating
from games.table.actions import automation, resignation
from games.table.actions.rollback import roll_back_table
from games.table.agreements import actions as agreements
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, fresh, play_on
from tests.games.races import Race, race
from tests.games.table.test_sleep import run_out

__all__ = ["race"]

pytestmark = pytest.mark.usefixtures("soon_played")


@pytest.fixture(autouse=True)
def commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for a commit is done at once: these tests are one transaction."""
    at_once = SimpleNamespace(atomic=transaction.atomic, on_commit=lambda act: act())
    monkeypatch.setattr(absence_tracking, "transaction", at_once)


def open_table_for(*sitting: User, rated: bool = True) -> Table:
    table = table_setup.open_table(
        sitting[0], GAME, TableSettings(len(sitting), {}, PRESETS_BY_KEY["day"].clock, rated=rated)
    )
    for user in sitting[1:]:
        table_setup.join(table.key, user)
    return fresh(table)


def time_out(*tables: Table, user: User) -> None:
    """The time of a person runs out at all these tables at once, where they are waited for."""
    late = Seat.objects.filter(table__in=tables, user=user, waiting_since__isnull=False)
    late.update(due_at=timezone.now() - timedelta(seconds=1))
    automation.time_out_seats(list(late.values_list("pk", flat=True)))


def seat(table: Table, user: User) -> Seat:
    return Seat.objects.get(table=table, user=user)


def appears(user: User) -> None:
    """The person opens a page."""
    client = Client()
    client.force_login(user)
    assert client.get("/tables/").status_code == 200


def excused_flags(*tables: Table, user: User) -> list[bool]:
    return [seat(table, user).excused for table in tables]


def rating_gains(table: Table) -> dict[str, bool]:
    """For whom a match counts, and whether they gained by it."""
    rows = table.rating_changes.select_related("user")
    return {row.user.username: row.delta > 0 for row in rows}


# one absence, one mark


@pytest.mark.same_everywhere
def test_time_outs_at_many_tables_are_one_mark(people: list[User]) -> None:
    ann, bob, *_others = people
    for table in [open_table_for(ann, bob) for _n in range(3)]:
        run_out(table, ann)
    assert absence_tracking.count_recent_absences(ann.pk)[""] == 1
    assert absence_tracking.count_recent_absences(bob.pk)[""] == 0


@pytest.mark.same_everywhere
def test_after_a_sign_of_life_it_is_another_one(people: list[User]) -> None:
    ann, bob, *_others = people
    first, second = open_table_for(ann, bob), open_table_for(ann, bob)
    run_out(first, ann)
    appears(ann)
    run_out(second, ann)
    assert absence_tracking.count_recent_absences(ann.pk)[""] == 2
    assert excused_flags(first, second, user=ann) == [False, False]


def test_a_mark_is_forgotten_after_three_months(people: list[User]) -> None:
    PlayerAbsence.objects.create(user=people[0], started_at=timezone.now() - timedelta(days=91))
    assert absence_tracking.count_recent_absences(people[0].pk)[""] == 0


def mark_absent(user: User) -> User:
    PlayerAbsence.objects.create(user=user, started_at=timezone.now())
    User.objects.filter(pk=user.pk).update(absent_since=timezone.now())
    return user


def is_missed(user: User) -> bool:
    user.refresh_from_db()
    is_open = PlayerAbsence.objects.filter(user=user, ended_at=None).exists()
    assert is_open == (user.absent_since is not None)
    return is_open


def test_what_a_page_fetches_by_itself_is_no_sign_of_life(
    table: Table, people: list[User], client: Client
) -> None:
    client.force_login(mark_absent(people[0]))
    fragment = reverse("games:fragment", args=[table.key])
    client.get(fragment, headers={"HX-Request": "true"})
    client.get(table.get_absolute_url(), headers={"Sec-Purpose": "prefetch"})
    assert is_missed(people[0])
    client.get(table.get_absolute_url())
    assert not is_missed(people[0])


@pytest.mark.same_everywhere
def test_whatever_is_sent_is_a_sign_of_life(
    table: Table, people: list[User], client: Client
) -> None:
    client.force_login(mark_absent(people[0]))
    client.post(reverse("games:undo", args=[table.key]), headers={"HX-Request": "true"})
    assert not is_missed(people[0])


def test_a_program_is_heard_of_when_it_does_something(table: Table, people: list[User]) -> None:
    api = APIClient()
    token = create_token(mark_absent(people[0]), "program")[1]
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    api.get(reverse("api:table", args=[table.key]))
    assert is_missed(people[0])
    api.post(reverse("api:call_off", args=[table.key]), {"agrees": False})
    assert not is_missed(people[0])


def test_of_a_person_who_is_there_nothing_is_asked_or_written(
    table: Table, people: list[User], client: Client
) -> None:
    client.force_login(people[0])
    with CaptureQueriesContext(connection) as queries:
        client.get(table.get_absolute_url())
    sql = " ".join(query["sql"] for query in queries)
    assert "incident_id" in sql, "with the seats"
    assert '"games_incident"' not in sql
    assert "UPDATE" not in sql


# what counts


def time_out_everywhere(user: User, *tables: Table, behind: bool = False) -> None:
    """A bot takes the person's seat everywhere in one absence; as the matches stand, they are ahead
    (or behind)."""
    for table in tables:
        run_out(table, user)
        for one in table.seat_set.exclude(absence=None):
            points = [20] * table.seat_count
            points[one.number] = 10 if behind else 30
            Seat.objects.filter(pk=one.pk).update(points_at_leaving=points)


def delta(table: Table, user: User) -> Decimal:
    return table.rating_changes.get(user=user).delta


@pytest.mark.same_everywhere
def test_an_excuse_spares_who_was_away_and_costs_the_winners_nothing(people: list[User]) -> None:
    ann, bob, cem, dee, _eva = people
    tables = [open_table_for(ann, bob), open_table_for(ann, cem), open_table_for(ann, dee)]
    time_out_everywhere(ann, *tables)
    for table in tables:
        assert play_on(table).status == Table.Status.FINISHED
    assert excused_flags(*tables, user=ann) == [False, True, True]
    assert [delta(table, ann) for table in tables] == [-30, 0, 0]
    assert delta(tables[0], bob) == 30
    won = elo.compute_change(elo.INITIAL_RATING, 0, [elo.PairResult(0, 1.0)], [1470_00], 2).delta
    assert delta(tables[1], cem) == delta(tables[2], dee) == elo.to_points(won)
    assert rating_changes.recompute_all() == []


@pytest.mark.same_everywhere
def test_a_match_that_is_called_off_shields_none(people: list[User]) -> None:
    """A friend's match times out first, is taken back last and called off: it spares nothing."""
    ann, bob, *_others, friend = people
    shield, *honest = (
        open_table_for(ann, friend),
        open_table_for(ann, bob),
        open_table_for(ann, bob),
    )
    time_out_everywhere(ann, shield, *honest, behind=True)
    for table in honest:
        play_on(table)
    resignation.reclaim_seat(shield.key, ann)
    for user in (ann, friend):
        agreements.agree_to_call_off(shield.key, user)
    assert fresh(shield).status == Table.Status.CALLED_OFF
    assert all(delta(table, ann) < 0 < delta(table, bob) for table in honest)


@pytest.mark.same_everywhere
def test_a_loss_that_costs_next_to_nothing_shields_none(people: list[User]) -> None:
    """A friend who is much stronger wins first."""
    ann, bob, cem, dee, friend = people
    Rating.objects.create(user=friend, game=GAME, value=2300)
    tables = [
        open_table_for(ann, friend),
        open_table_for(ann, bob),
        open_table_for(ann, cem),
        open_table_for(ann, dee),
    ]
    time_out_everywhere(ann, *tables)
    for table in tables:
        play_on(table)
    assert excused_flags(*tables, user=ann) == [False, False, True, True]


@pytest.mark.same_everywhere
def test_whoever_was_behind_has_lost(people: list[User]) -> None:
    ann, bob, cem, *_others = people
    tables = [open_table_for(ann, bob), open_table_for(ann, cem)]
    time_out_everywhere(ann, *tables, behind=True)
    for table in tables:
        play_on(table)
    assert excused_flags(*tables, user=ann) == [False, True]
    before = elo.INITIAL_RATING + rating_changes.decimal_to_hundredths(delta(tables[0], ann))
    as_lost = elo.compute_change(before, 1, [elo.PairResult(0, 0.0)], [elo.INITIAL_RATING], 2).delta
    assert delta(tables[1], ann) == elo.to_points(as_lost)


@pytest.mark.same_everywhere
def test_running_away_from_level_matches_costs_what_resigning_costs(people: list[User]) -> None:
    ann, bob, *others = people
    left = [open_table_for(ann, other) for other in others]
    resigned = [open_table_for(bob, other) for other in others]
    time_out_everywhere(ann, *left)
    Seat.objects.filter(table__in=left, user=ann).update(points_at_leaving=[20, 20])
    for table in resigned:
        resignation.resign(table.key, bob)
    for table in (*left, *resigned):
        play_on(table)
    ran, stayed = (Rating.objects.get(user=user, game=GAME).value for user in (ann, bob))
    assert ran - 1500 <= (stayed - 1500) * Decimal("0.9"), "but for what opponents had won before"
    assert rating_changes.recompute_all() == []


def test_a_level_match_that_was_excused_before_stays_a_draw(people: list[User]) -> None:
    ann, bob, cem, *_others = people
    tables = [open_table_for(ann, bob), open_table_for(ann, cem)]
    time_out_everywhere(ann, *tables)
    Seat.objects.filter(table__in=tables, user=ann).update(points_at_leaving=[20, 20])
    for table in tables:
        play_on(table)
    assert delta(tables[1], ann) < 0
    Table.objects.update(rating_rules=2)
    rating_changes.recompute_all()
    assert delta(tables[1], ann) == 0
    assert rating_changes.recompute_all() == []


@pytest.mark.same_everywhere
def test_a_match_that_has_hardly_been_played_is_never_excused(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cem, *_others = people
    tables = [open_table_for(ann, bob), open_table_for(ann, cem)]
    time_out_everywhere(ann, *tables)
    monkeypatch.setattr(participation, "required_moves", lambda table: 10_000)
    for table in tables:
        play_on(table)
    assert excused_flags(*tables, user=ann) == [False, False]


@pytest.mark.same_everywhere
def test_a_friendly_match_that_is_lost_shields_no_rated_one(people: list[User]) -> None:
    ann, bob, *_others = people
    friendly, rated = open_table_for(ann, bob, rated=False), open_table_for(ann, bob)
    time_out_everywhere(ann, friendly, rated)
    for table in (friendly, rated):
        play_on(table)
    assert excused_flags(friendly, rated, user=ann) == [False, False]


def absence_of(user: User, *others: User, days: int = 0) -> list[Table]:
    """An absence so many days ago, in which these have won, all booked by now."""
    lost = [open_table_for(user, other) for other in others]
    time_out_everywhere(user, *lost)
    began = timezone.now() - timedelta(days=days)
    PlayerAbsence.objects.filter(ended_at=None).update(started_at=began)
    for table in lost:
        play_on(table)
    appears(user)
    return lost


@pytest.mark.same_everywhere
@pytest.mark.parametrize(("days", "again"), [(61, True), (59, False)])
def test_an_absence_excuses_once_in_sixty_days(
    people: list[User], days: int, *, again: bool
) -> None:
    ann, bob, cem, dee, eva = people
    assert excused_flags(*absence_of(ann, bob, cem, days=days), user=ann) == [False, True]
    assert excused_flags(*absence_of(ann, dee, eva), user=ann) == [False, again]


@pytest.mark.same_everywhere
def test_an_absence_excuses_no_more_than_the_most(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence_tracking, "MOST_EXCUSED", 2)
    found = excused_flags(*absence_of(*people), user=people[0])
    assert found == [False, True, True, False]


@pytest.mark.same_everywhere
def test_of_two_absences_at_one_table_each_counts_by_itself(people: list[User]) -> None:
    """Ann is excused there, Bob is not: both lose to Cem, who stayed, and only Bob pays."""
    ann, bob, cem, dee = people[:4]
    other, table = open_table_for(ann, dee), open_table_for(ann, bob, cem)
    time_out_everywhere(ann, other, table)
    time_out_everywhere(bob, table)
    for one in (other, table):
        play_on(one)
    assert [seat(table, user).excused for user in (ann, bob)] == [True, False]
    assert delta(table, ann) == 0
    assert delta(table, bob) < 0 < delta(table, cem)
    pairs = {
        row.user_id: {pair["user"] for pair in row.pairs} for row in table.rating_changes.all()
    }
    assert pairs == {ann.pk: {cem.pk}, bob.pk: {cem.pk}, cem.pk: {ann.pk, bob.pk}}
    assert rating_changes.recompute_all() == []


@pytest.mark.same_everywhere
def test_who_resigns_is_never_excused(people: list[User]) -> None:
    ann, bob, *_others = people
    time_out_everywhere(ann, open_table_for(ann, bob))
    table = open_table_for(ann, bob)
    resignation.resign(table.key, ann)
    play_on(table)
    assert rating_gains(table) == {"ann": False, "bob": True}


@pytest.mark.same_everywhere
def test_matches_that_ended_under_the_earlier_rules_stay_as_they_were_booked(
    people: list[User],
) -> None:
    """Excused then was without any result, also for those who stayed."""
    ann, bob, cem, *_others = people
    tables = [open_table_for(ann, bob), open_table_for(ann, cem)]
    time_out_everywhere(ann, *tables)
    for table in tables:
        play_on(table)
    Table.objects.update(rating_rules=1)
    assert any("computed" in line for line in rating_changes.recompute_all())
    assert [rating_gains(table) for table in tables] == [{"ann": False, "bob": True}, {}]
    assert rating_changes.recompute_all() == []


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_find_the_same_person_late_open_one_absence(
    people: list[User], race: Race
) -> None:
    ann, bob, *_others = people
    tables = [open_table_for(ann, bob), open_table_for(ann, bob)]
    for table in tables:
        while not seat(table, ann).waiting_since:
            play_on(table, moves=1)
    Seat.objects.filter(user=ann).update(timeouts=2)
    assert race(*(partial(time_out, table, user=ann) for table in tables)) == ["", ""]
    assert absence_tracking.count_recent_absences(ann.pk)[""] == 1
    assert Seat.objects.filter(user=ann, absence=PlayerAbsence.objects.get()).count() == 2
    ann.refresh_from_db()
    assert ann.absent_since is not None


# coming back


@pytest.mark.same_everywhere
def test_taken_back_is_not_lost(people: list[User]) -> None:
    ann, bob, *_others = people
    tables = [open_table_for(ann, bob) for _n in range(3)]
    time_out_everywhere(ann, *tables)
    for table in tables:
        resignation.reclaim_seat(table.key, ann)
    assert not Seat.objects.exclude(absence=None, points_at_leaving=[], excused=False).exists()
    assert absence_tracking.count_recent_absences(ann.pk)[""] == 1


def test_what_is_booked_stays_when_the_match_that_counts_is_set_back(people: list[User]) -> None:
    ann, bob, cem, *_others = people
    staff = User.objects.create_user("staffa", "staffa@example.org", None, is_staff=True)
    counted, other = open_table_for(ann, bob), open_table_for(ann, cem)
    time_out_everywhere(ann, counted, other)
    play_on(counted)
    play_on(other)
    roll_back_table(counted.key, 0, staff, "A ship was loaded twice.", fresh(counted).version)
    assert seat(counted, ann).absence is None
    assert excused_flags(counted, other, user=ann) == [False, True]
    assert delta(other, ann) == 0 < delta(other, cem)
    assert rating_changes.recompute_all() == []


# the ledger follows


def test_striking_a_match_books_later_ones_with_excused_people_anew(people: list[User]) -> None:
    ann, bob, cem, dee = people[:4]
    staff = User.objects.create_user("staffa", "staffa@example.org", None, is_staff=True)
    first = play_on(open_table_for(bob, cem))
    other, table = open_table_for(ann, dee), open_table_for(ann, bob, cem)
    time_out_everywhere(ann, other, table)
    time_out_everywhere(bob, table)
    play_on(other)
    play_on(table)
    roll_back_table(first.key, 0, staff, "A ship was loaded twice.", first.version)
    before = {row.user_id: row.before for row in table.rating_changes.all()}
    assert before == {ann.pk: Decimal(1470), bob.pk: 1500, cem.pk: 1500}
    assert rating_changes.recompute_all() == []
