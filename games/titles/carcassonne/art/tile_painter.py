"""Paints one kind of tile as SVG from its terrain alone.

Everything is seen straight from above, so that a tile looks right in every rotation. Scattered
things (trees, roofs, tufts, fields) are stencils of few sizes.
"""

from __future__ import annotations

import itertools
import math
import random

from games.boards.hexes import Point
from games.boards.svg_paths import (
    Curve,
    PathPen,
    Sheet,
    along,
    box_corners,
    curve_path,
    disc_path,
    disc_stencil,
    fmt_xy,
    polygon_path,
    polygon_stencil,
    stamp,
)

from ..rules.components import FARM, MONASTERY
from .drawings import DRAWINGS, PALETTE, drawing_at
from .terrain import CENTRE, MIDDLES, SIZE, Terrain, is_inside, points_of

TUFT = "m-1.4-1.2l.8 1.6m.6-2.1v2.1m1.4-1.6l-.8 1.6"
# Crowns of trees that stand together: x, y, radius.
GROVES = (
    ((0, 0, 2.6),),
    ((0.5, 0.5, 3.0),),
    ((-1.5, 0.5, 2.4), (1.8, -0.8, 2.0)),
    ((-1, -1.6, 2.0), (1, 1.2, 2.8)),
    ((-2, 1, 2.0), (0.5, -1.6, 2.4), (2, 1.4, 2.6)),
    ((1.8, -1.8, 2.0), (-1.6, -0.6, 2.6), (0.8, 2, 2.2)),
)
BLOTCHES = (4.0, 6.0, 8.5)  # half widths
HOUSES = ((7.6, 5.6), (9.4, 6.4))  # width and depth
TILTS = (-0.08, 0.05)  # of a house against its street, in radians
FIELDS = (10, 12, 14)  # space around the centre of a field
FURROW = 2.2
HILL = (50, 40)  # centre of the cathedral in `drawings.svg`


