"""The land of Clans of Caledonia as one drawing that stays the same for a whole match.

The drawing has its own URL, so that browsers cache it. The page itself holds only the signs, which
grow with the map, and the colours (`static/board.css`).

Grassland has blades, forest firs, mountain peaks; two terrains of a space share it along a
diagonal. Adjacent lochs form one water, with dotted hex edges. Repeated shapes are one path for the
whole map. Each terrain has few patterns. Their coordinates start at the middle of the space, so a
pattern has the same characters everywhere and compresses well. The drawing depends on the map
alone and is made once.
"""

from __future__ import annotations

import functools
import itertools
import operator
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from games.boards import cached_urls
from games.rules.primitives.bitsets import members

from ..rules.components import CORNERS
from ..rules.maps import AT, MODULES, SHARING_EDGE, Board, board_of
from .hexes import EDGE, HEIGHT, SIZE, Point, centre, corner_point, edge_points
from .rule_links import KEY

WIDTH = round(20 * SIZE + 2 * EDGE)
DEPTH = round(9.5 * HEIGHT + 2 * EDGE)
BOX = f"0 0 {WIDTH} {DEPTH}"

# Places for the motifs of a terrain in a hex that it has alone or shares with one or two others.
SPOTS: dict[str, tuple[Point, ...]] = {
    "all": ((-26, -20), (0, -29), (26, -19), (-35, 2), (34, 4), (6, 26), (26, 27), (13, -2)),
    "left": ((-32, -7), (-20, -27), (-13, 4), (4, 28), (-7, -14)),
    "right": ((30, -22), (36, 2), (8, -30), (26, 22), (19, -2)),
    "third": ((-14, -24), (30, 3), (3, 28)),
}
# Per number of terrains that share a space: the places of each.
PLACES: dict[int, tuple[tuple[Point, ...], ...]] = {
    1: (SPOTS["all"],),
    2: (SPOTS["left"], SPOTS["right"]),
    3: tuple((spot,) for spot in SPOTS["third"]),
}
PATTERNS = 4  # per terrain and kind of place
TINTS = ("blade", "fir", "fir-lit", "peak", "peak-lit", "snow", "divide")
SIZES = (0.94, 1.05, 1.16)  # of firs and peaks
RIDGES = (-0.15, 0.0, 0.2)  # where the light of a peak ends, as a fraction of its width
_ROUND = 'stroke-linecap="round"'
PATH_STYLES = {
    "rim": 'fill="var(--cal-paper-edge)" stroke="var(--cal-rim)" stroke-width="15"'
    ' stroke-linejoin="round"',
    "loch": 'fill="var(--cal-loch)" stroke="var(--cal-loch)"',
    "g": 'fill="var(--cal-grass)"',
    "f": 'fill="var(--cal-forest)"',
    "m": 'fill="var(--cal-mountain)"',
    "blade": f'fill="none" stroke="var(--cal-grass-low)" stroke-width="1.8" {_ROUND}',
    "fir": 'fill="var(--cal-forest-low)"',
    "fir-lit": 'fill="var(--cal-fir-lit)" opacity="0.75"',
    "peak": 'fill="var(--cal-mountain-low)"',
    "peak-lit": 'fill="var(--cal-peak-lit)"',
    "snow": 'fill="var(--cal-snow)"',
    "divide": 'fill="none" stroke="var(--cal-divide)" stroke-width="2"',
    "wave": f'fill="none" stroke="var(--cal-wave)" stroke-width="2" {_ROUND} opacity="0.75"',
    "seam": f'fill="none" stroke="var(--cal-seam)" stroke-width="2.6" {_ROUND}',
    "depth": 'fill="none" stroke="var(--cal-wave)" stroke-width="1.8" stroke-dasharray="1 6"'
    f" {_ROUND}",
    "shore": f'fill="none" stroke="var(--cal-shore)" stroke-width="5" {_ROUND}',
    "bank": f'fill="none" stroke="var(--cal-bank)" stroke-width="13" {_ROUND}',
    "river": f'fill="none" stroke="var(--cal-river)" stroke-width="8" {_ROUND}',
    "border": 'fill="none" stroke="var(--cal-border)" stroke-width="2" stroke-dasharray="7 5"',
}
COIN: Point = (-25.5, 22.0)  # the land's cost
SIGN: Point = (27.0, -27.0)  # Δ


