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
from portal.performance.byte_lru import MIB, ByteLRUCache

from ...models import Move, Table

SECRETS_SIZE, SECRET_SIZE = 300, 400  # bytes in memory, roughly


class MoveNumbering(NamedTuple):
    """The moves of a table for one reader.

    Attributes:
        last: the number of the last move in the journal.
        untold: the numbers there of those that this reader does not know of, ascending.
    """

    last: int
    hidden_numbers: tuple[int, ...] = ()

    @property
    def moves(self) -> int:
        """How many moves there are, as this reader counts."""
        return self.last - len(self.hidden_numbers)

    def visible_number(self, number: int) -> int:
        """What a move of the journal is for this reader: itself, or the last one known before it.

        >>> count = MoveNumbering(last=9, hidden_numbers=(4, 5, 8))
        >>> [count.visible_number(number) for number in (3, 4, 5, 6, 9)]
        [3, 3, 3, 4, 6]
        """
        return number - bisect_right(self.hidden_numbers, number)

    def journal_number(self, visible: int) -> int:
        """The number in the journal of a move that this reader names.

        >>> count = MoveNumbering(last=9, hidden_numbers=(4, 5, 8))
        >>> [count.journal_number(number) for number in (0, 3, 4, 5, 6)]
        [0, 3, 6, 7, 9]
        """
        number = visible
        for one in self.hidden_numbers:
            if one > number:
                break
            number += 1
        return number


class SecretMove(NamedTuple):
    """A move of which not everybody was told anything: who made it, and who was told."""

    number: int
    seat: int | None
    told: frozenset[int]


class SecretMoves(NamedTuple):
    """The moves made in secret at a table since something was revealed, up to a version."""

    version: int
    since: int
    moves: tuple[SecretMove, ...]


SECRETS: ByteLRUCache[str, SecretMoves] = ByteLRUCache(MIB // 2)
MOVES_SINCE_QUERY = fast_orm.PreparedQuery(
    lambda table, version: Move.objects.filter(table=table, version__gt=version)
)


def numbering_for(table: Table, seat: int | None, tail: Sequence[Move] = ()) -> MoveNumbering:
    """How this seat (None: a spectator) counts; `tail`: the end of the journal as far as known."""
    if table.public_moves is not None:
        return MoveNumbering(table.move_count)
    return MoveNumbering(
        table.move_count,
        tuple(
            move.number
            for move in _secret_moves(table, tail).moves
            if move.seat != seat and seat not in move.told
        ),
    )


def includes_last_reveal(table: Table, tail: Sequence[Move]) -> bool:
    """Whether these last moves go back to what was revealed last, or there are no others."""
    return bool(tail) and (tail[0].version <= table.revealed_version or tail[0].number <= 1)


def _secret_moves(table: Table, tail: Sequence[Move]) -> SecretMoves:
    """What happened in secret; of what is known already only the end is looked at."""
    kept = _cached_secret_moves(table)
    if kept.version == table.version:
        return kept
    at_end = tail and tail[-1].number == table.move_count
    whole = at_end and (tail[0].version <= kept.version or tail[0].number <= 1)
    return _extend_secret_moves(
        table, kept, tail if whole else MOVES_SINCE_QUERY.all(table.pk, kept.version)
    )


def preload_numbering(tables: Iterable[Table]) -> None:
    """Read at once what `numbering_for` would ask of each of these tables by itself."""
    asked = {
        table.pk: (table, _cached_secret_moves(table))
        for table in tables
        if table.public_moves is None
    }
    behind = {pk: found for pk, found in asked.items() if found[1].version != found[0].version}
    if not behind:
        return
    found: dict[int, list[Move]] = {pk: [] for pk in behind}
    since = Move.objects.filter(table__in=found, version__gt=F("table__revealed_version"))
    for move in since.order_by("table", "number"):
        found[move.table_id].append(move)
    for pk, (table, kept) in behind.items():
        _extend_secret_moves(table, kept, found[pk])


def _cached_secret_moves(table: Table) -> SecretMoves:
    """What this process knows of it, up to the version of that."""
    kept = SECRETS.get(table.key)
    if kept is None or kept.since != _base_version(table) or kept.version > table.version:
        return SecretMoves(table.revealed_version, _base_version(table), ())
    return kept


def _base_version(table: Table) -> int:
    """The version before which nothing that is known holds."""
    return max(table.revealed_version, table.set_back_version)


def _extend_secret_moves(table: Table, kept: SecretMoves, moves: Iterable[Move]) -> SecretMoves:
    """The same up to the table's version, by the moves since then; it is known from now on."""
    later = tuple(
        _to_secret_move(move)
        for move in moves
        if kept.version < move.version <= table.version and _is_secret(move)
    )
    kept = SecretMoves(table.version, _base_version(table), (*kept.moves, *later))
    SECRETS.put(table.key, kept, SECRETS_SIZE + SECRET_SIZE * len(kept.moves))
    return kept


def _is_secret(move: Move) -> bool:
    return all(audience is not None for _kind, _seat, _data, audience, *_more in move.events)


def _to_secret_move(move: Move) -> SecretMove:
    told = frozenset(audience for _kind, _seat, _data, audience, *_more in move.events)
    return SecretMove(move.number, move.seat, told)
