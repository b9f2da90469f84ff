"""Port tile 7: exchange own units on the map for units of other types from the board.

Rules 2.6, 5.4 (frame swap), 6 (`swap`), ruling 9.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move
from games.rules.primitives.bitsets import members
from games.rules.reasons import Place
from games.rules.reasons import gettext_noop as _

from .action_type import ActionType
from .components import BUILDINGS, UNIT_ID, UNITS
from .conditions import Conditions, allowed_set, first_violation
from .maps import AT, SPACE_ID
from .notation import swap_moves
from .placement_conditions import none_left_refusal, wrong_ground_refusal
from .player import Player
from .state import SWAPPABLE, Bonus, State, Swap


def _swap_frame(match: State) -> Swap:
    frame = match.frames[-1]
    assert isinstance(frame, Swap)
    return frame


def _arrival_conditions(match: State, p: Player, frame: Swap, space: int, unit: int) -> Conditions:
    """The conditions on the type that replaces the unit on a space."""
    leaving = -1 if SWAPPABLE >> unit & 1 else 0
    return (
        (SWAPPABLE & leaving, _field_refusal),
        (p.stocked, none_left_refusal),
        (match.board.fits[space], wrong_ground_refusal),
        (~frame.removed & ~(1 << unit) if not frame.added >> unit & 1 else 0, _same_type_refusal),
    )


def _field_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    return illegal_move("no_exchange", _("fields cannot be exchanged"), "2.6")


def _same_type_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    message = _("the types that leave the map must differ from those that enter it")
    return illegal_move("no_exchange", message, "2.6")


def moves(match: State, p: Player, frame: Swap) -> Sequence[str]:
    """Return every exchange that is possible in this frame."""
    found: list[str] = []
    for space in members(p.units):
        unit = p.unit_at(space)
        assert unit is not None
        units = allowed_set(_arrival_conditions(match, p, frame, space, unit))
        if units:
            found += swap_moves(space, units)
    return found


def _moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return moves(match, p, _swap_frame(match))


def _refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    space, new = SPACE_ID[tokens[1]], UNIT_ID[tokens[2]]
    old = p.unit_at(space)
    if old is None:
        message = _("you have no unit on %(at)s")
        return illegal_move("no_unit", message, "2.6", at=Place(tokens[1]))
    return first_violation(
        _arrival_conditions(match, p, _swap_frame(match), space, old), new, match, p, new, space
    )


def _play(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    space, new = SPACE_ID[tokens[1]], UNIT_ID[tokens[2]]
    old = p.unit_at(space)
    frame = _swap_frame(match)
    assert old is not None
    reach = match.board.reach[p.shipping]
    p.take_back(old, space, reach)
    p.put(new, space, reach)
    removed, added = frame.removed | 1 << old, frame.added | 1 << new
    match.frames[-1] = Swap(frame.left - 1, removed, added)
    match.emit("swap", seat, {"at": AT[space], "from": UNITS[old], "to": UNITS[new]})


def finish_swaps(match: State, p: Player, seat: int, frame: Swap) -> None:
    """Open one building bonus per type whose fourth unit came onto the map (ruling 9)."""
    draws = sum(1 for unit in BUILDINGS if frame.added >> unit & 1 and not p.supply[unit])
    if draws:
        match.frames.append(Bonus((), draws))
        match.emit("bonus", seat, {"goods": [], "draws": draws})


EXCHANGE_ACTION = ActionType({"swap": "space unit"}, "5.3.9", _moves, _refusal, _play)
