"""The market: buying and selling with merchants, also cheaply from neighbours.

Rules 2.2, 6 (`buy`, `sell`, `nbuy`), rulings 3, 4, 5, 31.
"""

from __future__ import annotations

from .components import (
    GOOD_ID,
    GOODS,
    NEIGHBOUR_DISCOUNT,
    NEIGHBOUR_LIMIT,
    STEWART_POUND,
    TOP,
    TRACKS,
)
from .notation import BUY, NBUY, SELL
from .player import Player
from .state import Bonus, State


def purse(p: Player) -> int:
    """The money a seat can trade with: Stewart's pound comes before the payment (ruling 31)."""
    return p.money + STEWART_POUND if p.clan == "stewart" else p.money


def price(match: State, good: int) -> int:
    return TRACKS[good][match.market[good]]


def most_bought(match: State, p: Player, good: int) -> int:
    """How many of a good this seat can buy now."""
    if p.areas[good] < 0:
        return 0
    return min(p.merchants, purse(p) // price(match, good))


def most_sold(match: State, p: Player, good: int) -> int:
    """How many of a good this seat can sell now."""
    return min(p.merchants, p.goods[good]) if p.areas[good] <= 0 else 0


def neighbour_price(match: State, good: int) -> int:
    return price(match, good) - NEIGHBOUR_DISCOUNT[good]


def most_neighbour_bought(match: State, p: Player, good: int) -> int:
    """How many of an offered good this seat can buy at the lower price now."""
    if p.areas[good] < 0:
        return 0
    left = NEIGHBOUR_LIMIT[match.seats] - match.bought[good]
    return min(left, p.merchants, purse(p) // neighbour_price(match, good))


def trades(match: State, p: Player) -> list[str]:
    """Every `buy` and `sell` of the trade action."""
    if not p.merchants:
        return []
    moves: list[str] = []
    most = p.merchants
    money = purse(p)
    areas = p.areas
    market = match.market
    for good, stock in enumerate(p.goods):
        if areas[good] >= 0:
            count = money // TRACKS[good][market[good]]
            if count:
                moves += BUY[good][count if count < most else most]
        if stock and areas[good] <= 0:
            moves += SELL[good][stock if stock < most else most]
    return moves


def trades_of(match: State, p: Player, good: int) -> list[str]:
    """Every `buy` and `sell` of one good."""
    return [
        *BUY[good][most_bought(match, p, good)],
        *SELL[good][most_sold(match, p, good)],
    ]


def neighbour_moves(match: State, p: Player, frame: Bonus) -> list[str]:
    moves: list[str] = []
    for good in frame.goods:
        moves += NBUY[good][most_neighbour_bought(match, p, good)]
    return moves


def slide(match: State, good: int, steps: int) -> None:
    """Move a price marker; steps beyond the ends are lost."""
    match.market[good] = max(0, min(TOP, match.market[good] + steps))


def play_buy(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    good, count = GOOD_ID[tokens[1]], int(tokens[2])
    _buy(match, p, seat, "buy", good, count, price(match, good))
    match.stage, match.trade = "after", -1


def play_sell(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    good, count = GOOD_ID[tokens[1]], int(tokens[2])
    each = price(match, good)
    extra = _stewart(p)
    p.merchants -= count
    p.areas[good] -= count
    p.money += count * each
    p.goods[good] -= count
    slide(match, good, -count)
    _report(match, p, seat, "sell", good, count, each, extra)
    match.stage, match.trade = "after", -1


def play_nbuy(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    good, count = GOOD_ID[tokens[1]], int(tokens[2])
    _buy(match, p, seat, "nbuy", good, count, neighbour_price(match, good))
    match.bought[good] += count
    frame = match.frames[-1]
    assert isinstance(frame, Bonus)
    left = tuple(other for other in frame.goods if other != good)
    match.frames[-1] = Bonus(left, frame.draws)


def _buy(match: State, p: Player, seat: int, kind: str, good: int, count: int, each: int) -> None:
    extra = _stewart(p)
    p.merchants -= count
    p.areas[good] += count
    p.money -= count * each
    p.goods[good] += count
    slide(match, good, count)
    _report(match, p, seat, kind, good, count, each, extra)


def _stewart(p: Player) -> int:
    if p.clan != "stewart":
        return 0
    p.money += STEWART_POUND
    return STEWART_POUND


def _report(
    match: State, p: Player, seat: int, kind: str, good: int, count: int, each: int, extra: int
) -> None:
    match.emit(
        kind,
        seat,
        {
            "good": GOODS[good],
            "count": count,
            "price": each,
            "money": count * each,
            "stewart": extra,
            "new_price": price(match, good),
        },
    )