class Ground(NamedTuple):
    """Everything that determines the drawing of the land of a match."""

    modules: tuple[int, ...]
    seats: int
    ports: bool
    deltas: bool
    borders: bool

    @property
    def address(self) -> str:
        return _address(self._replace(deltas=False))

    @property
    def signs(self) -> str:
        return _signs(self)

    @property
    def plain(self) -> str:
        """Return land and water without small details."""
        return "".join(_plain(self.board))

    @property
    def board(self) -> Board:
        return board_of(self.modules, self.seats, self.ports)


NAME = re.compile(r"([0-9]{4})-([1-4])([01])([01])")


def drawing_by_name(name: str) -> str | None:
    """Return the drawing with this name (see `_address`); None if no match has it."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    modules = tuple(map(int, found[1]))
    if any(
        side not in MODULES[corner].sides for corner, side in zip(CORNERS, modules, strict=True)
    ):
        return None
    seats, ports, borders = map(int, found.groups()[1:])
    return _drawing(Ground(modules, seats, bool(ports), False, bool(borders)))


@functools.lru_cache(256)
def _address(ground: Ground) -> str:
    sides = "".join(map(str, ground.modules))
    name = f"{sides}-{ground.seats}{ground.ports:d}{ground.borders:d}"
    return cached_urls.drawing_url(KEY, name, _drawing(ground))


@functools.lru_cache(64)
def _drawing(ground: Ground) -> str:
    parts = "".join(_parts(ground.board, borders=ground.borders))
    return f'<svg xmlns="http://www.w3.org/2000/svg"><g id="land">{parts}</g></svg>'


@functools.lru_cache(64)
def _signs(ground: Ground) -> str:
    land, found = ground.board, []
    for space in members(land.land):
        found.append(_cost(AT[space], land.cost[space]))
        if ground.deltas and land.delta >> space & 1:
            found.append(_sign(AT[space], "Δ"))
    return "".join([*found, *(_closed_space(AT[space]) for space in members(land.closed))])


def _parts(land: Board, *, borders: bool) -> Iterator[str]:
    yield from _plain(land)
    yield from _motifs(land)
    yield _path("wave", _waves(land))
    yield _path("seam", _edges(_inner_edges(land, land.land)))
    yield _path("depth", _edges(_inner_edges(land, land.lochs)))
    yield _path("shore", _edges(_shores(land)))
    rivers = _edges((AT[one], AT[other]) for one, other in land.rivers)
    yield _path("bank", rivers)
    yield _path("river", rivers)
    if borders:
        yield _path("border", _hexes(_ats(land.border & land.land), SIZE - 6))


def _path(look: str, shapes: str) -> str:
    return f'<path {PATH_STYLES[look]} d="{shapes}"/>'


def _ats(mask: int) -> list[str]:
    return [AT[space] for space in members(mask)]


def _point_text(x: float, y: float) -> str:
    first, second = f"{round(x, 1) or 0:g}", f"{round(y, 1) or 0:g}"
    return f"{first}{second}" if second.startswith("-") else f"{first} {second}"


def _polygon(at: str, points: Iterable[Point]) -> str:
    last, steps = (0.0, 0.0), []
    for x, y in points:
        steps.append(_point_text(x - last[0], y - last[1]))
        last = x, y
    return f"M{_point_text(*centre(at))}m" + "l".join(steps) + "z"


def _hexes(ats: Iterable[str], size: float = SIZE) -> str:
    return "".join(_polygon(at, (corner_point(n, size) for n in range(6))) for at in ats)


def _edges(pairs: Iterable[tuple[str, str]]) -> str:
    """Edges of spaces; those of each space start at its middle."""
    found = []
    for one, together in itertools.groupby(pairs, key=operator.itemgetter(0)):
        (x, y), pen = centre(one), PathPen()
        for _one, other in together:
            (ax, ay), (bx, by) = edge_points(one, other)
            pen.draw((ax - x, ay - y), f"l{_point_text(bx - ax, by - ay)}", (bx - ax, by - ay))
        found.append(f"M{_point_text(x, y)}{pen.text}")
    return "".join(found)


def _inner_edges(land: Board, kind: int) -> Iterator[tuple[str, str]]:
    """The edges between two spaces of one kind."""
    for space in members(kind):
        for other in members(land.adjacent[space] & kind):
            if other > space:
                yield AT[space], AT[other]


def _shores(land: Board) -> Iterator[tuple[str, str]]:
    """The edges between a loch and land, a port or the outside."""
    for space in members(land.lochs):
        for other in members(SHARING_EDGE[space] & ~land.lochs):
            yield AT[space], AT[other]


def _plain(land: Board) -> Iterator[str]:
    """Land and water in the colours of their terrains."""
    there = [AT[space] for space in members(land.land | land.water)]
    yield _path("rim", _hexes(there))
    yield _path("loch", _hexes(_ats(land.lochs)))
    for letter, shapes in _by_terrain(land).items():
        yield _path(letter, "".join(shapes))


# Terrain.


def _by_terrain(land: Board) -> dict[str, list[str]]:
    """The shapes of each terrain, each space divided among its terrains."""
    found: dict[str, list[str]] = {"g": [], "f": [], "m": []}
    for space in members(land.land):
        at, letters = AT[space], land.letters[space]
        if len(letters) == 1:
            found[letters].append(_hexes([at]))
        elif len(letters) == 2:
            found[letters[0]].append(_polygon(at, (corner_point(n) for n in (1, 2, 3, 4))))
            found[letters[1]].append(_polygon(at, (corner_point(n) for n in (4, 5, 0, 1))))
        else:
            for letter, (one, two, three) in zip(
                letters, ((3, 4, 5), (5, 0, 1), (1, 2, 3)), strict=True
            ):
                third = ((0.0, 0.0), corner_point(one), corner_point(two), corner_point(three))
                found[letter].append(_polygon(at, third))
    return found


def _motifs(land: Board) -> Iterator[str]:
    """Blades, firs and peaks: one path per tint for the whole map."""
    drawn: dict[str, list[str]] = {name: [] for name in TINTS}
    for space in members(land.land):
        at, letters = AT[space], land.letters[space]
        if len(letters) == 2:
            drawn["divide"].append(_polygon(at, (corner_point(4), corner_point(1))))
        for letter, spots in zip(letters, PLACES[len(letters)], strict=True):
            for tint, pattern in _pattern(letter, spots, _pattern_number(at)).items():
                drawn[tint].append(f"M{_point_text(*centre(at))}{pattern}")
    for name, shapes in drawn.items():
        if shapes:
            yield _path(name, "".join(shapes))


def _pattern_number(at: str) -> int:
    """The number of a space's pattern, which is the same on every page."""
    return random.Random(at).randrange(PATTERNS)


