"""Rows of the hottest queries, read from the database without Django's cursors and `__init__`.

Replaces: `ModelIterable` and database cursors, for `portal/repository.py` alone. The values of a
    row are converted once, as long as the database returns the same; on SQLite the statement goes
    straight to the connection.
Checked: `SUPPORTED_VERSIONS`; it relies on `Field.get_col`, `SQLCompiler.klass_info`, the order of
    columns of `select_related`, rows that consist of their `__dict__` and `_state`,
    `SQLiteCursorWrapper.convert_query`, and what `DatabaseWrapper` checks before a cursor is made.
Saves: 26 to 34 % of a click, with the SQL that the repository composes once (`python -m
    benchmarks.performance fast_orm`).
Off: `QUICK_OFF=fast_orm` runs the querysets themselves.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.db.models.base import ModelState
from django.db.models.sql import Query

from portal.byte_lru import MIB, ByteLRUCache

SUPPORTED_VERSIONS = {"django": "5.2"}

Row = TypeVar("Row", bound=models.Model)
MAX_CACHED_STATEMENTS = 300
FIELD_BYTES = 80  # approximate bytes of a field in a cached row, without texts
MAX_TEXT_BYTES = 4000  # of all texts of a row for it to be cached
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
    def of(cls, query: Query) -> RowReader[Any]:
        """Return a reader of the rows of a query."""
        compiler = query.clone().get_compiler(connection=connection)
        compiler.setup_query()
        assert compiler.klass_info is not None  # it has no `values_list`
        return cls._of_columns(compiler.klass_info)

    @classmethod
    def _of_columns(cls, info: dict[str, Any]) -> RowReader[Any]:
        """Return the reader of one model in a query, from the columns that the compiler chose."""
        model = info["model"]
        fields = model._meta.concrete_fields
        converters = []
        for place, field in enumerate(fields):
            column = field.get_col(model._meta.db_table)
            given = connection.ops.get_db_converters(column) + column.get_db_converters(connection)
            if given:
                plain = EMPTY_JSON if isinstance(field, models.JSONField) else {}
                converters.append((place, plain, functools.partial(convert, given, column)))
        related = [
            (one["local_setter"], cls._of_columns(one))
            for one in info.get("related_klass_infos", ())
        ]
        names = [field.attname for field in fields]
        return cls(model, info["select_fields"][0], names, converters, related)

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


def convert(converters: Sequence[Converter], column: Any, value: Any) -> Any:
    """Apply a field's converters to a value from the database."""
    for convert in converters:
        value = convert(value, column, connection)
    return value


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


def fetch_all(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement as the database returns them."""
    here = _direct_connection()
    if here is not None:
        with here.wrap_database_errors:
            done = here.connection.execute(_convert_placeholders(sql), values)
            found: list[tuple[Any, ...]] = done.fetchall()
            return found
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


@functools.lru_cache(MAX_CACHED_STATEMENTS)
def _convert_placeholders(sql: str) -> str:
    """Return a statement with SQLite's own placeholders."""
    return str(SQLiteCursorWrapper.convert_query(None, sql))  # type: ignore[arg-type] # it is unused
