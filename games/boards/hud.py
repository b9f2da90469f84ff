"""What a title supplies for the parts around every board: seat strip, purse, jump row, turn bar.

The site draws the parts, with one template each (`templates/jinja2/games/table/`). A title only
supplies their content, as values that are equal if they look equal.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise


class Stat(NamedTuple):
    """A number of a seat, for the seat strip and the purse.

    Attributes:
        key: identifies the number; the same for all seats of a game.
        label: its name in the reader's language ("Doubloons").
        value: the number as text, or a short word.
        art: address of its picture, a symbol of a sprite ("…/sprite.svg#doubloon"); "" for none.
        note: address of the rules about it; "" for none.
        seat: the seat in whose colour and with whose mark a piece is drawn; None for other numbers.
        was: the earlier value, where a change is shown.
    """

    key: str
    label: str
    value: str
    art: str = ""
    note: str = ""
    seat: int | None = None
    was: str = ""


class Zone(NamedTuple):
    """A part of a board that the jump row links to: the id of an element, and its name.

    `short` is the name for a chip of the jump row, at most about ten letters.
    """

    id: str
    title: str
    short: str = ""


class Change(NamedTuple):
    """A change for a seat while others moved, as a sentence.

    `zone` is the id of the part of the board that shows it; "" for none.
    """

    text: str
    zone: str = ""


class Tip(NamedTuple):
    """A tip about a kind of decision, in one line; `anchor` is the place in the rules for more."""

    text: str | Promise
    anchor: str
