"""Values of the widgets in `templates/jinja2/games/boards/widgets/`: keys, numbers and spots.

Words and pictures come from the title by key (`template_globals.py`). All values are hashable, so
they can be pieces of a board or parts of such pieces.
"""

from __future__ import annotations

from collections.abc import Iterable
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


def track_steps(texts: Iterable[object], places: Iterable[int]) -> tuple[Step, ...]:
    """The steps of a track, with the marks of the seats that stand at these places."""
    marks = list(enumerate(places))
    return tuple(
        Step(str(text), tuple(seat for seat, place in marks if place == number))
        for number, text in enumerate(texts)
    )


class MarketRow(NamedTuple):
    """A good on a market: `prices` from low to high, the present one at `position`.

    `stock` is what the viewer has, None for onlookers. `no_buy` and `no_sell` are the reasons why
    the viewer cannot deal.
    """

    key: str
    prices: tuple[int, ...]
    position: int
    stock: int | None
    buy: Spot | None = None
    sell: Spot | None = None
    no_buy: str = ""
    no_sell: str = ""


class Hex(NamedTuple):
    """A hex of a map in axial coordinates.

    `kind` is its terrain, a symbol of the sprites; `text` names its place; `seat` owns the piece
    there.
    """

    q: int
    r: int
    kind: str
    text: str
    seat: int | None = None
    spot: Spot | None = None
    ghost: Spot | None = None
