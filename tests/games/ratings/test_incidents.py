"""Incidents: what a person loses by one absence counts once, and what counts is stored."""

from __future__ import annotations

from datetime import timedelta
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
from games.clocks import BY_KEY
from games.lobby import gathering
from games.models import Incident, Rating, Seat, Table
from games.ratings import incidents, ledger
from games.table import play
from games.table.setting_back import set_back
from tests.accounts.test_deletion_races import at_once
from tests.games.conftest import GAME, fresh, play_on
from tests.games.table.test_sleep import run_out


@pytest.fixture(autouse=True)
def commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for a commit is done at once: these tests are one transaction."""
    at_once = SimpleNamespace(atomic=transaction.atomic, on_commit=lambda act: act())
    monkeypatch.setattr(incidents, "transaction", at_once)


def opened(*sitting: User, rated: bool = True) -> Table:
    table = gathering.open_table(
        sitting[0], GAME, len(sitting), {}, BY_KEY["day"].clock, rated=rated
    )
    for user in sitting[1:]:
        gathering.join(table.key, user)
    return fresh(table)


def time_out(*tables: Table, user: User) -> None:
    """The time of a person runs out at all these tables at once, where they are waited for."""
    late = Seat.objects.filter(table__in=tables, user=user, waiting_since__isnull=False)
    late.update(due_at=timezone.now() - timedelta(seconds=1))
    play.time_out(list(late.values_list("pk", flat=True)))


def seat(table: Table, user: User) -> Seat:
    return Seat.objects.get(table=table, user=user)


def appears(user: User) -> None:
    """The person opens a page."""
    client = Client()
    client.force_login(user)
    assert client.get("/tables/").status_code == 200


def excused(*tables: Table, user: User) -> list[bool]:
    return [seat(table, user).excused for table in tables]


def booked(table: Table) -> dict[str, bool]:
    """For whom a match counts, and whether they gained by it."""
    rows = table.rating_changes.select_related("user")
    return {row.user.username: row.delta > 0 for row in rows}


# one absence, one mark


def test_time_outs_at_many_tables_are_one_mark(people: list[User]) -> None:
    ann, bob, *_others = people
    for table in [opened(ann, bob) for _n in range(3)]:
        run_out(table, ann)
    assert incidents.marks(ann.pk) == 1
    assert incidents.marks(bob.pk) == 0


def test_after_a_sign_of_life_it_is_another_one(people: list[User]) -> None:
    ann, bob, *_others = people
    first, second = opened(ann, bob), opened(ann, bob)
    run_out(first, ann)
    appears(ann)
    run_out(second, ann)
    assert incidents.marks(ann.pk) == 2
    assert excused(first, second, user=ann) == [False, False]


def test_a_mark_is_forgotten_after_a_year(people: list[User]) -> None:
    Incident.objects.create(user=people[0], began_at=timezone.now() - timedelta(days=366))
    assert incidents.marks(people[0].pk) == 0


def missed(user: User) -> User:
    Incident.objects.create(user=user, began_at=timezone.now())
    User.objects.filter(pk=user.pk).update(absent_since=timezone.now())
    return user


def is_missed(user: User) -> bool:
    user.refresh_from_db()
    is_open = Incident.objects.filter(user=user, ended_at=None).exists()
    assert is_open == (user.absent_since is not None)
    return is_open


def test_what_a_page_fetches_by_itself_is_no_sign_of_life(
    table: Table, people: list[User], client: Client
) -> None:
    client.force_login(missed(people[0]))
    fragment = reverse("games:fragment", args=[table.key])
    client.get(fragment, headers={"HX-Request": "true"})
    client.get(table.get_absolute_url(), headers={"Sec-Purpose": "prefetch"})
    assert is_missed(people[0])
    client.get(table.get_absolute_url())
    assert not is_missed(people[0])


def test_whatever_is_sent_is_a_sign_of_life(
    table: Table, people: list[User], client: Client
) -> None:
    client.force_login(missed(people[0]))
    client.post(reverse("games:undo", args=[table.key]), headers={"HX-Request": "true"})
    assert not is_missed(people[0])


def test_a_program_is_heard_of_when_it_does_something(table: Table, people: list[User]) -> None:
    api = APIClient()
    token = create_token(missed(people[0]), "program")[1]
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
    told = " ".join(query["sql"] for query in queries)
    assert "incident_id" in told, "with the seats"
    assert '"games_incident"' not in told
    assert "UPDATE" not in told


# what counts


def test_the_first_match_that_is_lost_counts_and_the_others_do_not(people: list[User]) -> None:
    ann, bob, cem, *_others = people
    tables = [opened(ann, bob), opened(ann, cem), opened(ann, bob, cem)]
    for table in tables:
        run_out(table, ann)
    assert excused(*tables, user=ann) == [False, True, True]
    for table in tables:
        assert play_on(table).status == Table.Status.FINISHED
    assert [booked(table) for table in tables] == [{"ann": False, "bob": True}, {}, {}]
    assert Rating.objects.get(user=ann).played == 1
    assert not Rating.objects.filter(user=cem).exists()
    assert ledger.recompute() == []


def test_a_friendly_match_that_is_lost_shields_no_rated_one(people: list[User]) -> None:
    ann, bob, *_others = people
    friendly, rated = opened(ann, bob, rated=False), opened(ann, bob)
    run_out(friendly, ann)
    run_out(rated, ann)
    assert excused(friendly, rated, user=ann) == [False, False]


def test_lost_at_the_same_moment_one_of_them_counts(people: list[User]) -> None:
    ann, bob, *_others = people
    tables = [opened(ann, bob) for _n in range(3)]
    for table in tables:
        while not seat(table, ann).waiting_since:
            play_on(table, moves=1)
    Seat.objects.filter(user=ann).update(timeouts=2)
    time_out(*tables, user=ann)
    assert sorted(excused(*tables, user=ann)) == [False, True, True]


def test_of_two_absences_at_one_table_each_counts_by_itself(people: list[User]) -> None:
    """Ann is excused there, Bob is not: he loses to Cem who stayed, and Ann is out of it."""
    ann, bob, cem, dee = people[:4]
    run_out(opened(ann, dee), ann)
    table = opened(ann, bob, cem)
    run_out(table, ann)
    run_out(table, bob)
    assert [seat(table, user).excused for user in (ann, bob)] == [True, False]
    play_on(table)
    assert booked(table) == {"bob": False, "cem": True}
    pairs = {
        row.user_id: [pair["user"] for pair in row.pairs] for row in table.rating_changes.all()
    }
    assert pairs == {bob.pk: [cem.pk], cem.pk: [bob.pk]}
    assert ledger.recompute() == []


def test_who_resigns_is_never_excused(people: list[User]) -> None:
    ann, bob, *_others = people
    run_out(opened(ann, bob), ann)
    table = opened(ann, bob)
    play.resign(table.key, ann)
    play_on(table)
    assert booked(table) == {"ann": False, "bob": True}


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_find_the_same_person_late_open_one_incident(people: list[User]) -> None:
    ann, bob, *_others = people
    tables = [opened(ann, bob), opened(ann, bob)]
    for table in tables:
        while not seat(table, ann).waiting_since:
            play_on(table, moves=1)
    Seat.objects.filter(user=ann).update(timeouts=2)
    assert at_once(*(partial(time_out, table, user=ann) for table in tables)) == []
    assert incidents.marks(ann.pk) == 1
    assert sorted(excused(*tables, user=ann)) == [False, True]
    ann.refresh_from_db()
    assert ann.absent_since is not None


# coming back


def test_back_at_the_match_that_counts_the_next_one_counts(people: list[User]) -> None:
    ann, bob, *_others = people
    tables = [opened(ann, bob) for _n in range(3)]
    for table in tables:
        run_out(table, ann)
    play.come_back(tables[0].key, ann)
    assert excused(*tables, user=ann) == [False, False, True]
    assert seat(tables[0], ann).incident is None
    play.come_back(tables[2].key, ann)
    assert excused(*tables, user=ann) == [False, False, False]
    play.come_back(tables[1].key, ann)
    assert not Seat.objects.filter(incident__isnull=False).exists()
    assert incidents.marks(ann.pk) == 1


def test_what_is_booked_stays_when_the_match_that_counts_is_taken_back(people: list[User]) -> None:
    ann, bob, *_others = people
    counted, other = opened(ann, bob), opened(ann, bob)
    run_out(counted, ann)
    run_out(other, ann)
    play_on(other)
    play.come_back(counted.key, ann)
    assert seat(other, ann).excused
    assert booked(other) == {}
    assert ledger.recompute() == []


def test_a_match_that_is_called_off_counts_no_more(people: list[User]) -> None:
    ann, bob, *_others = people
    counted, other = opened(ann, bob), opened(ann, bob)
    run_out(counted, ann)
    run_out(other, ann)
    play.agree_call_off(counted.key, bob)
    assert fresh(counted).status == Table.Status.CALLED_OFF
    assert excused(other, user=ann) == [False]


def test_the_last_who_ends_a_match_wins_nothing_from_the_excused(people: list[User]) -> None:
    ann, bob, *_others = people
    run_out(opened(ann, bob), ann)
    table = opened(ann, bob)
    run_out(table, ann)
    Seat.objects.filter(table=table, user=ann).update(left=Seat.Left.RESIGNED)
    play.resign(table.key, bob)
    assert fresh(table).status == Table.Status.FINISHED
    assert booked(table) == {}


# the ledger follows


def test_setting_back_the_match_that_counts_lets_the_next_one_count(people: list[User]) -> None:
    ann, bob, *_others = people
    staff = User.objects.create_user("staffa", "staffa@example.org", None, is_staff=True)
    counted, other = opened(ann, bob), opened(ann, bob)
    run_out(counted, ann)
    run_out(other, ann)
    play_on(counted)
    set_back(counted.key, 0, staff, "A ship was loaded twice.", fresh(counted).version)
    assert seat(counted, ann).incident is None
    assert excused(counted, other, user=ann) == [False, False]
    play_on(other)
    assert booked(other) == {"ann": False, "bob": True}
    assert ledger.recompute() == []


def test_striking_a_match_books_later_ones_with_excused_people_anew(people: list[User]) -> None:
    ann, bob, cem, dee = people[:4]
    staff = User.objects.create_user("staffa", "staffa@example.org", None, is_staff=True)
    first = play_on(opened(bob, cem))
    run_out(opened(ann, dee), ann)
    table = opened(ann, bob, cem)
    run_out(table, ann)
    run_out(table, bob)
    play_on(table)
    set_back(first.key, 0, staff, "A ship was loaded twice.", first.version)
    assert {row.before for row in table.rating_changes.all()} == {ledger.START}
    assert ledger.recompute() == []
