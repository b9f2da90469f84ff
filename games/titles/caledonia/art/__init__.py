"""The land of Clans of Caledonia in pieces: `board/land.json`, from which a board makes its map.

Grassland has blades, forest firs, mountain peaks; two terrains of a space share it along a
diagonal. Each terrain has few patterns. Their coordinates start at the middle of the space, so a
pattern has the same characters everywhere and compresses well.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator

from games.boards.hexes import SIDES, Point, hex_centre, hex_corner
from games.boards.svg_paths import PathPen, fmt_xy, polygon_stencil, stamp

from ..rules.maps import SPACES, axial

SIZE, MARGIN = 50.0, 12.0  # from a hex's centre to its corners; around the map

Stroke = tuple[str, Point, str, Point]  # layer, position, shape, where the pen then is

# Places for the motifs of a terrain in a hex that it has alone or shares with one or two others.
SPOTS: tuple[tuple[tuple[Point, ...], ...], ...] = (
    (((-26, -20), (0, -29), (26, -19), (-35, 2), (34, 4), (6, 26), (26, 27), (13, -2)),),
    (
        ((-32, -7), (-20, -27), (-13, 4), (4, 28), (-7, -14)),
        ((30, -22), (36, 2), (8, -30), (26, 22), (19, -2)),
    ),
    (((-14, -24),), ((30, 3),), ((3, 28),)),
)
# The corners of the part of a hex that each terrain has; None is its middle.
PARTS: tuple[tuple[tuple[int | None, ...], ...], ...] = (
    ((0, 1, 2, 3, 4, 5),),
    ((1, 2, 3, 4), (4, 5, 0, 1)),
    ((None, 3, 4, 5), (None, 5, 0, 1), (None, 1, 2, 3)),
)
PATTERNS = 4  # per terrain and kind of place
SIZES = (0.94, 1.05, 1.16)  # of firs and peaks
RIDGES = (-0.15, 0.0, 0.2)  # where the light of a peak ends, as a fraction of its width
_ROUND = 'stroke-linecap="round"'
# The layers of the map from the lowest to the highest, each one path.
LAYERS = {
    "rim": 'fill="var(--paper-edge)" stroke="var(--cal-rim)" stroke-width="15"'
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


def build() -> dict[str, str]:
    """Return the files of the title that hold its drawings, by their paths in its folder."""
    land = {
        "size": SIZE,
        "margin": MARGIN,
        "layers": LAYERS,
        "spaces": [_space(space) for space in range(SPACES)],
        "hex": _part(range(6)),
        "border": _part(range(6), SIZE - 6),
        "divide": _part((4, 1)),
        "waves": [_pattern("w", (), number)["wave"] for number in range(PATTERNS)],
        "parts": [[], *map(_terrain_parts, PARTS, SPOTS)],
        "edges": _edges(),
    }
    return {"board/land.json": json.dumps(land, indent=1) + "\n"}


def _space(space: int) -> dict[str, object]:
    """Where a space is, and which pattern it has in every map."""
    q, r = axial(space)
    at = stamp(hex_centre(q, r, SIZE, MARGIN, MARGIN), "")
    return {"at": at, "pattern": random.Random(f"{q},{r}").randrange(PATTERNS)}


def _part(corners: Iterable[int | None], size: float = SIZE) -> str:
    return polygon_stencil((0, 0) if one is None else hex_corner(one, size) for one in corners)


def _terrain_parts(
    parts: Iterable[Iterable[int | None]], places: Iterable[tuple[Point, ...]]
) -> list[dict[str, object]]:
    """Of each terrain that shares a space: its shape, and its patterns by terrain."""
    return [
        {"shape": _part(part)}
        | {letter: [_pattern(letter, spots, n) for n in range(PATTERNS)] for letter in "gfm"}
        for part, spots in zip(parts, places, strict=True)
    ]


def _edges() -> dict[str, dict[str, str]]:
    """Edges of a space by their direction, each by the one before it; "" for the first."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for before, (way, corners) in itertools.product((None, *SIDES), SIDES.items()):
        start, end = (hex_corner(number, SIZE) for number in corners)
        x, y = hex_corner(SIDES[before][1], SIZE) if before else (0, 0)
        line = fmt_xy(end[0] - start[0], end[1] - start[1])
        name = ",".join(map(str, before or ()))
        found[name][",".join(map(str, way))] = f"m{fmt_xy(start[0] - x, start[1] - y)}l{line}"
    return found


