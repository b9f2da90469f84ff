"""Fast reads and writes of rows on the hottest paths, without composing a query each time.

Replaces: `QuerySet` where the same query runs on every move, `QuerySet.bulk_update` and
    `bulk_create`. Django's ORM composes the SQL of a query whenever it runs. Here it is composed
    once and repeated, on SQLite with its own placeholders and directly on its connection. The
    values of a row are converted once, as long as the database returns the same.
Checked: `SUPPORTED_VERSIONS`; it relies on `Query.sql_with_params`, `Field.get_col`, the order of
    columns of `select_related`, rows that consist of their `__dict__` and `_state`, fields without
    a `pre_save` of their own, `SQLiteCursorWrapper.convert_query`, and what `DatabaseWrapper`
    checks before a cursor is made and used.
Saves: 33 to 39 % of a move (`python -m benchmarks.performance rows`).
Off: `QUICK_OFF=fast_orm` runs the querysets themselves and writes with `bulk_update`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.db.models.base import ModelState
from django.db.models.sql import Query

from portal.performance import is_enabled
from portal.performance.byte_lru import MIB, ByteLRUCache

SUPPORTED_VERSIONS = {"django": "5.2"}

Row = TypeVar("Row", bound=models.Model)
TOGETHER = 2000  # raw rows fetched at a time
FIRST_PLACEHOLDER = 30_001  # stands for the first parameter; fits every integer field
MAX_CACHED_STATEMENTS, MAX_CACHED_LENGTH = (
    300,
    8000,
)  # statements whose SQLite form is cached, and their greatest length in characters
FIELD_BYTES = 80  # approximate bytes of a field in a cached row, without texts
MAX_TEXT_BYTES = 4000  # of all texts of a row for it to be cached
WORD = re.compile(r"\w*", re.ASCII)
EMPTY_JSON: dict[Any, Callable[[], Any]] = {"[]": list, "{}": dict}  # JSON that needs no parser

Converter = Callable[[Any, Any, Any], Any]


class CachedRow(NamedTuple):
    """A row as the database returned it, and its values; `own` makes copies of mutable ones."""

    given: tuple[Any, ...]
    values: dict[str, Any]
    own: list[tuple[str, Callable[[], Any]]]


_row_cache: ByteLRUCache[tuple[type[models.Model], Any], CachedRow] = ByteLRUCache(2 * MIB)


@dataclass(frozen=True)
class RowReader(Generic[Row]):
    """A reader of one model's fields from a database row, starting at column `first`.

    `converters` has for each field that needs it: its position, values with a shortcut (such as
    empty JSON), and the conversion. `related` has for each relation of `select_related` the
    function that stores the related row, and its reader.
    """

    model: type[Row]
    first: int
    names: list[str]
    converters: list[tuple[int, dict[Any, Callable[[], Any]], functools.partial[Any]]]
    related: list[tuple[Callable[[Any, Any], None], RowReader[Any]]]

    @classmethod
    def of(cls, query: Query, first: int = 0) -> RowReader[Any]:
        """Return a reader of the rows of a query, which begin at column `first`."""
        compiler = query.clone().get_compiler(connection=connection)
        compiler.setup_query()
        assert compiler.klass_info is not None  # it has no `values_list`
        return cls._of_columns(compiler.klass_info, first)

    @classmethod
    def _of_columns(cls, info: dict[str, Any], first: int) -> RowReader[Any]:
        """Return the reader of one model in a query, from the columns that the compiler chose."""
        model = info["model"]
        fields = model._meta.concrete_fields
        converters = []
        for place, field in enumerate(fields):
            column = field.get_col(model._meta.db_table)
            given = connection.ops.get_db_converters(column) + column.get_db_converters(connection)
            if given:
                plain = EMPTY_JSON if isinstance(field, models.JSONField) else {}
                converters.append((place, plain, functools.partial(_convert, given, column)))
        related = [
            (one["local_setter"], cls._of_columns(one, first))
            for one in info.get("related_klass_infos", ())
        ]
        names = [field.attname for field in fields]
        return cls(model, first + info["select_fields"][0], names, converters, related)

    @property
    def width(self) -> int:
        """The number of columns, with those of related rows."""
        return len(self.names) + sum(part.width for _store, part in self.related)

    def read(self, row: tuple[Any, ...]) -> Row:
        given = row[self.first : self.first + len(self.names)]
        key = self.model, given[0]
        known = _row_cache.get(key)
        if known is None or known.given != given:
            known = self._build_cached(given)
            size = sum(len(one) for one in given if type(one) is str)
            if size <= MAX_TEXT_BYTES:  # the state of a match is large and changes with every move
                _row_cache.put(key, known, size + FIELD_BYTES * len(given))
        one = self.model.__new__(self.model)  # like `from_db`, without the slow `__init__`
        one._state = ModelState()
        one._state.db, one._state.adding = DEFAULT_DB_ALIAS, False
        values = one.__dict__
        values.update(known.values)
        for name, make in known.own:
            values[name] = make()
        for store, part in self.related:
            store(one, None if row[part.first] is None else part.read(row))
        return one

    def _build_cached(self, given: tuple[Any, ...]) -> CachedRow:
        values = dict(zip(self.names, given, strict=True))
        own: list[tuple[str, Callable[[], Any]]] = []
        for place, plain, convert in self.converters:
            value = given[place]
            if value is None:
                continue
            make = plain.get(value) if plain else None
            if make is None:
                values[self.names[place]] = made = convert(value)
                if isinstance(made, list | dict):
                    make = functools.partial(convert, value)
            if make is not None:
                own.append((self.names[place], make))
        return CachedRow(given, values, own)


def _convert(converters: Sequence[Converter], column: Any, value: Any) -> Any:
    """Apply a field's converters to a value from the database."""
    for convert in converters:
        value = convert(value, column, connection)
    return value


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

    @functools.cached_property
    def _reader(self) -> RowReader[Row]:
        return RowReader.of(self._queryset.query)

    def bind(self, parameters: Sequence[Any]) -> list[Any]:
        """Return the values for the placeholders in a run with these parameters."""
        return [fixed if place is None else parameters[place] for place, fixed in self._sql[1]]

    def all(self, *parameters: Any) -> list[Row]:
        """Return all rows of the query with these parameters."""
        if not is_enabled("fast_orm"):
            return list(self._build(*parameters))
        return [self._reader.read(row) for row in _fetch_all(self._sql[0], self.bind(parameters))]

    def values(self, *parameters: Any) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query that ends in `values_list`."""
        yield from self.values_for_runs([parameters])

    def values_for_runs(self, runs: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of several runs, in one statement and in no particular order."""
        if not is_enabled("fast_orm"):
            for parameters in runs:
                yield from self._build(*parameters)  # type: ignore[misc] # of `values_list`
            return
        if not runs:
            return
        sql = self._sql[0]
        if len(runs) > 1:
            parts = (f"SELECT * FROM ({sql}) AS run{n}" for n in range(len(runs)))  # noqa: S608
            sql = " UNION ALL ".join(parts)
        filled = [value for parameters in runs for value in self.bind(parameters)]
        yield from map(self.convert_values, _fetch_all(sql, filled))

    def raw_values(self, *parameters: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query that ends in `values_list`, as the database returns them.

        Raw values sort in the same order as converted ones.
        """
        if not is_enabled("fast_orm"):
            return list(self._build(*parameters))  # type: ignore[arg-type] # of `values_list`
        return _fetch_all(self._sql[0], self.bind(parameters))

    def convert_values(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """Convert a row of `raw_values` to what the query itself returns."""
        if not is_enabled("fast_orm"):
            return given
        row = list(given)
        for place, column, converters in self._converters:
            row[place] = _convert(converters, column, row[place])
        return tuple(row)

    @functools.cached_property
    def _converters(self) -> list[tuple[int, Any, list[Callable[..., Any]]]]:
        """The converters of columns, by their position."""
        compiler = self._queryset.query.get_compiler(connection=connection)
        compiler.setup_query()
        found = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        return [(place, column, given) for place, (given, column) in found.items()]

    def count(self, *parameters: Any) -> int:
        """Return the number of rows."""
        if not is_enabled("fast_orm"):
            return self._build(*parameters).count()
        sql = f"SELECT COUNT(*) FROM ({self._sql[0]}) AS counted"  # noqa: S608 - Django's own
        return int(_fetch_all(sql, self.bind(parameters))[0][0])

    def get(self, *parameters: Any) -> Row:
        """Return the only row.

        Raises:
            ObjectDoesNotExist: the model's own subclass; there is no row.
        """
        rows = self.all(*parameters)
        if not rows:
            raise self._build(*parameters).model.DoesNotExist  # type: ignore[attr-defined]
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


def _direct_connection() -> Any:
    """Return Django's wrapper of SQLite for direct use; None elsewhere or if queries are watched.

    A cursor of Django costs as much as such a statement: it is made, wrapped twice and closed.
    """
    here = connections[DEFAULT_DB_ALIAS]
    if here.vendor != "sqlite" or here.execute_wrappers or here.queries_logged:
        return None
    here.ensure_connection()
    here.validate_no_broken_transaction()
    return here


def _fetch_all(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    here = _direct_connection()
    if here is not None:
        with here.wrap_database_errors:
            done = here.connection.execute(_convert_placeholders(sql), values)
            found: list[tuple[Any, ...]] = done.fetchall()
            return found
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _execute(sql: str, runs: Sequence[Sequence[Any]]) -> None:
    """Run a writing statement once with each of these tuples of values."""
    here = _direct_connection()
    if here is not None:
        with here.wrap_database_errors:
            here.connection.executemany(_convert_placeholders(sql), runs)
        return
    with connection.cursor() as cursor:
        if len(runs) == 1:
            cursor.execute(sql, runs[0])
        else:
            cursor.executemany(sql, runs)


class CombinedQuery:
    """Prepared queries for one row each, run as one statement."""

    def __init__(self, *queries: PreparedQuery[Any]) -> None:
        self._queries = queries

    @functools.cached_property
    def _sql(self) -> str:
        parts = (f"({query._sql[0]}) AS part{n}" for n, query in enumerate(self._queries))
        return f"SELECT * FROM {', '.join(parts)}"  # noqa: S608 - SQL that Django has composed

    @functools.cached_property
    def _readers(self) -> list[RowReader[Any]]:
        parts: list[RowReader[Any]] = []
        first = 0
        for query in self._queries:
            parts.append(RowReader.of(query._queryset.query, first))
            first += parts[-1].width
        return parts

    def get(self, *parameters: Sequence[Any]) -> tuple[Any, ...] | None:
        """Return one row of each query with its parameters, or None if any has none."""
        asked = list(zip(self._queries, parameters, strict=True))
        if not is_enabled("fast_orm"):
            found = [query.all(*given) for query, given in asked]
            return tuple(rows[0] for rows in found) if all(found) else None
        values = [value for query, given in asked for value in query.bind(given)]
        rows = _fetch_all(self._sql, values)
        return tuple(part.read(rows[0]) for part in self._readers) if rows else None


def insert_rows(rows: Sequence[models.Model], *, ignores_conflicts: bool = False) -> None:
    """Insert rows of one model; the rows do not get their primary keys.

    Args:
        rows: new instances of one model.
        ignores_conflicts: whether rows that violate a constraint are left out.
    """
    if not rows:
        return
    if not is_enabled("fast_orm"):
        model = type(rows[0])
        model._default_manager.bulk_create(rows, ignore_conflicts=ignores_conflicts)
        return
    sql, fields = _insert_statement(type(rows[0]))
    if ignores_conflicts:
        sql = f"{sql} ON CONFLICT DO NOTHING"
    _execute(sql, _prepare_values(rows, fields))


def insert_values(
    model: type[models.Model], names: Sequence[str], values: Sequence[Sequence[Any]]
) -> None:
    """Insert rows of one model, each given as database values of these fields."""
    if not values:
        return
    with connection.cursor() as cursor:
        cursor.executemany(_build_insert(_fields(model, names)), values)


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
    if not is_enabled("fast_orm"):
        type(rows[0])._default_manager.bulk_update(rows, names)
        return
    fields = _fields(type(rows[0]), names)
    values = [
        [*given, row.pk] for given, row in zip(_prepare_values(rows, fields), rows, strict=True)
    ]
    _execute(_update_statement(type(rows[0]), tuple(names)), values)


def fetch_rows(found: models.QuerySet[Row]) -> list[Row]:
    """Return the rows of a query, with the related objects of its `select_related`."""
    if not is_enabled("fast_orm"):
        return list(found)
    compiler = found.query.get_compiler(connection=connection)
    try:
        sql, parameters = compiler.as_sql()
    except EmptyResultSet:  # the query can match nothing
        return []
    reader = RowReader._of_columns(compiler.klass_info, 0)
    return [reader.read(row) for row in _fetch_all(sql, parameters)]


def fetch_raw(found: models.QuerySet[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query as the driver returns them, without conversion."""
    sql, parameters = found.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        while some := cursor.fetchmany(TOGETHER):
            yield from some


def update_numbers(
    model: type[models.Model], names: Sequence[str], values: Sequence[Sequence[float]]
) -> None:
    """Update numeric fields of many rows; each item has the new values and the primary key."""
    if not values:
        return
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.executemany(_update_statement(model, tuple(names)), values)
            return
        quote = connection.ops.quote_name
        fields = [*_fields(model, names), model._meta.pk]
        columns = [quote(str(field.column)) for field in fields]
        given = ", ".join(f"%s::{field.rel_db_type(connection)}[]" for field in fields)
        settings = ", ".join(f"{column} = new.{column}" for column in columns[:-1])
        cursor.execute(
            f"UPDATE {quote(model._meta.db_table)} AS old SET {settings} "  # noqa: S608 - our models
            f"FROM unnest({given}) AS new({', '.join(columns)}) "
            f"WHERE old.{columns[-1]} = new.{columns[-1]}",
            [f"{{{','.join(map(str, column))}}}" for column in zip(*values, strict=True)],
        )


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


_django_convert_query: Any = SQLiteCursorWrapper.convert_query


@functools.lru_cache(MAX_CACHED_STATEMENTS)
def _cached_conversion(query: str) -> str:
    return str(_django_convert_query(None, query))


def _convert_placeholders(query: str) -> str:
    """Return a statement with SQLite's own placeholders."""
    if len(query) <= MAX_CACHED_LENGTH:
        return _cached_conversion(query)
    return str(_django_convert_query(None, query))  # of many runs, which is hardly repeated


def _patch_convert_query() -> None:
    """Make Django's SQLite cursors use cached conversions of placeholders."""

    def convert_query(cursor: Any, query: str, *, param_names: Any = None) -> str:
        if param_names is None:
            return _convert_placeholders(query)
        return str(_django_convert_query(cursor, query, param_names=param_names))

    SQLiteCursorWrapper.convert_query = convert_query  # type: ignore[method-assign, assignment]


if is_enabled("fast_orm"):
    _patch_convert_query()
