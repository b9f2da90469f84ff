"""The island's geometry: hexes, intersections and paths, and which of them touch (rules 2.1, 2.2).

Places are points of one integer grid. Inside the rules a place is its index in reading order, and
a set of places is an int with one bit for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from .components import GOALS

Point = tuple[int, int]

# rules 2.1: rows of hexes, each y with the x of its first hex and how many follow, 4 apart
ROWS: Final = ((-12, -4, 3), (-6, -6, 4), (0, -8, 5), (6, -6, 4), (12, -4, 3))
CORNERS: Final[tuple[Point, ...]] = ((0, -4), (2, -2), (2, 2), (0, 4), (-2, 2), (-2, -2))
HEXES: Final[tuple[Point, ...]] = tuple(
    (first + 4 * i, y) for y, first, count in ROWS for i in range(count)
)
# the rings, counter-clockwise from the first corner hex
OUTER_RING: Final[tuple[Point, ...]] = (
    *((-4, -12), (-6, -6), (-8, 0), (-6, 6), (-4, 12), (0, 12)),
    *((4, 12), (6, 6), (8, 0), (6, -6), (4, -12), (0, -12)),
)  # fmt: skip
INNER_RING: Final[tuple[Point, ...]] = ((-2, -6), (-4, 0), (-2, 6), (2, 6), (4, 0), (2, -6))
HARBOUR_PATHS: Final[tuple[Point, ...]] = (
    ((-5, -15), (1, -15), (7, -9), (10, 0), (7, 9), (1, 15), (-5, 15), (-8, 6), (-8, -6))
)  # fmt: skip
GOAL_HEXES: Final[tuple[Point, ...]] = ((-8, 0), (4, -12), (4, 12))
BARBARIAN_STARTS: Final[tuple[Point, ...]] = ((1, -9), (4, 6), (-5, 3))


def name(point: Point) -> str:
    """The notation of a place.

    >>> name((-4, 8))
    '-4,8'
    """
    return f"{point[0]},{point[1]}"


def reading_order(point: Point) -> Point:
    """Sort key of places: by y, then by x."""
    return point[1], point[0]


def bits(mask: int) -> Iterator[int]:
    """The indices in a set of places, ascending.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def spiral(corner: int) -> tuple[int, ...]:
    """The hexes in the order in which number tokens are laid, from starting corner 1 to 6.

    >>> [name(HEXES[hex]) for hex in spiral(2)[:3]]
    ['4,-12', '0,-12', '-4,-12']
    """
    outer = OUTER_RING[-2 * (corner - 1) :] + OUTER_RING[: -2 * (corner - 1)]
    inner = INNER_RING[1 - corner :] + INNER_RING[: 1 - corner]
    if corner == 1:
        outer, inner = OUTER_RING, INNER_RING
    return tuple(HEXES.index(hex) for hex in (*outer, *inner, (0, 0)))