class TilePainter:
    """Paints one kind of tile."""

    def __init__(self, land: Terrain) -> None:
        self.land = land
        self.sheet = Sheet(PALETTE)
        self.random = random.Random(f"a tile {land.kind.id}")
        self.taken: list[tuple[Point, float]] = [(spot, 8.0) for spot in land.spots]
        self.inns = {n: self._inn_site(n) for n, s in enumerate(land.segments) if "inn" in s.marks}
        for site in self.inns.values():
            self.taken.append((site, 11))

    def paint(self) -> str:
        self._meadows()
        self._roads()
        self._cities()
        self._buildings()
        self.sheet.line("ink", 0.7, "M.4 .4H99.6V99.6H.4z", stroke_opacity=0.2)
        return str(self.sheet)

    def _box(
        self, color: str, at: Point, wide: float, tall: float, angle: float, **more: float
    ) -> None:
        self.sheet.fill(color, polygon_path(box_corners(at, wide, tall, angle)), **more)

    # Free space.

    def _is_free(self, point: Point, room: float) -> bool:
        return all(math.dist(point, other) >= room + reach for other, reach in self.taken)

    def _points_with_room(self, segment: int, depth: int) -> list[tuple[int, int]]:
        """Points on a segment with at least this depth, shuffled."""
        found = sorted(at for at, room in self.land.depth[segment].items() if room >= depth)
        self.random.shuffle(found)
        return found

    def _take_points(
        self, segment: int, depth: int, room: float, most: int
    ) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for point in self._points_with_room(segment, depth):
            if len(found) == most:
                break
            if self._is_free(point, room):
                found.append(point)
                self.taken.append((point, room))
        return found

    # Meadows.

    def _meadows(self) -> None:
        sheet = self.sheet
        sheet.fill("grass", f"M0 0h{SIZE}v{SIZE}h-{SIZE}z")
        farms = [n for n, s in enumerate(self.land.segments) if s.kind == FARM]
        blotches: list[list[str]] = [[], []]
        for farm in farms:
            for n, point in enumerate(self._points_with_room(farm, 6)[:7]):
                blotches[n % 2].append(self._blotch(point))
        sheet.fill("grass-low", *blotches[1])
        sheet.fill("grass-high", *blotches[0])
        for farm in farms:
            self._fields(farm)
        self._tufts(farms)
        self._trees(farms)

    def _blotch(self, centre: Point) -> str:
        """Grass of another shade, or nothing near the edge of the tile."""
        x, y = centre
        fitting = [size for size in BLOTCHES if size <= min(x, y, SIZE - x, SIZE - y)]
        if not fitting:
            return ""
        wide = self.random.choice(fitting)
        tall = wide * 0.6
        upper = f"0 {-tall:.1f} {fmt_xy(wide * 1.7, -tall * 1.3)} {fmt_xy(2 * wide, 0)}"
        lower = f"{fmt_xy(-wide * 1.8, tall * 1.4)} {fmt_xy(-2 * wide, 0)}"
        return stamp(centre, f"m{fmt_xy(-wide, 0)}c{upper}s{lower}z")

    def _fields(self, farm: int) -> None:
        """Ploughed strips where there is space; furrows follow the strip."""
        sheet = self.sheet
        spots = self._take_points(farm, 10, 8.5, 1 if len(self.land.depth[farm]) < 3500 else 3)
        for n, spot in enumerate(spots):
            room = max(room for room in FIELDS if room <= self.land.depth[farm][spot])
            width, height = min(19.0, 1.35 * room), min(13.0, room)
            angle = self.random.choice((-0.35, 0.2, 0.5, 1.2, 1.75))
            ground, row = (("wheat", "wheat-row"), ("crop", "crop-row"))[(n + farm) % 2]
            sheet.fill(
                ground, stamp(spot, polygon_stencil(box_corners((0, 0), width, height, angle)))
            )
            cos, sin = math.cos(angle), math.sin(angle)
            many, long = int(height / FURROW), width - 1.6
            furrows, step = PathPen(), (long * cos, long * sin)
            for k in range(1, many + 1):
                y = -height / 2 + k * height / (many + 1)
                start = (-long / 2 * cos - y * sin, -long / 2 * sin + y * cos)
                furrows.draw(start, f"l{fmt_xy(*step)}", step)
            sheet.line(row, 0.8, stamp(spot, furrows.text))

    def _tufts(self, farms: list[int]) -> None:
        strokes: list[str] = []
        for farm in farms:
            few = max(3, len(self.land.depth[farm]) // 420)
            strokes += [stamp(at, TUFT) for at in self._take_points(farm, 3, 1.5, few)]
        self.sheet.line("tuft", 0.6, *strokes, stroke_linecap="round")

    def _trees(self, farms: list[int]) -> None:
        shade, crown, light = [], [], []
        for farm in farms:
            few = max(1, len(self.land.depth[farm]) // 1300)
            for at in self._take_points(farm, 5, 4, few):
                grove = self.random.choice(GROVES)
                lit = [(x - r * 0.28, y - r * 0.3, r * 0.52) for x, y, r in grove]
                shade.append(stamp(at, disc_stencil((x + 0.8, y + 1.0, r) for x, y, r in grove)))
                crown.append(stamp(at, disc_stencil(grove)))
                light.append(stamp(at, disc_stencil(lit)))
        self.sheet.fill("shade", *shade)
        self.sheet.fill("tree", *crown)
        self.sheet.fill("tree-high", *light)

    # Roads.

    def _roads(self) -> None:
        land, sheet = self.land, self.sheet
        courses = [road.curve for road in land.roads.values()]
        if not courses:
            return
        bridge = self._bridge()
        self._pave([*(line for line in courses if not bridge or line != bridge[0]), *land.stubs])
        if bridge:
            self._pave([bridge[0]])
            self._parapets(*bridge)
        if any(road.end == "crossing" for road in land.roads.values()):
            sheet.fill("road-rim", disc_path(CENTRE, 9.2))
            sheet.fill("road", disc_path(CENTRE, 8.1))
        for road in land.roads.values():
            if road.end == "stop":
                end = road.curve[3]
                sheet.fill("road-rim", disc_path(end, 6.4))
                sheet.fill("road", disc_path(end, 5.3))

    def _pave(self, lines: list[Curve]) -> None:
        paths = [curve_path(line) for line in lines]
        self.sheet.line("road-rim", 8.4, *paths)
        self.sheet.line("road", 6.4, *paths)
        self.sheet.line("road-rut", 0.7, *paths, stroke_dasharray="3.2 2.4")

    def _bridge(self) -> tuple[Curve, int] | None:
        """The road that passes over another one, and at which of its 40 steps, if there is one."""
        roads = [road for road in self.land.roads.values() if road.end != "crossing"]
        for over, under in itertools.product(reversed(roads), roads):
            if over is not under and not over.end == under.end == "city":
                below = points_of(under.curve, 40)[4:-4]
                for step, here in list(enumerate(points_of(over.curve, 40)))[6:-6]:
                    if any(math.dist(here, there) < 1.6 for there in below):
                        return over.curve, step
        return None

    def _parapets(self, line: Curve, step: int) -> None:
        a, here, b = points_of(line, 40)[step - 1 : step + 2]
        angle = math.atan2(b[1] - a[1], b[0] - a[0])
        self._box("shade", (here[0] + 0.6, here[1] + 1.4), 20, 13.4, angle)
        self._box("wall-low", here, 19, 12.4, angle)
        self._box("wall", here, 18.2, 11.4, angle)
        self._box("road", here, 20, 7, angle)
        rungs = []
        for k in range(-4, 5):
            x, y = here[0] + k * 2 * math.cos(angle), here[1] + k * 2 * math.sin(angle)
            dx, dy = -math.sin(angle) * 3.4, math.cos(angle) * 3.4
            rungs.append(f"M{fmt_xy(x - dx, y - dy)}L{fmt_xy(x + dx, y + dy)}")
        self.sheet.line("road-rut", 0.6, *rungs)

    # Cities.

    def _cities(self) -> None:
        land, sheet = self.land, self.sheet
        for segment, city in land.cities.items():
            sheet.fill("shade", *map(_shadow, city.walls))
            sheet.fill("city", polygon_path(city.outline))
            self._streets(segment)
            self._marks(segment)
            self._houses(segment)
        walls = [curve_path(wall) for city in land.cities.values() for wall in city.walls]
        sheet.line("wall-low", 5.2, *walls)
        sheet.line("wall", 3.8, *walls)
        sheet.line("wall-low", 3.8, *walls, stroke_dasharray="1.1 2.5", stroke_opacity=0.75)
        sheet.line("wall-high", 1.3, *walls)
        self._towers()
        self._gates()

    def _streets(self, segment: int) -> None:
        spot = self.land.spots[segment]
        self.sheet.fill("city-high", disc_path(spot, 7.2))
        ends = (MIDDLES[port // 3] for port in self.land.segments[segment].ports)
        self.sheet.line("city-high", 3.4, *(f"M{fmt_xy(*spot)}L{fmt_xy(*end)}" for end in ends))

    def _houses(self, segment: int) -> None:
        """Roofs from above, along the streets; each has a light and a dark side."""
        rng = self.random
        spot = self.land.spots[segment]
        lines = [MIDDLES[port // 3] for port in self.land.segments[segment].ports]
        layers = ("shade", "roof", "roof-low", "tile-roof", "tile-roof-low")
        drawn: dict[str, list[str]] = {name: [] for name in layers}
        city, few = self.land.cities[segment], max(3, len(self.land.depth[segment]) // 190)
        grain = math.pi / 4 if _is_diagonal(city.walls) else 0.0
        for point in self._house_sites(segment):
            if len(drawn["shade"]) == few:
                break
            if not self._is_free(point, 3.4) or any(
                _near_line(point, spot, end) < 4.6 for end in lines
            ):
                continue
            angle = grain + rng.choice((0, math.pi / 2)) + rng.choice(TILTS)
            wide, tall = rng.choice(HOUSES)
            corners = box_corners(point, wide, tall, angle)
            if not all(0.6 < x < 99.4 and 0.6 < y < 99.4 for x, y in corners):
                continue
            if not all(
                is_inside(corner, city.outline)
                for corner in box_corners(point, wide + 5, tall + 5, angle)
                if 0 < corner[0] < 100 and 0 < corner[1] < 100
            ):
                continue
            self.taken.append((point, 3.6))
            kind = rng.choice(("roof", "roof", "tile-roof"))
            corners = box_corners((0, 0), wide, tall, angle)
            halves = _roof_halves(corners)
            shadow = polygon_stencil((x + 0.9, y + 1.2) for x, y in corners)
            drawn["shade"].append(stamp(point, shadow))
            upper = min(halves, key=lambda half: sum(x * 0.4 + y for x, y in half))
            lower = halves[1] if upper is halves[0] else halves[0]
            drawn[kind].append(stamp(point, polygon_stencil(upper)))
            drawn[f"{kind}-low"].append(stamp(point, polygon_stencil(lower)))
        for name, paths in drawn.items():
            self.sheet.fill(name, *paths)

    def _house_sites(self, segment: int) -> list[tuple[int, int]]:
        sites = self._points_with_room(segment, 4)
        return sorted(sites, key=lambda p: round(self.random.random(), 2))[:900]

    def _towers(self) -> None:
        """Round towers along the walls, except where roads enter."""
        gates = [road.curve[3] for road in self.land.roads.values() if road.end == "city"]
        gates += [stub[3] for stub in self.land.stubs]
        low, stone, roof, roof_low = [], [], [], []
        for city in self.land.cities.values():
            for wall in city.walls:
                for t in (0.2, 0.5, 0.8):
                    at = along(wall, t)
                    if any(math.dist(at, gate) < 9 for gate in gates):
                        continue
                    low.append(disc_path((at[0] + 0.8, at[1] + 1.1), 4.1))
                    stone.append(disc_path(at, 3.7))
                    roof.append(disc_path(at, 2.7))
                    roof_low.append(f"M{fmt_xy(*at)}l2.7 0a2.7 2.7 0 0 1 -4.6 1.9z")
        self.sheet.fill("wall-low", *low)
        self.sheet.fill("wall", *stone)
        self.sheet.fill("slate", *roof)
        self.sheet.fill("slate-low", *roof_low)

    def _gates(self) -> None:
        roads = [road.curve for road in self.land.roads.values() if road.end == "city"]
        for line in [*roads, *self.land.stubs]:
            end, before = line[3], along(line, 0.9)
            angle = math.atan2(end[1] - before[1], end[0] - before[0])
            cos, sin = math.cos(angle), math.sin(angle)
            self._box("wall-low", end, 7, 13.4, angle)
            self._box("wall", end, 5.8, 12.2, angle)
            self._box("ink", end, 7, 4.6, angle, fill_opacity=0.78)
            posts = [(end[0] - sin * k, end[1] + cos * k) for k in (-5, 5)]
            self.sheet.fill("wall-high", *(disc_path(post, 2.4) for post in posts))
            self.sheet.fill("roof", *(disc_path(post, 1.6) for post in posts))

    def _marks(self, segment: int) -> None:
        """Pennants, goods and the cathedral, away from the positions of pieces."""
        for mark in self.land.segments[segment].marks:
            if mark == "cathedral":
                self.taken.append((HILL, 27))
                self.sheet.parts.append(DRAWINGS["cathedral"])
                continue
            at = self.mark_site(segment)
            self.taken.append((at, 9.5))
            if mark == "pennant":
                self.sheet.parts.append(drawing_at("pennant", at, 1.35))
            else:
                self.sheet.parts += drawing_at("medal", at), drawing_at(f"good-{mark}", at, 1.2)

    def mark_site(self, segment: int) -> Point:
        depths, spot = self.land.depth[segment], self.land.spots[segment]
        x, y = max(
            depths,
            key=lambda c: (
                1.5 * min(depths[c], 17, c[0], c[1], 99 - c[0], 99 - c[1])
                + min(math.dist(c, spot), 21)
                - 0.04 * math.dist(c, CENTRE)
            ),
        )
        return x + 0.5, y + 0.5

    # Single buildings.

    def _buildings(self) -> None:
        land = self.land
        if any(segment.kind == MONASTERY for segment in land.segments):
            self.sheet.parts.append(DRAWINGS["monastery"])
        if any(road.end == "crossing" for road in land.roads.values()):
            self._village()
        for road in land.roads.values():
            if road.end == "stop":
                x, y = road.curve[3]
                self._cottage((x + 9.5, y - 1), 1.2, "roof")
        for site in self.inns.values():
            self.sheet.parts.append(drawing_at("inn", site))

    def _village(self) -> None:
        """A well in the middle of the crossing, and cottages between the roads."""
        sheet = self.sheet
        for n, (dx, dy) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
            at = (50 + dx * 12.4, 50 + dy * 12.4)
            here = self.land.grid[int(at[1])][int(at[0])]
            if here is None or self.land.segments[here].kind != FARM:
                continue
            if any(math.dist(at, spot) < 11 for spot in self.land.spots):
                continue
            self._cottage(at, (0.78, -0.78)[n % 2], ("roof", "tile-roof")[n % 2])
        sheet.fill("shade", disc_path((50.8, 51), 3.7))
        sheet.fill("wall", disc_path(CENTRE, 3.6))
        sheet.fill("water", disc_path(CENTRE, 2.1))

    def _cottage(self, at: Point, angle: float, kind: str) -> None:
        corners = box_corners(at, 9, 6.6, angle)
        upper, lower = _roof_halves(corners)
        self.sheet.fill("shade", polygon_path([(x + 1.1, y + 1.5) for x, y in corners]))
        self.sheet.fill(kind, polygon_path(upper))
        self.sheet.fill(f"{kind}-low", polygon_path(lower))

    def _inn_site(self, road: int) -> Point:
        """A site on the meadow beside the middle of the road, with space for a pond."""
        land = self.land
        middle = along(land.roads[road].curve, 0.5)
        sites = [
            (x + 0.5, y + 0.5)
            for n, segment in enumerate(land.segments)
            if segment.kind == FARM
            for (x, y), depth in land.depth[n].items()
            if depth >= 9 and 10 < x < 90 and 10 < y < 90
        ]
        return min(
            sites,
            key=lambda p: (
                math.dist(p, middle)
                + sum(max(0.0, 21 - math.dist(p, spot)) * 2 for spot in land.spots)
            ),
        )


def _roof_halves(corners: list[Point]) -> tuple[list[Point], list[Point]]:
    """Both sides of a roof with these corners; the ridge is along its middle."""
    a, b, c, d = corners
    left, right = ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
    return [a, b, right, left], [left, right, c, d]


def _shadow(wall: Curve) -> str:
    line = points_of(wall)
    return polygon_path([*line, *((x + 1.2, y + 1.8) for x, y in reversed(line))])


def _is_diagonal(walls: tuple[Curve, ...]) -> bool:
    """Whether a city has one wall, from corner to corner."""
    return len(walls) == 1 and math.dist(walls[0][0], walls[0][3]) > SIZE


def _near_line(point: Point, a: Point, b: Point) -> float:
    """The distance from a point to the line segment from a to b."""
    length = math.dist(a, b) or 1.0
    t = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length**2
    t = max(0.0, min(1.0, t))
    return math.dist(point, (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))


def paint(land: Terrain) -> str:
    """Return the tile at rotation 0 as SVG, 100 by 100."""
    return TilePainter(land).paint()
