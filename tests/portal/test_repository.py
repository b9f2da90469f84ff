"""Prepared queries and bulk writes give what the ORM gives."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import NotificationSettings, User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Notification, Seat
from games.time_controls import PRESETS_BY_KEY
from portal import repository
from portal.performance import fast_orm
from tests import sample_titles

NAMED = repository.PreparedQuery(
    lambda name, first: User.objects.filter(pk__gte=first).exclude(theme="x").filter(username=name)
)


@pytest.fixture
def ann(db: None) -> User:
    User.objects.create_user("bob", "bob@example.org")
    return User.objects.create_user("ann", "ann@example.org")


def test_parameters_find_their_places_whatever_their_order_in_the_sql(ann: User) -> None:
    assert NAMED.all("ann", 0) == [ann]
    assert NAMED.all("ann", ann.pk + 1) == []
    assert NAMED.get("bob", 0).email == "bob@example.org"


def test_rows_are_counted_in_the_database(ann: User) -> None:
    assert NAMED.count("ann", 0) == 1
    assert NAMED.count("ann", ann.pk + 1) == 0


def test_a_related_row_comes_along_where_there_is_one(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = table_setup.open_table(
        ann,
        sample_titles.usual(),
        TableSettings(3, {}, PRESETS_BY_KEY["day"].clock, bots=("random",)),
    )
    seats = repository.PreparedQuery(
        lambda key: Seat.objects.filter(table=key).select_related("user")
    )
    with django_assert_num_queries(1):
        found = [(seat.number, seat.bot, seat.user) for seat in seats.all(table.pk)]
    assert found == [
        (seat.number, seat.bot, seat.user) for seat in Seat.objects.filter(table=table)
    ]
    assert {user for _number, _bot, user in found} == {ann, None}


def test_the_one_row_that_is_not_there_is_the_models_own_error(ann: User) -> None:
    with pytest.raises(User.DoesNotExist):
        NAMED.get("cem", 0)


def test_a_parameter_that_the_query_changes_is_refused(db: None) -> None:
    starts = repository.PreparedQuery(lambda name: User.objects.filter(username__startswith=name))
    with pytest.raises(ValueError, match="must appear unchanged"):
        starts.all("a")


def test_what_never_changes_in_a_query_stands_in_its_sql(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1) as asked:
        assert NAMED.all("ann", 0) == [ann]
    assert "'x'" in asked[0]["sql"]
    assert NAMED.bind(["ann", 0]) == [0, "ann"]


@pytest.mark.parametrize("odd", ["it's", "100 %s", "%", "卓"])
def test_a_text_that_sql_could_read_otherwise_is_a_parameter(ann: User, odd: str) -> None:
    ann.theme = odd
    repository.update_rows([ann], ("theme",))
    likes = repository.PreparedQuery(lambda key: User.objects.filter(pk=key, theme=odd))
    assert likes.all(ann.pk) == [ann]
    assert likes.all(ann.pk + 1) == []
    assert likes.bind([ann.pk]) == [ann.pk, odd]


def test_a_row_is_converted_once_whoever_reads_it(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    NAMED.get("ann", 0)
    monkeypatch.setattr(
        fast_orm.RowReader, "_build_cached", lambda *_given: pytest.fail("converted again")
    )
    assert NAMED.get("ann", 0) == ann


@pytest.mark.parametrize("off", [[], ["fast_orm"]])
def test_values_and_counts_are_those_of_the_queryset(ann: User, settings: Any, off: Any) -> None:
    settings.QUICK_OFF = off
    joined: repository.PreparedQuery[Any] = repository.PreparedQuery(
        lambda first: User.objects.filter(pk__gte=first).values_list("username", "date_joined")
    )
    assert joined.values(ann.pk) == [("ann", ann.date_joined)]
    assert joined.count(ann.pk) == 1
    people = repository.PreparedQuery(lambda key: User.objects.filter(pk=key))
    assert people.all(ann.pk) == [ann]
    for query in (joined, people):
        assert ("_sql" in vars(query)) == (not off)


def test_writes_and_reads_fail_as_those_of_querysets(ann: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        repository.insert_rows([User(username="ann", email="other@example.org")])

    def go_on_after_an_error() -> None:
        with transaction.atomic():
            with pytest.raises(IntegrityError):
                User.objects.create(username="ann", email="other@example.org")
            NAMED.all("ann", 0)

    with pytest.raises(transaction.TransactionManagementError):
        go_on_after_an_error()


def test_whoever_watches_statements_sees_them_all(ann: User) -> None:
    seen = []

    def watch(execute: Any, sql: str, *given: Any) -> Any:
        seen.append(sql.partition(" ")[0])
        return execute(sql, *given)

    with connection.execute_wrapper(watch):
        assert NAMED.all("ann", 0) == [ann]
        repository.update_rows([ann], ("theme",))
    assert seen == ["SELECT", "UPDATE"]


def test_fields_are_written_for_all_rows_together(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bob = User.objects.get(username="bob")
    ann.theme, bob.theme, bob.language = "dark", "light", "ja"
    with django_assert_num_queries(1):
        repository.update_rows([ann, bob], ("theme",))
    themes = dict(User.objects.values_list("username", "theme"))
    assert themes == {"ann": "dark", "bob": "light"}
    assert User.objects.get(username="bob").language == ""


def test_writing_nothing_asks_the_database_nothing(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        repository.update_rows([], ("theme",))
        repository.update_rows([ann], ())


def test_new_rows_are_as_the_orm_writes_them(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = table_setup.open_table(
        ann, sample_titles.usual(), TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )

    def move(number: int) -> Move:
        events = [["placed", 1, {"tile": "卓"}, None, 1]]
        return Move(table=table, number=number, seat=1, text="a", version=1, events=events)

    with django_assert_num_queries(1):
        repository.insert_rows([move(1), move(2)])
    Move.objects.bulk_create([move(3)])
    fields = ("seat", "text", "by", "version", "events", "outcomes")
    one, two, three = Move.objects.order_by("number").values(*fields)
    assert one == two == three
    with django_assert_num_queries(0):
        repository.insert_rows([])


def test_a_row_read_again_is_as_it_is_now_and_nobody_elses(ann: User) -> None:
    found = repository.PreparedQuery(lambda user: NotificationSettings.objects.filter(user=user))
    row = ann.notification_settings
    row.assign(disabled_channels={"mail": "full"}, notification_overrides={})
    one, other = found.get(ann.pk), found.get(ann.pk)
    one.disabled_channels["page"] = "gone"
    one.notification_overrides["turn:mail"] = False
    assert (other.disabled_channels, other.notification_overrides) == ({"mail": "full"}, {})
    row.disabled_channels = {"page": "gone"}
    repository.update_rows([row], ("disabled_channels",))
    assert found.get(ann.pk).disabled_channels == {"page": "gone"}
    assert found.get(ann.pk).notification_overrides == {}


def test_a_row_that_a_constraint_forbids_is_left_out_where_that_is_asked(ann: User) -> None:
    def notification(period: str) -> Notification:
        now = timezone.now()
        return Notification(user=ann, event="over", dedup_key=period, send_at=now, created_at=now)

    repository.insert_rows([notification("1")], ignores_conflicts=True)
    repository.insert_rows([notification("1"), notification("2")], ignores_conflicts=True)
    assert set(Notification.objects.values_list("dedup_key", flat=True)) == {"1", "2"}
    with pytest.raises(IntegrityError), transaction.atomic():
        repository.insert_rows([notification("2")])
