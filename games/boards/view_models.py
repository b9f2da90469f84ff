"""Values that presenters return: moves as buttons, panels, points, figures, facts of a game."""

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
    """A legal move as a button: `move` is the notation, `label` is for people."""

    move: str
    label: str


@dataclass(frozen=True)
class MoveGroup:
    """Moves that belong together, under one heading."""

    title: str
    choices: list[MoveChoice]


class RuleLink(str):
    """A name that links to its paragraph of the rules, in a cell or label of a panel.

    Two are equal only if their addresses are equal, too, because drawings are cached by value.
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
        link = '<a class="term" href="{}" data-rules-tip>{}</a>'
        return format_html(link, self.address, str(self))


class ScorePart(NamedTuple):
    """The points for one key of the breakdown; None where they are hidden."""

    key: str
    label: str
    value: int | None


@dataclass(frozen=True)
class SeatPoints:
    """The visible points of a seat now; `total` is None where it is hidden.

    `note` explains a total that is more than the points scored so far.
    """

    total: int | None = None
    parts: Sequence[ScorePart] = ()
    note: str = ""


@dataclass(frozen=True)
class Panel:
    """A part of the position in words and numbers, or as a drawing.

    `rows` are (label, value); `head` and `table` make a table; `items` are a plain list of texts or
    `RuleLink`s; `svg` is a safe drawing, described by `alt`. `seat` is set if the panel belongs to
    one seat.
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
        """The rows of the table as hashable pieces: (whether there is a head, cells)."""
        return [(bool(self.head), tuple(row)) for row in self.table]


@dataclass(frozen=True)
class Facts:
    """Facts that people want to know before they choose a game.

    Scales go from 1 (little) to `SCALE` (much). Scales and minutes (one sitting) are from the pages
    that the rules were taken from, or our own estimates where those are silent. `decisions` is
    about how many moves one player makes in a usual match; None if not counted.
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
    """Numbers of a match as a table with bars, for example what was thrown or what each seat got.

    `columns` are (label, seat or None); `rows` are (label, a number for each column).
    """

    title: str
    columns: tuple[tuple[str, int | None], ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]


#: From events: by seat, how much more chance has brought than it does on average.
LuckMeasure = Callable[[Sequence[rules.Event]], Sequence[float]]