@functools.cache
def _pattern(letter: str, spots: tuple[Point, ...], number: int) -> dict[str, str]:
    """The shapes of a terrain by tint; each starts where the one before ends."""
    drawn: dict[str, PathPen] = defaultdict(PathPen)
    _MOTIFS[letter](spots, random.Random(f"{letter} {spots} {number}"), drawn)
    return {tint: pen.text for tint, pen in drawn.items()}


class PathPen:
    """Shapes as the text of one SVG path with relative coordinates."""

    def __init__(self) -> None:
        self.text = ""
        self._at: Point = (0, 0)

    def draw(self, at: Point, shape: str, end: Point = (0, 0)) -> None:
        """Add a shape at a point; `end` is where the pen then is, relative to that point."""
        self.text += f"m{_point_text(at[0] - self._at[0], at[1] - self._at[1])}{shape}"
        self._at = at[0] + end[0], at[1] + end[1]


def _grass(spots: Iterable[Point], chance: random.Random, drawn: Mapping[str, PathPen]) -> None:
    for dx, dy in spots:
        x, y = round(dx + chance.uniform(-3, 3)), round(dy + chance.uniform(-3, 3))
        drawn["blade"].draw((x - 4, y + 4), "q0-4-3-7m7 7v-9m4 9q0-4 3-7", (14, -7))


