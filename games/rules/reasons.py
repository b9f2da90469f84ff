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

from collections.abc import Callable
from typing import Any, NamedTuple


def marked(message: str) -> str:
    """Mark a message id, so that it is found for translation. Import it as `_`.

    Its values are named, `%(price)s`, and a bare percent sign is written twice.
    """
    return message


_ = marked


class SeatNumber(int):
    """A seat in a reason; a page says the player's name."""

    def __str__(self) -> str:
        return f"seat {int(self)}"


class Given(NamedTuple):
    """What somebody wrote, which may be anything: it is quoted and never translated."""

    what: object

    def __str__(self) -> str:
        return repr(self.what)


class Notation(str):
    """A move or a part of one as it is to be written; a page shows the move's label if it can."""


class OptionName(str):
    """The key of a declared option; a page says its label."""


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

    def __init__(self, code: str, message: str, **params: Value) -> None:
        self.code = code
        self.message = message
        self.params = params

    def __str__(self) -> str:
        return self.told(marked, plain)

    def __repr__(self) -> str:
        return f"Reason({self.code!r}, {str(self)!r})"

    def told(self, translate: Callable[[str], str], say: Callable[[Value], str]) -> str:
        """The sentence, translated, with every value said by `say`."""
        said = {name: say(value) for name, value in self.params.items()}
        return translate(self.message) % said

    def data(self) -> dict[str, Any]:
        """The reason for programs, JSON-ready: {"code": …, "params": {…}}.

        >>> Reason("taken", _("%(seat)s holds %(what)s"), seat=SeatNumber(1), what=("a",)).data()
        {'code': 'taken', 'params': {'seat': 1, 'what': ['a']}}
        """
        return {
            "code": self.code,
            "params": {name: _ready(value) for name, value in self.params.items()},
        }


def _ready(value: Value) -> Any:
    match value:
        case Reason():
            return value.data()
        case Given():
            return value.what if isinstance(value.what, str) else repr(value.what)
        case tuple():
            return [_ready(one) for one in value]
        case int():
            return int(value)
    return str(value)


def plain(value: Value) -> str:
    """A value in notation: how reasons read in a terminal.

    >>> plain((SeatNumber(2), "wool", 3))
    'seat 2, wool, 3'
    """
    if isinstance(value, tuple) and not isinstance(value, Given):
        return ", ".join(plain(one) for one in value)
    return str(value)
