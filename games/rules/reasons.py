"""Reasons: why something is refused, for people in their language and for programs.

The rules know no language. A reason is a word for programs (`code`), an English sentence that
serves as its message id, and the values that stand in it; whoever shows it translates the sentence
and says the values in the words of the page.

>>> reason = Reason("too_dear", _("%(what)s costs %(price)s, you have %(money)s"),
...                 what="small_market", price=3, money=2)
>>> str(reason)
'small_market costs 3, you have 2'
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from typing import Any, NamedTuple


def gettext_noop(message: str) -> str:
    """Mark a message id, so that it is found for translation. Import it as `_`.

    Its values are named, `%(price)s`, and a bare percent sign is written twice.
    """
    return message


_ = gettext_noop


class SeatNumber(int):
    """A seat in a reason; a page says the player's name."""

    def __str__(self) -> str:
        return f"seat {int(self)}"


INPUT_REPR = reprlib.Repr()
INPUT_REPR.maxstring = INPUT_REPR.maxother = 100


class UserInput(NamedTuple):
    """What somebody wrote, which may be anything: it is quoted, cut short, never translated."""

    what: object

    def __str__(self) -> str:
        return INPUT_REPR.repr(self.what)

    @property
    def bare(self) -> str:
        """Without quotation marks; what cannot be printed is spelled out.

        >>> UserInput("no\\0such").bare
        'no\\\\x00such'
        """
        return str(self)[1:-1] if isinstance(self.what, str) else str(self)


class ProgramMessage(str):
    """What a failing program said; a page only quotes it."""


class Notation(str):
    """A move or a part of one as it is to be written; a page shows the move's label if it can."""


class MoveSyntax(str):
    """How a move is written, with words for its parts: "take tile worker"; it is only quoted."""

    def __str__(self) -> str:
        return repr(str.__str__(self))


class Verb(str):
    """The first word of a move; a page says what such moves do: its word `verb:…`."""


class Phase(str):
    """A word for what is being decided; a page says its word `phase:…`."""


class Place(str):
    """A place of the board; a page says it as its map does."""


class OptionName(str):
    """The key of a declared option; a page says its label."""


class OptionChoice(NamedTuple):
    """A choice of a declared option; a page says its label."""

    option: str
    choice: str

    def __str__(self) -> str:
        return self.choice


# An int is a number, a str a word of the notation, a tuple a list of values, a Reason a clause.
Value = Any


class Reason:
    """Why something is refused.

    Attributes:
        code: a lower_snake_case word for programs, the same for as long as the meaning is.
        message: the sentence in English, with %(name)s for its values: the message id.
        params: the values, by name.
    """

    __slots__ = ("code", "message", "params")

    def __init__(self, code: str, message: str, /, **params: Value) -> None:
        self.code = code
        self.message = message
        self.params = params

    def __str__(self) -> str:
        return self.render(gettext_noop, plain)

    def __repr__(self) -> str:
        return f"Reason({self.code!r}, {str(self)!r})"

    def render(self, translate: Callable[[str], str], say: Callable[[Value], str]) -> str:
        """The sentence, translated, with every value said by `say`."""
        said = {name: say(value) for name, value in self.params.items()}
        return translate(self.message) % said

    def data(self) -> dict[str, Any]:
        """For programs, JSON-ready: the code, and the values by name.

        >>> Reason("owed", _("%(seats)s owe this"), seats=(SeatNumber(2), SeatNumber(3))).data()
        {'code': 'owed', 'params': {'seats': [2, 3]}}
        """
        return {
            "code": self.code,
            "params": {name: to_json_value(one) for name, one in self.params.items()},
        }


def plain(value: Value) -> str:
    """A value in notation: how reasons read in a terminal.

    >>> plain((SeatNumber(2), "wool", 3))
    'seat 2, wool, 3'
    """
    if type(value) is tuple:
        return ", ".join(plain(one) for one in value)
    return str(value)


def to_json_value(value: Value) -> Any:
    """A value for programs: numbers and words of the notation; a clause has a code of its own."""
    match value:
        case UserInput():
            return value.what if isinstance(value.what, int) else value.bare
        case OptionChoice():
            return value.choice
        case Reason():
            return value.data()
        case tuple():
            return [to_json_value(one) for one in value]
        case int():
            return int(value)
    return str.__str__(value)
