"""Meat for a contract: slaughtering animals, and the port tiles that spare one.

Rules 5.3.7, 5.4 (frame meat), 6 (`slaughter`, port tile 1), rulings 13, 22.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move
from games.rules.primitives.bitsets import members
from games.rules.reasons import Place
from games.rules.reasons import gettext_noop as _

from .action_type import ActionType
from .components import (
    CORNERS,
    COW,
    PORT_ANIMAL,
    PORT_OTHER,
    PORT_OTHER_COST,
    SHEEP,
    UNIT_ID,
    UNITS,
)
from .conditions import Obstacle, refusal_from
from .maps import AT, SPACE_ID
from .notation import COPY_PREFIXES, PREFIXES, SLAUGHTER
from .player import Player
from .state import Meat, State

ANIMALS = (COW, SHEEP)


def available_waivers(match: State, p: Player) -> tuple[str, ...]:
    """Return the port moves that spare an animal: tile 1, and tile 9 as tile 1 (ruling 22)."""
    if PORT_ANIMAL not in match.ports:
        return ()
    open_ports = p.open_ports(match.board.ports)
    animal = match.ports.index(PORT_ANIMAL)
    found = []
    for corner, tile in enumerate(match.ports):
        usable = open_ports >> match.board.port_at[corner] & 1
        if tile == PORT_ANIMAL and usable:
            found.append(PREFIXES[corner])
        elif tile == PORT_OTHER and usable and p.money >= PORT_OTHER_COST:
            found.append(COPY_PREFIXES[corner][animal])
    return tuple(found)


def missing_animals(p: Player, beef: int, mutton: int) -> int:
    """Return how many animals this seat lacks for this meat."""
    return max(0, beef - p.on_map(COW)) + max(0, mutton - p.on_map(SHEEP))


def _meat_frame(match: State) -> Meat:
    frame = match.frames[-1]
    assert isinstance(frame, Meat)
    return frame


# Slaughtering.


def _needed_animals(p: Player, frame: Meat) -> int:
    """The spaces of own animals of the kinds still needed."""
    sheep = p.by_unit[SHEEP] if frame.mutton else 0
    return sheep | p.by_unit[COW] if frame.beef else sheep


def _slaughter_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return [SLAUGHTER[space] for space in members(_needed_animals(p, _meat_frame(match)))]


def _slaughter_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    space, frame = SPACE_ID[tokens[1]], _meat_frame(match)
    if _needed_animals(p, frame) >> space & 1:
        return None
    unit = p.unit_at(space)
    if unit in ANIMALS:
        return _not_needed_refusal(frame, unit)
    message = _("you have no sheep or cow on %(at)s")
    return illegal_move("no_animal", message, "5.3.7", at=Place(tokens[1]))


def _not_needed_refusal(frame: Meat, unit: int) -> IllegalMove:
    message = _(
        "the contract needs no more %(unit)s; still needed: %(beef)s cows and %(mutton)s sheep"
    )
    params = {"unit": UNITS[unit], "beef": frame.beef, "mutton": frame.mutton}
    return illegal_move("not_needed", message, "5.3.7", **params)


def slaughter_if_forced(match: State, p: Player, seat: int, frame: Meat) -> bool:
    """Slaughter without asking if no waiver is possible and no choice is left (rules 5.4).

    Returns:
        Whether animals were slaughtered.
    """
    if frame.waivers:
        return False
    for kind, needed in ((COW, frame.beef), (SHEEP, frame.mutton)):
        if needed and needed == p.on_map(kind):
            for space in members(p.by_unit[kind]):
                _slaughter(match, p, seat, kind, space, auto=True)
            return True
    return False


def _play_slaughter(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    space = SPACE_ID[tokens[1]]
    kind = COW if p.by_unit[COW] >> space & 1 else SHEEP
    _slaughter(match, p, seat, kind, space)


def _slaughter(
    match: State, p: Player, seat: int, kind: int, space: int, *, auto: bool = False
) -> None:
    p.take_back(kind, space, match.board.reach[p.shipping])
    match.occupied ^= 1 << space
    _reduce_meat(match, kind)
    data: dict[str, object] = {"unit": UNITS[kind], "at": AT[space]}
    if auto:
        data["auto"] = True
    match.emit("slaughter", seat, data)


# Sparing.


def _spare_obstacle(p: Player, frame: Meat, kind: int) -> Obstacle | None:
    """The obstacle to sparing an animal of a kind with one of the port tiles."""
    beef, mutton = frame.beef - (kind == COW), frame.mutton - (kind == SHEEP)
    if min(beef, mutton) < 0:
        return lambda: _not_needed_refusal(frame, kind)
    if missing_animals(p, beef, mutton) > len(frame.waivers) - 1:
        message = _("you could not pay the rest of the meat: %(beef)s cows and %(mutton)s sheep")
        return lambda: illegal_move("no_animal", message, "5.4", beef=beef, mutton=mutton)
    return None


def spare_moves(match: State, p: Player) -> Sequence[str]:
    """Return the uses of port tiles while meat is paid."""
    frame = _meat_frame(match)
    kinds = [kind for kind in ANIMALS if _spare_obstacle(p, frame, kind) is None]
    return [f"{waiver} {UNITS[kind]}" for waiver in frame.waivers for kind in kinds]


def spare_refusal(match: State, p: Player, animal: str) -> IllegalMove | None:
    """Return why no available port tile can spare an animal of this kind, None if one can."""
    return refusal_from(_spare_obstacle(p, _meat_frame(match), UNIT_ID[animal]))


def play_waiver(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    """Use a port tile to spare one animal."""
    frame = _meat_frame(match)
    waiver = " ".join(tokens[:-1])
    left = tuple(other for other in frame.waivers if other != waiver)
    match.frames[-1] = frame._replace(waivers=left)
    corner = CORNERS.index(tokens[1])
    p.use_port(corner, match.board.port_at[corner])
    tile = match.ports[corner]
    cost = PORT_OTHER_COST if tile == PORT_OTHER else 0
    p.money -= cost
    kind = COW if tokens[-1] == UNITS[COW] else SHEEP
    _reduce_meat(match, kind)
    data = {"corner": tokens[1], "tile": tile, "effect": PORT_ANIMAL, "cost": cost}
    match.emit("port", seat, {**data, "animal": tokens[-1]})


def _reduce_meat(match: State, kind: int) -> None:
    frame = _meat_frame(match)
    match.frames[-1] = frame._replace(
        beef=frame.beef - (kind == COW), mutton=frame.mutton - (kind == SHEEP)
    )


SLAUGHTER_ACTION = ActionType(
    {"slaughter": "space"}, "5.3.7", _slaughter_moves, _slaughter_refusal, _play_slaughter
)
