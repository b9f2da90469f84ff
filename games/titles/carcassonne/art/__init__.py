"""The drawings of Carcassonne: `static/tiles.svg` and the positions of pieces on tiles."""

from __future__ import annotations

import itertools
import json

from games.boards.svg_paths import polygon_path

from ..rules.components import GOODS, KINDS, PIECES, TERRAIN
from .drawings import DRAWINGS, MARKS, piece
from .terrain import terrain
from .tile_painter import paint


def build() -> dict[str, str]:
    """Return the files of the title that hold its drawings, by their paths in its folder."""
    return {"static/tiles.svg": sprite(), "board/spots.json": positions_json()}


def sprite() -> str:
    """Return all drawings in one file: `#p` a tile, `#p-0` a region, `#meeple-0`, `#good-wine`.

    A region has its terrain and its ports at rotation 0 as data attributes. Ids that begin with
    `as-` are symbols that fill the space they are given: `#as-p`, `#as-meeple-0`, `#as-wine`.
    """
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">', "<defs>"]
    for id, tile in KINDS.items():
        land = terrain(id)
        lines += _drawing(id, paint(land), "0 0 100 100")
        for number, segment in enumerate(tile.segments):
            outline = "".join(map(polygon_path, land.region(number)))
            ports = " ".join(map(str, segment.ports))
            what = f'data-kind="{TERRAIN[segment.kind]}" data-ports="{ports}"'
            lines.append(f'<path id="{id}-{number}" {what} d="{outline}"/>')
    for kind, seat in itertools.product(PIECES, range(len(MARKS))):
        lines += _drawing(f"{kind}-{seat}", piece(kind, seat), "-16 -18 32 32")
    for good in GOODS:
        lines += _drawing(f"good-{good}", DRAWINGS[f"good-{good}"], "-7 -7 14 14")
    lines += _drawing("back", DRAWINGS["back"], "0 0 32 32")
    lines += [
        f'<g id="mark-{seat}" fill="currentColor">{mark}</g>' for seat, mark in enumerate(MARKS)
    ]
    lines += ["</defs>", "</svg>", ""]
    return "\n".join(lines)


def _drawing(name: str, shapes: str, box: str) -> list[str]:
    """A drawing, and a symbol of it that fills the space it is given."""
    symbol = f'<symbol id="as-{name.removeprefix("good-")}" viewBox="{box}">'
    return [f'<g id="{name}">{shapes}</g>', f'{symbol}<use href="#{name}"/></symbol>']


def positions_json() -> str:
    """Return the positions of pieces on each kind of tile at rotation 0, by segment."""
    rows = [
        f'"{id}": {json.dumps([[round(x, 1), round(y, 1)] for x, y in terrain(id).spots])}'
        for id in KINDS
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"
