"""The geometry of the segments of a tile: outlines of cities, courses of roads, and farms.

A tile is a square of 100 by 100 with north on top, at rotation 0. Cities and roads follow from the
ports in the tile data. Farms are the rest, found by flooding a fine grid from their ports. What the
data keep apart must therefore be apart in the drawing; otherwise `Terrain` raises an error.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NoReturn

from games.boards.hexes import Point
from games.boards.svg_paths import Curve, along

from ..rules.components import CITY, FARM, KINDS, MONASTERY, ROAD, Segment, TileKind

SIZE = 100
CORNERS: tuple[Point, ...] = ((0, 0), (100, 0), (100, 100), (0, 100))  # the start of side i
MIDDLES: tuple[Point, ...] = ((50, 0), (100, 50), (50, 100), (0, 50))
CENTRE: Point = (50, 50)
INWARD: tuple[Point, ...] = ((0, 1), (-1, 0), (0, -1), (1, 0))
ROAD_WIDTH = 9.0
STEPS = 16
CLOISTER = 21.0  # half the width of a monastery's grounds
# Places of a piece along a road, the best first: of a through road, and of one that ends inside.
THROUGH_SHARES = (0.5, 0.35, 0.65, 0.25, 0.75, 0.18, 0.82)
END_SHARES = (0.4, 0.5, 0.3, 0.6, 0.2)


class UnfaithfulDrawingError(Exception):
    """The drawing of a tile joins or parts farms otherwise than its data."""


@dataclass(frozen=True)
class City:
    """A city part: its outline, and those of its curves that are walls."""

    outline: tuple[Point, ...]
    walls: tuple[Curve, ...]


@dataclass(frozen=True)
class Road:
    """A road part: its course from the port inwards, and what ends it ("" for a through road)."""

    curve: Curve
    end: str


def points_of(curve: Curve, steps: int = STEPS) -> list[Point]:
    return [along(curve, n / steps) for n in range(steps + 1)]


def is_inside(point: Point, outline: tuple[Point, ...]) -> bool:
    return bool(sum(point[0] < wall for wall in _walls_at(point[1], outline)) % 2)


def columns_inside(y: float, outline: tuple[Point, ...]) -> list[int]:
    """Return the grid columns whose middles are inside the outline at this height."""
    walls = sorted(_walls_at(y, outline))
    return [x for x in range(SIZE) if (len(walls) - bisect_right(walls, x + 0.5)) % 2]


def _walls_at(y: float, outline: tuple[Point, ...]) -> Iterator[float]:
    """Where an outline crosses a height."""
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (y1 > y) != (y2 > y):
            yield (x2 - x1) * (y - y1) / (y2 - y1) + x1


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _bow(a: Point, b: Point, depth: float, pinch: float = 0.3, back: float | None = None) -> Curve:
    """A curve from a to b that bends `depth` to the right of the way (inwards from a side).

    `back`: how deep its second half bends, if not the same.
    """
    length = math.dist(a, b)
    x, y = (a[1] - b[1]) / length, (b[0] - a[0]) / length
    first, second = _between(a, b, pinch), _between(a, b, 1 - pinch)
    back = depth if back is None else back
    return (
        a,
        (first[0] + x * depth, first[1] + y * depth),
        (second[0] + x * back, second[1] + y * back),
        b,
    )


def _sway(a: Point, b: Point, wave: float = 0) -> Curve:
    """A road from a to b that bends to both sides."""
    return _bow(a, b, wave, 0.35, -wave)


class Terrain:
    """The geometry of one kind of tile.

    Attributes:
        cities, roads: by segment number.
        grid: per cell of the 100 by 100 grid, the segment number, or None (walls).
        spots: per segment, the position of a piece.

    Raises:
        UnfaithfulDrawingError: the drawing joins or parts farms otherwise than the data.
    """

    def __init__(self, kind: TileKind) -> None:
        self.kind = kind
        self.segments = kind.segments
        self.side_of = {
            port: number for number, one in enumerate(self.segments) for port in one.ports
        }
        self.city_sides = {
            port // 3: number
            for number in self._of_kind(CITY)
            for port in self.segments[number].ports
        }
        self.cities = {number: self._city(self.segments[number]) for number in self._of_kind(CITY)}
        self.roads = {number: self._road(self.segments[number]) for number in self._of_kind(ROAD)}
        self.stubs = self._stubs()
        self.grid: list[list[int | None]] = [[None] * SIZE for _ in range(SIZE)]
        self.blocked: set[tuple[int, int]] = set()  # cells that are no meadow
        self._fill_grid()
        self.depth = {number: self._depths(number) for number in range(len(self.segments))}
        self.spots = self._spots()

    def _of_kind(self, kind: int) -> list[int]:
        return [number for number, segment in enumerate(self.segments) if segment.kind == kind]

    # Cities.

    def _has_separate_farms(self, corner: int) -> bool:
        """Whether the farms on both sides of a corner differ, because a city reaches it."""
        before, after = (3 * corner - 1) % 12, 3 * corner
        farms = self.side_of.get(before), self.side_of.get(after)
        return None not in farms and farms[0] != farms[1]

    def _city(self, segment: Segment) -> City:
        sides = sorted(port // 3 for port in segment.ports)
        if len(sides) == 4:
            return City(CORNERS, ())
        parted = [corner for corner in range(4) if self._has_separate_farms(corner)]
        if len(sides) == 1:
            if parted:
                return self._horn(sides[0], parted[0])
            wall = _bow(CORNERS[sides[0]], CORNERS[(sides[0] + 1) % 4], 34)
            return City(tuple(points_of(wall)), (wall,))
        neighbours = len(sides) == 2 and (sides[1] - sides[0]) % 2 == 1
        if neighbours and not parted:
            return self._diagonal(sides)
        return self._wide(sides)

    def _horn(self, side: int, corner: int) -> City:
        """A city of one side that stretches to a far corner and parts the farms there."""
        a, b, tip = CORNERS[side], CORNERS[(side + 1) % 4], CORNERS[corner]
        if corner == (side + 2) % 4:
            walls = (_bow(a, tip, 12, 0.35), _bow(tip, b, -27))
        else:
            walls = (_bow(a, tip, -27), _bow(tip, b, 12, 0.35))
        outline = [*points_of(walls[0]), *points_of(walls[1])[1:]]
        return City(tuple(outline), walls)

    def _diagonal(self, sides: list[int]) -> City:
        first = sides[0] if (sides[0] + 1) % 4 == sides[1] else sides[1]
        start, corner, end = (CORNERS[(first + n) % 4] for n in range(3))
        across = [number for side, number in self.city_sides.items() if side not in sides]
        is_tight = len(across) == 2 and across[0] == across[1]
        wall = _bow(start, end, -14 if is_tight else -9, 0.22)
        outline = [*points_of(wall), corner]
        return City(tuple(outline), (wall,))

    def _wide(self, sides: list[int]) -> City:
        """The tile except sides without a city; a bay is deeper where another city lies."""
        outline: list[Point] = []
        walls = []
        for side in range(4):
            a, b = CORNERS[side], CORNERS[(side + 1) % 4]
            if side in sides:
                outline.append(a)
                continue
            wall = _bow(a, b, 55 if side in self.city_sides else 42, 0.24)
            walls.append(wall)
            outline += points_of(wall)[:-1]
        return City(tuple(outline), tuple(walls))

    # Roads.

    def _road(self, segment: Segment) -> Road:
        sides = [port // 3 for port in segment.ports]
        if len(sides) == 2:
            return Road(self._through_curve(*sides), "")
        side = sides[0]
        start, step = MIDDLES[side], INWARD[side]
        if segment.end == "city":
            return Road(self._curve_to_wall(side), "city")
        reach = {"crossing": 50.0, "monastery": 50.0 - CLOISTER, "stop": 74.0}[segment.end]
        end = (start[0] + step[0] * reach, start[1] + step[1] * reach)
        return Road(_sway(start, end, 3 if segment.end == "stop" else 1.5), segment.end)

    def _through_curve(self, a: int, b: int) -> Curve:
        if (b - a) % 4 == 2:
            return _sway(MIDDLES[a], MIDDLES[b], wave=6)
        first, second = (_between(MIDDLES[side], CENTRE, 0.66) for side in (a, b))
        return MIDDLES[a], first, second, MIDDLES[b]

    def _curve_to_wall(self, side: int) -> Curve:
        """A road straight to the first city wall, or bending to the nearest if none is ahead."""
        start, step = MIDDLES[side], INWARD[side]
        for reach in range(4, 96):
            here = (start[0] + step[0] * reach, start[1] + step[1] * reach)
            if any(is_inside(here, city.outline) for city in self.cities.values()):
                return _sway(start, here)
        wall = next(iter(self.cities.values())).walls[0]
        goal = along(wall, 0.5)
        out = _between(goal, CENTRE, 0.9)
        return start, _between(start, CENTRE, 0.75), out, goal

    def _stubs(self) -> list[Curve]:
        """Short ways from a crossing to cities without a road of their own; they part farms."""
        if all(road.end != "crossing" for road in self.roads.values()):
            return []
        farms = {port: n for port, n in self.side_of.items() if self.segments[n].kind == FARM}
        beside = {
            side: {farms.get((3 * side - 1) % 12), farms.get((3 * side + 3) % 12)} - {None}
            for side in self.city_sides
        }
        return [
            _sway(CENTRE, along(self.cities[number].walls[0], 0.5))
            for side, number in self.city_sides.items()
            if len(beside[side]) == 2
        ]

    # Farms.

    def _fill_grid(self) -> None:
        """Farms fill what the other segments leave: from their ports, then the inner meadows."""
        cloister = range(int(50 - CLOISTER), int(50 + CLOISTER))
        for number in self._of_kind(MONASTERY):
            self._block(itertools.product(cloister, cloister), number)
        for number, city in reversed(self.cities.items()):
            for y in range(SIZE):
                self._block(((x, y) for x in columns_inside(y + 0.5, city.outline)), number)
        lanes = [(road.curve, number) for number, road in self.roads.items()]
        for curve, way in [*lanes, *((stub, None) for stub in self.stubs)]:
            for point in points_of(curve, 60):
                self._block(_cells_around(point, ROAD_WIDTH / 2), way)
        for corner in range(4):
            if self._has_separate_farms(corner):
                self._block(_cells_around(CORNERS[corner], 2.5), None)
        farms = [(number, self.segments[number].ports) for number in self._of_kind(FARM)]
        for number, ports in farms:
            for port in ports:
                self._flood(self._at_port(port), number)
        for number, ports in farms:
            if not ports:
                self._flood(self._leftover(), number)

    def _block(self, cells: Iterable[tuple[int, int]], number: int | None) -> None:
        """Take cells for a segment, as far as no other has them; None: they are only no meadow."""
        for x, y in cells:
            self.blocked.add((x, y))
            if self.grid[y][x] is None:
                self.grid[y][x] = number

    def _at_port(self, port: int) -> tuple[int, int]:
        side, place = divmod(port, 3)
        share = 0.2 if place == 0 else 0.8
        at = _between(CORNERS[side], CORNERS[(side + 1) % 4], share)
        x, y = (
            min(SIZE - 1, int(a + step * 1.5)) for a, step in zip(at, INWARD[side], strict=True)
        )
        return x, y

    def _flood(self, start: tuple[int, int], number: int) -> None:
        there = self.grid[start[1]][start[0]]
        if there == number:
            return
        if start in self.blocked:
            self._refuse(f"farm {number} begins on something else at {start}")
        if there is not None:
            self._refuse(f"farms {number} and {there} run together")
        if any(number in row for row in self.grid):
            self._refuse(f"farm {number} falls apart at {start}")
        heap = [start]
        while heap:
            x, y = cell = heap.pop()
            is_inside = 0 <= x < SIZE and 0 <= y < SIZE
            if is_inside and cell not in self.blocked and self.grid[y][x] is None:
                self.grid[y][x] = number
                heap += _beside(cell)

    def _refuse(self, wrong: str) -> NoReturn:
        raise UnfaithfulDrawingError(f"{self.kind.id}: {wrong}")

    def _leftover(self) -> tuple[int, int]:
        """The middle of an inner meadow: the unflooded cell nearest to the centre of the tile."""
        free = [
            (x, y)
            for y, x in itertools.product(range(SIZE), repeat=2)
            if (x, y) not in self.blocked and self.grid[y][x] is None
        ]
        if not free:
            self._refuse("no room for its inner meadow")
        return min(free, key=lambda cell: math.dist(cell, CENTRE) + (cell[0] < 50) * 0.1)

    # Positions of pieces.

    def _depths(self, number: int) -> dict[tuple[int, int], int]:
        """Per cell of a segment, its distance from everything else in orthogonal steps."""
        cells = [(x, y) for y, row in enumerate(self.grid) for x in range(SIZE) if row[x] == number]
        left = set(cells)
        rim = {cell for cell in left if not left.issuperset(_beside(cell))}
        found: dict[tuple[int, int], int] = {}
        level = 0
        while rim:
            level += 1
            found |= dict.fromkeys(rim, level)
            left -= rim
            rim = {other for cell in rim for other in _beside(cell) if other in left}
        return found

    def _spots(self) -> list[Point]:
        """Per segment, the position of a piece; those on roads avoid all others."""
        spots: dict[int, Point] = {}
        for number, segment in enumerate(self.segments):
            if segment.kind == MONASTERY:
                spots[number] = CENTRE
            elif "cathedral" in segment.marks:
                spots[number] = (50, 84)
            elif segment.kind != ROAD:
                spots[number] = self._middle(number, list(spots.values()))
        for number, road in self.roads.items():
            spots[number] = max(
                (along(road.curve, t) for t in (END_SHARES if road.end else THROUGH_SHARES)),
                key=lambda p: min([math.dist(p, s) for s in spots.values()] + [26.0]),
            )
        return [spots[number] for number in range(len(self.segments))]

    def _middle(self, number: int, taken: list[Point]) -> Point:
        depths = self.depth[number]
        if not depths:
            self._refuse(f"nothing is left of segment {number}")
        x, y = max(
            depths,
            key=lambda cell: (
                min(depths[cell], 17)
                - 0.02 * math.dist(cell, CENTRE)
                - sum(max(0.0, 22 - math.dist(cell, spot)) for spot in taken) * 0.4
            ),
        )
        return x + 0.5, y + 0.5

    # Outlines of regions.

    def region(self, number: int) -> list[list[Point]]:
        """Return the outlines of a segment as closed rings of points."""
        if number in self.cities:
            return [list(self.cities[number].outline)]
        grid = self.grid
        cells = {(x, y) for y in range(SIZE) for x in range(SIZE) if grid[y][x] == number}
        return [_smooth(ring) for ring in _rings(cells)]


def _cells_around(point: Point, reach: float) -> Iterator[tuple[int, int]]:
    """The cells with their middle at most this far from a point."""
    columns, rows = (
        range(max(0, int(middle - reach)), min(SIZE, int(middle + reach) + 1)) for middle in point
    )
    for x, y in itertools.product(columns, rows):
        if math.dist((x + 0.5, y + 0.5), point) <= reach:
            yield x, y


def _beside(cell: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The four cells that share a side with this one."""
    x, y = cell
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def _rings(cells: set[tuple[int, int]]) -> list[list[Point]]:
    """The closed outlines around a set of unit squares."""
    edges: dict[Point, list[Point]] = {}
    for x, y in cells:
        for there, a, b in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if there not in cells:
                edges.setdefault(a, []).append(b)
    rings = []
    while edges:
        start = next(iter(edges))
        ring, here = [start], start
        while True:
            following = edges[here].pop()
            if not edges[here]:
                del edges[here]
            here = following
            if here == start:
                break
            ring.append(here)
        rings.append(ring)
    return [ring for ring in rings if len(ring) >= 12]


def _smooth(ring: list[Point], tolerance: float = 0.8) -> list[Point]:
    """Fewer points on the same outline (Douglas and Peucker), split at two far points."""
    half = max(range(len(ring)), key=lambda n: math.dist(ring[0], ring[n]))
    return [
        *_simplify(ring[: half + 1], tolerance)[:-1],
        *_simplify([*ring[half:], ring[0]], tolerance)[:-1],
    ]


def _simplify(line: list[Point], tolerance: float) -> list[Point]:
    if len(line) < 3:
        return line
    (ax, ay), (bx, by) = line[0], line[-1]
    length = math.dist(line[0], line[-1]) or 1.0
    offs = [abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length for x, y in line]
    far = max(range(len(line)), key=lambda n: offs[n])
    if offs[far] <= tolerance:
        return [line[0], line[-1]]
    return [*_simplify(line[: far + 1], tolerance)[:-1], *_simplify(line[far:], tolerance)]


@cache
def terrain(id: str) -> Terrain:
    """Return the geometry of a kind of tile."""
    return Terrain(KINDS[id])
