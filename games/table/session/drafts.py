"""Drafts: what a person has before their eyes, the stored match with their own draft played on it.

A draft is tentative and never peeks. It is played on a copy, as far as it fits the stored match and
reveals nothing; nothing behind a move that reveals is looked at. Looking writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import games.rules as rules
from portal.performance.byte_lru import MIB, ByteLRUCache

from ...models import Seat, Table
from ..access import seat_of_user, viewing_seat
from ..errors import ActionError
from . import hot_seat
from .loader import load_match, rules_guard, seats_of
from .table_session import TableSession


@dataclass(frozen=True)
class Draft:
    """The moves that a seat has drafted, as far as they fit.

    Attributes:
        moves: their notation.
        before: the position before each of them.
        after: the position after the last.
        lost: whether more had been drafted than still fits.
    """

    moves: list[str]
    before: list[rules.Match]
    after: rules.Match
    lost: bool = False

    def first(self, count: int) -> Draft:
        """Its first moves, so many, as a draft."""
        if count == len(self.moves):
            return self
        return Draft(self.moves[:count], self.before[:count], self.before[count])


# Which moves of a draft can be taken back by themselves, by table, version, seat and draft.
_removable_cache: ByteLRUCache[tuple[object, ...], frozenset[int]] = ByteLRUCache(MIB)


@dataclass
class Pov:
    """What a person has before their eyes: the stored match, or with their draft played on it.

    `entered` counts the moves that a request has just entered into the match, `unread` are moves
    of it that were not looked at, because one before them revealed something; `stopped` says why
    a later part of a turn that was handed in whole did not follow. `covered` is the hot seat to
    which the device is to be given before its person sees more than onlookers do.
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
        """The draft has come to an end: nothing is left but to confirm it or to take it back."""
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
        """The moves that this person may add to the draft now."""
        if self.seat is None or self.seat.bot or not self.table.is_running:
            return []
        if self.must_confirm:
            return []
        return self.position.legal_moves(self._seat_number)

    @cached_property
    def alternatives(self) -> list[str]:
        """The moves that could stand in place of the last drafted one."""
        if not self.draft:
            return []
        listed = self.drafted.before[-1].legal_moves(self._seat_number)
        return [move for move in listed if move != self.draft[-1]]

    @cached_property
    def removable(self) -> frozenset[int]:
        """The places, from 0, of drafted moves without which the rest of the draft stands."""
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
    """What this person (None: a spectator) sees of a started table, own draft included.

    Args:
        seats: those of the table, where they are known.

    Raises:
        MatchLoadError: the match cannot be read.
    """
    seats = seats_of(table) if seats is None else seats
    match = load_match(table)
    with rules_guard(table):
        return pov_of(table, seats, match, seat_of_user(seats, user))


def pov_of(table: Table, seats: list[Seat], match: rules.Match, seat: Seat | None) -> Pov:
    """What a person has before their eyes at this seat; at a hot seat, where the device is now."""
    if seat is not None and seat.local_name:
        seat = hot_seat.device_holder(seats)
    if seat is not None and seat.is_covered:
        return Pov(table, seats, None, match, Draft([], [], match), covered=seat)
    seat = viewing_seat(seat)
    if seat is None or not seat.draft or seat.bot or not table.is_running:
        return Pov(table, seats, seat, match, Draft([], [], match))
    return Pov(table, seats, seat, match, fit_draft(match, seat))


def fit_draft(match: rules.Match, seat: Seat) -> Draft:
    """The draft of a seat as far as it still fits the stored match and reveals nothing."""
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
    door: TableSession, seat: Seat, draft: Draft, new: Sequence[str]
) -> tuple[Draft, bool]:
    """A seat's draft with more moves, up to and with the first that reveals something.

    Returns:
        The longer draft, and whether its last move reveals something. What follows such a move
        has not been looked at.

    Raises:
        IllegalMoveError: the rules refuse a move before anything is revealed.
    """
    moves, before, position = list(draft.moves), list(draft.before), draft.after
    for number, text in enumerate(new, 1):
        trial = position.copy()
        try:
            trial.play(seat.number, text)
        except rules.IllegalMove as error:
            raise door.illegal_move_error(error, number) from error
        moves.append(text)
        before.append(position)
        revealed = trial.reveals > position.reveals
        position = trial
        if revealed:
            return Draft(moves, before, position), True
    return Draft(moves, before, position), False


class Obstacle(NamedTuple):
    """The first move of a draft that does not stand without an earlier one.

    `place` counts from 0; `error` says why the rules refuse it, None: it would reveal something.
    """

    place: int
    error: rules.IllegalMove | None


def find_obstacle(draft: Draft, seat: int, without: int) -> Obstacle | None:
    """What keeps the move at this place (from 0) in a seat's draft; None where nothing does.

    The later moves are played without it, up to the first that is refused or would reveal.
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
    """The moves of a turn that may be played in one step: none behind one that has revealed."""
    reveals = match.reveals
    for text in texts:
        if match.reveals > reveals:
            return
        yield text
