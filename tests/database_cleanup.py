"""Emptying the test database after a test that has committed rows: what is empty is left alone."""

from __future__ import annotations

from django.db import connection, transaction

KEPT_TABLES = {"django_migrations", "django_content_type", "auth_permission"}


def empty_database() -> None:
    """Delete every row but those that migrations made.

    Django's own way truncates every table and makes content types and permissions anew: on
    PostgreSQL half a second, where deleting the few rows of a test takes some milliseconds.
    Constraints are looked at when all is gone.
    """
    found = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = [connection.ops.quote_name(name) for name in found if name not in KEPT_TABLES]
    exists = ", ".join(f"EXISTS (SELECT 1 FROM {table})" for table in tables)  # noqa: S608
    with (
        transaction.atomic(),
        connection.constraint_checks_disabled(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"SELECT {exists}")
        had = cursor.fetchone()
        for table, has_rows in zip(tables, had, strict=True):
            if has_rows:
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608