class Board:
    """The places of one scenario and how they touch; the same object for all its matches.

    Attributes:
        hexes, spots, paths: the names of hexes, intersections and paths, in reading order.
        hex_index, spot_index, path_index: name -> index.
        hex_spots: for each hex the intersections at its corners.
        spot_hexes: for each intersection the hexes that touch it.
        spot_paths: for each intersection the set of its paths.
        steps: for each intersection its neighbours as (intersection, path), in reading order.
        zone: for each intersection the set of itself and its neighbours (the distance rule).
        ends: for each path its two intersections; ends_mask: the same as a set.
        coast, plazas: sets of intersections.
        plaza_of: goal (castle, quarry, glassworks) -> its plaza; goal_at: plaza -> goal.
        inner: the set of inner paths of goal hexes.
        sites: the set of intersections that can be built on.
        harbour_spots: for each harbour position its two intersections.
        goal_spots: the set of land corners of goal hexes.
        barbarian_starts: three paths.
    """

    __slots__ = (
        "all_paths",
        "barbarian_starts",
        "coast",
        "ends",
        "ends_mask",
        "goal_at",
        "goal_hexes",
        "goal_spots",
        "harbour_paths",
        "harbour_spots",
        "hex_index",
        "hex_spots",
        "hexes",
        "inner",
        "path_index",
        "paths",
        "plaza_of",
        "plazas",
        "sites",
        "spot_hexes",
        "spot_index",
        "spot_paths",
        "spots",
        "steps",
        "zone",
    )

    def __init__(self, goals: tuple[Point, ...]) -> None:
        touching: dict[Point, list[int]] = {}
        lines: dict[Point, tuple[Point, Point]] = {}
        sides: dict[Point, list[Point]] = {}
        for index, (x, y) in enumerate(HEXES):
            corners = [(x + dx, y + dy) for dx, dy in CORNERS]
            for corner in corners:
                touching.setdefault(corner, []).append(index)
            for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
                middle = ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)
                lines[middle] = (one, other)
                sides.setdefault(middle, []).append((x, y))
        inner: set[Point] = set()
        for goal in goals:
            # rules 2.2: what a goal hex has on the sea is neither path nor intersection
            for middle in [p for p, hexes in sides.items() if hexes == [goal]]:
                del lines[middle]
            place = HEXES.index(goal)
            for corner in [c for c, hexes in touching.items() if hexes == [place]]:
                del touching[corner]
            for corner in [c for c, hexes in touching.items() if place in hexes]:
                middle = ((goal[0] + corner[0]) // 2, (goal[1] + corner[1]) // 2)
                lines[middle] = (goal, corner)
                inner.add(middle)
        coastal = [corner for corner, hexes in touching.items() if len(hexes) < 3]
        for goal in goals:
            touching[goal] = [HEXES.index(goal)]

        spots = sorted(touching, key=reading_order)
        paths = sorted(lines, key=reading_order)
        spot_index = {point: index for index, point in enumerate(spots)}
        path_index = {point: index for index, point in enumerate(paths)}
        self.hexes = tuple(name(point) for point in HEXES)
        self.spots = tuple(name(point) for point in spots)
        self.paths = tuple(name(point) for point in paths)
        self.hex_index = {word: index for index, word in enumerate(self.hexes)}
        self.spot_index = {word: index for index, word in enumerate(self.spots)}
        self.path_index = {word: index for index, word in enumerate(self.paths)}
        self.spot_hexes = tuple(tuple(touching[point]) for point in spots)
        self.hex_spots = tuple(
            tuple(
                s for s, hexes in enumerate(self.spot_hexes) if h in hexes and spots[s] != HEXES[h]
            )
            for h in range(len(HEXES))
        )
        self.ends = tuple(
            (min(pair), max(pair))
            for pair in ((spot_index[a], spot_index[b]) for a, b in (lines[p] for p in paths))
        )
        self.ends_mask = tuple(1 << a | 1 << b for a, b in self.ends)
        steps: list[list[tuple[int, int]]] = [[] for _ in spots]
        for path, (a, b) in enumerate(self.ends):
            steps[a].append((b, path))
            steps[b].append((a, path))
        self.steps = tuple(tuple(sorted(ways)) for ways in steps)
        self.spot_paths = tuple(sum(1 << path for _, path in ways) for ways in self.steps)
        self.zone = tuple(
            sum(1 << near for near, _ in ways) | 1 << spot for spot, ways in enumerate(self.steps)
        )
        self.all_paths = (1 << len(paths)) - 1
        self.coast = sum(1 << spot_index[point] for point in coastal)
        self.plaza_of = tuple(spot_index[goal] for goal in goals)
        self.goal_at = {plaza: goal for goal, plaza in enumerate(self.plaza_of)}
        self.plazas = sum(1 << plaza for plaza in self.plaza_of)
        self.sites = (1 << len(spots)) - 1 & ~self.plazas
        self.inner = sum(1 << path_index[point] for point in inner)
        self.goal_hexes = {
            HEXES.index(goal): word for goal, word in zip(goals, GOALS, strict=False)
        }
        self.goal_spots = sum(
            1 << spot
            for spot, hexes in enumerate(self.spot_hexes)
            if self.sites >> spot & 1 and any(h in self.goal_hexes for h in hexes)
        )
        self.harbour_paths = tuple(path_index[point] for point in HARBOUR_PATHS)
        self.harbour_spots = tuple(self.ends[path] for path in self.harbour_paths)
        self.barbarian_starts = tuple(path_index[point] for point in BARBARIAN_STARTS)


@cache
def board(scenario: str) -> Board:
    """The board of `base` or `traders`.

    >>> len(board("base").spots), len(board("base").paths), len(board("traders").spots)
    (54, 72, 51)
    """
    return Board(GOAL_HEXES if scenario == "traders" else ())
