"""The spaces for a seat's next unit: cost and gain of each, and the path to it.

All values come from functions of the rules, applied to the match as the viewer knows it.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from games.boards import Scene
from games.rules.primitives.bitsets import members

from ..rules import expansion
from ..rules.available_actions import current_actions
from ..rules.components import GOODS, MAX_SHIPPING, UNITS
from ..rules.conditions import allowed_set
from ..rules.maps import AT, Board
from ..rules.market import max_neighbour_bought, neighbour_price
from ..rules.match import Caledonia
from ..rules.placement_conditions import free_space_set
from ..rules.player import Player
from ..rules.scoring import largest_settlement_count, space_glory
from ..rules.state import Rewards
from . import vocabulary
from .scene_access import match_of
from .translations import gettext as _

cached_settlements = functools.lru_cache(20_000)(largest_settlement_count)


class Offer(NamedTuple):
    """A good that neighbours of a space sell: its price there, and the most one can buy."""

    good: str
    price: int
    most: int

    def __str__(self) -> str:
        params = {
            "good": vocabulary.GOODS[self.good],
            "pounds": vocabulary.pounds(self.price),
            "n": self.most,
        }
        return _("then %(good)s at %(pounds)s, up to %(n)s") % params


class Site(NamedTuple):
    """A space for a unit of the viewer.

    Attributes:
        at: the space.
        ways: unit types that can stand there, each with its total price in pounds.
        is_far: not in reach now, but with one more shipping level.
        linked_settlements: linked settlements after the placement; None if it is not computed.
        offers: goods that neighbours sell when a unit is placed there.
        glory: from this round's scoring tile, for the space.
        path: spaces from the nearest own unit to this one, inclusive, if water is crossed.
        is_free: whether the land is free, as a contract's reward.
    """

    at: str
    ways: tuple[tuple[str, int], ...]
    is_far: bool = False
    linked_settlements: int | None = None
    offers: tuple[Offer, ...] = ()
    glory: int = 0
    path: tuple[str, ...] = ()
    is_free: bool = False


def placement_verb(scene: Scene) -> str:
    """Return the verb that puts the viewer's units onto the map now: "place", "expand" or ""."""
    if not scene.legal or scene.seat is None:
        return ""
    match = match_of(scene)
    actions = current_actions(match).actions
    if expansion.FIRST_WORKERS_ACTION in actions:
        return "place"
    frame = match.frames[-1] if match.frames else None
    is_spent = isinstance(frame, Rewards) and not frame.expand
    return "expand" if expansion.EXPAND_ACTION in actions and not is_spent else ""


def sites(scene: Scene, match: Caledonia) -> list[Site]:
    """Return the spaces for the viewer's units: in reach, and with one more shipping level."""
    verb = placement_verb(scene)
    if not verb or scene.seat is None:
        return []
    seat, p, board = scene.seat, match.players[scene.seat], match.board
    waived, further = bool(match.frames), 0
    if verb == "place":  # starting workers need not be near other units
        near = allowed_set(expansion.first_space_conditions(match, p))
        units = allowed_set(expansion.first_worker_conditions(p))
    else:
        near, units = free_space_set(match, p) & p.reach, p.stocked
        if not waived and p.shipping < MAX_SHIPPING:
            for space in members(p.units):
                further |= board.reach[p.shipping + 1][space]
            further &= free_space_set(match, p) & ~near
    found = []
    for space in (*members(near), *members(further)):
        ways = tuple(
            (UNITS[unit], expansion.total_cost(match, p, unit, space, waived=waived))
            for unit in members(board.fits[space] & units)
        )
        site = Site(AT[space], ways, is_far=bool(further >> space & 1))
        if ways and not site.is_far:
            site = site._replace(glory=space_glory(match, round_tile(match), space))
            if verb == "expand":
                goods = expansion.neighbour_goods(match, seat, space)
                site = site._replace(
                    linked_settlements=cached_settlements(board, p.units | 1 << space, p.shipping),
                    offers=tuple(neighbour_offer(match, p, good) for good in goods),
                    path=reach_path(board, p.units, space, p.shipping),
                    is_free=waived,
                )
        if ways:
            found.append(site)
    return found


def neighbour_offer(match: Caledonia, p: Player, good: int) -> Offer:
    return Offer(GOODS[good], neighbour_price(match, good), max_neighbour_bought(match, p, good))


def round_tile(match: Caledonia) -> int:
    """Return the scoring tile of this round (before round 1, of the first), 0 without one."""
    if not match.tiles or match.phase == "over":
        return 0
    return match.tiles[max(match.round, 1) - 1]


@functools.lru_cache(20_000)
def reach_path(board: Board, units: int, space: int, shipping: int) -> tuple[str, ...]:
    """Return a path from the nearest own unit over a river or lochs to a space in reach.

    Returns:
        The spaces from the unit to `space`, both included; () if a neighbouring space has a unit.
    """
    if units & board.neighbours[space]:
        return ()
    across = units & board.adjacent[space]
    if across and shipping:
        return AT[members(across)[0]], AT[space]
    paths: dict[int, tuple[str, ...]] = {space: (AT[space],)}
    edge = [space]
    for _loch in range(shipping - 1):
        further = []
        for here in edge:
            for loch in members(board.neighbours[here] & board.lochs):
                if loch in paths:
                    continue
                paths[loch] = (AT[loch], *paths[here])
                further.append(loch)
                shore = board.neighbours[loch] & units
                if shore:
                    return AT[members(shore)[0]], *paths[loch]
        edge = further
    return ()
