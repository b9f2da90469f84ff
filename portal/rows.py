"""Rows of the hottest tables, read and written without building a query each time.

Django's ORM composes the SQL of a query anew whenever it runs; on the way of a move through the
site that was most of the database's cost. Here a query is composed once and then repeated.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Generic, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)
FIRST_STAND_IN = 30_001  # in the range of every integer field


@dataclass(frozen=True)
class Statement(Generic[Row]):
    """SQL that selects all fields of a model, in their order.

    `order` tells for each placeholder which parameter it takes, or its fixed value;
    `converters` what a field does to the value that the database gives, by the field's place.
    """

    model: type[Row]
    sql: str
    order: list[tuple[int | None, Any]]
    converters: list[tuple[int, Any, list[Callable[..., Any]]]]

    def run(self, parameters: Sequence[Any]) -> list[Row]:
        values = [fixed if place is None else parameters[place] for place, fixed in self.order]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, values)
            found = [list(row) for row in cursor.fetchall()]
        for row in found:
            for place, column, converters in self.converters:
                for convert in converters:
                    row[place] = convert(row[place], column, connection)
        names = [field.attname for field in self.model._meta.concrete_fields]
        return [self.model.from_db(connection.alias, names, row) for row in found]


def _converters(model: type[models.Model]) -> list[tuple[int, Any, list[Callable[..., Any]]]]:
    """What turns the database's values into Python's, as Django's own compiler collects it."""
    columns = [field.get_col(model._meta.db_table) for field in model._meta.concrete_fields]
    return [
        (place, column, converters)
        for place, column in enumerate(columns)
        if (
            converters := connection.ops.get_db_converters(column)
            + column.get_db_converters(connection)
        )
    ]


class Prepared(Generic[Row]):
    """A query that is composed when it runs for the first time and repeated from then on.

    Args:
        build: makes the queryset from the parameters of a run; the values only take their places
            in the SQL, so the query must not depend on what they are.
    """

    def __init__(self, build: Callable[..., models.QuerySet[Row]]) -> None:
        self._build = build

    @functools.cached_property
    def _statement(self) -> Statement[Row]:
        stand_ins = [FIRST_STAND_IN + n for n in range(len(signature(self._build).parameters))]
        rows = self._build(*stand_ins)
        sql, found = rows.query.sql_with_params()
        places = {str(stand_in): n for n, stand_in in enumerate(stand_ins)}
        order = [(places.get(str(value)), value) for value in found]
        if {place for place, _ in order} - {None} != set(places.values()):
            raise ValueError("every parameter must stand as it is in the query")
        return Statement(rows.model, sql, order, _converters(rows.model))

    def all(self, *parameters: Any) -> list[Row]:
        """Every row of the query with these parameters."""
        return self._statement.run(parameters)

    def get(self, *parameters: Any) -> Row:
        """The one row.

        Raises:
            ObjectDoesNotExist: the model's own; there is none.
        """
        rows = self.all(*parameters)
        if not rows:
            raise self._statement.model.DoesNotExist  # type: ignore[attr-defined]
        return rows[0]


def write(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Write these fields of rows of one model: one statement, sent for all of them together."""
    if not rows or not names:
        return
    fields = _fields(type(rows[0]), names)
    values = []
    for row in rows:
        now = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        values.append([*now, row.pk])
    sql = _update(type(rows[0]), tuple(names))
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)


def _fields(model: type[models.Model], names: Sequence[str]) -> list[models.Field[Any, Any]]:
    known = {field.name: field for field in model._meta.concrete_fields}
    return [known[name] for name in names]


@functools.cache
def _update(model: type[models.Model], names: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    columns = [str(field.column) for field in _fields(model, names)]
    settings = ", ".join(f"{quote(column)} = %s" for column in columns)
    table, key = quote(model._meta.db_table), quote(str(model._meta.pk.column))
    return f"UPDATE {table} SET {settings} WHERE {key} = %s"  # noqa: S608 - names of our models
