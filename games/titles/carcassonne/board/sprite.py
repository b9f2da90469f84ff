"""Writes what the browser draws with: all tiles, the regions of their segments, and the pieces.

`python -m games.titles.carcassonne.board.sprite` writes `tiles.svg` in the title's `static/` and
`spots.json` beside this file. A test says when they are out of date.
"""

from __future__ import annotations

import json
from pathlib import Path

from ..rules.components import GOODS, KINDS, PIECES
from .art import good_art, paint, polygon
from .figures import MARKS, figure
from .terrain import terrain

HERE = Path(__file__).parent
SPRITE = HERE.parent / "static" / "tiles.svg"
SPOTS = HERE / "spots.json"


def sprite() -> str:
    """All drawings in one file: `#p` a tile, `#p-0` a region of it, `#meeple-0`, `#good-wine`."""
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">', "<defs>"]
    for id, kind in KINDS.items():
        land = terrain(id)
        lines.append(f'<g id="{id}">{paint(land)}</g>')
        for number in range(len(kind.segments)):
            outline = "".join(polygon(ring) for ring in land.region(number))
            lines.append(f'<path id="{id}-{number}" d="{outline}"/>')
    for piece in PIECES:
        lines += [f'<g id="{piece}-{seat}">{figure(piece, seat)}</g>' for seat in range(len(MARKS))]
    lines += [f'<g id="good-{good}">{good_art(good)}</g>' for good in GOODS]
    lines += ["</defs>", "</svg>", ""]
    return "\n".join(lines)


def spots() -> str:
    """Where pieces stand on each kind of tile at rotation 0, by segment."""
    rows = [
        f'"{id}": {json.dumps([[round(x, 1), round(y, 1)] for x, y in terrain(id).spots])}'
        for id in KINDS
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    SPRITE.parent.mkdir(parents=True, exist_ok=True)
    SPRITE.write_text(sprite(), encoding="utf-8")
    SPOTS.write_text(spots(), encoding="utf-8")
