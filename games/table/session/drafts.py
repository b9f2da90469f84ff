"""Drafts: what a person sees, which is the stored match with their own draft played on it.

A draft is tentative and must not leak hidden information. It is played on a copy, as far as it fits
the stored match and reveals nothing. Moves after a revealing move are not evaluated. Reading a
draft writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import games.rules as rules
from portal.byte_lru import MIB, ByteLRUCache
from portal.errors import ActionError

from ...models import Seat, Table
from ..access import seat_of_user, viewing_seat
from . import hot_seat
from .loader import load_match, rules_guard, seats_of
from .table_session import TableSession


@dataclass(frozen=True)
class Draft:
    """The moves that a seat has drafted, as far as they fit the stored match.

    Attributes:
        moves: the moves in the title's notation.
        before: the position before each move.
        after: the position after the last move.
        lost: whether the stored draft has more moves that no longer fit.
    """

    moves: list[str]
    before: list[rules.Match]
    after: rules.Match
    lost: bool = False

    def first(self, count: int) -> Draft:
        """Return a draft of the first `count` moves."""
        if count == len(self.moves):
            return self
        return Draft(self.moves[:count], self.before[:count], self.before[count])


# Places of drafted moves that can be removed alone; keys: table, version, seat and draft.
_removable_cache: ByteLRUCache[tuple[object, ...], frozenset[int]] = ByteLRUCache(MIB)


@dataclass
class Pov:
    """What a person sees: the stored match, with their draft played on it if they have one.

    Attributes:
        table: the table.
        seats: its seats, in order.
        seat: the seat from which the person looks; None for a spectator.
        match: the stored match.
        drafted: the draft of the seat, as far as it fits.
        entered: how many moves the current request has committed to the match.
        unread: moves of the request that were not evaluated, because an earlier one revealed
            something.
        stopped: why a later part of a complete turn was not played.
        covered: the hot seat that must get the device first. Until then, the page shows only what
            spectators see.
    """

    table: Table
    seats: list[Seat]
    seat: Seat | None
    match: rules.Match
    drafted: Draft
    entered: int = 0
    unread: list[str] = field(default_factory=list)
    stopped: ActionError | None = None
    covered: Seat | None = None

    @property
    def draft(self) -> list[str]:
        return self.drafted.moves

    @property
    def position(self) -> rules.Match:
        return self.drafted.after

    @property
    def must_confirm(self) -> bool:
        """Whether the draft is complete: the seat can only confirm it or undo moves."""
        return (
            bool(self.draft)
            and self.seat is not None
            and self._seat_number not in self.position.actors
        )

    @property
    def _seat_number(self) -> int:
        assert self.seat is not None
        return self.seat.number

    def legal_moves(self) -> list[str]:
        """Return the moves that this person may add to the draft now."""
        if self.seat is None or self.seat.bot or not self.table.is_running:
            return []
        if self.must_confirm:
            return []
        return self.position.legal_moves(self._seat_number)

    @cached_property
    def alternatives(self) -> list[str]:
        """The moves that could replace the last drafted move."""
        if not self.draft:
            return []
        listed = self.drafted.before[-1].legal_moves(self._seat_number)
        return [move for move in listed if move != self.draft[-1]]

    @cached_property
    def removable(self) -> frozenset[int]:
        """The places (from 0) of drafted moves that can be removed so that the rest still fits."""
        if not self.draft:
            return frozenset()
        key = (self.table.key, self.table.version, self._seat_number, tuple(self.draft))
        found = _removable_cache.get(key)
        if found is None:
            places = range(len(self.draft))
            found = frozenset(
                n for n in places if find_obstacle(self.drafted, self._seat_number, n) is None
            )
            _removable_cache.put(key, found, 400 + 120 * len(self.draft))
        return found


def load_pov(table: Table, user: Any = None, seats: list[Seat] | None = None) -> Pov:
    """Return what this person (None: a spectator) sees of a started table, with their draft.

    Args:
        table: the table.
        user: the person.
        seats: the seats of the table if the caller has them, which saves a query.

    Raises:
        MatchLoadError: the match cannot be loaded.
    """
    seats = seats_of(table) if seats is None else seats
    match = load_match(table)
    with rules_guard(table):
        return pov_of(table, seats, match, seat_of_user(seats, user))


def pov_of(table: Table, seats: list[Seat], match: rules.Match, seat: Seat | None) -> Pov:
    """Return what a person sees from this seat; at a hot-seat table, from where the device is."""
    if seat is not None and seat.local_name:
        seat = hot_seat.device_holder(seats)
    if seat is not None and seat.is_covered:
        return Pov(table, seats, None, match, Draft([], [], match), covered=seat)
    seat = viewing_seat(seat)
    if seat is None or not seat.draft or seat.bot or not table.is_running:
        return Pov(table, seats, seat, match, Draft([], [], match))
    return Pov(table, seats, seat, match, fit_draft(match, seat))


def fit_draft(match: rules.Match, seat: Seat) -> Draft:
    """Return the draft of a seat, as far as it still fits the match and reveals nothing."""
    before: list[rules.Match] = []
    position = match
    for text in seat.draft:
        trial = position.copy()
        try:
            trial.play(seat.number, text)
        except rules.IllegalMove:
            break
        if trial.reveals > match.reveals:
            break
        before.append(position)
        position = trial
    kept = len(before)
    return Draft(seat.draft[:kept], before, position, lost=kept < len(seat.draft))


def extend_draft(
    session: TableSession, seat: Seat, draft: Draft, new: Sequence[str]
) -> tuple[Draft, bool]:
    """Extend a seat's draft with moves, up to and including the first that reveals something.

    Returns:
        The longer draft, and whether its last move reveals something. Moves after that one are not
        evaluated.

    Raises:
        IllegalMoveError: the rules refuse a move before anything is revealed.
    """
    moves, before, position = list(draft.moves), list(draft.before), draft.after
    for number, text in enumerate(new, 1):
        trial = position.copy()
        try:
            trial.play(seat.number, text)
        except rules.IllegalMove as error:
            raise session.illegal_move_error(error, number) from error
        moves.append(text)
        before.append(position)
        revealed = trial.reveals > position.reveals
        position = trial
        if revealed:
            return Draft(moves, before, position), True
    return Draft(moves, before, position), False


class Obstacle(NamedTuple):
    """The first move of a draft that does not fit without an earlier move.

    `place` counts from 0. `error` says why the rules refuse the move; None means that the move
    would reveal something.
    """

    place: int
    error: rules.IllegalMove | None


def find_obstacle(draft: Draft, seat: int, without: int) -> Obstacle | None:
    """Return the later move that prevents the removal of a drafted move; None if there is none.

    The later moves are played without the move at place `without` (from 0). The obstacle is the
    first of them that is refused or reveals something.
    """
    position = draft.before[without].copy()
    reveals = position.reveals
    for place, text in enumerate(draft.moves[without + 1 :], without + 1):
        try:
            position.play(seat, text)
        except rules.IllegalMove as error:
            return Obstacle(place, error)
        if position.reveals > reveals:
            return Obstacle(place, None)
    return None


def moves_until_reveal(match: rules.Match, texts: Iterable[str]) -> Iterator[str]:
    """Yield the moves of a turn, up to and including the first that reveals something.

    The consumer plays each move on `match` before it takes the next.
    """
    reveals = match.reveals
    for text in texts:
        if match.reveals > reveals:
            return
        yield text
