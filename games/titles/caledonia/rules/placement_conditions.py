"""The conditions on the space of a unit: on the map, free, right terrain, in reach.

Each comes with its refusal. Rules 2.3, 2.4, rulings 23, 24.
"""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move
from games.rules.primitives.bitsets import members
from games.rules.reasons import Place, Reason, SeatNumber
from games.rules.reasons import gettext_noop as _

from .components import MAX_SHIPPING, SHIPPING, TERRAIN, UNIT_LAND, UNITS, WORKER
from .conditions import Conditions, allowed_set
from .maps import AT, Board
from .player import Player
from .state import State


def free_space_conditions(match: State, p: Player) -> Conditions:
    """Return the conditions on a space for this seat, apart from reach and terrain."""
    board = match.board
    if p.clan != "macdonald":
        return (board.open_land, _no_land_refusal), (~match.occupied, _taken_refusal)
    fishermen = p.fishermen(board.water)
    return (
        (board.free, _off_map_refusal),
        (~match.occupied, _taken_refusal),
        (~spaces_next_to_fishermen(board, fishermen), _too_close_refusal),
    )


def free_space_set(match: State, p: Player) -> int:
    """Return the bitset of spaces that meet `free_space_conditions`."""
    return allowed_set(free_space_conditions(match, p))


def spaces_next_to_fishermen(board: Board, fishermen: int) -> int:
    """Return the water next to these fishermen, closed to other fishermen (ruling 24)."""
    found = 0
    for space in members(fishermen):
        found |= board.adjacent[space]
    return found & board.water


def _no_land_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    if match.board.water >> space & 1:
        return wrong_ground_refusal(match, p, unit, space)
    return _off_map_refusal(match, p, unit, space)


def _off_map_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    if match.board.closed >> space & 1:
        message = _("%(at)s is closed in the solo game: a neutral worker is there")
        return illegal_move("closed", message, "10.36", at=Place(AT[space]))
    message = _("%(at)s is mist: it is not part of the map of this match")
    return illegal_move("mist", message, "2.3", at=Place(AT[space]))


def _taken_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    owner = next(seat for seat, one in enumerate(match.players) if one.units >> space & 1)
    message = _("%(at)s is taken by a unit of %(seat)s")
    return illegal_move("space_taken", message, "2.3", at=Place(AT[space]), seat=SeatNumber(owner))


def _too_close_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    return too_close_refusal(match, p, space, p.fishermen(match.board.water))


def too_close_refusal(match: State, p: Player, space: int, fishermen: int) -> IllegalMove:
    """Return the refusal of a space that is adjacent to one of these fishermen."""
    other = (fishermen & match.board.adjacent[space]).bit_length() - 1
    message = _("%(at)s is adjacent to your fisherman on %(other)s")
    return illegal_move("too_close", message, "10.24", at=Place(AT[space]), other=Place(AT[other]))


def none_left_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    return illegal_move("used_up", _("no %(unit)s is left on your board"), "2.1", unit=UNITS[unit])


def wrong_ground_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    board = match.board
    water = "port" if board.ports >> space & 1 else "loch"
    needed = tuple(TERRAIN[letter] for letter in UNIT_LAND[unit])
    return illegal_move(
        "wrong_ground",
        _("%(at)s is %(ground)s: a %(unit)s needs %(needed)s"),
        "2.3",
        at=Place(AT[space]),
        ground=tuple(TERRAIN[letter] for letter in board.letters[space]) or water,
        unit=UNITS[unit],
        needed=(*needed, "loch", "port") if unit == WORKER else needed,
    )


def out_of_reach_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    at, now = Place(AT[space]), _level(p.shipping)
    for level in range(p.shipping + 1, MAX_SHIPPING + 1):
        reach = match.board.reach[level]
        if any(reach[own] >> space & 1 for own in members(p.units)):
            message = _(
                "%(at)s is out of reach of your units at shipping %(now)s: %(needed)s is needed"
            )
            return illegal_move(
                "out_of_reach", message, "2.4", at=at, now=now, needed=_level(level)
            )
    message = _(
        "%(at)s is out of reach of your units at shipping %(now)s and at every higher level"
    )
    return illegal_move("out_of_reach", message, "2.4", at=at, now=now)


def _level(n: int) -> Reason:
    return Reason("shipping", _("level %(n)s (%(reach)s)"), n=n, reach=SHIPPING[n])