def _forest(spots: Iterable[Point], chance: random.Random, drawn: Mapping[str, PathPen]) -> None:
    for dx, dy in sorted(spots, key=lambda spot: spot[1]):
        x, y = round(dx + chance.uniform(-2.5, 2.5)), round(dy + chance.uniform(-2, 2))
        k = chance.choice(SIZES)
        tall, top, middle, step, branch, foot = (k * n for n in (15, 7, 4, 9, 5, 11))
        side = (
            f"l{_point_text(top, step)}h{-top / 2:.1f}l{_point_text(middle, branch)}h{-middle:.1f}"
            f"l{_point_text(middle * 1.2, branch)}"
        )
        other = (
            f"l{_point_text(middle * 1.2, -branch)}h{-middle:.1f}l{_point_text(middle, -branch)}"
            f"h{-top / 2:.1f}z"
        )
        width = top / 2 + middle * 1.2 + foot * 0.85
        tip = x, y - round(tall)
        drawn["fir"].draw(tip, f"{side}h{-width:.1f}{other}")
        drawn["fir-lit"].draw(tip, f"v{step + 2 * branch:.1f}h{-foot / 2:.1f}z")


def _mountain(spots: Iterable[Point], chance: random.Random, drawn: Mapping[str, PathPen]) -> None:
    chosen = list(spots)[::2] if len(tuple(spots)) > 1 else list(spots)
    for dx, dy in sorted(chosen, key=lambda spot: spot[1]):
        k = chance.choice(SIZES)
        x, y = round(dx + chance.uniform(-2, 2)), round(dy + 7)
        w, h = round(14 * k), round(22 * k)
        ridge = w * chance.choice(RIDGES)
        foot, rise = (x - w, y), f"l{w} {-h}"
        drawn["peak"].draw(foot, f"{rise}l{w} {h}z")
        drawn["peak-lit"].draw(
            foot,
            f"{rise}l{_point_text(ridge * 0.5, h * 0.55)}l{_point_text(ridge * 0.5, h * 0.45)}z",
        )
        s = 0.36
        drawn["snow"].draw(
            (x, y - h),
            f"l{w * s:.1f} {h * s:.1f}l{-w * s * 0.6:.1f} {-h * 0.08:.1f}"
            f"l{-w * s * 0.45:.1f} {h * 0.13:.1f}l{-w * s * 0.4:.1f} {-h * 0.12:.1f}"
            f"l{-w * s * 0.55:.1f} {h * 0.07:.1f}z",
        )


def _water(_spots: Iterable[Point], chance: random.Random, drawn: Mapping[str, PathPen]) -> None:
    for dy in (-20, 2, 24):
        at = round(chance.uniform(-26, -6)), round(dy + chance.uniform(-4, 4))
        drawn["wave"].draw(at, "q5-6 10 0t10 0", (20, 0))


_MOTIFS = {"g": _grass, "f": _forest, "m": _mountain, "w": _water}


def _waves(land: Board) -> str:
    return "".join(
        f"M{_point_text(*centre(at))}{_pattern('w', (), _pattern_number(at))['wave']}"
        for at in _ats(land.lochs)
    )


# Signs.


def _cost(at: str, cost: int) -> str:
    x, y = centre(at)
    place = f"{x + COIN[0]:.1f} {y + COIN[1]:.1f}"
    return (
        f'<g class="cal-coin" transform="translate({place})"><g class="cal-fit">'
        f'<circle r="13"/><text y="7.4">{cost}</text></g></g>'
    )


def _sign(at: str, sign: str) -> str:
    x, y = centre(at)
    place = f"{x + SIGN[0]:.1f} {y + SIGN[1]:.1f}"
    return (
        f'<g class="cal-delta" transform="translate({place})"><g class="cal-fit">'
        f'<text y="7.4">{sign}</text></g></g>'
    )


def _closed_space(at: str) -> str:
    """A neutral worker, who stays for the whole match."""
    x, y = centre(at)
    return (
        f'<g class="cal-neutral" transform="translate({x:.1f} {y:.1f})"><circle r="25"/>'
        '<path d="M0-15a7 7 0 1 1 0 14a7 7 0 0 1 0-14zM-14 16q0-15 14-15t14 15z"/></g>'
    )
