"""Prepared queries and bulk writes give what the ORM gives."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import NotificationSettings, User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Notification, Seat, Table
from games.time_controls import PRESETS_BY_KEY
from portal.performance import fast_orm
from tests import sample_titles

NAMED = fast_orm.PreparedQuery(
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
    seats = fast_orm.PreparedQuery(
        lambda key: Seat.objects.filter(table=key).select_related("user")
    )
    with django_assert_num_queries(1):
        found = [(seat.number, seat.bot, seat.user) for seat in seats.all(table.pk)]
    assert found == [
        (seat.number, seat.bot, seat.user) for seat in Seat.objects.filter(table=table)
    ]
    assert {user for _number, _bot, user in found} == {ann, None}


def test_any_query_is_read_with_what_it_selects_besides(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table_setup.open_table(
        ann,
        sample_titles.usual(),
        TableSettings(3, {}, PRESETS_BY_KEY["day"].clock, bots=("random",)),
    )
    seats = Seat.objects.select_related("table", "user__notification_settings").order_by("number")
    with django_assert_num_queries(1):
        found = fast_orm.fetch_rows(seats)
        shown = [
            (
                vars(one.table)["options"],
                one.user and one.user.notification_settings.notification_overrides,
            )
            for one in found
        ]
    assert shown == [
        (one.table.options, one.user and one.user.notification_settings.notification_overrides)
        for one in seats
    ]
    assert {one.user for one in found} == {ann, None}


def test_the_one_row_that_is_not_there_is_the_models_own_error(ann: User) -> None:
    with pytest.raises(User.DoesNotExist):
        NAMED.get("cem", 0)


def test_a_parameter_that_the_query_changes_is_refused(db: None) -> None:
    starts = fast_orm.PreparedQuery(lambda name: User.objects.filter(username__startswith=name))
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
    fast_orm.update_rows([ann], ("theme",))
    likes = fast_orm.PreparedQuery(lambda key: User.objects.filter(pk=key, theme=odd))
    assert likes.all(ann.pk) == [ann]
    assert likes.all(ann.pk + 1) == []
    assert likes.bind([ann.pk]) == [ann.pk, odd]


def test_what_goes_straight_to_sqlite_fails_as_the_orm_does(ann: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        fast_orm.insert_rows([User(username="ann", email="other@example.org")])

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
        fast_orm.update_rows([ann], ("theme",))
    assert seen == ["SELECT", "UPDATE"]


def test_fields_are_written_for_all_rows_together(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bob = User.objects.get(username="bob")
    ann.theme, bob.theme, bob.language = "dark", "light", "ja"
    with django_assert_num_queries(1):
        fast_orm.update_rows([ann, bob], ("theme",))
    themes = dict(User.objects.values_list("username", "theme"))
    assert themes == {"ann": "dark", "bob": "light"}
    assert User.objects.get(username="bob").language == ""


def test_writing_nothing_asks_the_database_nothing(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        fast_orm.update_rows([], ("theme",))
        fast_orm.update_rows([ann], ())


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
        fast_orm.insert_rows([move(1), move(2)])
    Move.objects.bulk_create([move(3)])
    fields = ("seat", "text", "by", "version", "events", "outcomes")
    one, two, three = Move.objects.order_by("number").values(*fields)
    assert one == two == three
    with django_assert_num_queries(0):
        fast_orm.insert_rows([])


def test_rows_of_several_models_are_read_in_one_statement(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = table_setup.open_table(
        ann, sample_titles.usual(), TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    both = fast_orm.CombinedQuery(
        fast_orm.PreparedQuery(lambda key: Table.objects.filter(key=key)),
        fast_orm.PreparedQuery(lambda user: User.objects.filter(pk=user)),
    )
    with django_assert_num_queries(1):
        found = both.get((table.key,), (ann.pk,))
    assert found is not None
    for one, other in zip(found, (Table.objects.get(), ann), strict=True):
        assert one == other
        for field in one._meta.concrete_fields:
            assert getattr(one, field.attname) == getattr(other, field.attname), field
    assert both.get((table.key,), (0,)) is None


def test_a_row_read_again_is_as_it_is_now_and_nobody_elses(ann: User) -> None:
    found = fast_orm.PreparedQuery(lambda user: NotificationSettings.objects.filter(user=user))
    row = ann.notification_settings
    row.assign(disabled_channels={"mail": "full"}, notification_overrides={})
    one, other = found.get(ann.pk), found.get(ann.pk)
    one.disabled_channels["page"] = "gone"
    one.notification_overrides["turn:mail"] = False
    assert (other.disabled_channels, other.notification_overrides) == ({"mail": "full"}, {})
    row.disabled_channels = {"page": "gone"}
    fast_orm.update_rows([row], ("disabled_channels",))
    assert found.get(ann.pk).disabled_channels == {"page": "gone"}
    assert found.get(ann.pk).notification_overrides == {}


def test_a_row_is_converted_once_whoever_reads_it(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    NAMED.get("ann", 0)
    monkeypatch.setattr(
        fast_orm.RowReader, "_build_cached", lambda *_given: pytest.fail("converted again")
    )
    assert fast_orm.fetch_rows(User.objects.filter(pk=ann.pk)) == [ann]
    assert NAMED.get("ann", 0) == ann


def test_the_form_of_a_long_statement_is_not_kept(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = fast_orm._cached_conversion
    monkeypatch.setattr(fast_orm, "_cached_conversion", noted := MagicMock(side_effect=keep))
    named: fast_orm.PreparedQuery[Any] = fast_orm.PreparedQuery(
        lambda name: User.objects.filter(username=name).values_list("pk")
    )
    for runs in (2, 200):
        assert list(named.values_for_runs([("ann",)] * runs)) == [(ann.pk,)] * runs
    lengths = [len(call.args[0]) for call in noted.call_args_list]
    assert len(lengths) == (connection.vendor == "sqlite")
    assert max(lengths, default=0) <= fast_orm.MAX_CACHED_LENGTH


def test_a_row_that_a_constraint_forbids_is_left_out_where_that_is_asked(ann: User) -> None:
    def notification(period: str) -> Notification:
        now = timezone.now()
        return Notification(user=ann, event="over", dedup_key=period, send_at=now, created_at=now)

    fast_orm.insert_rows([notification("1")], ignores_conflicts=True)
    fast_orm.insert_rows([notification("1"), notification("2")], ignores_conflicts=True)
    assert set(Notification.objects.values_list("dedup_key", flat=True)) == {"1", "2"}
    with pytest.raises(IntegrityError), transaction.atomic():
        fast_orm.insert_rows([notification("2")])
