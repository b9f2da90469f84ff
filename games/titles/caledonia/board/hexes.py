"""Where the spaces of the map are in its drawing; `art/` decides how large they are."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from games.boards.hexes import Point, hex_centre, hex_height

LAND: dict[str, Any] = json.loads(Path(__file__).with_name("land.json").read_text(encoding="utf-8"))
SIZE: float = LAND["size"]  # from a hex's centre to its corners
EDGE: float = LAND["margin"]
HEIGHT = hex_height(SIZE)


@functools.cache
def centre(at: str) -> Point:
    """Return the centre of a space in the drawing."""
    q, r = map(int, at.split(","))
    return hex_centre(q, r, SIZE, EDGE, EDGE)
