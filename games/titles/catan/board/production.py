"""Production of the hexes by seat, from the rules; the hex of the robber produces nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..rules.components import REROLLED_SUMS, RESOURCES, pips
from ..rules.match import CatanMatch

#: By scenario, for each number that counts, how many of 36 throws give it.
THROW_WAYS = {
    scenario: {number: pips(number) for number in range(2, 13) if number not in skipped}
    for scenario, skipped in (("base", ()), ("traders", REROLLED_SUMS))
}


def _shares(match: CatanMatch) -> Iterator[tuple[int, int, int]]:
    """Yield (hex, seat, cards) for everything that a throw could bring."""
    for number, holders in enumerate(match.holders):
        if number != match.robber:
            yield from ((number, seat, amount) for seat, amount in holders)


def production_by_number(match: CatanMatch, seat: int) -> dict[int, Counter[str]]:
    """For each number, the cards that it brings a seat."""
    found: dict[int, Counter[str]] = {}
    for hex, owner, amount in _shares(match):
        if owner == seat:
            cards = found.setdefault(match.layout.numbers[hex], Counter())
            cards[RESOURCES[match.layout.resource[hex]]] += amount
    return found


def pips_by_kind(match: CatanMatch) -> list[dict[str, int]]:
    """For each seat and resource, the pips of its buildings; cities count twice."""
    layout = match.layout
    found = [dict.fromkeys(RESOURCES, 0) for _ in range(match.seats)]
    for hex, seat, amount in _shares(match):
        found[seat][RESOURCES[layout.resource[hex]]] += amount * layout.hex_pips[hex]
    return found


def blocked_pips(match: CatanMatch, hex: int) -> dict[int, int]:
    """For each seat, the pips that a robber on this hex would block."""
    lost: Counter[int] = Counter()
    for seat, amount in match.holders[hex]:
        lost[seat] += amount * match.layout.hex_pips[hex]
    return dict(sorted(lost.items()))
