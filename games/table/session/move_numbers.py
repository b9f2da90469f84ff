"""How a reader counts the moves of a table: what others did in secret counts once it is out.

Who plans in secret makes few moves or many, and how many must not show in the numbers of the log.
So a move of which a reader was told nothing has no number for them until something is revealed or
the match is over; the numbers that people and programs are given, and give back, are such ones.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import F

from portal.performance import fast_orm
from portal.performance.byte_lru import MIB, Kept

from ...models import Move, Table

SECRETS_SIZE, SECRET_SIZE = 300, 400  # bytes in memory, roughly


class Count(NamedTuple):
    """The moves of a table for one reader.

    Attributes:
        last: the number of the last move in the journal.
        untold: the numbers there of those that this reader does not know of, ascending.
    """

    last: int
    untold: tuple[int, ...] = ()

    @property
    def moves(self) -> int:
        """How many moves there are, as this reader counts."""
        return self.last - len(self.untold)

    def told(self, number: int) -> int:
        """What a move of the journal is for this reader: itself, or the last one known before it.

        >>> count = Count(last=9, untold=(4, 5, 8))
        >>> [count.told(number) for number in (3, 4, 5, 6, 9)]
        [3, 3, 3, 4, 6]
        """
        return number - bisect_right(self.untold, number)

    def real(self, told: int) -> int:
        """The number in the journal of a move that this reader names.

        >>> count = Count(last=9, untold=(4, 5, 8))
        >>> [count.real(number) for number in (0, 3, 4, 5, 6)]
        [0, 3, 6, 7, 9]
        """
        number = told
        for one in self.untold:
            if one > number:
                break
            number += 1
        return number


class Secret(NamedTuple):
    """A move of which not everybody was told anything: who made it, and who was told."""

    number: int
    seat: int | None
    told: frozenset[int]


class Secrets(NamedTuple):
    """The moves made in secret at a table since something was revealed, up to a version."""

    version: int
    since: int
    moves: tuple[Secret, ...]


SECRETS: Kept[str, Secrets] = Kept(MIB // 2)
SINCE = fast_orm.Prepared(
    lambda table, version: Move.objects.filter(table=table, version__gt=version)
)


def count(table: Table, seat: int | None, tail: Sequence[Move] = ()) -> Count:
    """How this seat (None: a spectator) counts; `tail`: the end of the journal as far as known."""
    if table.public_moves is not None:
        return Count(table.move_count)
    return Count(
        table.move_count,
        tuple(
            move.number
            for move in _secrets(table, tail).moves
            if move.seat != seat and seat not in move.told
        ),
    )


def reaches(table: Table, tail: Sequence[Move]) -> bool:
    """Whether these last moves go back to what was revealed last, or there are no others."""
    return bool(tail) and (tail[0].version <= table.revealed_version or tail[0].number <= 1)


def _secrets(table: Table, tail: Sequence[Move]) -> Secrets:
    """What happened in secret; of what is known already only the end is looked at."""
    kept = _known(table)
    if kept.version == table.version:
        return kept
    at_end = tail and tail[-1].number == table.move_count
    whole = at_end and (tail[0].version <= kept.version or tail[0].number <= 1)
    return _grown(table, kept, tail if whole else SINCE.all(table.pk, kept.version))


def prepare(tables: Iterable[Table]) -> None:
    """Read at once what `count` would ask of each of these tables by itself."""
    asked = {table.pk: (table, _known(table)) for table in tables if table.public_moves is None}
    behind = {pk: found for pk, found in asked.items() if found[1].version != found[0].version}
    if not behind:
        return
    found: dict[int, list[Move]] = {pk: [] for pk in behind}
    since = Move.objects.filter(table__in=found, version__gt=F("table__revealed_version"))
    for move in since.order_by("table", "number"):
        found[move.table_id].append(move)
    for pk, (table, kept) in behind.items():
        _grown(table, kept, found[pk])


def _known(table: Table) -> Secrets:
    """What this process knows of it, up to the version of that."""
    kept = SECRETS.get(table.key)
    if kept is None or kept.since != _since(table) or kept.version > table.version:
        return Secrets(table.revealed_version, _since(table), ())
    return kept


def _since(table: Table) -> int:
    """The version before which nothing that is known holds."""
    return max(table.revealed_version, table.set_back_version)


def _grown(table: Table, kept: Secrets, moves: Iterable[Move]) -> Secrets:
    """The same up to the table's version, by the moves since then; it is known from now on."""
    later = tuple(
        _secret(move)
        for move in moves
        if kept.version < move.version <= table.version and _hides(move)
    )
    kept = Secrets(table.version, _since(table), (*kept.moves, *later))
    SECRETS.put(table.key, kept, SECRETS_SIZE + SECRET_SIZE * len(kept.moves))
    return kept


def _hides(move: Move) -> bool:
    return all(audience is not None for _kind, _seat, _data, audience, *_more in move.events)


def _secret(move: Move) -> Secret:
    told = frozenset(audience for _kind, _seat, _data, audience, *_more in move.events)
    return Secret(move.number, move.seat, told)
