"""Rows of a user in other tables: defaults without a row, and no query of their own in requests."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, models
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.backends import USER_BY_ID
from accounts.deletion import delete_account
from accounts.models import Restrictions, User
from accounts.models.user_extension import REQUEST_ROWS, UserExtension

EXTENSIONS = UserExtension.__subclasses__()
DAY = timedelta(days=1)


def column_of(user: User, column: str) -> object:
    """What processes of the release before read in the table of users."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM accounts_user WHERE id = %s", [user.pk])  # noqa: S608
        return cursor.fetchone()[0]


@pytest.mark.parametrize("model", EXTENSIONS)
def test_user_without_row_has_defaults(model: type[UserExtension], ada: User) -> None:
    row = model.of(User.objects.get(pk=ada.pk))
    for name in model.field_names():
        field = model._meta.get_field(name)
        assert isinstance(field, models.Field)
        if name != "vacation_counted_at":
            assert getattr(row, name) == field.get_default()
    assert not model._default_manager.exists()


def test_request_reads_rows_together_with_user(
    ada: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    until = timezone.now() + DAY
    for _is_stored in (False, True):
        with django_assert_num_queries(1):
            user = USER_BY_ID.get(ada.pk)
            rows = [getattr(user, name) for name in REQUEST_ROWS]
        assert [row.pk for row in rows] == [ada.pk] * len(REQUEST_ROWS)
        ada.restrictions.assign(muted_until=until)
    assert user.restrictions.muted_until == until


def test_assign_changes_no_other_field(ada: User) -> None:
    now = timezone.now()
    first, second = (User.objects.get(pk=ada.pk).restrictions for _ in range(2))
    first.assign(muted_until=now)
    second.suspended_until = now
    second.save(update_fields=["suspended_until"])
    row = Restrictions.objects.get(user=ada)
    assert (row.muted_until, row.suspended_until, row.rated_ban_until) == (now, now, None)


def test_release_before_reads_and_writes_the_old_columns(ada: User) -> None:
    """Its processes run beside those of this release while a site is upgraded."""
    ada.restrictions.assign(muted_until=timezone.now())
    assert column_of(ada, "muted_until") is not None
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_user SET muted_until = NULL WHERE id = %s", [ada.pk])
    assert Restrictions.objects.get(user=ada).muted_until is None


def test_deletion_resets_every_row(ada: User) -> None:
    ada.restrictions.assign(muted_until=timezone.now())
    delete_account(ada)
    assert Restrictions.objects.get(user=ada).muted_until is None
    assert column_of(ada, "muted_until") is None
