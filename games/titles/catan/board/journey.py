"""Where the wagon can get in this trip, and by which way (rules 5.8)."""

from __future__ import annotations

import functools
from heapq import heappop, heappush
from typing import NamedTuple

from ..rules import components as parts
from ..rules.grid import board as geometry
from ..rules.view import View

Owner = int | str
Roads = tuple[tuple[str, Owner], ...]


class Way(NamedTuple):
    """The intersections of a way without its start, its movement points, and who gets tolls."""

    places: tuple[str, ...]
    points: int
    tolls: tuple[Owner, ...]


def ways(view: View) -> dict[str, Way]:
    """By intersection, the cheapest way there for the wagon on its trip: points, then tolls."""
    trip, player = view["trip"], view["players"][view["active"]]
    at = player["wagon"]["at"] if trip is not None else None
    if trip is None or at is None or trip["arrived"]:
        return {}
    return _ways(
        view["scenario"],
        tuple((road["at"], road["owner"]) for road in view["roads"] if not road["damaged"]),
        tuple(view["barbarians"]),
        view["active"],
        at,
        trip["points"],
        player["gold"],
    )


@functools.lru_cache(64)
def _ways(
    scenario: str,
    roads: Roads,
    barbarians: tuple[str, ...],
    seat: int,
    start: str,
    points: int,
    gold: int,
) -> dict[str, Way]:
    board = geometry(scenario)
    owners = dict(roads)
    found: dict[str, Way] = {}
    least: dict[str, int] = {}  # tolls of the ways that were found
    heap: list[tuple[int, int, tuple[str, ...], tuple[str, ...]]] = [(0, 0, (), ())]
    while heap:
        used, tolls, way, paths = heappop(heap)
        here = way[-1] if way else start
        if least.get(here, gold + 1) <= tolls:
            continue
        least[here] = tolls
        paid = tuple(owners[path] for path in paths if owners.get(path, seat) != seat)
        found.setdefault(here, Way(way, used, paid))
        spot = board.spot_index[here]
        if way and board.plazas >> spot & 1:
            continue
        for near, path in board.steps[spot]:
            name = board.paths[path]
            owner = owners.get(name)
            cost = used + (2 if owner is None else 1) + (2 if name in barbarians else 0)
            due = tolls + (parts.TOLL if owner is not None and owner != seat else 0)
            if cost <= points and due <= gold:
                heappush(heap, (cost, due, (*way, board.spots[near]), (*paths, name)))
    del found[start]
    return found
