"""Standing answers: orders given beforehand that answer the offers of others (rules 5.7).

`decline all` · `decline turn:n`, for one turn: its number moves on · `never r`: no offer that wants
r of me. They only ever decline: a bargain is struck by people.
"""

from __future__ import annotations

from collections.abc import Sequence

from .components import RESOURCES, WARES
from .state import State
from .trade import ASKED, wares_by_name

DECLINE_ALL = "decline all"


def decline_turn_order(match: State) -> str:
    """The order that declines every offer of the turn that is being played.

    >>> from games.rules import new_match
    >>> decline_turn_order(new_match("catan", 3, seed="x"))
    'decline turn:1'
    """
    return f"decline turn:{match.turn + 1}"


def never_order(ware: str) -> str:
    """The order that never gives a ware away."""
    return f"never {ware}"


def available_orders(match: State, seat: int) -> list[str]:
    """What the seat may order now; the turn's order is for the turns of others."""
    if match.over:
        return []
    for_now = [] if seat == match.active else [decline_turn_order(match)]
    return [DECLINE_ALL, *for_now, *map(never_order, WARES if match.traders else RESOURCES)]


def auto_answer(match: State, seat: int, given: Sequence[str]) -> str | None:
    """`decline`, where the seat is asked and one of its orders says so."""
    frame = match.stack[-1] if match.stack else ("over",)
    if frame[0] != "answers" or frame[3][seat] != ASKED:
        return None
    declining = {DECLINE_ALL, decline_turn_order(match), *map(never_order, wares_by_name(frame[2]))}
    return None if declining.isdisjoint(given) else "decline"
