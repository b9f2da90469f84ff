"""Where a seat may put a unit now, what each space would cost and bring, and how it is reached.

All of it comes from the rules' own functions, asked about the match as who looks knows it.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from games.boards import Scene

from ..rules.components import GOODS, MOST_SHIPPING, UNITS
from ..rules.expansion import (
    EXPANSION,
    FIRST_WORKERS,
    first_spaces,
    first_workers,
    neighbour_goods,
    total_cost,
)
from ..rules.ground import room
from ..rules.maps import AT, Board, spaces_of
from ..rules.market import most_neighbour_bought, neighbour_price
from ..rules.match import Caledonia
from ..rules.moments import now
from ..rules.player import Player
from ..rules.reasons import through
from ..rules.scoring import settlements, space_glory, unit_glory
from ..rules.state import BUILDING_SET, Rewards
from .seen import match_of

linked = functools.lru_cache(20_000)(settlements)


class Offer(NamedTuple):
    """A good that neighbours of a space sell: its price there, and the most one can buy."""

    good: str
    price: int
    most: int


class Site(NamedTuple):
    """A space for a unit of mine.

    Attributes:
        at: the space.
        ways: unit types that may stand there, each with its total price in pounds.
        is_far: out of reach now, in reach with one more level of shipping.
        linked: settlements that would be linked afterwards; None where nothing is told of them.
        offers: what neighbours sell when a unit is put there.
        glory: of this round's scoring tile, for the space.
        path: the spaces from my nearest unit to this one, both included, where water is crossed.
        is_free: the land costs nothing, as a contract's reward.
    """

    at: str
    ways: tuple[tuple[str, int], ...]
    is_far: bool = False
    linked: int | None = None
    offers: tuple[Offer, ...] = ()
    glory: int = 0
    path: tuple[str, ...] = ()
    is_free: bool = False


class Kind(NamedTuple):
    """What the next unit of a type brings wherever it stands."""

    unit: str
    cost: int
    glory: int  # of this round's scoring tile
    is_fourth: bool  # building of its type: opens the building bonus


def asks_for_units(scene: Scene) -> str:
    """The verb with which I put units onto the map now: "place", "expand" or ""."""
    if not scene.legal or scene.seat is None:
        return ""
    match = match_of(scene)
    actions = now(match).actions
    if FIRST_WORKERS in actions:
        return "place"
    frame = match.frames[-1] if match.frames else None
    is_spent = isinstance(frame, Rewards) and not frame.expand
    return "expand" if EXPANSION in actions and not is_spent else ""


def sites(scene: Scene, match: Caledonia) -> list[Site]:
    """The spaces where my units fit: in reach, and those that one more level would bring."""
    verb = asks_for_units(scene)
    if not verb or scene.seat is None:
        return []
    seat, p, board = scene.seat, match.players[scene.seat], match.board
    if verb == "place":
        return _placed(match, p)
    free = room(match, p)
    waived = bool(match.frames)
    near = free & p.reach
    found = [_site(match, seat, p, space, waived=waived) for space in spaces_of(near)]
    if not waived and p.shipping < MOST_SHIPPING:
        beyond = 0
        for space in spaces_of(p.units):
            beyond |= board.reach[p.shipping + 1][space]
        for space in spaces_of(free & beyond & ~near):
            ways = _ways(match, p, space, p.stocked, waived=False)
            found.append(Site(AT[space], ways, is_far=True))
    return [site for site in found if site.ways]


def _placed(match: Caledonia, p: Player) -> list[Site]:
    """Starting workers: the spaces need not be near anything, and no neighbour sells."""
    tile, units = round_tile(match), through(first_workers(p))
    found = []
    for space in spaces_of(through(first_spaces(match, p))):
        ways = _ways(match, p, space, units, waived=False)
        if ways:
            found.append(Site(AT[space], ways, glory=space_glory(match, tile, space)))
    return found


def _ways(
    match: Caledonia, p: Player, space: int, units: int, *, waived: bool
) -> tuple[tuple[str, int], ...]:
    fits = match.board.fits[space] & units
    return tuple(
        (UNITS[unit], total_cost(match, p, unit, space, waived=waived)) for unit in spaces_of(fits)
    )


def _site(match: Caledonia, seat: int, p: Player, space: int, *, waived: bool) -> Site:
    ways = _ways(match, p, space, p.stocked, waived=waived)
    if not ways:
        return Site(AT[space], ())
    return Site(
        AT[space],
        ways,
        linked=linked(match.board, p.units | 1 << space, p.shipping),
        offers=tuple(
            Offer(GOODS[good], neighbour_price(match, good), most_neighbour_bought(match, p, good))
            for good in neighbour_goods(match, seat, space)
        )
        if match.seats > 1
        else (),
        glory=space_glory(match, round_tile(match), space),
        path=path(match.board, p.units, space, p.shipping),
        is_free=waived,
    )


def kinds(match: Caledonia, seat: int, costs: dict[str, int]) -> list[Kind]:
    """What is left on the own board, type by type; `costs` are the view's."""
    p, tile = match.players[seat], round_tile(match)
    return [
        Kind(
            UNITS[unit],
            costs[UNITS[unit]],
            unit_glory(tile, unit),
            p.supply[unit] == 1 and bool(BUILDING_SET >> unit & 1),
        )
        for unit in spaces_of(p.stocked)
    ]


def round_tile(match: Caledonia) -> int:
    """The scoring tile of this round (of the first, before it), 0 where there is none."""
    if not match.tiles or match.phase == "over":
        return 0
    return match.tiles[max(match.round, 1) - 1]


@functools.lru_cache(20_000)
def path(board: Board, units: int, space: int, shipping: int) -> tuple[str, ...]:
    """From the nearest own unit over a river or lochs to a space in reach; () for a neighbour."""
    if units & board.neighbours[space]:
        return ()
    across = units & board.adjacent[space]
    if across and shipping:
        return AT[spaces_of(across)[0]], AT[space]
    ways: dict[int, tuple[str, ...]] = {space: (AT[space],)}
    edge = [space]
    for _loch in range(shipping - 1):
        further = []
        for here in edge:
            for loch in spaces_of(board.neighbours[here] & board.lochs):
                if loch in ways:
                    continue
                ways[loch] = (AT[loch], *ways[here])
                further.append(loch)
                shore = board.neighbours[loch] & units
                if shore:
                    return AT[spaces_of(shore)[0]], *ways[loch]
        edge = further
    return ()
