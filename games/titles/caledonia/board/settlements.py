"""The settlements of all seats as a drawing: groups of units, and the links that count."""

from __future__ import annotations

import functools
from typing import NamedTuple

from games.rules.primitives.bitsets import members

from ..rules.maps import AT, Board
from ..rules.match import Caledonia
from .hexes import centre


class SettlementGroups(NamedTuple):
    """The settlements of a seat.

    Attributes:
        groups: bitset of the spaces of each settlement.
        counted: indices into `groups` of the largest linked set of settlements, which counts.
        links: pairs of spaces over which the counted settlements are linked.
    """

    groups: tuple[int, ...]
    counted: tuple[int, ...]
    links: tuple[tuple[int, int], ...]


@functools.lru_cache(2_000)
def settlement_groups(board: Board, units: int, shipping: int) -> SettlementGroups:
    """Return the groups of neighbouring units, and how shipping links them (rules 8)."""
    groups = tuple(_groups(board, units))
    reach = board.reach[shipping]
    best: tuple[tuple[int, ...], tuple[tuple[int, int], ...]] = ((), ())
    left = set(range(len(groups)))
    while left:
        linked, links = [left.pop()], []
        for number in linked:  # the list grows during this loop
            for space in members(groups[number]):
                for other in sorted(left):
                    met = reach[space] & groups[other]
                    if met and other in left:
                        left.discard(other)
                        linked.append(other)
                        links.append((space, _nearest(space, met)))
        if len(linked) > len(best[0]):
            best = tuple(linked), tuple(links)
    return SettlementGroups(groups, *best)


def _groups(board: Board, units: int) -> list[int]:
    found = []
    while units:
        group, edge = 0, units & -units
        while edge:
            group |= edge
            around = 0
            for space in members(edge):
                around |= board.neighbours[space]
            edge = around & units & ~group
        units &= ~group
        found.append(group)
    return found


def _nearest(space: int, others: int) -> int:
    x, y = centre(AT[space])
    return min(
        members(others),
        key=lambda one: (centre(AT[one])[0] - x) ** 2 + (centre(AT[one])[1] - y) ** 2,
    )


def settlements_svg(match: Caledonia) -> str:
    """Return all seats' settlements as SVG; those that count are joined and numbered."""
    seats = "".join(
        _seat(match.board, seat, p.units, p.shipping) for seat, p in enumerate(match.players)
    )
    return f'<g id="cal-settled" class="cal-settled" aria-hidden="true">{seats}</g>'


@functools.lru_cache(2_000)
def _seat(board: Board, seat: int, units: int, shipping: int) -> str:
    found = settlement_groups(board, units, shipping)
    links = "".join(_line(one, other) for one, other in found.links)
    parts = [f'<path class="cal-link" d="{links}"/>'] if links else []
    for number, group in enumerate(found.groups):
        kind = "" if number in found.counted else " is-apart"
        inside = "".join(
            _line(space, other)
            for space in members(group)
            for other in members(board.neighbours[space] & group)
            if other > space
        )
        dots = "".join("M{:.0f} {:.0f}h.1".format(*centre(AT[space])) for space in members(group))
        parts.append(f'<path class="cal-group{kind}" d="{inside}{dots}"/>')
    return f'<g data-seat="{seat}">{"".join(parts)}</g>'


def _line(one: int, other: int) -> str:
    (ax, ay), (bx, by) = centre(AT[one]), centre(AT[other])
    return f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}"
