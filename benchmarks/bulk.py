"""Rows by the million for benchmarks: the database makes copies of a few rows that were played.

A copy is a row like its pattern with some columns said otherwise, in SQL; `i` is its number.
Both databases do it in one statement for a kind of row: a million matches take minutes, where rows
that go through Python take hours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.management.color import no_style
from django.db import connection, models
from django.db.models import Max

from games.models import Move, Seat, Snapshot, Table
from games.ratings.models import RatingChange

YEARS = 3 * 365 * 24 * 3600  # seconds over which a history is spread
MOVES_KEPT = 4  # of each match that is a copy


@dataclass(frozen=True)
class People:
    """Whom copies are for: accounts with the numbers `first` to `first + count - 1`.

    `hero` keeps their seat in every `every`-th copy.
    """

    hero: int
    first: int
    count: int
    every: int = 0  # never

    @property
    def first_one(self) -> str:
        return f"{self.first} + i % {self.count}"

    def instead(self, number: str = "pattern.number") -> str:
        """Who sits in seat `number` of two; they are never the same person."""
        stays = f"pattern.user_id = {self.hero} AND i % {self.every} = 0" if self.every else "1 = 0"
        other = f"{self.first} + (i + 1 + i / {self.count} % {self.count - 1}) % {self.count}"
        return (
            f"CASE WHEN pattern.user_id IS NULL THEN NULL WHEN {stays} THEN {self.hero} "
            f"WHEN {number} = 0 THEN {self.first_one} ELSE {other} END"
        )


def copy(
    model: type[models.Model],
    count: int,
    said: Mapping[str, str],
    source: str,
    *,
    has_own_key: bool = False,
) -> None:
    """Make copies.

    Args:
        said: SQL of the columns that differ from the pattern's, in terms of `i` and `pattern`.
        source: where `pattern` comes from: what stands behind FROM and the numbers.
        has_own_key: the primary key is among `said`, too.
    """
    quote = connection.ops.quote_name
    names = [str(field.column) for field in model._meta.concrete_fields]
    if not has_own_key:
        names.remove(str(model._meta.pk.column))
    values = [said.get(name, f"pattern.{quote(name)}") for name in names]
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE numbers(i) AS "  # noqa: S608 - our own models and numbers
            f"(SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i < {count - 1}) "
            f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(map(quote, names))}) "
            f"SELECT {', '.join(values)} FROM numbers {source}"
        )
        if has_own_key and connection.vendor == "postgresql":
            for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
                cursor.execute(statement)


def accounts(pattern: models.Model, count: int) -> int:
    """Accounts like this one, "p0" and on; the number of the first of them."""
    model = type(pattern)
    first = _behind(model)
    said = {"id": f"{first} + i", "username": "'p' || i", "email": "'p' || i || '@example.org'"}
    source = f"JOIN accounts_user AS pattern ON pattern.id = {pattern.pk}"
    copy(model, count, said, source, has_own_key=True)
    return first


def matches(patterns: Sequence[Table], count: int, people: People, now: datetime) -> None:
    """Tables like these with their seats, and what finished ones leave behind: moves, a position,
    what they changed of ratings. Every second one is like the first; the last one ended just now.
    """
    if not count:
        return
    first = _behind(Table)
    apart = min(3600, YEARS // count)
    listed = " ".join(f"WHEN {n} THEN {table.pk}" for n, table in enumerate(patterns))
    like = f"CASE CASE WHEN i % 2 = 1 THEN 0 ELSE i / 2 % {len(patterns)} END {listed} END"
    ended = f"({count - 1} - i) * {apart}"
    times = {
        name: f"CASE WHEN pattern.{name} IS NOT NULL THEN {_ago(now, f'{ended} + {before}')} END"
        for name, before in (
            ("ended_at", "0"),
            ("changed_at", "0"),
            ("started_at", "2 * 86400"),
            ("created_at", "3 * 86400"),
        )
    }
    said = {
        "id": f"{first} + i",
        "key": f"'copy' || ({first} + i)",
        "host_id": people.first_one,
    }
    copy(
        Table,
        count,
        {**said, **times},
        f"JOIN games_table AS pattern ON pattern.id = {like}",
        has_own_key=True,
    )
    table = {"table_id": f"{first} + i"}
    seated = {**table, "user_id": people.instead()}
    copy(Seat, count, seated, f"JOIN games_seat AS pattern ON pattern.table_id = {like}")
    copy(
        RatingChange,
        count,
        {**table, "user_id": people.instead("seat.number"), "at": _ago(now, ended)},
        f"JOIN games_ratingchange AS pattern ON pattern.table_id = {like} "
        "JOIN games_seat AS seat USING (table_id, user_id)",
    )
    last = f"AND pattern.number <= {MOVES_KEPT}"
    copy(Move, count, table, f"JOIN games_move AS pattern ON pattern.table_id = {like} {last}")
    source = f"JOIN games_snapshot AS pattern ON pattern.table_id = {like} AND pattern.after = 0"
    copy(Snapshot, count, table, source)


def _behind(model: type[models.Model]) -> int:
    """The first number that no row of this model has."""
    return (model._default_manager.aggregate(last=Max("pk"))["last"] or 0) + 1


def _ago(now: datetime, seconds: str) -> str:
    """SQL of the moment so many seconds before."""
    if connection.vendor == "postgresql":
        return f"'{now.isoformat()}'::timestamptz - ({seconds}) * interval '1 second'"
    form = "'%Y-%m-%d %H:%M:%f'"
    return f"strftime({form}, '{now:%Y-%m-%d %H:%M:%S}', (-({seconds})) || ' seconds')"
