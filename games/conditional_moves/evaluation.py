"""Evaluates a conditional move: which legal move it plays at a decision, or why it plays none."""

from __future__ import annotations

from typing import NamedTuple

import games.rules as rules

from .conditional_move import ConditionalMove, Duration, Fallback, ListMode
from .decision_kinds import DecisionContext, DecisionKind, DecisionKinds, fits


class Answer(NamedTuple):
    """A legal move; with `ListMode.EACH`, `used` is how many moves of the list are then done."""

    move: str
    used: int = 0


class NoAnswer(NamedTuple):
    """The code of the reason why a conditional move has no move to play."""

    code: str


def evaluate(
    conditional_move: ConditionalMove,
    kinds: DecisionKinds,
    context: DecisionContext,
    match: rules.Match,
) -> Answer | NoAnswer | None:
    """Return how an armed conditional move answers a decision of its seat.

    Args:
        conditional_move: an armed conditional move.
        kinds: the kinds of decisions in the match.
        context: the decision, as the seat knows it.
        match: gives the site's move for `Fallback.SITE`, and nothing else.

    Returns:
        An `Answer`; a `NoAnswer` if the conditional move must stop; None if it does not apply to
        this decision and stays armed.
    """
    kind = kinds.kind(conditional_move.kind)
    if kind is None:
        return NoAnswer("unknown")
    if (
        conditional_move.until == Duration.ROUND
        and kinds.round_of(context.view) != conditional_move.round
    ):
        return NoAnswer("expired")
    if not kind.matches(context):
        return None
    found: Answer | NoAnswer | None = _answer_from_list(conditional_move, kind, context)
    if found is None:
        found = _fallback_answer(conditional_move, kind, context, match)
    if (
        isinstance(found, NoAnswer)
        and conditional_move.way == ListMode.FIRST
        and conditional_move.until != Duration.ONCE
    ):
        return None  # the person decides, and it stays armed
    return found


def _answer_from_list(
    conditional_move: ConditionalMove, kind: DecisionKind, context: DecisionContext
) -> Answer | None:
    if conditional_move.way == ListMode.FIRST:
        moves = (
            _matching_move(pattern, conditional_move, kind, context)
            for pattern in conditional_move.moves
        )
        return next((Answer(move) for move in moves if move is not None), None)
    for place, pattern in enumerate(conditional_move.remaining_moves, conditional_move.played + 1):
        move = _matching_move(pattern, conditional_move, kind, context)
        if move is not None:
            return Answer(move, place)
        if pattern not in kind.skipped:
            break  # later moves wait for this one
    between = next((move for move in kind.closing if move in context.legal), None)
    return None if between is None else Answer(between, conditional_move.played)


def _matching_move(
    pattern: str, conditional_move: ConditionalMove, kind: DecisionKind, context: DecisionContext
) -> str | None:
    """Return the legal move that fits the pattern and the guards; None if there is none."""
    guards = [(kind.guard(key), number) for key, number in conditional_move.guards.items()]
    found = [
        move
        for move in context.legal
        if fits(pattern, move)
        and all(guard is not None and guard.holds(context, move, n) for guard, n in guards)
    ]
    return kind.best(context, found) if found else None


def _fallback_answer(
    conditional_move: ConditionalMove,
    kind: DecisionKind,
    context: DecisionContext,
    match: rules.Match,
) -> Answer | NoAnswer:
    used = (
        min(conditional_move.played + 1, len(conditional_move.moves))
        if conditional_move.way == ListMode.EACH
        else 0
    )
    if conditional_move.otherwise == Fallback.SITE:
        return Answer(match.auto_move(context.seat), used)
    if conditional_move.otherwise == Fallback.PASS:
        move = next((move for move in kind.passing if move in context.legal), None)
        return Answer(move, used) if move is not None else NoAnswer("no_pass")
    return NoAnswer("none_fits")
