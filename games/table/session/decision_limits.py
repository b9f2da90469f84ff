"""Limits of one decision: whether it is still the same decision, and how many moves it may have.

A decision stays the same while its kind and round stay the same, nothing is revealed and nobody
else moves. If a seat closes a decision and opens it again, it is still the same one. Its clock does
not refill during the decision. Its moves are counted (`Seat.decision_moves`), so that nobody fills
a journal without deciding anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

import games.rules as rules

from ... import conditional_moves

if TYPE_CHECKING:
    from ...models import Seat

MAX_MOVES = 500  # after this many moves, a commit must end the decision
MAX_REOPENINGS = 20


class SeatDecision(NamedTuple):
    """What a seat must decide: the kind (None: the title names none) and the round."""

    kind: str | None
    round: int | None


def current_decision(match: rules.Match, seat: int) -> SeatDecision | None:
    """Return the decision that a seat owes now; None if it owes none."""
    if seat not in match.actors:
        return None
    kinds, asked = (
        conditional_moves.decision_kinds_of(match.game.key),
        conditional_moves.decision_context(match, seat),
    )
    kind = kinds.kind_of(asked)
    return SeatDecision(None if kind is None else kind.key, kinds.round_of(asked.view))


def is_same_decision(before: rules.Match, match: rules.Match, seat: int) -> bool:
    """Return whether a seat still owes the decision that it owed before its moves.

    If it owed none in `before`, the moves have reopened a decision, which counts as the same one.
    """
    after = current_decision(match, seat)
    return after is not None and current_decision(before, seat) in (None, after)


def count_move(seat: Seat, *, reopens: bool) -> None:
    """Count a move of this seat. `reopens`: the seat owed no decision before the move."""
    seat.decision_moves += 1
    seat.decision_reopened += reopens


def reset_counters(seat: Seat) -> None:
    """Reset the counters of a seat, because it has a new decision."""
    seat.decision_moves = seat.decision_reopened = 0


def excess_reason(seat: Seat, *, stays: bool, reopened: bool) -> str:
    """Return why a person's moves are too many for one decision, or "" if they are not.

    Moves that end the decision are always accepted, unless they reopen it first.

    Args:
        seat: the seat, whose counters include these moves.
        stays: whether the seat still owes the same decision after these moves.
        reopened: whether these moves reopened the decision.
    """
    if reopened and seat.decision_reopened > MAX_REOPENINGS:
        return _("You have reopened this decision %(n)d times, so it now stays as it is.") % {
            "n": MAX_REOPENINGS
        }
    if (stays or reopened) and seat.decision_moves > MAX_MOVES:
        return _("You have made %(n)d moves in this decision. Send a turn that ends it.") % {
            "n": MAX_MOVES
        }
    return ""
