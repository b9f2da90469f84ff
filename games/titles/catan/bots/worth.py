"""The value of places and roads to a seat: pips, harbours, and what lies beyond them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from games.rules.primitives.bitsets import members

from ..rules import building, routes
from ..rules.components import GOLD, ROAD_AT_LEAST
from ..rules.match import CatanMatch

Worth = Callable[[int], float]  # the value of an intersection

FAR = 4  # roads; a site further away does not count
# Settlements need brick and lumber; cities and cards need ore and grain.
SCARCE = (1.0, 1.0, 0.9, 1.1, 1.1)


def intersection_worth(match: CatanMatch, seat: int) -> Worth:
    """Return the value of intersections to a seat with its present production."""
    own = pips_produced(match, seat)
    return functools.cache(lambda spot: _intersection_worth(match, own, spot))


def _intersection_worth(match: CatanMatch, own: list[int], spot: int) -> float:
    """The pips, and something for kinds not yet produced and for harbours."""
    layout = match.layout
    worth = 0.0
    for hex in match.board.spot_hexes[spot]:
        kind = layout.resource[hex]
        if kind >= 0:
            pips = layout.hex_pips[hex]
            worth += pips * SCARCE[kind]
            if not own[kind]:
                worth += 1.5
    if layout.harbour_at[spot] >= 0:
        worth += 1.0 if layout.harbour_at[spot] == GOLD else own[layout.harbour_at[spot]] * 0.3
    return worth


def pips_produced(match: CatanMatch, seat: int) -> list[int]:
    """Pips by resource; cities count twice."""
    pips = [0] * 5
    for hex, holders in enumerate(match.holders):
        for owner, amount in holders:
            if owner == seat:
                pips[match.layout.resource[hex]] += amount * match.layout.hex_pips[hex]
    return pips


def plaza_nearness(match: CatanMatch) -> dict[int, float]:
    """For each intersection near a plaza a small bonus, because the wagon starts there."""
    near: dict[int, float] = {}
    for plaza in match.board.plaza_of:
        for distance, spots in enumerate(rings(match, plaza, 3)):
            for spot in spots:
                near[spot] = max(near.get(spot, 0.0), 1.5 - 0.5 * distance)
    return near


def rings(match: CatanMatch, start: int, count: int) -> Iterator[list[int]]:
    """Yield lists of intersections by their distance from `start`, nearest first."""
    seen, ring = {start}, [start]
    for _ in range(count):
        yield ring
        ring = [near for spot in ring for near, _ in match.board.steps[spot] if near not in seen]
        seen.update(ring)


def route_worth(match: CatanMatch, seat: int) -> Worth:
    """Return the value for a seat of settling at or beyond an intersection."""
    of_spot = intersection_worth(match, seat)
    return functools.cache(lambda start: worth_beyond(match, seat, start, of_spot))


def road_worth(match: CatanMatch, seat: int, path: int, behind: Worth) -> float:
    """The value of the best free site beyond a road; it falls with distance."""
    best = 0.0
    for end in match.board.ends[path]:
        if match.reach[seat] >> end & 1 or match.site[end] == seat:
            continue
        best = max(best, behind(end))
    return best


def worth_beyond(match: CatanMatch, seat: int, start: int, worth: Worth) -> float:
    """The value of settling at or beyond an intersection, over free paths and own roads."""
    best = 0.0
    seen, ring = {start}, [start]
    for distance in range(FAR):
        following = []
        for spot in ring:
            if match.open_spots >> spot & 1:
                best = max(best, worth(spot) / (1.0 + 0.5 * distance))
            if match.site[spot] not in (-1, seat):
                continue
            for near, path in match.board.steps[spot]:
                if near not in seen and match.road[path] in (-1, seat):
                    seen.add(near)
                    following.append(near)
        ring = following
    return best


def best_road(match: CatanMatch, seat: int) -> tuple[float, int]:
    """Return the most valuable road now as (value, path); (0, -1) if there is none."""
    best = (0.0, -1)
    places = members(building.road_places(match, seat))
    lengthening = wants_longest_road(match, seat)
    settled = building.settlement_places(match, seat)
    behind = route_worth(match, seat)
    highway = routes_worth(match, seat) if match.traders else {}
    for path in places:
        worth = 0.0 if settled else road_worth(match, seat, path, behind) * 0.5
        if lengthening and match.roads[seat]:
            trial = match.copy()
            building.place_road(trial, seat, path)
            worth += 4.0 * (trial.lengths[seat] - match.lengths[seat])
        worth += highway.get(path, 0.0)
        best = max(best, (worth, path))
    return best


def wants_longest_road(match: CatanMatch, seat: int) -> bool:
    """Return whether two more roads could win the Longest Road."""
    if match.traders or match.road_holder == seat:
        return False
    others = max(match.lengths[owner] for owner in range(match.owners) if owner != seat)
    return match.lengths[seat] + 2 >= max(ROAD_AT_LEAST, others + 1)


def routes_worth(match: CatanMatch, seat: int) -> dict[int, float]:
    """Paths without a road on the wagon's cheapest route, where a road saves points."""
    worth: dict[int, float] = {}
    trial = match.copy()
    for _ in range(12):
        here = trial.wagons[seat]
        step = routes.first_route_step(trial, seat)
        if step is None:
            break
        path = next(path for near, path in match.board.steps[here] if near == step[0])
        if match.road[path] < 0:
            worth[path] = 2.0
        trial.wagons[seat] = step[0]
    return worth
