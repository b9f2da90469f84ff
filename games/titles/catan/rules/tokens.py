"""Trade tokens of Catan for two: where they come from (rules 5.12)."""

from __future__ import annotations

from .components import TOKENS_TOTAL
from .state import State


def earn_tokens(match: State, seat: int, spot: int) -> None:
    """A new settlement on the coast brings 1 token, at the desert 2, at a goal hex 1."""
    earned = (
        (match.board.coast >> spot & 1)
        + 2 * (match.layout.desert_spots >> spot & 1)
        + (match.board.goal_spots >> spot & 1)
    )
    gain_tokens(match, seat, earned)


def gain_tokens(match: State, seat: int, count: int) -> None:
    """As many as the supply has."""
    count = min(count, supply(match))
    if count:
        match.tokens[seat] += count
        match.emit("tokens", seat, {"count": count, "now": match.tokens[seat]})


def supply(match: State) -> int:
    """Trade tokens that nobody has."""
    return TOKENS_TOTAL - sum(match.tokens)
