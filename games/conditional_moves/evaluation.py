"""What an order plays when its seat is asked: one move of the seat's own list, or why none."""

from __future__ import annotations

from typing import NamedTuple

import games.rules as rules

from .conditional_move import ConditionalMove, Duration, Fallback, ListMode
from .decision_kinds import DecisionContext, DecisionKind, DecisionKinds, fits


class Answer(NamedTuple):
    """A listed move; `used` is how many moves of a list that is played in order are behind it."""

    move: str
    used: int = 0


class NoAnswer(NamedTuple):
    """An order that has nothing to play, and why, as a code."""

    code: str


def evaluate(
    order: ConditionalMove, kinds: DecisionKinds, asked: DecisionContext, match: rules.Match
) -> Answer | NoAnswer | None:
    """How an armed order answers what its seat is asked; None: it is not about that.

    `match` is asked for the move of the site's own policy, and for nothing else.
    """
    kind = kinds.kind(order.kind)
    if kind is None:
        return NoAnswer("unknown")
    if order.until == Duration.ROUND and kinds.round_of(asked.view) != order.round:
        return NoAnswer("expired")
    if not kind.matches(asked):
        return None
    found: Answer | NoAnswer | None = _answer_from_list(order, kind, asked)
    if found is None:
        found = _fallback_answer(order, kind, asked, match)
    if isinstance(found, NoAnswer) and order.way == ListMode.FIRST and order.until != Duration.ONCE:
        return None  # it asks, and goes on to hold
    return found


def _answer_from_list(
    order: ConditionalMove, kind: DecisionKind, asked: DecisionContext
) -> Answer | None:
    if order.way == ListMode.FIRST:
        moves = (_matching_move(pattern, order, kind, asked) for pattern in order.moves)
        return next((Answer(move) for move in moves if move is not None), None)
    for place, pattern in enumerate(order.remaining_moves, order.played + 1):
        move = _matching_move(pattern, order, kind, asked)
        if move is not None:
            return Answer(move, place)
        if pattern not in kind.skipped:
            break  # what comes later waits for it
    between = next((move for move in kind.closing if move in asked.legal), None)
    return None if between is None else Answer(between, order.played)


def _matching_move(
    pattern: str, order: ConditionalMove, kind: DecisionKind, asked: DecisionContext
) -> str | None:
    """The legal move that a pattern means, where the guards allow one."""
    guards = [(kind.guard(key), number) for key, number in order.guards.items()]
    found = [
        move
        for move in asked.legal
        if fits(pattern, move)
        and all(guard is not None and guard.holds(asked, move, n) for guard, n in guards)
    ]
    return kind.best(asked, found) if found else None


def _fallback_answer(
    order: ConditionalMove, kind: DecisionKind, asked: DecisionContext, match: rules.Match
) -> Answer | NoAnswer:
    used = min(order.played + 1, len(order.moves)) if order.way == ListMode.EACH else 0
    if order.otherwise == Fallback.SITE:
        return Answer(match.auto_move(asked.seat), used)
    if order.otherwise == Fallback.PASS:
        move = next((move for move in kind.passing if move in asked.legal), None)
        return Answer(move, used) if move is not None else NoAnswer("no_pass")
    return NoAnswer("none_fits")
