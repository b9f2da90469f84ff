"""Trade tokens of Catan for two: how seats gain them (rules 5.12)."""

from __future__ import annotations

from .components import TOKENS_TOTAL
from .state import State


def earn_tokens(match: State, seat: int, spot: int) -> None:
    """Give tokens for a new building: coast 1, desert 2, goal hex 1, added up."""
    earned = (
        (match.board.coast >> spot & 1)
        + 2 * (match.layout.desert_spots >> spot & 1)
        + (match.board.goal_spots >> spot & 1)
    )
    gain_tokens(match, seat, earned)


def gain_tokens(match: State, seat: int, count: int) -> None:
    """Give a seat tokens, at most as many as the supply has."""
    count = min(count, supply(match))
    if count:
        match.tokens[seat] += count
        match.emit("tokens", seat, {"count": count, "now": match.tokens[seat]})


def supply(match: State) -> int:
    """The trade tokens that no seat has."""
    return TOKENS_TOTAL - sum(match.tokens)
