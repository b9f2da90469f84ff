"""Move numbers as one reader sees them: secret moves of others count only when they are revealed.

A seat that plans in secret makes few or many moves. The move numbers of the log must not show how
many. So a move of which a reader saw no event has no number for them until something is revealed or
the match is over. Pages and the API show and accept only these visible numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import F

from portal import repository
from portal.byte_lru import MIB, ByteLRUCache

from ...models import Move, Table

SECRETS_SIZE, SECRET_SIZE = 300, 400  # approximate bytes in memory


class MoveNumbering(NamedTuple):
    """The moves of a table for one reader.

    Attributes:
        last: the number of the last move in the journal.
        hidden_numbers: the journal numbers of the moves hidden from this reader, ascending.
    """

    last: int
    hidden_numbers: tuple[int, ...] = ()

    @property
    def moves(self) -> int:
        """How many moves this reader sees."""
        return self.last - len(self.hidden_numbers)

    def visible_number(self, number: int) -> int:
        """Return the visible number of a journal move, or of the last visible move before it.

        >>> count = MoveNumbering(last=9, hidden_numbers=(4, 5, 8))
        >>> [count.visible_number(number) for number in (3, 4, 5, 6, 9)]
        [3, 3, 3, 4, 6]
        """
        return number - bisect_right(self.hidden_numbers, number)

    def journal_number(self, visible: int) -> int:
        """Return the journal number of a move that this reader names by its visible number.

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
    """A move without a public event: the seat that made it, and the seats that saw events of it."""

    number: int
    seat: int | None
    seen_by: frozenset[int]


class SecretMoves(NamedTuple):
    """The secret moves at a table after the last reveal or rollback, up to a version."""

    version: int
    since: int
    moves: tuple[SecretMove, ...]


SECRETS: ByteLRUCache[str, SecretMoves] = ByteLRUCache(MIB // 2)
MOVES_SINCE_QUERY = repository.PreparedQuery(
    lambda table, version: Move.objects.filter(table=table, version__gt=version)
)


def numbering_for(table: Table, seat: int | None, tail: Sequence[Move] = ()) -> MoveNumbering:
    """Return the move numbers of this seat (None: a spectator).

    `tail` is the end of the journal if the caller has it; it can save a query.
    """
    if table.public_moves is not None:
        return MoveNumbering(table.move_count)
    return MoveNumbering(
        table.move_count,
        tuple(
            move.number
            for move in _secret_moves(table, tail).moves
            if move.seat != seat and seat not in move.seen_by
        ),
    )


def includes_last_reveal(table: Table, tail: Sequence[Move]) -> bool:
    """Return whether these last moves reach back to the last reveal or to the first move."""
    return bool(tail) and (tail[0].version <= table.revealed_version or tail[0].number <= 1)


def _secret_moves(table: Table, tail: Sequence[Move]) -> SecretMoves:
    """Return the secret moves; only moves after the cached version are examined."""
    kept = _cached_secret_moves(table)
    if kept.version == table.version:
        return kept
    at_end = tail and tail[-1].number == table.move_count
    whole = at_end and (tail[0].version <= kept.version or tail[0].number <= 1)
    return _extend_secret_moves(
        table, kept, tail if whole else MOVES_SINCE_QUERY.all(table.pk, kept.version)
    )


def preload_numbering(tables: Iterable[Table]) -> None:
    """Load in one query what `numbering_for` would load for each of these tables."""
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
    """Return what this process has cached, valid up to the version that it states."""
    kept = SECRETS.get(table.key)
    if kept is None or kept.since != _base_version(table) or kept.version > table.version:
        return SecretMoves(table.revealed_version, _base_version(table), ())
    return kept


def _base_version(table: Table) -> int:
    """Return the version of the last reveal or rollback: older cached entries are invalid."""
    return max(table.revealed_version, table.set_back_version)


def _extend_secret_moves(table: Table, kept: SecretMoves, moves: Iterable[Move]) -> SecretMoves:
    """Extend the cached secret moves to the table's version, and cache the result."""
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
    audiences = frozenset(audience for _kind, _seat, _data, audience, *_more in move.events)
    return SecretMove(move.number, move.seat, audiences)
