"""Values of the widgets in `templates/jinja2/games/boards/widgets/`: keys, numbers and spots.

Words and pictures come from the title by key (`template_globals.py`). All values are hashable, so
they can be pieces of a board or parts of such pieces.
"""

from __future__ import annotations

from typing import NamedTuple

from .spots import Spot


class Amount(NamedTuple):
    """A short text with its picture ("" for none), and both in words ("" where others say it)."""

    icon: str
    text: str
    words: str


class MoveButton(NamedTuple):
    """A move as a small button: a picture and a short text."""

    spot: Spot
    icon: str
    text: str = ""


class Stock(NamedTuple):
    """Things of a kind, of a seat or in the supply; `gain` is how many more come next time."""

    key: str
    n: int
    gain: int = 0
    spot: Spot | None = None
    ghost: Spot | None = None
