"""What is drawn by hand: buildings, goods and pieces (`drawings.svg`), and all colours.

Colours are custom properties with a default (`palette.json`), so that the page's theme applies to
the drawing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from games.boards.hexes import Point
from games.boards.svg_paths import fmt_xy

HERE = Path(__file__).parent
PALETTE = {
    name: f"var(--k-{name},{color})"
    for name, color in json.loads((HERE / "palette.json").read_text(encoding="utf-8")).items()
}
#: Position (x, y) and scale of the seat's mark on each kind of piece.
MARK_AT = {
    "meeple": (0, -1.4, 1.0),
    "big": (0, -1.4, 1.0),
    "builder": (0, 5.2, 0.95),
    "pig": (-1.4, -0.8, 1.05),
}
BIG_SCALE = 1.32


def _read_drawings() -> dict[str, str]:
    text = (HERE / "drawings.svg").read_text(encoding="utf-8")
    text = re.sub(
        r'(fill|stroke)="([\w-]+)"',
        lambda found: f'{found[1]}="{PALETTE.get(found[2], found[2])}"',
        text,
    )
    groups = re.findall(r'^<g id="([\w-]+)">$(.+?)^</g>$', text, re.MULTILINE | re.DOTALL)
    return {name: shapes.replace("\n", "") for name, shapes in groups}


DRAWINGS = _read_drawings()
MARKS = [shapes for name, shapes in DRAWINGS.items() if name.startswith("mark-")]


def drawing_at(name: str, at: Point, scale: float = 1) -> str:
    """Return a drawing around a point."""
    size = "" if scale == 1 else f" scale({scale})"
    return f'<g transform="translate({fmt_xy(*at)}){size}">{DRAWINGS[name]}</g>'


def piece(kind: str, seat: int) -> str:
    """Return a piece of a seat, around 0, 0 and about 22 high.

    `currentColor` is the seat's colour; the mark on top distinguishes seats without colour.
    """
    x, y, scale = MARK_AT[kind]
    place = f"translate({x} {y}) scale({scale})"
    mark = f'<g fill="var(--on-seat,#fff)" transform="{place}">{MARKS[seat]}</g>'
    if kind == "big":
        whole = f"{DRAWINGS['meeple']}{mark}{DRAWINGS['crown']}"
        return f'<g transform="scale({BIG_SCALE})">{whole}</g>'
    return f"{DRAWINGS[kind]}{mark}"
