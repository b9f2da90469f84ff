"""Reads and writes that run with every move, or for very many rows, without the ORM's overhead.

Django composes the SQL of a query whenever it runs, which takes longer than SQLite needs to answer.
A `PreparedQuery` composes it once. `insert_rows` and `update_rows` send one statement for all rows,
where `bulk_update` sends a CASE for each field of each row. Everything else uses querysets.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from inspect import signature
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models

from portal.performance import is_enabled
from portal.performance.fast_orm import RowReader, convert, fetch_all

Row = TypeVar("Row", bound=models.Model)
FETCHED_TOGETHER = 2000  # raw rows
FIRST_PLACEHOLDER = 30_001  # stands for the first parameter; fits every integer field
WORD = re.compile(r"\w*", re.ASCII)


class PreparedQuery(Generic[Row]):
    """A query whose SQL is composed at the first run and reused afterwards.

    Args:
        build: makes the queryset from the parameters of a run. It is called with placeholders, so
            the query must not depend on the values of the parameters.
    """

    def __init__(self, build: Callable[..., models.QuerySet[Row]]) -> None:
        self._build = build

    @functools.cached_property
    def _queryset(self) -> models.QuerySet[Row]:
        return self._build(*self._placeholders)

    @functools.cached_property
    def _placeholders(self) -> list[int]:
        return [FIRST_PLACEHOLDER + n for n in range(len(signature(self._build).parameters))]

    @functools.cached_property
    def _sql(self) -> tuple[str, list[tuple[int | None, Any]]]:
        """The SQL, and (number of the parameter or None, fixed value) of each placeholder."""
        sql, found = self._queryset.query.sql_with_params()
        places = {str(stand_in): n for n, stand_in in enumerate(self._placeholders)}
        order = [(places.get(str(value)), value) for value in found]
        if {place for place, _ in order} - {None} != set(places.values()):
            raise ValueError("every parameter must appear unchanged in the query")
        return _inline_constants(sql, order)

    def bind(self, parameters: Sequence[Any]) -> list[Any]:
        """Return the values for the placeholders in a run with these parameters."""
        return [fixed if place is None else parameters[place] for place, fixed in self._sql[1]]

    @functools.cached_property
    def _reader(self) -> RowReader[Any]:
        return RowReader.of(self._queryset.query)

    @functools.cached_property
    def _converters(self) -> list[tuple[int, Any, list[Any]]]:
        """The converters of columns, by their position."""
        compiler = self._queryset.query.get_compiler(connection=connection)
        compiler.setup_query()
        found = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        return [(place, column, given) for place, (given, column) in found.items()]

    def all(self, *parameters: Any) -> list[Row]:
        """Return all rows of the query with these parameters."""
        if not is_enabled("fast_orm"):
            return list(self._build(*parameters))
        return [self._reader.read(row) for row in fetch_all(self._sql[0], self.bind(parameters))]

    def values(self, *parameters: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query that ends in `values_list`."""
        if not is_enabled("fast_orm"):
            return list(self._build(*parameters))  # type: ignore[arg-type] # of `values_list`
        found: list[Any] = fetch_all(self._sql[0], self.bind(parameters))
        for place, column, converters in self._converters:
            found = [
                (*row[:place], convert(converters, column, row[place]), *row[place + 1 :])
                for row in found
            ]
        return found

    def count(self, *parameters: Any) -> int:
        """Return the number of rows."""
        if not is_enabled("fast_orm"):
            return self._build(*parameters).count()
        sql = f"SELECT COUNT(*) FROM ({self._sql[0]}) AS counted"  # noqa: S608 - Django's own
        return int(fetch_all(sql, self.bind(parameters))[0][0])

    def get(self, *parameters: Any) -> Row:
        """Return the only row.

        Raises:
            ObjectDoesNotExist: the model's own subclass; there is no row.
        """
        rows = self.all(*parameters)
        if not rows:
            raise self._queryset.model.DoesNotExist  # type: ignore[attr-defined]
        return rows[0]


def _inline_constants(
    sql: str, order: Sequence[tuple[int | None, Any]]
) -> tuple[str, list[tuple[int | None, Any]]]:
    """Return the query with its simple fixed values inlined in the SQL.

    With a bound value, the database decides at every run which index it may use: SQLite prepares
    such a statement again each time.
    """
    texts = sql.split("%s")
    if len(texts) != len(order) + 1:  # the SQL contains another "%s"
        return sql, list(order)
    settled, left = texts[0], []
    for (place, value), text in zip(order, texts[1:], strict=True):
        literal = _sql_literal(value) if place is None else None
        if literal is None:
            left.append((place, value))
        settled += ("%s" if literal is None else literal) + text
    return settled, left


