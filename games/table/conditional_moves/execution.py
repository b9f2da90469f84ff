"""Orders act: what seats have ordered beforehand answers for them, inside the door.

Right after the moves of a commit, move by move, through the ordinary list. Each answer is decided
on the match as the answer before has left it, from its own seat's view; seats that are asked at the
same time answer in the order in which the rules ask them. An order that has nothing to play stops
itself, and its owner is told why.
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

MAX_CHAIN_LENGTH = 400  # answers behind one commit
MOST_ANSWERS = 100  # of one seat behind one commit
SILENT_STOP_REASONS = ("done", "expired")  # what an order was meant to come to

logger = logging.getLogger(__name__)


class OpenTable(Protocol):
    """A table whose row is held: what orders need to know of the door."""

    table: Table
    seats: list[Seat]

    @property
    def match(self) -> rules.Match: ...

    def tell(self, event: str, seat: Seat, **data: Any) -> None:
        """Tell the person of a seat of something."""


def conditional_moves_of(seat: Seat) -> list[ConditionalMove]:
    return [ConditionalMove.of(one) for one in seat.orders]


def save_conditional_moves(seat: Seat, found: Sequence[ConditionalMove]) -> None:
    """Note a seat's orders in its row (as a new list: what was loaded stays to be compared)."""
    seat.orders = [order.data() for order in found]


def answers(door: OpenTable, only: Seat | None = None) -> Iterator[tuple[Seat, str]]:
    """Moves that seats have ordered beforehand, for as long as there are any.

    Whoever takes one must play it before asking for the next. `only`: those of one seat.
    """
    seats = door.seats if only is None else [only]
    ready = [seat for seat in seats if seat.is_played_by_hand and _has_answers(seat)]
    if not ready:
        return
    chain = _AnswerChain(door, ready)
    while (found := chain.next()) is not None:
        yield found
        chain.settle()


def _has_answers(seat: Seat) -> bool:
    return bool(seat.standing) or any(order["armed"] for order in seat.orders)


class _AnswerChain:
    """The answers behind one commit."""

    def __init__(self, door: OpenTable, ready: list[Seat]) -> None:
        self.door = door
        self.ready = {seat.number: seat for seat in ready}
        self.kinds: DecisionKinds = conditional_moves.decision_kinds_of(
            door.table.game, door.table.options
        )
        self.count: Counter[int] = Counter()
        self.last: tuple[Seat, ConditionalMove, Answer] | None = None

    def next(self) -> tuple[Seat, str] | None:
        """The next answer; None where nobody who is asked has one."""
        match = self.door.match
        asked = [number for number in match.actors if number in self.ready]
        if len(asked) > 1:
            asked = list(self.kinds.sequence(match.view(None), asked))
        for number in asked:
            seat = self.ready[number]
            if seat.draft:  # its person is deciding just now
                continue
            move = self._auto_answer(seat) or self._conditional_answer(seat)
            if move is not None:
                self.count[number] += 1
                return seat, move
        return None

    def _auto_answer(self, seat: Seat) -> str | None:
        self.last = None
        if not seat.standing or self.count[seat.number] >= MOST_ANSWERS:
            return None
        return self.door.match.auto_answer(seat.number, seat.standing)

    def _conditional_answer(self, seat: Seat) -> str | None:
        """What the first order of a seat that fits plays; those that have nothing to play stop."""
        armed = [order for order in conditional_moves_of(seat) if order.armed]
        if not armed:
            return None
        asked = conditional_moves.decision_context(self.door.match, seat.number)
        for order in armed:
            found = self._evaluate(order, seat, asked)
            if isinstance(found, Answer) and found.move in asked.legal:
                self.last = seat, order, found
                return found.move
            if found is not None:
                stop_conditional_move(
                    self.door, seat, order, found.code if isinstance(found, NoAnswer) else "failed"
                )
        return None

    def _evaluate(
        self, order: ConditionalMove, seat: Seat, asked: conditional_moves.DecisionContext
    ) -> Answer | NoAnswer | None:
        try:
            found = conditional_moves.evaluate(order, self.kinds, asked, self.door.match)
        except Exception:
            logger.exception("order %s of seat %s failed", order.id, seat.pk)
            return NoAnswer("failed")
        if isinstance(found, Answer) and self._is_too_long(seat):
            return NoAnswer("too_long")
        return found

    def _is_too_long(self, seat: Seat) -> bool:
        if self.count[seat.number] < MOST_ANSWERS and self.count.total() < MAX_CHAIN_LENGTH:
            return False
        logger.warning(
            "orders at table %s do not end: %s answers behind one commit, %s of seat %s",
            *(self.door.table.key, self.count.total(), self.count[seat.number], seat.number),
        )
        return True

    def settle(self) -> None:
        """After an answer has been played: an order that has done its part is not armed any more.

        One that holds once has, when its seat is not asked the same any more; one that is played in
        order, when nothing of its list is left.
        """
        if self.last is None:
            return
        seat, order, answer = self.last
        if order.way == ListMode.EACH:
            done = answer.used >= len(order.moves)
            changed = replace(order, played=answer.used)
        else:
            done = order.until == Duration.ONCE and not self._is_same_decision(seat, order)
            changed = order
        _replace(seat, changed.disarm("done") if done else changed)

    def _is_same_decision(self, seat: Seat, order: ConditionalMove) -> bool:
        match, kind = self.door.match, self.kinds.kind(order.kind)
        if kind is None or seat.number not in match.actors:
            return False
        return kind.asks(conditional_moves.decision_context(match, seat.number))


def stop_conditional_move(door: OpenTable, seat: Seat, order: ConditionalMove, why: str) -> None:
    """An order stops itself; its owner is told, unless that is what they ordered."""
    _replace(seat, order.disarm(why))
    if why not in SILENT_STOP_REASONS:
        door.tell("order_stopped", seat, kind=order.kind, why=why, order=order.id)


def _replace(seat: Seat, changed: ConditionalMove) -> None:
    found = conditional_moves_of(seat)
    now = [changed if order.id == changed.id else order for order in found]
    if now != found:
        save_conditional_moves(seat, now)
