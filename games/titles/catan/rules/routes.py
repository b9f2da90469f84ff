"""Cheapest routes of a wagon: movement points first, then tolls. Boards and bots use them."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from . import wagon
from .components import DESTINATION, TOLL
from .state import State


def goals_of(match: State, seat: int) -> tuple[int, ...]:
    """The plazas worth driving to: the load's destination, or any plaza but the one it stands on.

    After a delivery in this turn, `end` loads the next token. So any plaza will do, this one too.
    """
    load = match.load[seat]
    if load >= 0:
        return (match.board.plaza_of[DESTINATION[load]],)
    if match.unloaded and seat == match.active:
        return match.board.plaza_of
    return tuple(plaza for plaza in match.board.plaza_of if plaza != match.wagons[seat])


def costs_to_goals(match: State, seat: int, goals: tuple[int, ...]) -> dict[int, tuple[int, int]]:
    """For each intersection, (movement points, tolls) of the cheapest route to one of the goals.

    A plaza ends a trip, so no route leads across another one.
    """
    board = match.board
    costs: dict[int, tuple[int, int]] = {}
    heap = [((0, 0), goal) for goal in goals]
    while heap:
        cost, spot = heappop(heap)
        if spot in costs:
            continue
        costs[spot] = cost
        if cost[0] and board.plazas >> spot & 1:
            continue
        for near, path in board.steps[spot]:
            if near not in costs:
                points, toll = wagon.step_price(match, seat, path)
                heappush(heap, ((cost[0] + points, cost[1] + (toll >= 0)), near))
    return costs


def first_route_step(match: State, seat: int) -> tuple[int, bool] | None:
    """The first step of a cheapest route: (intersection, whether it costs a toll)."""
    here = match.wagons[seat]
    goals = goals_of(match, seat)
    if here in goals:
        return None
    costs = costs_to_goals(match, seat, goals)
    best: tuple[tuple[int, int], int, bool] | None = None
    for near, path in match.board.steps[here]:
        if near not in costs or (match.board.plazas >> near & 1 and near not in goals):
            continue
        points, toll = wagon.step_price(match, seat, path)
        step = ((costs[near][0] + points, costs[near][1] + (toll >= 0)), near, toll >= 0)
        if best is None or step < best:
            best = step
    return None if best is None else (best[1], best[2])


class WagonRoute(NamedTuple):
    """A route: its intersections without the start, its movement points, the seats paid tolls."""

    places: tuple[int, ...] = ()
    points: int = 0
    tolls: tuple[int, ...] = ()


def reachable_routes(match: State, seat: int) -> dict[int, WagonRoute]:
    """For each intersection in reach of this trip, the cheapest route there (rules 5.8)."""
    board, gold = match.board, match.gold[seat]
    found: dict[int, WagonRoute] = {}
    least: dict[int, int] = {}  # fewest tolls by which an intersection was reached so far
    heap = [(0, 0, WagonRoute((match.wagons[seat],)))]
    while heap:
        used, due, way = heappop(heap)
        here = way.places[-1]
        if least.get(here, gold + 1) <= due:
            continue
        least[here] = due
        found.setdefault(here, way._replace(places=way.places[1:]))
        if used and board.plazas >> here & 1:
            continue
        for near, path in board.steps[here]:
            points, owner = wagon.step_price(match, seat, path)
            tolls = way.tolls if owner < 0 else (*way.tolls, owner)
            if used + points <= match.movement and TOLL * len(tolls) <= gold:
                further = WagonRoute((*way.places, near), used + points, tolls)
                heappush(heap, (further.points, TOLL * len(tolls), further))
    del found[match.wagons[seat]]
    return found