def _sql_literal(value: Any) -> str | None:
    """Return an integer or a simple word as SQL, or None for values that must be bound."""
    if type(value) is int:
        return str(value)
    return f"'{value!s}'" if isinstance(value, str) and WORD.fullmatch(value) else None


def insert_rows(rows: Sequence[models.Model], *, ignores_conflicts: bool = False) -> None:
    """Insert rows of one model; the rows do not get their primary keys.

    Args:
        rows: new instances of one model.
        ignores_conflicts: whether rows that violate a constraint are left out.
    """
    if not rows:
        return
    sql, fields = _insert_statement(type(rows[0]))
    if ignores_conflicts:
        sql = f"{sql} ON CONFLICT DO NOTHING"
    execute(sql, _prepare_values(rows, fields))


def execute(sql: str, runs: Sequence[Sequence[Any]]) -> None:
    """Run a writing statement once with each of these sequences of values."""
    if not runs:
        return
    with connection.cursor() as cursor:
        if len(runs) == 1:
            cursor.execute(sql, runs[0])
        else:
            cursor.executemany(sql, runs)


def insert_values(
    model: type[models.Model], names: Sequence[str], values: Sequence[Sequence[Any]]
) -> None:
    """Insert rows of one model, each given as database values of these fields."""
    if values:
        execute(_build_insert(_fields(model, names)), values)


def _prepare_values(rows: Sequence[models.Model], fields: Sequence[Any]) -> list[list[Any]]:
    """Return the database values of these fields for each row."""
    here = connections[DEFAULT_DB_ALIAS]  # the proxy `connection` would look it up at every use
    return [
        [field.get_db_prep_save(getattr(row, field.attname), here) for field in fields]
        for row in rows
    ]


def update_rows(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Update these fields of rows of one model, with one statement for all rows."""
    if not rows or not names:
        return
    fields = _fields(type(rows[0]), names)
    values = [
        [*given, row.pk] for given, row in zip(_prepare_values(rows, fields), rows, strict=True)
    ]
    execute(_update_statement(type(rows[0]), tuple(names)), values)


def fetch_raw(found: models.QuerySet[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query as the driver returns them, without conversion."""
    sql, parameters = found.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        while some := cursor.fetchmany(FETCHED_TOGETHER):
            yield from some


def update_numbers(
    model: type[models.Model], names: Sequence[str], values: Sequence[Sequence[float]]
) -> None:
    """Update numeric fields of many rows; each item has the new values and the primary key."""
    if not values:
        return
    if connection.vendor != "postgresql":
        execute(_update_statement(model, tuple(names)), values)
        return
    quote = connection.ops.quote_name
    fields = [*_fields(model, names), model._meta.pk]
    columns = [quote(str(field.column)) for field in fields]
    given = ", ".join(f"%s::{field.rel_db_type(connection)}[]" for field in fields)
    settings = ", ".join(f"{column} = new.{column}" for column in columns[:-1])
    sql = (
        f"UPDATE {quote(model._meta.db_table)} AS old SET {settings} "  # noqa: S608 - our models
        f"FROM unnest({given}) AS new({', '.join(columns)}) "
        f"WHERE old.{columns[-1]} = new.{columns[-1]}"
    )
    execute(sql, [[f"{{{','.join(map(str, column))}}}" for column in zip(*values, strict=True)]])


def _fields(model: type[models.Model], names: Sequence[str]) -> list[models.Field[Any, Any]]:
    known = {field.name: field for field in model._meta.concrete_fields}
    return [known[name] for name in names]


@functools.cache
def _insert_statement(model: type[models.Model]) -> tuple[str, list[models.Field[Any, Any]]]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    return _build_insert(fields), fields


def _build_insert(fields: Sequence[models.Field[Any, Any]]) -> str:
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join("%s" for _ in fields)
    table = quote(fields[0].model._meta.db_table)
    return f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608 - our models


@functools.cache
def _update_statement(model: type[models.Model], names: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    columns = [str(field.column) for field in _fields(model, names)]
    settings = ", ".join(f"{quote(column)} = %s" for column in columns)
    table, key = quote(model._meta.db_table), quote(str(model._meta.pk.column))
    return f"UPDATE {table} SET {settings} WHERE {key} = %s"  # noqa: S608 - names of our models
