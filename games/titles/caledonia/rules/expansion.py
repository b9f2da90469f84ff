"""Placing units: their cost, the legal spaces, and the bonus frame that opens.

Rules 5.2 (starting workers), 5.3.5, 5.4 (bonus), 6 (`place`, `expand`).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move
from games.rules.primitives.bitsets import members
from games.rules.reasons import Place, Reason
from games.rules.reasons import gettext_noop as _

from .action_type import ActionType
from .components import (
    CAMPBELL_DISCOUNT,
    DAIRY,
    GOODS,
    NEIGHBOUR_LIMIT,
    UNIT_COST,
    UNIT_ID,
    UNITS,
    WORKERS,
)
from .conditions import Conditions, allowed_set, first_violation, too_dear_refusal
from .maps import AT, SPACE_ID
from .notation import unit_moves
from .placement_conditions import (
    free_space_conditions,
    none_left_refusal,
    out_of_reach_refusal,
    wrong_ground_refusal,
)
from .player import Player
from .state import BUILDING_SET, Bonus, Rewards, State

MAX_LAND_COST = 6
MAX_DISCOUNT = 3
MAX_UNIT_COST = max(UNIT_COST) + MAX_LAND_COST
WORKER_SET = sum(1 << unit for unit in WORKERS)

_affordable_cache: dict[tuple[tuple[int, ...], int, int], tuple[int, ...]] = {}


def unit_costs(p: Player) -> tuple[int, ...]:
    """Return the cost of the next unit of each type, without land (rulings 15, 16)."""
    if p.clan != "campbell":
        return UNIT_COST
    costs = list(UNIT_COST)
    for unit in range(DAIRY, DAIRY + 3):
        costs[unit] -= CAMPBELL_DISCOUNT[min(4 - p.supply[unit], 3)]
    return tuple(costs)


def land_costs(match: State, p: Player, *, waived: bool = False) -> tuple[int, ...]:
    """Return the land cost of each space for this seat, less Robertson's discount (ruling 16).

    Args:
        waived: for a free-land expansion, where the land itself costs nothing.
    """
    board = match.board
    if p.clan == "robertson":
        return board.waived_robertson if waived else board.robertson
    return board.waived if waived else board.cost


def total_cost(match: State, p: Player, unit: int, space: int, *, waived: bool = False) -> int:
    """Return what this seat pays for a unit on a space, never below 0 (rulings 12, 16).

    Args:
        waived: for a free-land expansion, where only the unit is paid.
    """
    return max(0, unit_costs(p)[unit] + land_costs(match, p, waived=waived)[space])


def affordable_units(costs: tuple[int, ...], money: int, units: int) -> tuple[int, ...]:
    """Return, per land cost, the bitset of those `units` that the money pays for.

    Negative land costs (Robertson's delta spaces on free land) index from the end of the tuple.
    """
    money = min(money, MAX_UNIT_COST)
    sets = _affordable_cache.get((costs, money, units))
    if sets is None:
        lands = [*range(MAX_LAND_COST + 1), *range(-MAX_DISCOUNT, 0)]
        sets = tuple(
            sum(
                1 << unit
                for unit, cost in enumerate(costs)
                if units >> unit & 1 and max(0, cost + land) <= money
            )
            for land in lands
        )
        _affordable_cache[costs, money, units] = sets
    return sets


# Which unit may go where: first its type is checked, then the space, then terrain and cost.


def _placement_moves(
    match: State,
    p: Player,
    types: Conditions,
    spaces: Conditions,
    verb: str,
    *,
    waived: bool = False,
) -> Sequence[str]:
    there, kinds = allowed_set(spaces), allowed_set(types)
    if not there or not kinds:
        return ()
    moves: list[str] = []
    land, fitting = land_costs(match, p, waived=waived), unit_moves(verb, match.board)
    sets = affordable_units(unit_costs(p), p.money, kinds)
    for space in members(there):
        moves += fitting[space][sets[land[space]]]
    return moves


def _placement_refusal(
    match: State,
    p: Player,
    tokens: list[str],
    types: Conditions,
    spaces: Conditions,
    *,
    waived: bool = False,
) -> IllegalMove | None:
    unit, space = UNIT_ID[tokens[1]], SPACE_ID[tokens[2]]
    terrain = ((match.board.fits[space], wrong_ground_refusal),)
    why = (
        first_violation(types, unit, match, p, unit, space)
        or first_violation(spaces, space, match, p, unit, space)
        or first_violation(terrain, unit, match, p, unit, space)
    )
    cost = total_cost(match, p, unit, space, waived=waived)
    if why or cost <= p.money:
        return why
    each, land = unit_costs(p)[unit], land_costs(match, p, waived=waived)[space]
    message = _("%(unit)s %(each)s, land %(land)s")
    what = Reason("unit_and_land", message, unit=UNITS[unit], each=each, land=land)
    section = "10.12" if waived else "5.2" if tokens[0] == "place" else "5.3.5"
    return too_dear_refusal(section, p.money, cost, what)


# Starting workers.


def first_worker_conditions(p: Player) -> Conditions:
    """Return the conditions on the type of a starting worker."""
    return (WORKER_SET, _not_a_worker_refusal), (p.stocked, none_left_refusal)


def first_space_conditions(match: State, p: Player) -> Conditions:
    """Return the conditions on the space of a starting worker."""
    if p.clan == "fergusson":
        return (*free_space_conditions(match, p), (match.board.border, _not_on_border_refusal))
    return free_space_conditions(match, p)


def _not_a_worker_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    message = _("the first units are workers, not a %(unit)s")
    return illegal_move("not_a_worker", message, "5.2", unit=UNITS[unit])


def _not_on_border_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    message = _("%(at)s is not a border space: Fergusson's first workers go on the border")
    return illegal_move("not_on_border", message, "5.2", at=Place(AT[space]))


def _place_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return _placement_moves(
        match, p, first_worker_conditions(p), first_space_conditions(match, p), "place"
    )


def _place_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    return _placement_refusal(
        match, p, tokens, first_worker_conditions(p), first_space_conditions(match, p)
    )


def _play_place(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    unit, space = UNIT_ID[tokens[1]], SPACE_ID[tokens[2]]
    cost = total_cost(match, p, unit, space)
    p.money -= cost
    _put_unit(match, p, unit, space)
    match.emit("place", seat, {"unit": UNITS[unit], "at": AT[space], "cost": cost})
    match.queue = match.queue[1:]


# Expanding.


def _type_conditions(match: State, p: Player) -> Conditions:
    frame = match.frames[-1] if match.frames else None
    if isinstance(frame, Rewards) and not frame.expand:
        return ((0, _no_expansion_refusal),)
    return ((p.stocked, none_left_refusal),)


def _space_conditions(match: State, p: Player) -> Conditions:
    return (*free_space_conditions(match, p), (p.reach, out_of_reach_refusal))


def _no_expansion_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    return illegal_move("no_bonus", _("this contract gives no more expansions"), "5.3.7")


def _expand_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    waived = bool(match.frames)
    return _placement_moves(
        match, p, _type_conditions(match, p), _space_conditions(match, p), "expand", waived=waived
    )


def _expand_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    waived = bool(match.frames)
    return _placement_refusal(
        match, p, tokens, _type_conditions(match, p), _space_conditions(match, p), waived=waived
    )


def _play_expand(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    unit, space = UNIT_ID[tokens[1]], SPACE_ID[tokens[2]]
    waived = bool(match.frames)
    cost = total_cost(match, p, unit, space, waived=waived)
    full = UNIT_COST[unit] + match.board.cost[space]
    p.money -= cost
    _put_unit(match, p, unit, space)
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
    """Return the goods offered next to a space: made by units of others, limit not used up.

    Rulings 5, 6.
    """
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


def _put_unit(match: State, p: Player, unit: int, space: int) -> None:
    p.put(unit, space, match.board.reach[p.shipping])
    match.occupied |= 1 << space


FIRST_WORKERS_ACTION = ActionType(
    {"place": "unit space"}, "5.2", _place_moves, _place_refusal, _play_place
)
EXPAND_ACTION = ActionType(
    {"expand": "unit space"}, "5.3.5", _expand_moves, _expand_refusal, _play_expand
)
