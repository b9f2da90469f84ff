"""Trade tokens of Catan for two: where they come from (rules 5.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .components import TOKENS_TOTAL

if TYPE_CHECKING:
    from .match import CatanMatch


def earn_tokens(match: CatanMatch, seat: int, spot: int) -> None:
    """A new settlement on the coast brings 1 token, at the desert 2, at a goal hex 1."""
    earned = (
        (match.board.coast >> spot & 1)
        + 2 * (match.layout.desert_spots >> spot & 1)
        + (match.board.goal_spots >> spot & 1)
    )
    gain_tokens(match, seat, earned)


def gain_tokens(match: CatanMatch, seat: int, count: int) -> None:
    """As many as the supply has."""
    count = min(count, supply(match))
    if count:
        match.tokens[seat] += count
        match.emit("tokens", seat, {"count": count, "now": match.tokens[seat]})


def supply(match: CatanMatch) -> int:
    """Trade tokens that nobody has."""
    return TOKENS_TOTAL - sum(match.tokens)
