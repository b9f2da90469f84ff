"""What forbids a unit on a space: the ground, the neighbours, the reach, the cost.

One check per verb, as in `reasons.py`.
"""

from __future__ import annotations

from games.rules.match import IllegalMove, no
from games.rules.reasons import Place, Reason, SeatNumber
from games.rules.reasons import marked as _

from . import expansion
from .components import FIELD, MOST_SHIPPING, SHIPPING, UNIT_ID, UNIT_LAND, UNITS, WORKER
from .maps import AT, SPACE_ID, spaces_of
from .missing import Why, too_dear
from .player import Player
from .state import Rewards, State, Swap

TERRAIN = {"g": "grassland", "f": "forest", "m": "mountain"}


def _placement(
    match: State, p: Player, unit: int, space: int, section: str, *, waived: bool = False
) -> Why:
    """What forbids a unit on a space, reach and border aside."""
    board, at = match.board, Place(AT[space])
    bit = 1 << space
    if not p.supply[unit]:
        return _none_left(unit)
    if not bit & (board.land | board.water):
        message = _("%(at)s is mist: it is not part of the map of this match")
        return no("mist", message, "2.3", at=at)
    if bit & board.closed:
        message = _("%(at)s is closed in the solo game: a neutral worker stands there")
        return no("closed", message, "2.3", at=at)
    for other, owner in enumerate(match.players):
        if owner.units & bit:
            message = _("%(at)s is taken by a unit of %(seat)s")
            return no("space_taken", message, "2.3", at=at, seat=SeatNumber(other))
    if not board.fits[space] >> unit & 1:
        return _wrong_ground(match, unit, space)
    close = expansion.too_close(match, p, space) if bit & board.water else None
    if close is not None:
        return _too_close(space, close)
    each = expansion.unit_costs(p)[unit]
    land = expansion.land_costs(match, p, waived=waived)[space]
    cost = expansion.total_cost(match, p, unit, space, waived=waived)
    message = _("%(unit)s %(each)s, land %(land)s")
    what = Reason("unit_and_land", message, unit=UNITS[unit], each=each, land=land)
    return too_dear(section, p.money, cost, what)


def _none_left(unit: int) -> IllegalMove:
    return no("used_up", _("no %(unit)s is left on your board"), "2.1", unit=UNITS[unit])


def _wrong_ground(match: State, unit: int, space: int) -> IllegalMove:
    board = match.board
    water = "port" if board.ports >> space & 1 else "loch"
    needed = tuple(TERRAIN[letter] for letter in UNIT_LAND[unit])
    return no(
        "wrong_ground",
        _("%(at)s is %(ground)s: a %(unit)s needs %(needed)s"),
        "2.3",
        at=Place(AT[space]),
        ground=tuple(TERRAIN[letter] for letter in board.letters[space]) or water,
        unit=UNITS[unit],
        needed=(*needed, "loch", "port") if unit == WORKER else needed,
    )


def _too_close(space: int, close: int) -> IllegalMove:
    message = _("%(at)s is adjacent to your fisherman on %(other)s")
    return no("too_close", message, "10.24", at=Place(AT[space]), other=Place(AT[close]))


def place(match: State, p: Player, seat: int, args: list[str]) -> Why:
    unit, space = UNIT_ID[args[0]], SPACE_ID[args[1]]
    if not expansion.WORKER_SET >> unit & 1:
        message = _("the first units are workers, not a %(unit)s")
        return no("not_a_worker", message, "5.2", unit=args[0])
    why = _placement(match, p, unit, space, "5.2")
    if why is None and p.clan == "fergusson" and not match.board.border >> space & 1:
        message = _("%(at)s is no border space: Fergusson's first workers stand on the border")
        return no("not_on_border", message, "5.2", at=Place(args[1]))
    return why


def expand(match: State, p: Player, seat: int, args: list[str]) -> Why:
    unit, space = UNIT_ID[args[0]], SPACE_ID[args[1]]
    waived = bool(match.frames)
    if match.frames:
        frame = match.frames[-1]
        assert isinstance(frame, Rewards)
        if not frame.expand:
            return no("no_bonus", _("this contract gives no further expansion"), "5.3.7")
    if match.board.free >> space & 1 and not (p.reach | p.units) >> space & 1:
        return out_of_reach(match, p, space)
    return _placement(match, p, unit, space, "5.3.5", waived=waived)


def out_of_reach(match: State, p: Player, space: int) -> IllegalMove:
    at, now = Place(AT[space]), _level(p.shipping)
    for level in range(p.shipping + 1, MOST_SHIPPING + 1):
        reach = match.board.reach[level]
        if any(reach[unit] >> space & 1 for unit in spaces_of(p.units)):
            message = _(
                "%(at)s is out of reach of your units at shipping %(now)s: %(needed)s is needed"
            )
            return no("out_of_reach", message, "2.4", at=at, now=now, needed=_level(level))
    message = _("%(at)s is out of reach of your units at shipping %(now)s, and at every other")
    return no("out_of_reach", message, "2.4", at=at, now=now)


def _level(n: int) -> Reason:
    return Reason("shipping", _("level %(n)s (%(reach)s)"), n=n, reach=SHIPPING[n])


def swap(match: State, p: Player, seat: int, args: list[str]) -> Why:
    old, new, space = p.unit_at(SPACE_ID[args[0]]), UNIT_ID[args[1]], SPACE_ID[args[0]]
    frame = match.frames[-1]
    assert isinstance(frame, Swap)
    if old is None:
        return no("no_unit", _("no unit of yours stands on %(at)s"), "2.6", at=Place(args[0]))
    if FIELD in (old, new):
        return no("no_exchange", _("fields are not exchanged"), "2.6")
    if not p.supply[new]:
        return _none_left(new)
    if not match.board.fits[space] >> new & 1:
        return _wrong_ground(match, new, space)
    message = _("the types that leave the map must differ from those that enter it")
    return no("no_exchange", message, "2.6")


def done(match: State, p: Player, seat: int, args: list[str]) -> Why:
    return no("exchange_first", _("exchange at least one unit first"), "5.4")


def row(match: State, p: Player, seat: int, args: list[str]) -> Why:
    board = match.board
    start, target = SPACE_ID[args[0]], SPACE_ID[args[1]]
    places = {"at": Place(args[0]), "target": Place(args[1])}
    if p.clan != "macdonald":
        return no("wrong_clan", _("only MacDonald has fishermen that row"), "2.8")
    if match.rowed:
        message = _("a fisherman has rowed this turn already: one per turn")
        return no("once_a_turn", message, "5.3.9")
    if not p.fishermen(board.water) >> start & 1:
        return no("no_unit", _("no fisherman of yours stands on %(at)s"), "5.3.9", **places)
    if not board.water >> target & 1:
        return no("wrong_ground", _("%(target)s is neither loch nor port"), "5.3.9", **places)
    if not board.adjacent[start] >> target & 1:
        return no("not_adjacent", _("%(target)s is not next to %(at)s"), "5.3.9", **places)
    if match.occupied >> target & 1:
        return no("space_taken", _("%(target)s is taken"), "5.3.9", **places)
    close = expansion.too_close(match, p, target, moved=start)
    return None if close is None else _too_close(target, close)
