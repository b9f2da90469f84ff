"""A decision of a seat: whether it is still the same one, and how much may be moved in it.

A decision stays the same while its kind and its round do, nothing is revealed and nobody else
moves. A part of it that is closed and opened anew belongs to it. Its clock does not refill
meanwhile, and its moves are counted (`Seat.decision_moves`), so that nobody fills a journal without
deciding anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

import games.rules as rules

from ... import conditional_moves

if TYPE_CHECKING:
    from ...models import Seat

MAX_MOVES = 500  # after which a commit has to end the decision
MAX_REOPENINGS = 20


class SeatDecision(NamedTuple):
    """What a seat is asked: the kind that its title names (None: it names none), and the round."""

    kind: str | None
    round: int | None


def current_decision(match: rules.Match, seat: int) -> SeatDecision | None:
    """The decision that a seat owes now."""
    if seat not in match.actors:
        return None
    kinds, asked = (
        conditional_moves.decision_kinds_of(match.game.key),
        conditional_moves.decision_context(match, seat),
    )
    kind = kinds.kind_of(asked)
    return SeatDecision(None if kind is None else kind.key, kinds.round_of(asked.view))


def is_same_decision(before: rules.Match, match: rules.Match, seat: int) -> bool:
    """Whether a seat still owes the decision with which its moves began.

    Where it owed none (`before`), it has opened anew what it had closed.
    """
    after = current_decision(match, seat)
    return after is not None and current_decision(before, seat) in (None, after)


def count_move(seat: Seat, *, reopens: bool) -> None:
    """A move of this seat; `reopens`: it did not owe one."""
    seat.decision_moves += 1
    seat.decision_reopened += reopens


def reset_counters(seat: Seat) -> None:
    """The seat is asked another decision."""
    seat.decision_moves = seat.decision_reopened = 0


def excess_reason(seat: Seat, *, stays: bool, reopened: bool) -> str:
    """Why a person's moves are too many for one decision; "" where they are not.

    Moves that end it are always taken, unless they open it anew first.
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
