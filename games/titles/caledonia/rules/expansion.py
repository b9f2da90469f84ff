"""Placing units: what a space costs, where a unit may go, and the bonus frame it opens.

Rules 5.2 (starting workers), 5.4 (bonus), 6 (`place`, `expand`).
"""

from __future__ import annotations

from .components import (
    CAMPBELL_DISCOUNT,
    DAIRY,
    GOODS,
    MINER,
    NEIGHBOUR_LIMIT,
    UNIT_COST,
    UNIT_ID,
    UNITS,
    WOODCUTTER,
    WORKER,
    WORKERS,
)
from .maps import AT, SPACE_ID, spaces_of
from .notation import EXPAND, PLACE, UnitMoves
from .player import Player
from .state import BUILDING_SET, Bonus, Rewards, State

DEAREST_LAND = 6
MOST_DISCOUNT = 3
ENOUGH = max(UNIT_COST) + DEAREST_LAND
WORKER_SET = sum(1 << unit for unit in WORKERS)

_affordable: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}


def unit_costs(p: Player) -> tuple[int, ...]:
    """What the next unit of each type costs without its land (rulings 15, 16)."""
    if p.clan != "campbell":
        return UNIT_COST
    costs = list(UNIT_COST)
    for unit in range(DAIRY, DAIRY + 3):
        costs[unit] -= CAMPBELL_DISCOUNT[min(4 - p.supply[unit], 3)]
    return tuple(costs)


def land_costs(match: State, p: Player, *, waived: bool = False) -> tuple[int, ...]:
    """What the land of each space costs this seat, less Robertson's discount (ruling 16)."""
    board = match.board
    if p.clan == "robertson":
        return board.waived_robertson if waived else board.robertson
    return board.waived if waived else board.cost


def total_cost(match: State, p: Player, unit: int, space: int, *, waived: bool = False) -> int:
    """What this seat pays for a unit on a space, never below 0 (rulings 12, 16).

    `waived`: as a free-land reward, unit cost only.
    """
    return max(0, unit_costs(p)[unit] + land_costs(match, p, waived=waived)[space])


def affordable(costs: tuple[int, ...], money: int) -> tuple[int, ...]:
    """Per land cost, the set of unit types that the money is enough for.

    Land costs below 0 (Robertson's deltas on free land) count from the end of the tuple.
    """
    money = min(money, ENOUGH)
    sets = _affordable.get((costs, money))
    if sets is None:
        lands = [*range(DEAREST_LAND + 1), *range(-MOST_DISCOUNT, 0)]
        sets = tuple(
            sum(1 << unit for unit, cost in enumerate(costs) if max(0, cost + land) <= money)
            for land in lands
        )
        _affordable[costs, money] = sets
    return sets


def room(match: State, p: Player) -> int:
    """The free spaces on which this seat's units may stand, reach and terrain aside."""
    board = match.board
    if p.clan != "macdonald":
        return board.land & board.free & ~match.occupied
    mask = board.free & ~match.occupied
    for space in spaces_of(p.fishermen(board.water)):
        mask &= ~(board.adjacent[space] & board.water)  # ruling 24
    return mask


def _listed(
    match: State,
    p: Player,
    spaces: int,
    units: int,
    land: tuple[int, ...],
    verb: tuple[UnitMoves, ...],
) -> list[str]:
    moves: list[str] = []
    if not spaces:
        return moves
    sets = [units & types for types in affordable(unit_costs(p), p.money)]
    fits = match.board.fits
    for space in spaces_of(spaces):
        types = fits[space] & sets[land[space]]
        if types:
            moves += verb[space][types]
    return moves


def place_moves(match: State, p: Player) -> list[str]:
    """Where a starting worker may go."""
    spaces = room(match, p)
    if p.clan == "fergusson":
        spaces &= match.board.border
    if p.clan != "macdonald":
        of_units = match.board.unit_spaces
        spaces &= of_units[WOODCUTTER] | of_units[MINER]
    land = land_costs(match, p)
    return _listed(match, p, spaces, p.stocked & WORKER_SET, land, PLACE)


def expand_moves(match: State, p: Player, *, waived: bool = False) -> list[str]:
    """Where which unit may expand to."""
    spaces = room(match, p) & p.reach
    return _listed(match, p, spaces, p.stocked, land_costs(match, p, waived=waived), EXPAND)


def play_place(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    unit, space = UNIT_ID[tokens[1]], SPACE_ID[tokens[2]]
    cost = total_cost(match, p, unit, space)
    p.money -= cost
    _put(match, p, unit, space)
    match.emit("place", seat, {"unit": UNITS[unit], "at": AT[space], "cost": cost})
    match.queue = match.queue[1:]


def play_expand(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    unit, space = UNIT_ID[tokens[1]], SPACE_ID[tokens[2]]
    waived = bool(match.frames)
    cost = total_cost(match, p, unit, space, waived=waived)
    full = UNIT_COST[unit] + match.board.cost[space]
    p.money -= cost
    _put(match, p, unit, space)
    data = {"unit": UNITS[unit], "at": AT[space], "cost": cost, "discount": full - cost}
    match.emit("expand", seat, data)
    if waived:
        rewards = match.frames[-1]
        assert isinstance(rewards, Rewards)
        match.frames[-1] = rewards._replace(expand=rewards.expand - 1)
    else:
        match.stage = "after"
    goods = neighbour_goods(match, seat, space)
    draws = int(not p.supply[unit] and BUILDING_SET >> unit & 1)
    if goods or draws:
        match.frames.append(Bonus(goods, draws))
        offered = [GOODS[good] for good in goods]
        match.emit("bonus", seat, {"goods": offered, "draws": draws})


def neighbour_goods(match: State, seat: int, space: int) -> tuple[int, ...]:
    """The goods that units of others beside a space make, their limit not used up: rulings 5, 6."""
    beside = match.board.neighbours[space]
    goods = 0
    for other, p in enumerate(match.players):
        if other != seat and p.units & beside:
            for good, mask in enumerate(p.by_unit[: len(GOODS)]):
                if mask & beside:
                    goods |= 1 << good
    if not goods:
        return ()
    limit = NEIGHBOUR_LIMIT[match.seats]
    bought = match.bought
    return tuple(good for good in range(len(GOODS)) if goods >> good & 1 and bought[good] < limit)


def _put(match: State, p: Player, unit: int, space: int) -> None:
    p.put(unit, space, match.board.reach[p.shipping])
    match.occupied |= 1 << space


def too_close(match: State, p: Player, space: int, moved: int | None = None) -> int | None:
    """An own fisherman adjacent to a water space, other than the one that moves (ruling 24)."""
    board = match.board
    others = p.by_unit[WORKER] & board.water & board.adjacent[space]
    if moved is not None:
        others &= ~(1 << moved)
    return others.bit_length() - 1 if others else None
