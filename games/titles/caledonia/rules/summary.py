"""A match as a few lines of text."""

from __future__ import annotations

from .components import GOODS, ROUNDS, TRACKS
from .state import State


def text(match: State) -> str:
    """Return the match as text: round, market and display, then one line per seat."""
    prices = ", ".join(
        f"{good} £{TRACKS[number][match.market[number]]}" for number, good in enumerate(GOODS)
    )
    display = " ".join(str(number) if number else "-" for number in match.slots)
    lines = [
        f"Clans of Caledonia, round {match.round} of {ROUNDS}, {match.phase}",
        f"market: {prices}",
        f"contracts: {display} ({len(match.pile)} in the pile)",
    ]
    scores = match.scores()
    for seat, p in enumerate(match.players):
        goods = ", ".join(
            f"{count} {good}" for good, count in zip(GOODS, p.goods, strict=True) if count
        )
        mark = "*" if seat in match.actors else " "
        lines.append(
            f"{mark}seat {seat} {p.clan or '-'}: £{p.money}, {goods or 'no goods'}, "
            f"{p.units.bit_count()} units, {p.merchants} merchants, shipping {p.shipping}, "
            f"{len(p.fulfilled)} exports, {scores[seat].total} points"
        )
    return "\n".join(lines)
