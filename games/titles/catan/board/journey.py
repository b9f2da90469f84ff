"""Where the wagon can get in this trip, and by which way (rules 5.8)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from ..rules.components import TOLL
from ..rules.match import CatanMatch
from ..rules.wagon import price


class Way(NamedTuple):
    """The intersections of a way without its start, its movement points, and who gets tolls."""

    places: tuple[int, ...] = ()
    points: int = 0
    tolls: tuple[int, ...] = ()


def ways(match: CatanMatch, seat: int) -> dict[int, Way]:
    """By intersection, the cheapest way there for a wagon on its trip: points, then tolls."""
    board, start = match.board, match.wagons[seat]
    found: dict[int, Way] = {}
    least: dict[int, int] = {}  # tolls of the ways that were found
    heap: list[tuple[int, int, Way]] = [(0, 0, Way())]
    while heap:
        used, due, way = heappop(heap)
        here = way.places[-1] if way.places else start
        if least.get(here, match.gold[seat] + 1) <= due:
            continue
        least[here] = due
        found.setdefault(here, way)
        if way.places and board.plazas >> here & 1:
            continue
        for near, path in board.steps[here]:
            points, owner = price(match, seat, path)
            tolls = way.tolls if owner < 0 else (*way.tolls, owner)
            points, gold = used + points, TOLL * len(tolls)
            if points <= match.movement and gold <= match.gold[seat]:
                heappush(heap, (points, gold, Way((*way.places, near), points, tolls)))
    del found[start]
    return found
