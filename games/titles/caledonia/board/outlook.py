"""Where a seat may put a unit now, what each space would cost and bring, and how it is reached.

All of it comes from the rules' own functions, asked about the match as who looks knows it.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from games.boards import Scene

from ..rules.components import GOODS, MOST_SHIPPING, TILE_GLORY, UNITS, WORKERS
from ..rules.expansion import neighbour_goods, total_cost
from ..rules.ground import room
from ..rules.maps import AT, Board, spaces_of
from ..rules.market import most_neighbour_bought, neighbour_price
from ..rules.match import Caledonia
from ..rules.player import Player
from ..rules.scoring import settlements
from ..rules.state import BUILDING_SET
from .seen import view_of

FARM_TILE, WORKER_TILE, BORDER_TILE, DEAR_TILE = 3, 4, 5, 9
WORKER_SET = sum(1 << unit for unit in WORKERS)

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
    view = view_of(scene)
    if not scene.legal or scene.seat is None:
        return ""
    if view["phase"] == "place":
        return "place"
    turn = view["turn"]
    if turn is None:
        return ""
    if turn["frames"]:
        frame = turn["frames"][-1]
        return "expand" if frame["frame"] == "rewards" and frame["expand"] else ""
    is_open = turn["stage"] == "before" and not turn["must_trade"]
    return "expand" if is_open else ""


def sites(scene: Scene, match: Caledonia) -> list[Site]:
    """The spaces where my units fit: in reach, and those that one more level would bring."""
    verb = asks_for_units(scene)
    if not verb or scene.seat is None:
        return []
    seat, p, board = scene.seat, match.players[scene.seat], match.board
    free = room(match, p)
    if verb == "place":
        spaces = free & (board.border if p.clan == "fergusson" else ~0)
        return _placed(match, p, spaces)
    waived = bool(view_of(scene)["turn"] and _frames(scene))
    near = free & p.reach
    found = [_site(match, seat, p, space, waived=waived) for space in spaces_of(near)]
    if not waived and p.shipping < MOST_SHIPPING:
        beyond = 0
        for space in spaces_of(p.units):
            beyond |= board.reach[p.shipping + 1][space]
        for space in spaces_of(free & beyond & ~near):
            ways = _ways(match, p, space, p.stocked, waived=False)
            if ways:
                found.append(Site(AT[space], ways, is_far=True))
    return [site for site in found if site.ways]


def _frames(scene: Scene) -> bool:
    turn = view_of(scene)["turn"]
    return bool(turn and turn["frames"])


def _placed(match: Caledonia, p: Player, spaces: int) -> list[Site]:
    """Starting workers: the spaces need not be near anything, and no neighbour sells."""
    found = []
    for space in spaces_of(spaces):
        ways = _ways(match, p, space, p.stocked & WORKER_SET, waived=False)
        if ways:
            found.append(Site(AT[space], ways, glory=place_glory(match, space)))
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
        glory=place_glory(match, space),
        path=path(match.board, p.units, space, p.shipping),
        is_free=waived,
    )


def kinds(match: Caledonia, seat: int, costs: dict[str, int]) -> list[Kind]:
    """What is left on the own board, type by type; `costs` are the view's."""
    p = match.players[seat]
    tile = round_tile(match)
    found = []
    for unit in spaces_of(p.stocked):
        glory = 0
        if tile == FARM_TILE and not WORKER_SET >> unit & 1:
            glory = TILE_GLORY[tile] * (2 if UNITS[unit] == "field" else 1)
        elif tile == WORKER_TILE and WORKER_SET >> unit & 1:
            glory = TILE_GLORY[tile]
        is_fourth = p.supply[unit] == 1 and bool(BUILDING_SET >> unit & 1)
        found.append(Kind(UNITS[unit], costs[UNITS[unit]], glory, is_fourth))
    return found


def round_tile(match: Caledonia) -> int:
    """The scoring tile of this round (of the first, before it), 0 where there is none."""
    if not match.tiles or match.phase == "over":
        return 0
    return match.tiles[max(match.round, 1) - 1]


def place_glory(match: Caledonia, space: int) -> int:
    """What this round's tile gives for any unit on a space."""
    tile = round_tile(match)
    counted = {BORDER_TILE: match.board.border, DEAR_TILE: match.board.dear}.get(tile, 0)
    return TILE_GLORY[tile] if counted >> space & 1 else 0


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
