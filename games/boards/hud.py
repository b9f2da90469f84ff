"""What a title tells the pieces that stand around every board: seat strip, purse, jump row, bar.

The pieces are drawn by the site (`templates/jinja2/games/table/`), one template each; a title only
says what is in them, as values that are equal where they look equal.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise


class Stat(NamedTuple):
    """A number of a seat, for the seat strip and the purse.

    Attributes:
        key: what it is; the same for all seats of a game.
        label: its name in the reader's language ("Doubloons").
        value: the number as text, or a short word.
        art: address of its picture, a symbol of a sprite ("…/sprite.svg#doubloon"); "" for none.
        note: address of what the rules say of it; "" for none.
        seat: of a piece that is drawn in the colour and with the mark of a seat; else None.
        was: what it was before, where it is told that it has changed.
    """

    key: str
    label: str
    value: str
    art: str = ""
    note: str = ""
    seat: int | None = None
    was: str = ""


class Zone(NamedTuple):
    """A part of a board that the jump row leads to: the element with this id, and its name.

    `short` is the name in a chip of the jump row, at most ten letters or so.
    """

    id: str
    title: str
    short: str = ""


class Change(NamedTuple):
    """What became different for a seat while others moved, in a sentence of its own.

    `zone` is the id of the part of the board where it is to be seen; "" where there is none.
    """

    text: str
    zone: str = ""


class Tip(NamedTuple):
    """What is new about a kind of decision, in one line; `anchor`: where the rules say more."""

    text: str | Promise
    anchor: str
