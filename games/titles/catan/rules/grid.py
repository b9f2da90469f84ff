"""The island's geometry: hexes, intersections and paths, and which of them touch (rules 2.1, 2.2).

The coordinates of places are points of one integer grid. Inside the rules a place is its index in
reading order, and a set of places is an int with one bit for each place.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from games.rules.fields import Constant
from games.rules.primitives.bitsets import bitset_of

from .components import GOALS

Point = tuple[int, int]

# Rules 2.1: rows of hexes as (y, x of the first hex, number of hexes); hexes are 4 apart
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


def place_name(point: Point) -> str:
    """The notation of a place.

    >>> place_name((-4, 8))
    '-4,8'
    """
    return f"{point[0]},{point[1]}"


def reading_order(point: Point) -> Point:
    """Sort key of places: by y, then by x."""
    return point[1], point[0]


def midpoint(one: Point, other: Point) -> Point:
    """The point halfway between two points; for two adjacent intersections, their path."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def number_token_order(corner: int) -> tuple[int, ...]:
    """The hexes in the order in which number tokens are laid, from starting corner 1 to 6.

    >>> [place_name(HEXES[hex]) for hex in number_token_order(2)[:3]]
    ['4,-12', '0,-12', '-4,-12']
    """
    outer = OUTER_RING[-2 * (corner - 1) :] + OUTER_RING[: -2 * (corner - 1)]
    inner = INNER_RING[1 - corner :] + INNER_RING[: 1 - corner]
    if corner == 1:
        outer, inner = OUTER_RING, INNER_RING
    return tuple(HEXES.index(hex) for hex in (*outer, *inner, (0, 0)))


class Island:
    """The points of a scenario: all hexes, and plazas and inner paths of goal hexes.

    Sea sides and sea corners of goal hexes are left out.

    Attributes:
        touching: for each intersection the hexes (by index) that touch it.
        lines: for each path the two intersections that it joins.
        inner: the paths on goal hexes.
        coast: intersections that fewer than three hexes touch.
    """

    __slots__ = ("coast", "inner", "lines", "touching")

    def __init__(self, goals: tuple[Point, ...]) -> None:
        self.touching: dict[Point, list[int]] = {}
        self.lines: dict[Point, tuple[Point, Point]] = {}
        self.inner: list[Point] = []
        sides: dict[Point, list[Point]] = {}
        for index, (x, y) in enumerate(HEXES):
            corners = [(x + dx, y + dy) for dx, dy in CORNERS]
            for corner in corners:
                self.touching.setdefault(corner, []).append(index)
            for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
                self.lines[midpoint(one, other)] = (one, other)
                sides.setdefault(midpoint(one, other), []).append((x, y))
        for goal in goals:
            self._open_goal_hex(goal, [side for side, hexes in sides.items() if hexes == [goal]])
        self.coast = [corner for corner, hexes in self.touching.items() if len(hexes) < 3]
        for goal in goals:
            self.touching[goal] = [HEXES.index(goal)]

    def _open_goal_hex(self, goal: Point, at_sea: list[Point]) -> None:
        """Remove the sea sides and corners of a goal hex and add its inner paths (rules 2.2)."""
        for side in at_sea:
            del self.lines[side]
        hex = HEXES.index(goal)
        corners = [corner for corner, hexes in self.touching.items() if hex in hexes]
        for corner in corners:
            if self.touching[corner] == [hex]:
                del self.touching[corner]
            else:
                self.lines[midpoint(goal, corner)] = (goal, corner)
                self.inner.append(midpoint(goal, corner))


class Board(Constant):
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
        island = Island(goals)
        spots = sorted(island.touching, key=reading_order)
        paths = sorted(island.lines, key=reading_order)
        self._name_places(spots, paths)
        self._link_places(island, spots, paths)
        self._mark_special_places(island, goals)

    def _name_places(self, spots: list[Point], paths: list[Point]) -> None:
        """Set the names of all places and the index of each name."""
        self.hexes, self.spots, self.paths = (
            tuple(map(place_name, points)) for points in (HEXES, spots, paths)
        )
        self.hex_index, self.spot_index, self.path_index = (
            {word: index for index, word in enumerate(words)}
            for words in (self.hexes, self.spots, self.paths)
        )

    def _link_places(self, island: Island, spots: list[Point], paths: list[Point]) -> None:
        """Set which places touch each other."""
        self.spot_hexes = tuple(tuple(island.touching[point]) for point in spots)
        self.hex_spots = tuple(
            tuple(
                spot
                for spot, point in enumerate(spots)
                if hex in self.spot_hexes[spot] and point != HEXES[hex]
            )
            for hex in range(len(HEXES))
        )
        self.ends = tuple(self._path_ends(*island.lines[point]) for point in paths)
        self.ends_mask = tuple(1 << one | 1 << other for one, other in self.ends)
        steps: list[list[tuple[int, int]]] = [[] for _ in spots]
        for path, (one, other) in enumerate(self.ends):
            steps[one].append((other, path))
            steps[other].append((one, path))
        self.steps = tuple(tuple(sorted(ways)) for ways in steps)
        self.spot_paths = tuple(bitset_of(path for _, path in ways) for ways in self.steps)
        self.zone = tuple(
            bitset_of(near for near, _ in ways) | 1 << spot for spot, ways in enumerate(self.steps)
        )

    def _path_ends(self, one: Point, other: Point) -> tuple[int, int]:
        ends = self.spot_index[place_name(one)], self.spot_index[place_name(other)]
        return min(ends), max(ends)

    def _mark_special_places(self, island: Island, goals: tuple[Point, ...]) -> None:
        """Set the coast, plazas, harbours and other special places."""
        self.all_paths = bitset_of(range(len(self.paths)))
        self.coast = bitset_of(self.spot_index[place_name(point)] for point in island.coast)
        self.plaza_of = tuple(self.spot_index[place_name(goal)] for goal in goals)
        self.goal_at = {plaza: goal for goal, plaza in enumerate(self.plaza_of)}
        self.plazas = bitset_of(self.plaza_of)
        self.sites = bitset_of(range(len(self.spots))) & ~self.plazas
        self.inner = bitset_of(self.path_index[place_name(point)] for point in island.inner)
        self.goal_hexes = {
            HEXES.index(goal): word for goal, word in zip(goals, GOALS, strict=False)
        }
        corners = (spot for hex in self.goal_hexes for spot in self.hex_spots[hex])
        self.goal_spots = bitset_of(set(corners))
        self.harbour_paths = tuple(self.path_index[place_name(point)] for point in HARBOUR_PATHS)
        self.harbour_spots = tuple(self.ends[path] for path in self.harbour_paths)
        # The base game has these paths too, but no barbarians.
        self.barbarian_starts = tuple(
            self.path_index[place_name(point)] for point in BARBARIAN_STARTS
        )


@cache
def board_of(scenario: str) -> Board:
    """The board of `base` or `traders`.

    >>> len(board_of("base").spots), len(board_of("base").paths), len(board_of("traders").spots)
    (54, 72, 51)
    """
    return Board(GOAL_HEXES if scenario == "traders" else ())
