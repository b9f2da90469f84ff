"""Automatic answers: settings that decline offers of other seats automatically (rules 5.7).

- `decline all`: declines every offer.
- `decline turn:n`: declines the offers of one turn. It ends with that turn.
- `never r`: declines each offer that wants resource (or gold) r.

Automatic answers can only decline. Only people accept a trade.
"""

from __future__ import annotations

from collections.abc import Sequence

from .components import RESOURCES, WARES
from .state import State
from .trade import ASKED, wares_by_name

DECLINE_ALL = "decline all"


def decline_turn_key(match: State) -> str:
    """The automatic answer that declines every offer of the current turn.

    >>> from games.rules import new_match
    >>> decline_turn_key(new_match("catan", 3, seed="x"))
    'decline turn:1'
    """
    return f"decline turn:{match.turn + 1}"


def never_key(ware: str) -> str:
    """The automatic answer that declines each offer that wants this ware."""
    return f"never {ware}"


def available_auto_answers(match: State, seat: int) -> list[str]:
    """The automatic answers that the seat may set now; `decline turn:n` only in turns of others."""
    if match.over:
        return []
    for_now = [] if seat == match.active else [decline_turn_key(match)]
    return [DECLINE_ALL, *for_now, *map(never_key, WARES if match.traders else RESOURCES)]


def auto_answer(match: State, seat: int, given: Sequence[str]) -> str | None:
    """Return `decline` if one of these automatic answers declines the offer to this seat."""
    frame = match.stack[-1] if match.stack else ("over",)
    if frame[0] != "answers" or frame[3][seat] != ASKED:
        return None
    declining = {DECLINE_ALL, decline_turn_key(match), *map(never_key, wares_by_name(frame[2]))}
    return None if declining.isdisjoint(given) else "decline"
