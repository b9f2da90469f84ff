"""Moves of a single clan: MacKenzie's `withdraw` and MacDonald's `row`.

Rules 2.8, 6, rulings 24, 28. The production moves `cellar` and `butter` are in `production.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move
from games.rules.primitives.bitsets import members
from games.rules.reasons import Place
from games.rules.reasons import gettext_noop as _

from .action_type import ActionType
from .components import CELLAR, WHISKY, WORKER
from .conditions import Conditions, allowed_set, first_violation, list_or_nothing
from .maps import AT, SPACE_ID
from .notation import BARRELS
from .placement_conditions import spaces_next_to_fishermen, too_close_refusal
from .player import Player
from .state import State


def _withdraw_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return BARRELS[p.cellar]


def _withdraw_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    if p.clan != "mackenzie":
        return no_cellar_refusal()
    if " ".join(tokens) in BARRELS[p.cellar]:
        return None
    message = _("there is no barrel on place %(place)s; barrels are on: %(places)s")
    places = list_or_nothing(place for place in range(len(CELLAR)) if p.cellar >> place & 1)
    return illegal_move("no_barrel", message, "5.3.9", place=int(tokens[1]), places=places)


def no_cellar_refusal() -> IllegalMove:
    return illegal_move("wrong_clan", _("only MacKenzie has a cellar"), "2.8")


def can_withdraw_any_time(match: State) -> bool:
    """Return whether MacKenzie may withdraw whenever asked in the own turn (rules 5.3, 5.4, 6).

    In version 1 of the rules, `withdraw` was illegal between port 6 and its trade, in `swap` and
    after the main action (ruling 28).
    """
    return match.rules_version >= 2


def copy_with_empty_cellar(p: Player) -> Player:
    """Return a copy of the player that has taken out all barrels."""
    twin = p.copy()
    for place in range(len(CELLAR)):
        if p.cellar >> place & 1:
            _take_barrel_out(twin, place)
    return twin


def _play_withdraw(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    empty_place(match, p, seat, int(tokens[1]))


def _take_barrel_out(p: Player, place: int) -> None:
    p.cellar ^= 1 << place
    p.goods[WHISKY] += 1
    p.money += CELLAR[place]


def empty_place(match: State, p: Player, seat: int, place: int, *, auto: bool = False) -> None:
    """Move the barrel of a cellar place to the stock and gain its money."""
    _take_barrel_out(p, place)
    data: dict[str, object] = {"place": place, "money": CELLAR[place]}
    if auto:
        data["auto"] = True
    match.emit("withdraw", seat, data)


def _targets(match: State, p: Player, start: int) -> Conditions:
    """The conditions on spaces to which the fisherman on `start` may row."""
    board = match.board
    others = p.fishermen(board.water) & ~(1 << start)
    return (
        (board.water, _not_water_refusal),
        (board.adjacent[start], lambda *where: _not_adjacent_refusal(start, where[3])),
        (~match.occupied, _space_taken_refusal),
        (
            ~spaces_next_to_fishermen(board, others),
            lambda *where: too_close_refusal(match, p, where[3], others),
        ),
    )


def _not_water_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    message = _("%(target)s is neither loch nor port")
    return illegal_move("wrong_ground", message, "5.3.9", target=Place(AT[space]))


def _not_adjacent_refusal(start: int, target: int) -> IllegalMove:
    message = _("%(target)s is not next to %(at)s")
    return illegal_move(
        "not_adjacent", message, "5.3.9", target=Place(AT[target]), at=Place(AT[start])
    )


def _space_taken_refusal(match: State, p: Player, unit: int, space: int) -> IllegalMove:
    return illegal_move("space_taken", _("%(target)s is taken"), "5.3.9", target=Place(AT[space]))


def _row_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    if match.rowed:
        return ()
    return [
        f"row {AT[start]} {AT[target]}"
        for start in members(p.fishermen(match.board.water))
        for target in members(allowed_set(_targets(match, p, start)))
    ]


def _row_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    start, target = SPACE_ID[tokens[1]], SPACE_ID[tokens[2]]
    if p.clan != "macdonald":
        return illegal_move("wrong_clan", _("only MacDonald has fishermen that row"), "2.8")
    if match.rowed:
        message = _("you have already rowed a fisherman this turn: one per turn")
        return illegal_move("once_a_turn", message, "5.3.9")
    if not p.fishermen(match.board.water) >> start & 1:
        message = _("you have no fisherman on %(at)s")
        return illegal_move("no_unit", message, "5.3.9", at=Place(tokens[1]))
    return first_violation(_targets(match, p, start), target, match, p, WORKER, target)


def _play_row(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    start, target = SPACE_ID[tokens[1]], SPACE_ID[tokens[2]]
    moved = 1 << start | 1 << target
    p.by_unit[WORKER] ^= moved
    p.units ^= moved
    match.occupied ^= moved
    p.update_reach(match.board.reach[p.shipping])
    match.rowed = True
    match.emit("row", seat, {"from": AT[start], "to": AT[target]})


WITHDRAW_ACTION = ActionType(
    {"withdraw": "number"}, "5.3.9", _withdraw_moves, _withdraw_refusal, _play_withdraw, "mackenzie"
)
ROW_ACTION = ActionType(
    {"row": "space space"}, "5.3.9", _row_moves, _row_refusal, _play_row, "macdonald"
)
