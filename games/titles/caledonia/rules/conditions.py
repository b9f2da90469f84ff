"""Types and helpers that let one rule produce both legal moves and refusals.

A rule returns what is possible together with the obstacle to everything else. The list of legal
moves and the refusals both follow from it:

- for a single move: an `Obstacle`, or None if it is legal;
- for a number: a `Bound`, the maximum and the obstacle to a higher number;
- for spaces and unit types: `Conditions`, pairs of a bitset and the obstacle outside it.

An obstacle is a function, so that the sentence is made only for an actual refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import Reason, Verb
from games.rules.reasons import gettext_noop as _

from .player import Player
from .state import State

Obstacle = Callable[[], IllegalMove]
# Obstacles to a number of a good, and to a unit on a space.
GoodObstacle = Callable[[State, Player, int, int], IllegalMove]
UnitObstacle = Callable[[State, Player, int, int], IllegalMove]
Bound = tuple[int, GoodObstacle]
Conditions = tuple[tuple[int, UnitObstacle], ...]

NOTHING = Reason("nothing", _("nothing"))


def allowed_set(sieve: Conditions) -> int:
    """Return the bitset that satisfies all conditions."""
    found = -1
    for passing, _obstacle in sieve:
        found &= passing
    return found


def first_violation(
    sieve: Conditions, choice: int, match: State, p: Player, unit: int, space: int
) -> IllegalMove | None:
    """Return the refusal of the first condition that this choice violates, None without one."""
    for passing, obstacle in sieve:
        if not passing >> choice & 1:
            return obstacle(match, p, unit, space)
    return None


def refusal_from(obstacle: Obstacle | None) -> IllegalMove | None:
    """Return the refusal of an obstacle, None without an obstacle."""
    return None if obstacle is None else obstacle()


def parse_number(token: str) -> int | None:
    """Return the plain integer that a token spells, else None.

    >>> parse_number("12"), parse_number("012"), parse_number("²"), parse_number("-1")
    (12, None, None, None)
    """
    plain = token.isascii() and token.isdecimal() and len(token) < 10
    return int(token) if plain and (token == "0" or token[0] != "0") else None


def list_or_nothing(found: Iterable[str | int]) -> tuple[str | int, ...] | Reason:
    """Return the items as a value for a reason; the word "nothing" if there are none."""
    return tuple(found) or NOTHING


def too_dear_refusal(section: str, money: int, cost: int, what: Reason | Verb) -> IllegalMove:
    """Return the refusal of a cost that the seat cannot pay."""
    message = _("costs £%(cost)s (%(what)s), you have £%(money)s: £%(missing)s missing")
    missing = cost - money
    return illegal_move(
        "too_dear", message, section, cost=cost, what=what, money=money, missing=missing
    )
