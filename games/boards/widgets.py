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


class Card(NamedTuple):
    """A card in a hand: playable with a spot, else with the reason why not.

    `key` is its identity, for animation; a face-down card (`is_back`) shows none.
    """

    key: str
    text: str = ""
    icon: str = ""
    spot: Spot | None = None
    ghost: Spot | None = None
    why: str = ""
    is_back: bool = False


class Slot(NamedTuple):
    """A place for one thing: what fills it, "" while it is free."""

    key: str = ""
    spot: Spot | None = None
    ghost: Spot | None = None


class Step(NamedTuple):
    """A step of a track, with the seats whose marks stand there."""

    text: str
    marks: tuple[int, ...] = ()
    icon: str = ""
    is_next: bool = False
    spot: Spot | None = None
    ghost: Spot | None = None


class MarketRow(NamedTuple):
    """A good on a market: `prices` from low to high, the present one at `position`.

    `no_buy` and `no_sell` are the reasons why the viewer cannot deal.
    """

    key: str
    prices: tuple[int, ...]
    position: int
    stock: int
    buy: Spot | None = None
    sell: Spot | None = None
    no_buy: str = ""
    no_sell: str = ""


class Hex(NamedTuple):
    """A hex of a map in axial coordinates; `seat` owns the piece there."""

    q: int
    r: int
    kind: str
    label: str
    text: str = ""
    seat: int | None = None
    spot: Spot | None = None
    ghost: Spot | None = None
