"""Reasons: why the rules refuse something, as data for programs and as a translatable sentence.

The rules do not depend on a language. A reason has a word for programs (`code`), an English
sentence that is its message id, and the values in the sentence. The code that shows a reason
translates the sentence and words the values as the page does.
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
    """Mark a message id so that it is found for translation. Import it as `_`.

    Placeholders are named, `%(price)s`; a literal percent sign is written twice.
    """
    return message


_ = gettext_noop


class SeatNumber(int):
    """A seat in a reason. A page shows the player's name."""

    def __str__(self) -> str:
        return f"seat {int(self)}"


INPUT_REPR = reprlib.Repr()
INPUT_REPR.maxstring = INPUT_REPR.maxother = 100


class UserInput(NamedTuple):
    """Any input from outside. It is quoted, shortened and never translated."""

    what: object

    def __str__(self) -> str:
        return INPUT_REPR.repr(self.what)

    @property
    def bare(self) -> str:
        """The input without quotation marks; unprintable characters are escaped.

        >>> UserInput("no\\0such").bare
        'no\\\\x00such'
        """
        return str(self)[1:-1] if isinstance(self.what, str) else str(self)


class ProgramMessage(str):
    """The message of a failing program. A page only quotes it."""


class Notation(str):
    """A move, or a part of one, in notation. A page shows the move's label if it can."""


class MoveSyntax(str):
    """The form of a move, with words for its parts: "take tile worker". A page only quotes it."""

    def __str__(self) -> str:
        return repr(str.__str__(self))


class Verb(str):
    """The first word of a move. A page says what such moves do: its word `verb:…`."""


class Phase(str):
    """The kind of a decision. A page shows its word `phase:…`."""


class Place(str):
    """A place of the board. A page names it as its map does."""


class OptionName(str):
    """The key of a declared option. A page shows its label."""


class OptionChoice(NamedTuple):
    """A choice of a declared option. A page shows its label."""

    option: str
    choice: str

    def __str__(self) -> str:
        return self.choice


# An int is a number, a str a word of the notation, a tuple a list of values, a Reason a clause.
Value = Any


class Reason:
    """Why something is refused.

    Attributes:
        code: a lower_snake_case word for programs, which stays as long as its meaning does.
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
        """The translated sentence, with each value worded by `say`."""
        said = {name: say(value) for name, value in self.params.items()}
        return translate(self.message) % said

    def data(self) -> dict[str, Any]:
        """The reason for programs, JSON-ready: the code, and the values by name.

        >>> Reason("owed", _("%(seats)s owe this"), seats=(SeatNumber(2), SeatNumber(3))).data()
        {'code': 'owed', 'params': {'seats': [2, 3]}}
        """
        return {
            "code": self.code,
            "params": {name: to_json_value(one) for name, one in self.params.items()},
        }


def plain(value: Value) -> str:
    """A value in notation, as a terminal shows it.

    >>> plain((SeatNumber(2), "wool", 3))
    'seat 2, wool, 3'
    """
    if type(value) is tuple:
        return ", ".join(plain(one) for one in value)
    return str(value)


def to_json_value(value: Value) -> Any:
    """A JSON-ready value: a number or a word of the notation; a nested reason has its own code."""
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
