"""What a presenter answers with: moves as buttons, panels, points, figures, facts of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Self

from django.utils.functional import Promise
from django.utils.html import format_html

import games.rules as rules

Text = str | Promise


@dataclass(frozen=True)
class MoveChoice:
    """A legal move as a button: `move` is the notation, `label` what people read."""

    move: str
    label: str


@dataclass(frozen=True)
class MoveGroup:
    """Moves that belong together, under one heading."""

    title: str
    choices: list[MoveChoice]


class RuleLink(str):
    """A name that leads to its paragraph of the rules: a cell or label of a panel, as a link.

    Two are equal where their addresses are, too: what is drawn once is kept by its value.
    """

    address: str

    __slots__ = ("address",)

    def __new__(cls, text: object, address: str) -> Self:
        made = super().__new__(cls, text)
        made.address = address
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleLink) and (str(self), self.address) == (
            str(other),
            other.address,
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((str(self), self.address))

    def __html__(self) -> str:
        return format_html('<a class="term" href="{}" data-note>{}</a>', self.address, str(self))


class ScorePart(NamedTuple):
    """The points of one key of the breakdown; None where they are hidden."""

    key: str
    label: str
    value: int | None


@dataclass(frozen=True)
class SeatPoints:
    """What may be shown of a seat's points now: `total` None where it is hidden.

    `note` says what the total is, where it is more than the points scored so far.
    """

    total: int | None = None
    parts: Sequence[ScorePart] = ()
    note: str = ""


@dataclass(frozen=True)
class Panel:
    """A part of the position in words and numbers, or as a drawing.

    `rows` are (label, value); `head` and `table` a real table; `items` a plain list, each of them
    text or a `RuleLink`; `svg` a safe drawing with `alt` as its description. `seat` marks a panel
    that belongs to one seat.
    """

    title: str
    rows: list[tuple[str, str]] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    table: list[list[str]] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    svg: str = ""
    alt: str = ""
    seat: int | None = None
    wide: bool = False

    @property
    def row_values(self) -> list[tuple[bool, tuple[str, ...]]]:
        """The rows of the table as pieces to draw and keep: (there is a head, cells)."""
        return [(bool(self.head), tuple(row)) for row in self.table]


@dataclass(frozen=True)
class Facts:
    """What one wants to know of a game before choosing it.

    Scales go from 1 (little) to `SCALE` (much). They, and how long a match takes in one sitting,
    are as the pages tell them that the rules were taken from; ours where those say nothing.
    `decisions` are the moves of one player in a usual match, roughly; None where nobody counted.
    """

    best_with: int
    minutes: int
    weight: int
    luck: int
    interaction: int
    decisions: int | None = None

    SCALE: ClassVar[int] = 5


def humanize(word: str) -> str:
    """A notation word for people: "small_market" → "small market"."""
    return word.replace("_", " ").replace(":", " · ")


class Figure(NamedTuple):
    """Numbers of a match as a table with bars: what was thrown, what everybody got.

    `columns` are (label, seat or None); `rows` are (label, a number for each column).
    """

    title: str
    columns: tuple[tuple[str, int | None], ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]


#: By seat, how much more a move's chance has brought than it does on average, from its events.
LuckMeasure = Callable[[Sequence[rules.Event]], Sequence[float]]
