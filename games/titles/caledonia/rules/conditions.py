"""Rules that are said once, and what their refusals share.

A rule gives what is possible together with what stands in the way of the rest; the list of legal
moves and the refusal both follow from it:

- of a single move, an `Obstacle`, or None where it is legal;
- of a number, a `Bound`: the most that is possible, and what keeps it from being more;
- of spaces and types of units, a `Conditions`: condition after condition, each with what it says.

Words are made only when somebody is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.rules.match import IllegalMove, no
from games.rules.reasons import Reason, Verb
from games.rules.reasons import gettext_noop as _

from .player import Player
from .state import State

Obstacle = Callable[[], IllegalMove]
# what a number of a good, and what a unit on a space, comes up against
GoodObstacle = Callable[[State, Player, int, int], IllegalMove]
UnitObstacle = Callable[[State, Player, int, int], IllegalMove]
Bound = tuple[int, GoodObstacle]
Conditions = tuple[tuple[int, UnitObstacle], ...]

NOTHING = Reason("nothing", _("nothing"))


def allowed_set(sieve: Conditions) -> int:
    """The set of what all conditions let through."""
    found = -1
    for passing, _obstacle in sieve:
        found &= passing
    return found


def first_violation(
    sieve: Conditions, choice: int, match: State, p: Player, unit: int, space: int
) -> IllegalMove | None:
    """What the first condition says that does not let this choice through."""
    for passing, obstacle in sieve:
        if not passing >> choice & 1:
            return obstacle(match, p, unit, space)
    return None


def refusal_from(obstacle: Obstacle | None) -> IllegalMove | None:
    """The words of what stands in the way, if anything does."""
    return None if obstacle is None else obstacle()


def parse_number(token: str) -> int | None:
    """The plain integer that a token is, else None.

    >>> parse_number("12"), parse_number("012"), parse_number("²"), parse_number("-1")
    (12, None, None, None)
    """
    plain = token.isascii() and token.isdecimal() and len(token) < 10
    return int(token) if plain and (token == "0" or token[0] != "0") else None


def list_or_nothing(found: Iterable[str | int]) -> tuple[str | int, ...] | Reason:
    """What there is, as a value of a reason."""
    return tuple(found) or NOTHING


def too_dear_refusal(section: str, money: int, cost: int, what: Reason | Verb) -> IllegalMove:
    """The sentence for a cost that cannot be paid."""
    message = _("costs £%(cost)s (%(what)s), you have £%(money)s: £%(missing)s missing")
    missing = cost - money
    return no("too_dear", message, section, cost=cost, what=what, money=money, missing=missing)
