"""The drawings of Carcassonne: `static/tiles.svg` and the positions of pieces on tiles."""

from __future__ import annotations

import json

from ..rules.components import GOODS, KINDS, PIECES, TERRAIN
from .buildings import good_art
from .piece_art import MARKS, piece_svg
from .svg_paths import color_var, polygon_path
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
    for id, kind in KINDS.items():
        land = terrain(id)
        lines.append(f'<g id="{id}">{paint(land)}</g>')
        for number, segment in enumerate(kind.segments):
            outline = "".join(polygon_path(ring) for ring in land.region(number))
            what = f'data-kind="{TERRAIN[segment.kind]}" data-ports="{_row(segment.ports)}"'
            lines.append(f'<path id="{id}-{number}" {what} d="{outline}"/>')
        lines.append(_symbol(id, id, "0 0 100 100"))
    for piece in PIECES:
        for seat in range(len(MARKS)):
            name = f"{piece}-{seat}"
            lines.append(f'<g id="{name}">{piece_svg(piece, seat)}</g>')
            lines.append(_symbol(name, name, "-16 -18 32 32"))
    for good in GOODS:
        lines.append(f'<g id="good-{good}">{good_art(good)}</g>')
        lines.append(_symbol(good, f"good-{good}", "-7 -7 14 14"))
    lines += [f'<g id="back">{_back()}</g>', _symbol("back", "back", "0 0 32 32")]
    lines += [
        f'<g id="mark-{seat}" fill="currentColor">{mark}</g>' for seat, mark in enumerate(MARKS)
    ]
    lines += ["</defs>", "</svg>", ""]
    return "\n".join(lines)


def _back() -> str:
    """The backs of a stack of tiles."""
    edge = f'fill="{color_var("roof-low")}" stroke="{color_var("paper")}" stroke-width="1.5"'
    return "".join(f'<path {edge} d="M{4 + x} {8 - x}h20v20h-20z"/>' for x in (0, 3, 6))


def _symbol(name: str, drawing: str, box: str) -> str:
    return f'<symbol id="as-{name}" viewBox="{box}"><use href="#{drawing}"/></symbol>'


def _row(ports: tuple[int, ...]) -> str:
    return " ".join(map(str, ports))


def positions_json() -> str:
    """Return the positions of pieces on each kind of tile at rotation 0, by segment."""
    rows = [
        f'"{id}": {json.dumps([[round(x, 1), round(y, 1)] for x, y in terrain(id).spots])}'
        for id in KINDS
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"
