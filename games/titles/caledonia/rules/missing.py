"""What many refusals share: plain numbers, lists of what there is, and what cannot be paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.rules.match import IllegalMove, no
from games.rules.reasons import Reason, Verb
from games.rules.reasons import marked as _

from .player import Player
from .state import State

Why = IllegalMove | None
Check = Callable[["State", Player, int, list[str]], Why]

NOTHING = Reason("nothing", _("nothing"))


def number(token: str) -> int | None:
    """The plain integer that a token is, else None.

    >>> number("12"), number("012"), number("²"), number("-1")
    (12, None, None, None)
    """
    plain = token.isascii() and token.isdecimal() and len(token) < 10
    return int(token) if plain and (token == "0" or token[0] != "0") else None


def listed(found: Iterable[str | int]) -> tuple[str | int, ...] | Reason:
    """What there is, as a value of a reason."""
    return tuple(found) or NOTHING


def too_dear(section: str, money: int, cost: int, what: Reason | Verb) -> Why:
    """The sentence for a cost that cannot be paid."""
    if cost <= money:
        return None
    message = _("costs £%(cost)s (%(what)s), you have £%(money)s: £%(missing)s missing")
    missing = cost - money
    return no("too_dear", message, section, cost=cost, what=what, money=money, missing=missing)
