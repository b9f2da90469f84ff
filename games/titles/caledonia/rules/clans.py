"""Moves that only one clan has: MacKenzie's `withdraw` and MacDonald's `row`.

Rules 2.8, 6, rulings 24, 28. (The production moves `cellar` and `butter` are in `production.py`.)
"""

from __future__ import annotations

from .components import CELLAR, WHISKY, WORKER
from .maps import AT, SPACE_ID, spaces_of
from .notation import WITHDRAW
from .player import Player
from .state import State


def withdraw_moves(p: Player) -> list[str]:
    return [WITHDRAW[place] for place in range(len(CELLAR)) if p.cellar >> place & 1]


def barrels_at_any_moment(match: State) -> bool:
    """Whether barrels come out whenever MacKenzie is asked in his turn (rules 5.3, 5.4, 6).

    By version 1 of the rules they do not between port 6 and its trade, in `swap` and after the
    main action (ruling 28).
    """
    return match.rules_version >= 2


def late_withdraw_moves(match: State, p: Player) -> list[str]:
    """The barrels that come out after port 6, in `swap` and after the main action."""
    return withdraw_moves(p) if p.cellar and barrels_at_any_moment(match) else []


def with_empty_cellar(p: Player) -> Player:
    """The belongings of a seat once it has taken out all of its barrels."""
    twin = p.copy()
    for place in range(len(CELLAR)):
        if p.cellar >> place & 1:
            _take_out(twin, place)
    return twin


def play_withdraw(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    empty_place(match, p, seat, int(tokens[1]))


def _take_out(p: Player, place: int) -> None:
    p.cellar ^= 1 << place
    p.goods[WHISKY] += 1
    p.money += CELLAR[place]


def empty_place(match: State, p: Player, seat: int, place: int, *, auto: bool = False) -> None:
    """The barrel on a place of the cellar goes to the stock, with its pounds."""
    _take_out(p, place)
    data: dict[str, object] = {"place": place, "money": CELLAR[place]}
    if auto:
        data["auto"] = True
    match.emit("withdraw", seat, data)


def row_moves(match: State, p: Player) -> list[str]:
    if match.rowed:
        return []
    board = match.board
    moves = []
    fishermen = p.fishermen(board.water)
    for start in spaces_of(fishermen):
        others = fishermen ^ (1 << start)
        for target in spaces_of(board.adjacent[start] & board.water & ~match.occupied):
            if not board.adjacent[target] & others:
                moves.append(f"row {AT[start]} {AT[target]}")
    return moves


def play_row(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    start, target = SPACE_ID[tokens[1]], SPACE_ID[tokens[2]]
    moved = 1 << start | 1 << target
    p.by_unit[WORKER] ^= moved
    p.units ^= moved
    match.occupied ^= moved
    p.look_around(match.board.reach[p.shipping])
    match.rowed = True
    match.emit("row", seat, {"from": AT[start], "to": AT[target]})