# Terrain.


def _pattern(letter: str, spots: tuple[Point, ...], number: int) -> dict[str, str]:
    """The shapes of a terrain by layer; each starts where the one before ends."""
    drawn: dict[str, PathPen] = defaultdict(PathPen)
    for layer, at, shape, end in MOTIFS[letter](spots, random.Random(f"{letter} {spots} {number}")):
        drawn[layer].draw(at, shape, end)
    return {layer: pen.text for layer, pen in drawn.items()}


def _grass(spots: tuple[Point, ...], chance: random.Random) -> Iterator[Stroke]:
    for dx, dy in spots:
        x, y = round(dx + chance.uniform(-3, 3)), round(dy + chance.uniform(-3, 3))
        yield "blade", (x - 4, y + 4), "q0-4-3-7m7 7v-9m4 9q0-4 3-7", (14, -7)


def _forest(spots: tuple[Point, ...], chance: random.Random) -> Iterator[Stroke]:
    for dx, dy in sorted(spots, key=lambda spot: spot[1]):
        x, y = round(dx + chance.uniform(-2.5, 2.5)), round(dy + chance.uniform(-2, 2))
        k = chance.choice(SIZES)
        tall, top, middle, step, branch, foot = (k * n for n in (15, 7, 4, 9, 5, 11))
        side = (
            f"l{fmt_xy(top, step)}h{-top / 2:.1f}l{fmt_xy(middle, branch)}h{-middle:.1f}"
            f"l{fmt_xy(middle * 1.2, branch)}"
        )
        other = (
            f"l{fmt_xy(middle * 1.2, -branch)}h{-middle:.1f}l{fmt_xy(middle, -branch)}"
            f"h{-top / 2:.1f}z"
        )
        width = top / 2 + middle * 1.2 + foot * 0.85
        tip = x, y - round(tall)
        yield "fir", tip, f"{side}h{-width:.1f}{other}", (0, 0)
        yield "fir-lit", tip, f"v{step + 2 * branch:.1f}h{-foot / 2:.1f}z", (0, 0)


def _mountain(spots: tuple[Point, ...], chance: random.Random) -> Iterator[Stroke]:
    for dx, dy in sorted(spots[::2], key=lambda spot: spot[1]):
        k = chance.choice(SIZES)
        x, y = round(dx + chance.uniform(-2, 2)), round(dy + 7)
        w, h = round(14 * k), round(22 * k)
        ridge = w * chance.choice(RIDGES)
        foot, rise = (x - w, y), f"l{w} {-h}"
        yield "peak", foot, f"{rise}l{w} {h}z", (0, 0)
        light = f"{rise}l{fmt_xy(ridge * 0.5, h * 0.55)}l{fmt_xy(ridge * 0.5, h * 0.45)}z"
        yield "peak-lit", foot, light, (0, 0)
        s = 0.36
        snow = (
            f"l{w * s:.1f} {h * s:.1f}l{-w * s * 0.6:.1f} {-h * 0.08:.1f}"
            f"l{-w * s * 0.45:.1f} {h * 0.13:.1f}l{-w * s * 0.4:.1f} {-h * 0.12:.1f}"
            f"l{-w * s * 0.55:.1f} {h * 0.07:.1f}z"
        )
        yield "snow", (x, y - h), snow, (0, 0)


def _water(_spots: tuple[Point, ...], chance: random.Random) -> Iterator[Stroke]:
    for dy in (-20, 2, 24):
        at = round(chance.uniform(-26, -6)), round(dy + chance.uniform(-4, 4))
        yield "wave", at, "q5-6 10 0t10 0", (20, 0)


MOTIFS = {"g": _grass, "f": _forest, "m": _mountain, "w": _water}
