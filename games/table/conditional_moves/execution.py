"""Executes conditional moves and automatic answers of seats, inside a table session.

They play legal moves only, one by one, directly after the moves of a commit. Each answer depends on
the position after the previous answer, and only on the view of its own seat. In simultaneous
decisions, seats answer in the order of the rules. A conditional move that has no move to play
stops, and its owner is notified of the reason.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

import games.rules as rules

from ... import conditional_moves
from ...conditional_moves import (
    Answer,
    ConditionalMove,
    DecisionKinds,
    Duration,
    ListMode,
    NoAnswer,
)
from ...models import Seat, Table

MAX_CHAIN_LENGTH = 400  # answers after one commit
MOST_ANSWERS = 100  # answers of one seat after one commit
SILENT_STOP_REASONS = ("done", "expired")  # regular ends, without a notification

logger = logging.getLogger(__name__)


class OpenTable(Protocol):
    """A locked table: the parts of a table session that conditional moves need."""

    table: Table
    seats: list[Seat]

    @property
    def match(self) -> rules.Match: ...

    def add_event(self, event: str, seat: Seat, **data: Any) -> None:
        """Add a notification event for the person of a seat."""


def conditional_moves_of(seat: Seat) -> list[ConditionalMove]:
    return [ConditionalMove.of(one) for one in seat.conditional_moves]


def save_conditional_moves(seat: Seat, found: Sequence[ConditionalMove]) -> None:
    """Set a seat's conditional moves, as a new list: `Seat.loaded` still has the old one."""
    seat.conditional_moves = [one.data() for one in found]


def answers(session: OpenTable, only: Seat | None = None) -> Iterator[tuple[Seat, str]]:
    """Yield moves of automatic answers and conditional moves (seat, move) while there are any.

    The caller must play each answer before it takes the next.

    Args:
        session: the table session.
        only: the only seat that may answer; None for all seats.
    """
    seats = session.seats if only is None else [only]
    ready = [seat for seat in seats if seat.is_played_by_hand and _has_answers(seat)]
    if not ready:
        return
    chain = _AnswerChain(session, ready)
    while (found := chain.next()) is not None:
        yield found
        chain.settle()


def _has_answers(seat: Seat) -> bool:
    return bool(seat.auto_answers) or any(one["armed"] for one in seat.conditional_moves)


class _AnswerChain:
    """The chain of answers after one commit."""

    def __init__(self, session: OpenTable, ready: list[Seat]) -> None:
        self.session = session
        self.ready = {seat.number: seat for seat in ready}
        self.kinds: DecisionKinds = conditional_moves.decision_kinds_of(
            session.table.game, session.table.options
        )
        self.count: Counter[int] = Counter()
        self.last: tuple[Seat, ConditionalMove, Answer] | None = None

    def next(self) -> tuple[Seat, str] | None:
        """Return the next answer; None if no seat that must act has one."""
        match = self.session.match
        acting = [number for number in match.actors if number in self.ready]
        if len(acting) > 1:
            acting = list(self.kinds.sequence(match.view(None), acting))
        for number in acting:
            seat = self.ready[number]
            if seat.draft:  # the person is deciding now
                continue
            move = self._auto_answer(seat) or self._conditional_answer(seat)
            if move is not None:
                self.count[number] += 1
                return seat, move
        return None

    def _auto_answer(self, seat: Seat) -> str | None:
        self.last = None
        if not seat.auto_answers or self.count[seat.number] >= MOST_ANSWERS:
            return None
        return self.session.match.auto_answer(seat.number, seat.auto_answers)

    def _conditional_answer(self, seat: Seat) -> str | None:
        """Return the move of the first conditional move that fits; stop those that cannot play."""
        armed = [one for one in conditional_moves_of(seat) if one.armed]
        if not armed:
            return None
        context = conditional_moves.decision_context(self.session.match, seat.number)
        for conditional_move in armed:
            found = self._evaluate(conditional_move, seat, context)
            if isinstance(found, Answer) and found.move in context.legal:
                self.last = seat, conditional_move, found
                return found.move
            if found is not None:
                stop_conditional_move(
                    self.session,
                    seat,
                    conditional_move,
                    found.code if isinstance(found, NoAnswer) else "failed",
                )
        return None

    def _evaluate(
        self,
        conditional_move: ConditionalMove,
        seat: Seat,
        context: conditional_moves.DecisionContext,
    ) -> Answer | NoAnswer | None:
        try:
            found = conditional_moves.evaluate(
                conditional_move, self.kinds, context, self.session.match
            )
        except Exception:
            logger.exception("conditional move %s of seat %s failed", conditional_move.id, seat.pk)
            return NoAnswer("failed")
        if isinstance(found, Answer) and self._is_too_long(seat):
            return NoAnswer("too_long")
        return found

    def _is_too_long(self, seat: Seat) -> bool:
        if self.count[seat.number] < MOST_ANSWERS and self.count.total() < MAX_CHAIN_LENGTH:
            return False
        logger.warning(
            "conditional moves at table %s do not end: %s answers after one commit, %s of seat %s",
            *(self.session.table.key, self.count.total(), self.count[seat.number], seat.number),
        )
        return True

    def settle(self) -> None:
        """Disarm the conditional move that has just been played, if it is done.

        One with `Duration.ONCE` is done when its seat no longer owes the same decision. One with
        `ListMode.EACH` is done when its list is used up.
        """
        if self.last is None:
            return
        seat, conditional_move, answer = self.last
        if conditional_move.way == ListMode.EACH:
            done = answer.used >= len(conditional_move.moves)
            changed = replace(conditional_move, played=answer.used)
        else:
            done = conditional_move.until == Duration.ONCE and not self._is_same_decision(
                seat, conditional_move
            )
            changed = conditional_move
        _replace(seat, changed.disarm("done") if done else changed)

    def _is_same_decision(self, seat: Seat, conditional_move: ConditionalMove) -> bool:
        match, kind = self.session.match, self.kinds.kind(conditional_move.kind)
        if kind is None or seat.number not in match.actors:
            return False
        return kind.matches(conditional_moves.decision_context(match, seat.number))


def stop_conditional_move(
    session: OpenTable, seat: Seat, conditional_move: ConditionalMove, why: str
) -> None:
    """Stop a conditional move, and notify its owner unless that is its regular end."""
    _replace(seat, conditional_move.disarm(why))
    if why not in SILENT_STOP_REASONS:
        session.add_event(
            "order_stopped", seat, kind=conditional_move.kind, why=why, order=conditional_move.id
        )


def _replace(seat: Seat, changed: ConditionalMove) -> None:
    found = conditional_moves_of(seat)
    now = [changed if one.id == changed.id else one for one in found]
    if now != found:
        save_conditional_moves(seat, now)
